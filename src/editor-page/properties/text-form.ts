// How the values of a control are written as a text, and read again.
import type { JsonSchema } from '../../contract/schema.ts';
import { isColor } from '../../document/text/colors.ts';
import { colorNames, propertyWords } from '../../editor-words/index.ts';
import { resolveColor } from './colors.ts';
import { type Control, showLines } from './controls.ts';
import type { Environment } from './environment.ts';
import { formsOf } from './part-schema.ts';
import { nameOfValue } from './property.ts';
import { fits, numberOf, type Reading, readScalar, showScalar } from './scalars.ts';

/** A proposal for the text of a field. */
export interface Suggestion {
  readonly value: string;
  /** What stands beside it. */
  readonly detail?: string | undefined;
  /** A colour to show, as `#rrggbb`. */
  readonly swatch?: string | undefined;
}

/** How the arrow keys change a number. */
export interface Steps {
  readonly step: number;
  /** The nearest number that may be written. */
  next(number: number): number;
}

/** The text of a control. */
export interface TextForm {
  /** The text that shows the value of the property. */
  readonly shown: string;
  read(text: string): Reading;
  /** The text may have several lines. */
  readonly isLong?: boolean;
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly steps?: Steps | undefined;
  /** The end of a text that a suggestion replaces. Default: all of the text. */
  tokenOf?(before: string): string;
}

/** `member`: the name of the property. */
export function textForm(control: Control, member: string, value: unknown, environment: Environment): TextForm {
  const { kind, schema } = control;
  if (kind === 'lines') return { shown: showLines(value) ?? '', read: (text) => readLines(schema, text), isLong: true };
  const forms = formsOf(schema);
  const shown = showScalar(forms, value) ?? '';
  const read = (text: string): Reading => readScalar(forms, text, environment.unit);
  switch (kind) {
    case 'long':
      return { shown, read, isLong: true };
    case 'color': {
      const known = Object.keys(environment.colors);
      const suggestions = known.map((name) => ({ value: name, swatch: resolveColor(name, environment.colors) }));
      const readColor = orUnknown(read, (name) => isColor(name) || known.includes(name.split('/')[0]!));
      const hexOf = (text: string): string | undefined =>
        known.includes(text) ? undefined : colorNames[text.trim().toLowerCase()];
      return { shown, read: (text) => readColor(hexOf(text) ?? text), suggestions };
    }
    case 'names':
      return namesForm(control, shown, read, environment);
    case 'expression': {
      const fields = takesList(member)
        ? environment.fields.toSorted((a, b) => Number(b.isList) - Number(a.isList))
        : environment.fields;
      const suggestions = fields.map(({ path, type, example }) => ({
        value: path,
        detail: example === '' ? type : propertyWords.example(example),
      }));
      return { shown, read: readExpression, suggestions, tokenOf: lastName };
    }
    default: {
      const steps = stepsOf(schema);
      const suggestions = suggestionsOf(forms, member);
      return { shown, read, ...(suggestions.length > 0 ? { suggestions } : { steps }) };
    }
  }
}

function namesForm({ names }: Control, shown: string, read: (text: string) => Reading, environment: Environment): TextForm {
  const known = names === 'blocks' ? Object.keys(environment.blocks) : environment[names!];
  // A font may be a file, and a picture may be in the data.
  const isFree = (text: string): boolean => (names === 'fonts' && text.includes('.')) || text.startsWith('data:');
  const readName = orUnknown(read, (text) => known.includes(text) || isFree(text));
  const called = names === 'pictures' ? environment.pictureNames : new Map<string, string>();
  const nameOf = (text: string): string => called.get(text) ?? text;
  const suggestions = known.map((value) => ({ value: nameOf(value) }));
  return {
    shown: nameOf(shown),
    read: (text) => readName([...called].find(([, name]) => name === text)?.[0] ?? text),
    suggestions,
  };
}

/** Refuses names that nothing has. */
const orUnknown =
  (read: (text: string) => Reading, isKnown: (text: string) => boolean) =>
  (text: string): Reading => {
    const reading = read(text);
    const isFault = typeof reading.value === 'string' && !reading.value.includes('{{') && !isKnown(reading.value);
    return isFault ? { fault: propertyWords.faults.unknownName(text) } : reading;
  };

/** Properties whose expression gives a list. */
const takesList = (member: string): boolean => ['each', 'list', 'pairs', 'repeat', 'table'].includes(member);

/** An expression needs no braces; people know them from texts. */
function readExpression(text: string): Reading {
  const [, inner] = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text) ?? [];
  const expression = (inner ?? text).trim();
  return expression === '' ? { fault: propertyWords.faults.needed } : { value: inner === undefined ? text : expression };
}

/** The name before the caret. */
const lastName = (before: string): string => /[\p{L}\p{N}_$.]*$/u.exec(before)![0];

function readLines(schema: JsonSchema, text: string): Reading {
  const items = formsOf(schema.items!).filter(({ type }) => type === 'string');
  const lines = text.replace(/\n+$/, '').split('\n');
  for (const line of lines) {
    const { fault } = readScalar(items, line);
    if (fault !== undefined) return { fault };
  }
  return lines.join('') === '' ? { fault: propertyWords.faults.needed } : { value: lines };
}

/** What the arrow keys do. Undefined: the value is no number. */
function stepsOf(schema: JsonSchema): Steps | undefined {
  const number = numberOf(schema);
  if (!number) return undefined;
  const isShare = typeof number.maximum === 'number' && number.maximum <= 1;
  const next = (wanted: number): number => (fits(number, wanted) ? wanted : nearest(number, wanted));
  return { step: isShare ? 0.1 : 1, next };
}

function nearest(number: JsonSchema, wanted: number): number {
  const { minimum, exclusiveMinimum, maximum } = number as Readonly<Record<string, number | undefined>>;
  if (maximum !== undefined && wanted > maximum) return maximum;
  return minimum ?? (exclusiveMinimum ?? 0) + 1;
}

/** Fixed values beside others, such as the names of paper sizes beside two numbers. */
const suggestionsOf = (forms: readonly JsonSchema[], member: string): readonly Suggestion[] =>
  forms
    .flatMap((form) => form.enum ?? [])
    .map((one) => {
      const name = nameOfValue(member, one);
      return { value: String(one), detail: name === String(one) ? undefined : name };
    });
