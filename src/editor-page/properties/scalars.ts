// Shows values that fit into one line of text, and reads them: texts, numbers, short lists of numbers, and choices among them.
import type { JsonSchema } from '../../contract/schema.ts';
import { propertyWords } from '../../editor-words/index.ts';

/** What a person wrote: a value of the template, or what is wrong. */
export type Reading =
  | { readonly value: unknown; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string };

const { faults } = propertyWords;

const isNumeric = ({ type }: JsonSchema): boolean => type === 'number' || type === 'integer';

const isNumberList = ({ type, items, maxItems }: JsonSchema): boolean =>
  type === 'array' && items !== undefined && typeof maxItems === 'number' && maxItems <= 8 && numberOf(items) !== undefined;

/** The numeric branch of a schema that allows a number or a binding. */
export const numberOf = (schema: JsonSchema): JsonSchema | undefined =>
  (schema.oneOf ?? schema.anyOf ?? [schema]).find(isNumeric);

/** Whether a form is written as one line of text. */
export const isScalar = (form: JsonSchema): boolean =>
  form.type === 'string' || form.enum !== undefined || isNumeric(form) || isNumberList(form);

/** The text of a value. Undefined: none of the forms writes this value so that it is read as the same again. */
export function showScalar(forms: readonly JsonSchema[], value: unknown): string | undefined {
  if (value === undefined) return '';
  const text = Array.isArray(value) ? value.map(String).join(', ') : String(value);
  const isWritten = ['string', 'number'].includes(typeof value) || (Array.isArray(value) && value.every(isNumber));
  if (!isWritten) return undefined;
  const read = readScalar(forms, text);
  // A faulty value is shown, too: it is there to be mended.
  const isSame = read.fault === undefined ? JSON.stringify(read.value) === JSON.stringify(value) : !Array.isArray(value);
  return isSame ? text : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Reads a text. Numbers may have a comma before their decimals, and their unit behind. */
export function readScalar(forms: readonly JsonSchema[], text: string, unit = ''): Reading {
  const trimmed = text.trim();
  const number = forms.find(isNumeric);
  const list = forms.find(isNumberList);
  const [whole, decimal] = (number && bothReadings(trimmed)) ?? [];
  if (whole !== undefined && decimal !== undefined) return { fault: faults.comma(whole, decimal) };
  const parsed = number && parseNumber(trimmed, number['x-unit'] === 'pt' ? 'pt' : unit);
  if (number && parsed !== undefined) return fits(number, parsed) ? { value: parsed } : { fault: explain(forms, unit) };
  const numbers = list && parseNumbers(trimmed);
  if (list && numbers) return fitsList(list, numbers) ? { value: numbers } : { fault: explain(forms, unit) };
  const choice = forms.flatMap((form) => form.enum ?? []).find((one) => String(one).toLowerCase() === trimmed.toLowerCase());
  if (choice !== undefined) return { value: choice };
  const strings = forms.filter(({ type }) => type === 'string');
  const written = strings.some((form) => takes(form, text))
    ? text
    : strings.some((form) => takes(form, trimmed))
      ? trimmed
      : undefined;
  return written === undefined ? { fault: explain(forms, unit) } : { value: written };
}

/** Both readings of a number such as `1,234`: with a thousands comma, and with a decimal comma. Undefined: the number is not ambiguous. */
function bothReadings(text: string): readonly [whole: string, decimal: string] | undefined {
  const [, digits] = /^([-+]?[1-9]\d{0,2},\d{3})(?!\d|[.,])/.exec(text) ?? [];
  return digits === undefined ? undefined : [digits.replace(',', ''), digits.replace(',', '.')];
}

function parseNumber(text: string, unit: string): number | undefined {
  const [, digits, written = ''] = /^([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?)\s*([a-z]*)$/i.exec(text) ?? [];
  if (digits === undefined || (written !== '' && written.toLowerCase() !== unit)) return undefined;
  // Not -0, which JSON cannot say.
  return Number(digits.replace(',', '.')) + 0;
}

function parseNumbers(text: string): readonly number[] | undefined {
  const numbers = text.split(/\s*[,;×x]\s*|\s+/).map((one) => (one === '' ? Number.NaN : Number(one)));
  return numbers.some(Number.isNaN) ? undefined : numbers;
}

export function fits(schema: JsonSchema, number: number): boolean {
  const { minimum, exclusiveMinimum, maximum, type } = schema as NumberSchema;
  const isInside = number >= (minimum ?? number) && number <= (maximum ?? number);
  return (
    isInside && (exclusiveMinimum === undefined || number > exclusiveMinimum) && (type !== 'integer' || Number.isInteger(number))
  );
}

interface NumberSchema {
  readonly type: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

function fitsList({ items, minItems = 0, maxItems = 0 }: JsonSchema, numbers: readonly number[]): boolean {
  const isLong = numbers.length >= Number(minItems) && numbers.length <= Number(maxItems);
  return isLong && numbers.every((one) => fits(numberOf(items!)!, one));
}

function takes({ pattern, minLength, maxLength }: JsonSchema, text: string): boolean {
  if (text.length < Number(minLength ?? 0) || text.length > Number(maxLength ?? Number.POSITIVE_INFINITY)) return false;
  return pattern === undefined || new RegExp(String(pattern), 'u').test(text);
}

/** Says what may be written. */
export function explain(forms: readonly JsonSchema[], unit: string): string {
  return faults.write(forms.flatMap((form) => phraseOf(form, unit) ?? []));
}

function phraseOf(form: JsonSchema, unit: string): string | undefined {
  const { enum: choices, type, pattern } = form;
  if (choices) return choices.length > 12 ? faults.choice : choices.map((one) => faults.quoted(String(one))).join(', ');
  if (isNumeric(form))
    return numberPhrase(form as unknown as NumberSchema, form['x-unit'] === 'pt' ? 'pt' : form['x-unit'] && unit);
  if (type === 'array') return faults.numbers(Number(form.minItems ?? 0), Number(form.maxItems));
  return pattern === undefined ? undefined : patternPhrase(String(pattern));
}

function numberPhrase({ type, minimum, exclusiveMinimum, maximum }: NumberSchema, unit: unknown): string {
  const noun = type === 'integer' ? faults.whole : faults.number;
  const least = minimum ?? exclusiveMinimum;
  const range =
    least === undefined || maximum === undefined
      ? ''
      : exclusiveMinimum === undefined
        ? faults.range(least, maximum)
        : faults.above(least, maximum);
  return noun + range + (typeof unit === 'string' && unit !== '' ? faults.inUnit(unit) : '');
}

/** The patterns of the schemas, each by a part that only this pattern has. */
const phrases: readonly (readonly [part: string, phrase: string])[] = [
  ['[0-9a-fA-F]{6}', faults.color],
  ['auto|', faults.columnWidth],
  ['%$', faults.percent],
  ['{\\{', faults.binding],
  ['\\{\\{', faults.binding],
];

const patternPhrase = (pattern: string): string => phrases.find(([part]) => pattern.includes(part))?.[1] ?? faults.other;
