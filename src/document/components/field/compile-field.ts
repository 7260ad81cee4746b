// Compiles fields. This code is loaded for templates that have one.
import { type FieldFlagName, fieldTypes } from '../../../pdf-file/acro-form/field-table.ts';
import { counted } from '../../../words/counts.ts';
import { quoteText } from '../../../words/quote-text.ts';
import { dateFilters, readClock } from '../../expression/filters/date-filters.ts';
import { dateStyles, findPatternFault } from '../../expression/filters/date-pattern.ts';
import { checkedLocale } from '../../expression/filters/intl.ts';
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import { ItemsBox } from '../../layout/box.ts';
import { checkFace, checkLines } from '../../layout/check-lines.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { FieldForm, FieldOption, FieldTyping, Stroke } from '../../layout/fragment.ts';
import { resolveLength } from '../../layout/length.ts';
import { toSource } from '../../layout/link-target.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { openElement } from '../../layout/structure.ts';
import type { Element, Tag } from '../../layout/tag.ts';
import type { ResolvedText } from '../../template/styles.ts';
import { compileBorder } from '../bound-stroke.ts';
import { literalStyleNames } from '../bound-style.ts';
import { type CompileContext, isRead, nameOf } from '../component.ts';
import { parseLength, stroke } from '../lengths.ts';
import { warnOfMissing } from '../missing-glyphs.ts';
import { readAlt } from '../roles.ts';
import { showPattern, usualPattern } from './date-form.ts';
import {
  type Area,
  combLines,
  drawComb,
  drawDot,
  drawLine,
  drawLines,
  drawList,
  drawTick,
  FieldWriter,
  inset,
} from './field-look.ts';
import { compileOptions } from './field-options.ts';
import { type FieldProps, frame, type Kind } from './field-properties.ts';
import { sampleLetters, typingCharacters } from './typing-characters.ts';

const mm = 72 / 25.4;
const buttonSide = 4 * mm;

/** Width and height where the template does not say them. Undefined: all of the room, and as high as the text. */
const usualSizes: Partial<Record<Kind, Area>> = {
  signature: { width: 70 * mm, height: 20 * mm },
  check: { width: buttonSide, height: buttonSide },
  radio: { width: buttonSide, height: buttonSide },
};

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

/** Everything of a field that its kind needs. */
interface Place {
  /** Of the component, for messages. */
  readonly name: string;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
  /** In pt. Height undefined: as high as the text. */
  readonly width: number;
  readonly height: number | undefined;
  /** Warns of a value that does not fit. */
  doubt(message: string): void;
}

/** A field for some data. */
interface Filled {
  readonly form: FieldForm;
  readonly height: number;
  /** How a date is written. */
  readonly hint?: string;
}

export function compileField(props: FieldProps, context: CompileContext, pointer: string): ComponentNode {
  const { kind } = props;
  const { unit, report } = context.template;
  checkProps(props, context, pointer);
  const name = context.text(props.field, `${pointer}/field`);
  const fault = name.isLiteral ? nameFault(props.field) : undefined;
  if (fault !== undefined) report('error', 'wrong-value', `${pointer}/field`, fault);
  const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const usual = usualSizes[kind];
  const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
  const widthIn = (room: number) =>
    givenWidth === undefined ? Math.min(usual?.width ?? room, room) : resolveLength(givenWidth, room);
  const isButton = kind === 'check' || kind === 'radio';
  const heightFor = (width: number) => {
    if (props.height !== undefined) return props.height * unit;
    return isButton && givenWidth !== undefined ? width : usual?.height;
  };
  const flags: FieldFlagName[] = [
    ...(props.readOnly ? ['readOnly' as const] : []),
    ...(props.required ? ['required' as const] : []),
  ];
  const fill = fillers[kind](props, flags, context, pointer);
  const component = nameOf(props, pointer, context);
  const separator = props.comb && props.max !== undefined ? combStroke(props, context, pointer) : undefined;
  return {
    build(scope, width, session) {
      session.countBox();
      const owner = { component, place: scope.place };
      const wide = widthIn(width);
      const doubt = (message: string) => session.warn('field-value', component, scope.place, message);
      const filled = fill({ name: component, scope, session, width: wide, height: heightFor(wide), doubt });
      const called = name.plain(scope).trim();
      const wrong =
        called === '' ? 'has no name' : nameFault(called) && `is called ${JSON.stringify(called)}: ${nameFault(called)}`;
      if (wrong !== undefined) {
        session.warn('field-dropped', component, scope.place, `The field ${wrong}. It is left out.`);
        return [new ItemsBox(filled.height, () => {})];
      }
      const tag = openForm(scope.tag);
      const said = readAlt(alt, scope) ?? called;
      const lines = separator && combLines(props.max!, { width: wide, height: filled.height }, separator(scope));
      const draw = (canvas: PageCanvas, x: number, y: number) => {
        for (const line of lines ?? [])
          canvas.items.push({ ...line, x1: x + line.x1, x2: x + line.x2, y1: y, y2: y + line.y2, tag: canvas.artifact });
        canvas.items.push({
          kind: 'field',
          x,
          y,
          width: wide,
          height: filled.height,
          name: called,
          description: filled.hint === undefined ? said : `${said} (${filled.hint})`,
          form: filled.form,
          isRepeated: context.band !== undefined || canvas.artifact !== undefined,
          source: toSource(owner),
          tag,
        });
      };
      const box = new ItemsBox(filled.height, draw);
      box.reach = { left: 0, width: wide };
      return [box];
    },
    measure() {
      const own = widthIn(70 * mm);
      return { min: typeof givenWidth === 'number' || isButton ? own : 0, max: own };
    },
  };
}

