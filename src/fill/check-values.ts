// Holds data against the fields of a form: which field each value is for, and whether the field takes it.
import type { Breach } from '../contract/errors.ts';
import { hasFieldFlag } from '../pdf-file/acro-form/field-table.ts';
import type { FieldOption, FormField } from '../pdf-file/acro-form/read-fields.ts';
import { counted } from '../words/counts.ts';
import { listNames, suggest } from '../words/nearest.ts';
import { quoteText } from '../words/show-json.ts';
import { writeDate } from './date-form.ts';

/** What a field gets. `chosen`: none for a button that is off, and for an empty choice. */
export type NewValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chosen'; readonly options: readonly FieldOption[] };

export interface CheckedValues {
  readonly values: ReadonlyMap<FormField, NewValue>;
  /** JSON Pointers of the values in the request. */
  readonly places: ReadonlyMap<FormField, string>;
  readonly breaches: readonly Breach[];
}

/** Unknown names that are held against those of the form. */
const mostDescribed = 100;
/** Code points of a text. Pages that a person fills in have far less room. */
const longestText = 100_000;

/** `lang`: of the document. */
export function checkValues(fields: readonly FormField[], data: Readonly<Record<string, unknown>>, lang: string): CheckedValues {
  const values = new Map<FormField, NewValue>();
  const places = new Map<FormField, string>();
  const breaches: Breach[] = [];
  const byName = new Map<string, FormField[]>();
  for (const field of fields) {
    const same = byName.get(field.name);
    if (same) same.push(field);
    else byName.set(field.name, [field]);
  }
  const names = [...byName.keys()];
  const fail = (pointer: string, message: string, keyword: string): void => {
    breaches.push({ path: `/data${pointer}`, message, keyword, params: {}, schemaPath: '' });
  };
  const visit = (members: Readonly<Record<string, unknown>>, above: string, pointer: string): void => {
    for (const [key, value] of Object.entries(members)) {
      const name = above === '' ? key : `${above}.${key}`;
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const [field, other] = byName.get(name) ?? [];
      if (!field) {
        if (isGroup(value)) visit(value, name, place);
        else
          fail(
            place,
            breaches.length < mostDescribed ? describeUnknown(name, names) : 'is no field of the form',
            'unknown-field',
          );
      } else if (other)
        fail(place, `is the name of a ${field.kind} and of a ${other.kind}, so nobody can tell which one is meant`, 'twice');
      else if (values.has(field)) fail(place, 'gives the field a second value. Write each field once, flat or nested', 'twice');
      else {
        const checked = checkValue(field, value, lang);
        if (typeof checked === 'string') fail(place, checked, 'field-value');
        else {
          values.set(field, checked);
          places.set(field, `/data${place}`);
        }
      }
    }
  };
  visit(data, '', '');
  return { values, places, breaches };
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeUnknown(name: string, names: readonly string[]): string {
  const inside = names.filter((one) => one.startsWith(`${name}.`));
  if (inside.length > 0) return `is a group of fields: ${listNames(inside)}. Write an object`;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const ending = names.filter((one) => one.endsWith(`.${last}`));
  const near = suggest(name, names) || (ending.length === 1 ? `; did you mean ${JSON.stringify(ending[0])}?` : '');
  return `is no field of the form${near || `. It has ${listNames(names)}`}`;
}

/** The new value, or why the field does not take it, as words that go on after its name. */
function checkValue(field: FormField, value: unknown, lang: string): NewValue | string {
  const { kind, flags } = field;
  if (kind === 'button') return 'is a push button, which has no value. Leave it out';
  if (kind === 'signature') return 'is a signature field. Leave it out, and sign the filled file with pdfgen sign';
  if (hasFieldFlag(flags, 'readOnly')) return 'is read-only: the form computes it or has it fixed. Leave it out';
  if (kind === 'text') return checkText(field, value, lang);
  const isEmpty = value === null || (value === '' && !field.options.some((one) => one.value === ''));
  if (isEmpty) return { kind: 'chosen', options: [] };
  return kind === 'checkbox' || kind === 'radio' ? checkState(field, value) : checkChoice(field, value);
}

function checkText(field: FormField, value: unknown, lang: string): NewValue | string {
  const { flags, maxLength } = field;
  if (hasFieldFlag(flags, 'password')) return 'is a field for a password, which a PDF does not keep. Leave it out';
  if (hasFieldFlag(flags, 'fileSelect')) return 'asks for a file, which pdfgen does not put in. Leave it out';
  if (value === null) return { kind: 'text', text: '' };
  if (typeof value !== 'string' && typeof value !== 'number')
    return `takes text, got ${describeType(value)}${typeof value === 'boolean' ? `. Write "${value}" to fill in this word` : ''}`;
  const text = writeDate(String(value).replace(lineBreaks, '\n'), field, lang);
  const fault = findCharacterFault(text, hasFieldFlag(flags, 'multiline'));
  if (fault !== undefined) return fault;
  const { length } = [...text];
  if (length > longestText) return `is longer than ${counted(longestText, 'character')}, got ${length}. Shorten the value`;
  if (maxLength !== undefined && length > maxLength)
    return `takes at most ${counted(maxLength, 'character')}, got ${length}. Shorten the value`;
  return { kind: 'text', text };
}

/** Line breaks of Unicode (UAX #14, classes BK, CR, LF and NL). */
const lineBreaks = /\r\n?|[\v\f\x85\u2028\u2029]/g;

/** Characters that no appearance can show. */
function findCharacterFault(text: string, isMultiline: boolean): string | undefined {
  if (!isMultiline && text.includes('\n'))
    return 'has one line, got text with a line break. Write a space or a comma in its place';
  const control = /(?![\t\n])\p{Cc}/u.exec(text)?.[0];
  if (control === undefined) return undefined;
  return `has the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}, which nobody sees. Leave it out`;
}

function checkState({ kind, options }: FormField, value: unknown): NewValue | string {
  if (value === false || value === 'Off') return { kind: 'chosen', options: [] };
  const [only, second] = options;
  const listed = () => `It has ${listNames(options.map((one) => quoteText(one.value)))}`;
  if (value === true) {
    if (only && !second) return { kind: 'chosen', options: [only] };
    const buttons = kind === 'radio' ? 'radio buttons' : 'check boxes';
    return `is a group of ${buttons}: name the one that is on. ${listed()}`;
  }
  if (typeof value !== 'string' && typeof value !== 'number')
    return `takes ${kind === 'checkbox' ? 'true, false or ' : ''}an export value, got ${describeType(value)}`;
  const text = String(value);
  const found = options.find((one) => one.value === text) ?? options.find(({ state }) => state === text);
  if (found) return { kind: 'chosen', options: [found] };
  const names = options.map((one) => one.value);
  if (kind === 'checkbox' && !second)
    return `takes true, false${only ? ` or ${quoteText(only.value)}` : ''}, got ${quoteText(text)}`;
  return `has no button ${quoteText(text)}${suggest(text, names) || `. ${listed()}`}`;
}

function checkChoice({ options, flags, kind }: FormField, value: unknown): NewValue | string {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > 1 && !hasFieldFlag(flags, 'multiSelect'))
    return `takes one of its options, got ${counted(given.length, 'value')}. Give one`;
  const chosen: FieldOption[] = [];
  const byName = mapOptions(options);
  for (const one of given) {
    if (typeof one !== 'string' && typeof one !== 'number') return `takes text, got ${describeType(one)}`;
    const text = String(one);
    const found = byName.get(text);
    if (found) chosen.push(found);
    else if (kind === 'dropdown' && hasFieldFlag(flags, 'edit')) {
      const fault = findCharacterFault(text.replace(lineBreaks, '\n'), false);
      if (fault !== undefined) return fault;
      chosen.push({ value: text });
    } else {
      const names = options.flatMap((option) => [option.value, ...(option.label === undefined ? [] : [option.label])]);
      const all = listNames(options.map((option) => quoteText(option.label ?? option.value)));
      return `has no option ${quoteText(text)}${suggest(text, names) || (all === '' ? '. It has no options' : `. It has ${all}`)}`;
    }
  }
  return { kind: 'chosen', options: [...new Set(chosen)] };
}

/** The options by their values, and by their texts where no value is the same. The first of equal ones counts. */
function mapOptions(options: readonly FieldOption[]): ReadonlyMap<string, FieldOption> {
  const listed = options.toReversed();
  return new Map([
    ...listed.map((one) => [one.label ?? one.value, one] as const),
    ...listed.map((one) => [one.value, one] as const),
  ]);
}

const describeType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `${typeof value}`;

/** Fields that must not stay empty, and are. */
export function listEmptyRequired(fields: readonly FormField[], values: ReadonlyMap<FormField, NewValue>): readonly FormField[] {
  return fields.filter((field) => {
    if (!hasFieldFlag(field.flags, 'required') || hasFieldFlag(field.flags, 'readOnly')) return false;
    if (['button', 'signature'].includes(field.kind)) return false;
    const given = values.get(field);
    if (given) return given.kind === 'text' ? given.text.trim() === '' : given.options.length === 0;
    const { value } = field;
    const isBlank = typeof value === 'string' && value.trim() === '';
    return value === null || isBlank || value === false || (Array.isArray(value) && value.length === 0);
  });
}
