// Reads one cell to the value that the schema wants in its place.

import { type Cell, type FormattedCell, identifierOf, type SheetDate } from '../../input/table.ts';
import { describeLoss, isExact } from '../../json/exact-number.ts';
import { readJson } from '../../json/read-json.ts';
import { type Schema, type TypeName, typesOf } from '../../json/schema-parts.ts';
import { isDay, momentOf } from '../../words/calendar.ts';
import type { NameOption } from '../../words/name-option.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { toLine } from '../../words/to-line.ts';
import { isLocalBoolean, type LocaleMarks } from './locale-marks.ts';
import { keywordsAt } from './schema-at.ts';

export type CellResult =
  | { readonly value: unknown; readonly warning?: string }
  /** The cell is empty: the member is left out. */
  | { readonly empty: true }
  /** The fault of a cell that has no value. */
  | { readonly broken: string }
  /** The fault stands before the value in the message, the hint after it. */
  | { readonly fault: string; readonly hint?: string }
  /** `1.234`: a JSON number, or more than a thousand if decimals have a comma. */
  | { readonly ambiguous: true };

export interface CellOptions {
  /** Undefined: numbers are JSON numbers. */
  readonly marks: LocaleMarks | undefined;
  /** The zone for times of day without a zone. Undefined: each document has its own, so they are refused. */
  readonly timeZone: string | undefined;
  /** The text of a cell without a value. A cell that really has this text is in quotes or escaped. */
  readonly nullText?: string | undefined;
  readonly nameOption: NameOption;
}

/** `usesCommas`: whether the file writes decimals with a comma; undefined: not known yet. */
export type CellReader = (cell: Cell, usesCommas: boolean | undefined) => CellResult;

/** What the data schema allows in the cells of a column. */
interface ExpectedType {
  /** Undefined: every type. */
  readonly types: ReadonlySet<TypeName> | undefined;
  readonly format: string | undefined;
  readonly literals: readonly unknown[];
}

/** Gives the reader of one column, for the schema of its place. */
export function createCellReader(schema: Schema, root: Schema, options: CellOptions): CellReader {
  const formats = new Set(keywordsAt(schema, 'format', root));
  const expected: ExpectedType = {
    types: typesOf(schema, root),
    format: formats.size === 1 ? String([...formats][0]) : undefined,
    literals: [...keywordsAt(schema, 'const', root), ...keywordsAt(schema, 'enum', root).flat()],
  };
  const read: CellReader = (cell, usesCommas) => {
    if (cell === null || cell === '') return { empty: true };
    if (typeof cell === 'string') {
      const result = readText(cell, expected, options, usesCommas);
      const isNothing = 'fault' in result && result.hint === undefined && noValue.test(cell.trim());
      return isNothing
        ? {
            ...result,
            hint: `leave the cell empty where there is no value, or add ${options.nameOption('null')} ${quoteWord(cell.trim())}`,
          }
        : result;
    }
    if (typeof cell === 'number') return readSheetNumber(cell, expected);
    if (typeof cell === 'boolean') return readSheetBoolean(cell, expected);
    if ('fault' in cell) return { broken: cell.fault };
    if ('stored' in cell) return readFormatted(cell, expected, options) ?? read(cell.stored, usesCommas);
    return readSheetDate(cell, expected, options);
  };
  return read;
}

/** Notations of databases, their dumps and data frames for no value. */
const noValue = /^(?:null|\\n|nan|nat|none|nil|#?n\/a)$/i;

/** The text of a cell for comparing keys, trimmed. The text of a broken cell is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return plainDigits(cell);
  if (typeof cell === 'boolean') return String(cell);
  if ('fault' in cell) return '';
  return 'stored' in cell ? (identifierOf(cell) ?? cellText(cell.stored)) : cell.date;
}

const admits = ({ types }: ExpectedType, type: TypeName): boolean => types === undefined || types.has(type);

/** Reads text for a place that may accept text. The most specific type that fits comes first; text itself comes last. */
function readText(text: string, expected: ExpectedType, options: CellOptions, usesCommas: boolean | undefined): CellResult {
  const { types, literals } = expected;
  if (literals.includes(text)) return { value: text };
  const trimmed = text.trim();
  if (types === undefined) {
    const doubt = doubtOfNumber(trimmed, options, usesCommas);
    return doubt === undefined ? readString(text, expected, options) : { value: text, warning: doubt };
  }
  if (types.size === 1 && types.has('string')) return readString(text, expected, options);
  if (trimmed === '') return types.has('string') ? readString(text, expected, options) : { empty: true };
  if (types.has('null') && trimmed === 'null' && !types.has('string')) return { value: null };
  const faults: CellResult[] = [];
  for (const [type, read] of [
    ['boolean', () => readBoolean(trimmed, expected, options)],
    ['number', () => readNumber(trimmed, expected, options, usesCommas)],
    ['array', () => readContainer(trimmed, expected)],
  ] as const) {
    const wanted = type === 'number' ? ['number', 'integer'] : type === 'array' ? ['array', 'object'] : [type];
    if (!wanted.some((one) => types.has(one as TypeName))) continue;
    const result = read();
    if (!('fault' in result)) return 'ambiguous' in result && types.has('string') ? { value: text } : result;
    faults.push(result);
  }
  if (types.has('string')) return readString(text, expected, options);
  return faults.length === 1 ? faults[0]! : { fault: `must be ${nameTypes(types)}` };
}

/** The names of types in messages. For an array or object a cell holds the text of its JSON. */
const typeNames: Readonly<Record<TypeName, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array, written as JSON',
  object: 'an object, written as JSON',
};