/** ISO 14289-1, 7.18.4: a field belongs to the structure, even in an artifact. */
function openForm(tag: Tag | undefined): Element | undefined {
  const place = tag?.kind === 'artifact' ? tag.links : tag;
  const form = place && openElement(place, 'Form');
  return form?.kind === 'element' ? form : undefined;
}

function nameFault(name: string): string | undefined {
  return name.split('.').some((part) => part.trim() === '')
    ? 'full stops join the names of groups and fields, so none stands at the beginning or end, or beside another one'
    : undefined;
}

function checkProps(props: FieldProps, context: CompileContext, pointer: string): void {
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

function isLanguage(lang: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf(lang).length > 0;
  } catch {
    return false;
  }
}

/** Compiles a kind. The function fills a field with its value. */
type Filler = (
  props: FieldProps,
  flags: readonly FieldFlagName[],
  context: CompileContext,
  pointer: string,
) => (place: Place) => Filled;

const fillers: Readonly<Record<Kind, Filler>> = {
  signature: (_props, flags) => (place) => ({
    form: { type: fieldTypes.signature, flags, look: [] },
    height: place.height!,
  }),
  check: compileCheck,
  radio: compileRadio,
  text: compileText,
  date: compileDate,
  choice: compileChoice,
};

function compileCheck(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const option = context.text(props.option ?? 'Yes', `${pointer}/option`);
  const isTicked = compileTruth(props.value, context, `${pointer}/value`);
  return ({ scope, width, height, doubt }: Place): Filled => {
    const { color } = context.style.resolve(scope).style;
    const named = option.plain(scope).trim() || 'Yes';
    const form: FieldForm = {
      type: fieldTypes.button,
      flags,
      value: isTicked(scope, doubt) ? named : undefined,
      button: { option: named, label: undefined },
      look: [drawTick({ width, height: height! }, color)],
    };
    return { form, height: height! };
  };
}

/** Whether a box is ticked. */
function compileTruth(
  given: FieldProps['value'],
  context: CompileContext,
  pointer: string,
): (scope: BoundScope, doubt: Place['doubt']) => boolean {
  if (given === undefined || typeof given === 'boolean') return () => given ?? false;
  const text = context.value(given as string, pointer, true);
  const only = text.parts.length === 1 ? (text.parts[0] as CompiledExpression) : undefined;
  if (text.isLiteral) {
    const message = `a "check" is ticked or not: write true or false, or a binding, not ${JSON.stringify(given)}`;
    context.template.report('error', 'wrong-value', pointer, message);
  }
  return (scope, doubt) => {
    const value = typeof only === 'object' ? only.evaluate(scope) : text.plain(scope);
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false' || value === undefined || value === null || value === '') return false;
    doubt(`A box is ticked or not, but its value is ${quoteText(text.plain(scope))}: give true or false. The box is not ticked.`);
    return false;
  };
}

function compileRadio(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const option = context.text(props.option ?? '', `${pointer}/option`);
  const label = props.label === undefined ? undefined : context.text(props.label, `${pointer}/label`);
  const value = compileValue(props, context, pointer);
  return ({ scope, width, height, doubt }: Place): Filled => {
    const { color } = context.style.resolve(scope).style;
    const named = option.plain(scope).trim();
    if (named === '') doubt('The "option" of the radio button is empty, so nobody can tell that it is on. It is called "on".');
    const form: FieldForm = {
      type: fieldTypes.button,
      flags: [...flags, 'radio', 'noToggleToOff'],
      value: value?.plain(scope).trim() || undefined,
      button: { option: named || 'on', label: label?.printed(scope).trim() || named },
      look: [drawDot({ width, height: height! }, color)],
    };
    return { form, height: height! };
  };
}

