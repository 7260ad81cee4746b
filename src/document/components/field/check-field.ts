// Checks what a template says of a field.
import { type CompileContext, isRead } from '../component.ts';
import type { FieldProps, Kind } from './field-properties.ts';
import { isLanguage, sampleLetters } from './typing-characters.ts';

/** The kinds that a property is for. */
const kindsOf = {
  value: ['text', 'date', 'check', 'radio', 'choice'],
  readOnly: ['text', 'date', 'check', 'radio', 'choice'],
  max: ['text'],
  comb: ['text'],
  lines: ['text', 'choice'],
  format: ['date'],
  option: ['check', 'radio'],
  label: ['radio'],
  options: ['choice'],
} as const satisfies Partial<Record<keyof FieldProps, readonly Kind[]>>;

/** Reports properties that are missing, contradict each other or have no effect. */
export function checkProps(props: FieldProps, context: CompileContext, pointer: string): void {
  const { kind, max, comb, lines = 1, alt, opacity } = props;
  const { report, isAccessible } = context.template;
  for (const [property, kinds] of Object.entries(kindsOf) as [keyof typeof kindsOf, readonly Kind[]][]) {
    if (props[property] === undefined || kinds.includes(kind)) continue;
    const message = `"${property}" has no effect on a field of the kind "${kind}". It is for ${kinds.map((one) => `"${one}"`).join(', ')}.`;
    report('warning', 'no-effect', `${pointer}/${property}`, message);
  }
  const needed = { radio: 'option', choice: 'options' }[kind as string] as 'option' | 'options' | undefined;
  if (needed && props[needed] === undefined)
    report('error', 'missing-property', pointer, `a field of the kind "${kind}" needs "${needed}"`);
  if (comb && (max === undefined || lines > 1)) {
    const message = '"comb" gives each character a place: it needs "max", which says how many, and a single line';
    report('error', 'wrong-value', `${pointer}/comb`, message);
  }
  if (opacity !== undefined && opacity < 1)
    report(
      'warning',
      'no-effect',
      `${pointer}/opacity`,
      'The value of a field is not faded: viewers write it. Choose a lighter "color".',
    );
  if (isAccessible && isRead(context) && (alt ?? '').trim() === '') {
    const message = 'Screen readers say the name of this field: add "alt" with what is filled in here.';
    report('warning', 'missing-alt', pointer, message);
  }
  if (kind === 'text' || kind === 'date' || kind === 'choice') checkTyping(context, pointer);
}

/** Warns of a font in which people cannot type their language. */
function checkTyping({ style, template }: CompileContext, pointer: string): void {
  const { faces, lang } = style.fixed?.style ?? {};
  const face = faces?.[0];
  if (!face || lang === undefined || !isLanguage(lang)) return;
  const lacking = [...sampleLetters(lang)].filter((letter) => !face.has(letter.codePointAt(0)!));
  if (lacking.length === 0) return;
  const shown = lacking.slice(0, 8).join(' ');
  const more = lacking.length > 8 ? ` and ${lacking.length - 8} more` : '';
  const message = `People cannot type all letters of "${lang}" here: the font ${face.postscriptName} lacks ${shown}${more}. Give the field another "font".`;
  template.report('warning', 'field-font', pointer, message);
}

/** Groups inside of each other, with the field. */
const mostLevels = 20;

/** What is wrong with a name. */
export function nameFault(name: string): string | undefined {
  if (name.split('.').length > mostLevels) return `full stops join at most ${mostLevels} names`;
  return name.split('.').some((part) => part.trim() === '')
    ? 'full stops join the names of groups and fields, so none stands at the beginning or end, or beside another one'
    : undefined;
}