const nameTypes = (types: ReadonlySet<TypeName>): string => [...types].map((type) => typeNames[type]).join(' or ');

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['f', false],
  ['0', false],
]);

function readBoolean(text: string, { types }: ExpectedType, { marks, nameOption }: CellOptions): CellResult {
  const value = words.get(text.toLowerCase()) ?? marks?.readBoolean(text);
  // If a number or a text is allowed too, only JSON's own words are truth values.
  const isSure = types?.size === 1 || (types?.size === 2 && types.has('null')) || text === 'true' || text === 'false';
  if (value !== undefined && isSure) return { value };
  const others = new Set(['1', '0', 'yes', 'no', 't', 'f', ...(marks?.booleans ?? [])]);
  return {
    fault: `must be true or false (or ${[...others].join(', ')})`,
    ...(!marks &&
      isLocalBoolean(text) && { hint: `say in which language the file is with ${suggestLocale('de-DE', nameOption)}` }),
  };
}

const suggestLocale = (example: string, nameOption: NameOption): string =>
  `${nameOption('locale')}, such as ${nameOption('locale')} ${example}`;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readNumber(
  text: string,
  expected: ExpectedType,
  { marks, nameOption }: CellOptions,
  usesCommas: boolean | undefined,
): CellResult {
  const what = expected.types?.has('number') ? 'a number' : 'a whole number';
  if (/[%‰]$/.test(text))
    return { fault: `must be ${what}`, hint: `write a percentage as a fraction, such as ${marks?.fractionExample ?? '0.19'}` };
  if (/\d/.test(text) && (/^\p{Sc}|\p{Sc}$/u.test(text) || /^[A-Z]{3}\s|\s[A-Z]{3}$/.test(text)))
    return { fault: `must be ${what}`, hint: 'write the amount without its currency' };
  const [, inParentheses, beforeSign] = negative.exec(text) ?? [];
  const amount = inParentheses ?? beforeSign;
  if (amount !== undefined) return { fault: `must be ${what}`, hint: `write -${amount}` };
  if (marks) {
    const digits = marks.readNumber(text);
    return digits === undefined
      ? { fault: `must be ${what} as ${marks.locale} writes it, such as ${marks.numberExample}` }
      : toNumber(digits, expected);
  }
  if (!jsonNumber.test(text)) {
    if (/^-?0\d+$/.test(text)) return { fault: `must be ${what}`, hint: 'numbers do not begin with 0' };
    return { fault: `must be ${what}`, ...hintOfNumber(text, nameOption) };
  }
  if (isThousands(text) && usesCommas !== false) {
    if (usesCommas === undefined) return { ambiguous: true };
    return {
      fault: `must be ${what} that can be read in one way`,
      hint: `this file uses semicolons or decimal commas, so it may be ${text} or ${text.replace('.', '')}; say which with ${suggestLocale('de-DE', nameOption)}`,
    };
  }
  return toNumber(text, expected);
}