function compileText(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { lines: count = 1, max, comb = false } = props;
  const value = compileValue(props, context, pointer);
  if (value?.isLiteral && max !== undefined && !context.numbers && props.value !== undefined)
    failIf(lengthFault(String(props.value), max), context, `${pointer}/value`);
  const all: readonly FieldFlagName[] = [
    ...flags,
    ...(count > 1 ? ['multiline' as const] : []),
    ...(comb ? ['comb' as const, 'doNotScroll' as const] : []),
  ];
  return (place: Place): Filled => {
    const { scope, doubt } = place;
    const given = value?.printed(scope) ?? '';
    const text = count > 1 ? given : given.replace(/\s*[\r\n]+\s*/g, ' ');
    if (text !== given) doubt('The value has several lines, and the field has one: give it "lines". They are joined.');
    const fault = max === undefined ? undefined : lengthFault(text, max);
    if (fault !== undefined) doubt(`${fault[0]!.toUpperCase()}${fault.slice(1)}.`);
    return writeText(text, place, context, { count, flags: all, max, comb });
  };
}

const lengthFault = (text: string, max: number): string | undefined =>
  text.length <= max ? undefined : `the value has ${counted(text.length, 'character')}, and "max" allows ${max}`;

function compileDate(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { format } = props;
  const value = compileValue(props, context, pointer);
  if (format !== undefined) failIf(formatFault(format), context, `${pointer}/format`);
  if (value?.isLiteral && value.plain({} as BoundScope).trim() !== '' && !readClock(props.value, bareScope))
    failIf(`${JSON.stringify(props.value)} is not a date: write it as 2026-03-09`, context, `${pointer}/value`);
  const write = dateFilters.find(({ name }) => name === 'date')!.run;
  return (place: Place): Filled => {
    const { scope, doubt } = place;
    const locale = checkedLocale(scope.format.locale);
    const pattern = format ?? usualPattern(locale);
    const given = value?.plain(scope).trim() ?? '';
    const isDate = given === '' || readClock(given, scope) !== undefined;
    if (!isDate) doubt(`${quoteText(given)} is not a date such as 2026-03-09. It stands in the field as it is.`);
    const text = isDate && given !== '' ? String(write(given, [pattern], scope, () => {}, 'unknown', String)) : given;
    const lang = languageOf(context.style.resolve(scope), scope);
    return { ...writeText(text, place, context, { count: 1, flags }), hint: showPattern(pattern, lang) };
  };
}

const bareScope = { format: { locale: 'en-US', currency: undefined, timezone: 'UTC' } };

function formatFault(format: string): string | undefined {
  if (dateStyles.has(format)) return `"${format}" is a style: write a pattern, such as dd.MM.yyyy, which the tooltip can say`;
  const fault = findPatternFault(format);
  return fault && !fault.isDoubt ? fault.message : undefined;
}

function compileChoice(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { lines: count = 1 } = props;
  const value = compileValue(props, context, pointer);
  const { optionsOf, written } = compileOptions(props.options ?? [], context, `${pointer}/options`);
  const wanted = value?.isLiteral ? value.plain({} as BoundScope).trim() : '';
  if (wanted !== '' && written && !written.includes(wanted))
    failIf(
      `${JSON.stringify(wanted)} is not one of the options: ${written.slice(0, 10).join(', ')}`,
      context,
      `${pointer}/value`,
    );
  const isList = count > 1;
  const all: readonly FieldFlagName[] = isList ? flags : [...flags, 'combo'];
  return (place: Place): Filled => {
    const { scope, session, doubt } = place;
    const options = optionsOf(scope, session);
    if (options.length === 0) doubt('The list of options is empty, so nothing can be chosen.');
    const chosen = value?.plain(scope).trim() ?? '';
    const option = options.find((one) => one.value === chosen);
    if (chosen !== '' && !option) doubt(`${quoteText(chosen)} is not one of the options. Nothing is chosen.`);
    return writeChoice(options, option, place, context, { count, flags: all });
  };
}

function compileValue({ kind, value }: FieldProps, context: CompileContext, pointer: string): CompiledText | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') return context.text(value as string, `${pointer}/value`);
  failIf(`must be text: true and false are for a "check", not for a "${kind}"`, context, `${pointer}/value`);
  return undefined;
}

function failIf(fault: string | undefined, { template }: CompileContext, pointer: string): void {
  if (fault !== undefined) template.report('error', 'wrong-value', pointer, fault);
}

/** What a field for text has besides its value. */
interface TextKind {
  /** Of lines. */
  readonly count: number;
  readonly flags: readonly FieldFlagName[];
  readonly max?: number | undefined;
  readonly comb?: boolean;
}

/** A field with a text. */
function writeText(text: string, place: Place, context: CompileContext, { count, flags, max, comb = false }: TextKind): Filled {
  const { writer, area, typing } = startWriting(place, context, count);
  const { align } = typing;
  const line = count > 1 || comb ? undefined : writer.line(text);
  let look: FieldForm['look'] = [];
  if (comb && max !== undefined) look = drawComb(text, max, area, writer);
  else if (line) look = drawLine(line, area, align, writer);
  else if (count > 1) look = drawLines(writer.wrap(text, area.width - 2 * inset, align));
  if (line) warnOfWidth(text, line.width, area, place);
  else if (count > 1) warnOfHeight(writer, area, place);
  endWriting(writer, typing, place);
  const form: FieldForm = { type: fieldTypes.text, flags, value: text || undefined, maxLength: max, typing, look };
  return { form, height: area.height };
}

/** A list, or a list that opens. */
function writeChoice(
  options: readonly FieldOption[],
  chosen: FieldOption | undefined,
  place: Place,
  context: CompileContext,
  { count, flags }: TextKind,
): Filled {
  const { writer, area, typing } = startWriting(place, context, count);
  const line = count === 1 && chosen ? writer.line(chosen.label) : undefined;
  const index = chosen ? options.indexOf(chosen) : -1;
  const first = Math.max(0, index - count + 1);
  let look: FieldForm['look'] = [];
  if (line) look = drawLine(line, area, typing.align, writer);
  else if (count > 1)
    look = drawList(
      options.map(({ label }) => label),
      { first, chosen: index },
      area,
      writer,
    );
  const widest = line ? [line] : writer.lines;
  for (const { width } of widest) warnOfWidth(chosen?.label ?? 'An option', width, area, place);
  endWriting(writer, typing, place);
  const form: FieldForm = {
    type: fieldTypes.choice,
    flags,
    value: chosen?.value,
    options,
    firstOption: count > 1 && first > 0 ? first : undefined,
    typing,
    look,
  };
  return { form, height: area.height };
}

/** `count`: of lines. */
function startWriting({ scope, width, height }: Place, context: CompileContext, count: number) {
  const look = context.style.resolve(scope);
  const { style, properties } = look;
  const writer = new FieldWriter(context.template.engine, look);
  const area: Area = { width, height: height ?? count * writer.emptyLine.height + 2 * inset };
  const face = style.faces[0]!;
  const lang = languageOf(look, scope);
  const { align } = properties;
  const typing: FieldTyping = {
    face,
    font: face.typingFont?.(typingCharacters(lang)),
    size: style.size,
    color: style.color,
    align: align === 'start' || align === 'justify' ? (isRightToLeft(lang) ? 'right' : 'left') : align,
  };
  return { writer, area, typing };
}

function endWriting({ missing, lines }: FieldWriter, { face }: FieldTyping, { name, scope, session }: Place): void {
  warnOfMissing([...missing], name, scope, session);
  checkLines(lines, name, scope, session);
  checkFace(face, name, scope, session);
}

function warnOfWidth(text: string, needed: number, { width }: Area, { name, scope, session }: Place): void {
  const room = width - 2 * inset;
  if (needed <= room + 0.1) return;
  const message = `${quoteText(text)} needs ${Math.ceil(needed)} pt, but its field has ${Math.floor(room)} pt and shows a part of it. Make the field wider, or give it "lines".`;
  session.warn('text-too-wide', name, scope.place, message);
}

function warnOfHeight({ lines }: FieldWriter, { height }: Area, { name, scope, session }: Place): void {
  const needed = lines.reduce((sum, line) => sum + line.height, 0);
  if (needed <= height - 2 * inset + 0.1) return;
  const message = `The value has ${counted(lines.length, 'line')}, and its field shows a part of them. Give it more "lines", or a larger "height".`;
  session.warn('text-cut', name, scope.place, message);
}

const rightToLeft: readonly (string | undefined)[] = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo'];
const isRightToLeft = (lang: string): boolean => rightToLeft.includes(new Intl.Locale(lang).maximize().script);

/** BCP 47. Without a language, that of the locale. */
function languageOf({ style }: ResolvedText, { format }: BoundScope): string {
  return style.lang !== undefined && isLanguage(style.lang) ? style.lang : checkedLocale(format.locale);
}

/** The lines between the places of characters look as the border at the left does. */
function combStroke(props: FieldProps, context: CompileContext, pointer: string): (scope: BoundScope) => Stroke {
  const { styles } = context.template.styles;
  const ofStyle = literalStyleNames(props).findLast((name) => styles[name]?.border !== undefined);
  const border = (props.border ?? (ofStyle && styles[ofStyle]!.border)) as Parameters<typeof compileBorder>[0] | undefined;
  const usual = stroke(frame)!;
  if (border === undefined) return () => usual;
  const at = props.border ? `${pointer}/border` : `${pointer}/style`;
  const sides = compileBorder(border, context, at, !props.border);
  return (scope) => sides(scope).left ?? sides(scope).bottom ?? usual;
}