/** How ledgers write a negative number: `(1.50)`, `1.50-`. */
const negative = /^\((\d(?:[\d.,'’\s]*\d)?)\)$|^(\d(?:[\d.,'’\s]*\d)?)[-\u2212]$/;

/** Where the data schema gives no type, a number stays text. Filters read it as a JSON number, which the file may mean otherwise. */
function doubtOfNumber(text: string, { marks }: CellOptions, usesCommas: boolean | undefined): string | undefined {
  if (!jsonNumber.test(text)) return undefined;
  const meant = marks ? marks.readNumber(text) : usesCommas === true && isThousands(text) ? text.replace('.', '') : undefined;
  if (meant === undefined || Number(meant) === Number(text)) return undefined;
  const why = marks ? `is ${meant} in ${marks.locale}` : `may be ${meant} in a file with semicolons or decimal commas`;
  return `${text} ${why}, but the data schema gives no type here: it stays text, which calculations read as ${text}; give its place a type in the data schema`;
}

/** `1.234`: a JSON number, or more than a thousand if decimals have a comma. */
const isThousands = (text: string): boolean => /^-?[1-9]\d{0,2}\.\d{3}$/.test(text);

/** Suggests a locale in which the text is a number; empty if no common locale writes it. */
function hintOfNumber(text: string, nameOption: NameOption): { readonly hint?: string } {
  const example = looksLocal(text) ? localeOfNumber(text, nameOption) : undefined;
  if (example === undefined) return {};
  const write = hasDecimalComma(text) && /^-?\d+,/.test(text) ? `write ${text.replace(',', '.')}, or ` : '';
  return { hint: `${write}say how the file writes numbers with ${suggestLocale(example, nameOption)}` };
}

function localeOfNumber(text: string, nameOption: NameOption): string | undefined {
  if (/['’]/.test(text)) return text.includes(',') ? undefined : 'de-CH';
  if (/\s/.test(text)) return text.includes('.') ? undefined : 'fr-FR';
  if (/^[^,]{1,4},\d{3}$/.test(text) && !text.includes('.'))
    return `de-DE (${text.replace(',', '.')}) or ${nameOption('locale')} en-US (${text.replace(',', '')})`;
  return /,.*\.|,\d+,/.test(text) ? 'en-US' : 'de-DE';
}

/** Whether a text is a number with a decimal comma or with marks between thousands. */
function looksLocal(text: string): boolean {
  return /^[-\u2212]?\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{2,3})*(?:[.,]\d+)?$/.test(text) || /^[-\u2212]?\d+,\d+$/.test(text);
}

/** Whether a text is a number only if decimals have a comma. */
export const hasDecimalComma = (text: string): boolean =>
  /^[-\u2212]?(?:\d+|\d{1,3}(?:[.\s\u00a0\u202f'’]\d{3})+),(?:\d{1,2}|\d{4,})$/.test(text.trim());

function toNumber(digits: string, expected: ExpectedType): CellResult {
  const value = Number(digits);
  if (!Number.isFinite(value)) return { fault: 'is too large for a number' };
  if (!expected.types?.has('number') && !Number.isInteger(value)) return { fault: 'must be a whole number' };
  // A double holds any 15 digits.
  if ((digits.length <= 15 && !/e/i.test(digits)) || isExact(digits.replace('-', ''))) return { value: value === 0 ? 0 : value };
  return { value, warning: describeLoss(digits, value) };
}

function readContainer(text: string, { types }: ExpectedType): CellResult {
  const wanted = nameTypes(new Set([...(types ?? [])].filter((type) => type === 'array' || type === 'object')));
  if (!/^[[{]/.test(text)) return { fault: `must be ${wanted}` };
  const reading = readJson(text, { maxDepth: 64 });
  if (reading.fault) return { fault: `must be ${wanted}`, hint: toLine(reading.fault.message) };
  const { value, inexact } = reading;
  const type = Array.isArray(value) ? 'array' : 'object';
  if (!types?.has(type)) return { fault: `must be ${wanted}` };
  return { value, ...(inexact[0] && { warning: inexact[0].message }) };
}

function readString(text: string, { format }: ExpectedType, { marks, timeZone, nullText, nameOption }: CellOptions): CellResult {
  if (format !== 'date' && format !== 'date-time') {
    const warning = text === nullText ? undefined : doubtOf(text.trim(), nameOption);
    return { value: text, ...(warning !== undefined && { warning }) };
  }
  const trimmed = text.trim();
  if (trimmed === '') return { empty: true };
  // ISO 8601 goes through unchanged; the check of the data tells whether it is valid.
  if (/^\d{4}-\d\d-\d\d(?:$|t.*(?:z|[+-]\d\d:\d\d)$)/i.test(trimmed))
    return format === 'date' || trimmed.length > 10 ? { value: trimmed } : toMoment(trimmed, timeZone);
  const [, day = '', time = '', zone] = databaseTime.exec(trimmed) ?? [];
  if (time !== '' && zone === undefined) return placeDate({ date: `${day}T${time}` }, format, timeZone);
  if (time !== '' && format === 'date-time') return { value: `${day}T${withSeconds(time)}${toOffset(zone!)}` };
  const serial = /^[2-6]\d{4}(?:\.\d+)?$/.test(trimmed) && {
    hint: 'it may be how a spreadsheet stores a day; format the column as a date there, and export it again',
  };
  if (!marks) {
    return {
      fault: `must be ${format === 'date' ? 'a date such as 2026-03-31' : 'a date and time such as 2026-03-31T14:30:00Z'}`,
      ...(serial || hintOfDay(trimmed, nameOption)),
    };
  }
  const read = marks.readDay(trimmed);
  if ('fault' in read) return { fault: `must be a date such as ${marks.dayExample} or 2026-03-31`, hint: read.fault, ...serial };
  return placeDate(read, format, timeZone);
}

/** Why a text is hardly meant. */
function doubtOf(text: string, nameOption: NameOption): string | undefined {
  if (text === 'NULL' || text === '\\N')
    return `databases write ${text} for no value; if it means that here, add ${nameOption('null')} ${quoteWord(text)}`;
  if (sheetError.test(text)) return `${text} is the error of a formula; correct it in the spreadsheet`;
  if (formula.test(text)) return `${text} looks like a formula; export its result from the spreadsheet`;
  if (shortened.test(text))
    return `${text} is a number that a spreadsheet has shortened; format the column as text there, and enter its values again`;
  return undefined;
}

/** `#N/A`, `#DIV/0!`, `#NAME?` in the languages of spreadsheets, and the errors of LibreOffice. */
const sheetError = /^(?:#(?:N\/A|NV|N\/D|[\p{Lu}\d/¡¿]+[!?])|Err:5\d\d)$/u;

/** `=1+1`, `=SUM(A1:A9)`, `=$B$2`. */
const formula = /^=[-+(]*(?:\d|\$?[A-Z]{1,3}\$?\d|[A-Z][A-Z.\d]*\()/;

const shortened = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/;

/** SQL's notation of a time, or ISO 8601 without a zone: `2026-03-31 14:30:00.5+02`. */
const databaseTime = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|utc|[+-]\d\d(?::?\d\d)?)?$/i;

const withSeconds = (time: string): string => (time.length === 5 ? `${time}:00` : time);

/** An offset in the notation of RFC 3339. */
function toOffset(zone: string): string {
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
}

/** Suggests a locale in which the text is a day. Text that begins like ISO 8601 means the same in every locale. */
function hintOfDay(text: string, nameOption: NameOption): { readonly hint?: string } {
  const [, year, month = '', date = ''] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return isDay(toDay(year, month, date)) ? { hint: `write ${toDay(year, month, date)}` } : {};
  const [, first = '', mark, second = '', last = ''] = /^(\d{1,4})([./-])\s?(\d{1,2})[./-]\s?(\d{1,4})/.exec(text) ?? [];
  if (mark === undefined || /^\d{4}-\d\d-\d\d/.test(text)) return {};
  const isDayFirst = mark !== '/' || Number(first) > 12;
  const example =
    Number(second) > 12 ? 'en-US' : isDayFirst ? 'de-DE' : `en-GB (day first) or ${nameOption('locale')} en-US (month first)`;
  const day = toDay(last, second, first);
  const write = mark === '.' && last.length === 4 && isDay(day) ? `write ${day}, or ` : '';
  return { hint: `${write}say how the file writes days with ${suggestLocale(example, nameOption)}` };
}

const toDay = (year: string, month: string, day: string): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Reads a spreadsheet's day, with or without a time of day, for a date or a moment of the schema. */
function placeDate({ date }: SheetDate, format: string, timeZone: string | undefined): CellResult {
  if (format === 'date-time') return toMoment(date, timeZone);
  const time = date.slice(11);
  return /[1-9]/.test(time) ? { fault: 'must be a date without a time of day' } : { value: date.slice(0, 10) };
}

/** A local time with the offset of its zone. */
function toMoment(date: string, timeZone: string | undefined): CellResult {
  const day = date.slice(0, 10);
  const time = date.slice(11) || '00:00:00';
  const full = `${day}T${withSeconds(time)}`;
  const shown = new Date(`${full}Z`);
  if (!isDay(day) || Number.isNaN(shown.getTime())) return { fault: 'must be a date and time of the calendar' };
  if (timeZone === undefined)
    return {
      fault: 'must have an offset from UTC, because the time zone of the template comes from the data',
      hint: `write ${full}+01:00`,
    };
  const offset = shown.getTime() - (momentOf(shown, timeZone) ?? shown).getTime();
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return { value: `${full}${offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${rest}`}` };
}

function readSheetNumber(value: number, expected: ExpectedType): CellResult {
  if (!Number.isFinite(value)) return { fault: 'is no number' };
  const isWanted = admits(expected, 'number') || (admits(expected, 'integer') && Number.isInteger(value));
  const shown = Number(value.toPrecision(15));
  const losesDigits = Math.abs(value) >= 1e15 && (shown !== value || usesAllDigits(value));
  if (isWanted) return losesDigits ? { value: shown, warning: lostInSheet } : { value };
  if (expected.types?.has('boolean') && (value === 0 || value === 1)) return { value: value === 1 };
  if (expected.types?.has('integer')) return { fault: 'must be a whole number' };
  if (!expected.types?.has('string')) return { fault: `must be ${nameTypes(expected.types!)}` };
  if (expected.format === 'date' || expected.format === 'date-time')
    return { fault: 'must be a date', hint: 'the cell is a number; give it a date format in the spreadsheet' };
  const digits = plainDigits(shown);
  if (Math.abs(value) < 1e15) return { value: digits };
  return { value: digits, warning: lostInSheet };
}

const lostInSheet = 'a spreadsheet keeps 15 digits of a number; format the column as text to keep them all';

/** Whether the 15th digit of a number is no zero, so that further digits were probably there. */
const usesAllDigits = (value: number): boolean => Number(value.toPrecision(14)) !== Number(value.toPrecision(15));

/** A place for text gets the text that the spreadsheet shows; undefined: the place takes the stored value. */
function readFormatted(cell: FormattedCell, expected: ExpectedType, { marks, nameOption }: CellOptions): CellResult | undefined {
  const { types, format: textFormat } = expected;
  const { stored, format } = cell;
  const isForText = types?.has('string') === true && textFormat === undefined;
  const identifier = isForText || types === undefined ? identifierOf(cell) : undefined;
  if (identifier !== undefined && cell.number < 1e15) return { value: identifier };
  const mayStay = typeof stored === 'number' && ['number', 'integer', 'boolean'].some((type) => types?.has(type as TypeName));
  if (!isForText || mayStay) return undefined;
  const losesDigits = Math.abs(cell.number) >= 1e15;
  const number = losesDigits ? Number(cell.number.toPrecision(15)) : cell.number;
  const local = marks && format.show(number, marks.locale);
  const shown = local ?? format.show(number);
  if (shown === undefined) {
    const kept = cellText(stored);
    const reason = `pdfgen cannot show the number format ${JSON.stringify(format.code)}`;
    return { value: kept, warning: `${reason}, so the cell gives ${kept}; choose another format, or type the text` };
  }
  if (shown === '') return { empty: true };
  if (losesDigits) return { value: shown, warning: lostInSheet };
  // Finnish has other marks than English, and other names of months and days.
  const abroad = local ?? format.show(number, 'fi');
  if (abroad === shown || abroad === shown.replace('.', ',')) return { value: shown };
  const remedy = marks
    ? `pdfgen does not know number formats in ${marks.locale}; type the text`
    : `choose the language with ${suggestLocale('de-DE', nameOption)}`;
  return { value: shown, warning: `shows ${shown} in English; ${remedy}` };
}

/** The digits that a spreadsheet would show, at most 15, without an exponent. */
export function plainDigits(value: number): string {
  const [mantissa = '', power = '0'] = String(Number(value.toPrecision(15))).split('e');
  const exponent = Number(power);
  if (exponent === 0) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - whole.length)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(exponent, '0')}`;
}

function readSheetBoolean(value: boolean, expected: ExpectedType): CellResult {
  if (admits(expected, 'boolean')) return { value };
  return expected.types?.has('string') ? { value: String(value) } : { fault: `must be ${nameTypes(expected.types!)}` };
}

function readSheetDate(date: SheetDate, expected: ExpectedType, { timeZone }: CellOptions): CellResult {
  if (!admits(expected, 'string')) return { fault: `must be ${nameTypes(expected.types!)}`, hint: 'the cell is a date' };
  return expected.format === 'date' || expected.format === 'date-time'
    ? placeDate(date, expected.format, timeZone)
    : { value: date.date };
}
