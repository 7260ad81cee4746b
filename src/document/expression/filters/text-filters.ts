// Filters of text: upcase, truncate, slugify and others.
import { counted } from '../../../words/counts.ts';
import { isDecimal, toDecimal } from '../decimal.ts';
import { isAbsent, maxText, toText } from '../values.ts';
import { groupSize, searched, wholeNumber } from './arguments.ts';
import { defineFilter, type Filter, type NoteUnusable } from './filter.ts';
import { lowerCase, upperCase } from './intl.ts';

type FilterScope = Parameters<Filter['run']>[2];
type TextRun = (text: string, args: readonly unknown[], scope: FilterScope, tell: NoteUnusable) => unknown;

/** Changes text that people may read. */
const textual = (run: TextRun): Pick<Filter, 'prints' | 'run'> => ({
  prints: 'input and arguments',
  run: (value, args, scope, tell, _kind, write) =>
    run(typeof value === 'string' ? value : write(value, scope.format), args, scope, tell),
});

/** Makes codes, such as names of files. Numbers in them are plain decimals, without the format of the locale. */
const coded = (run: (text: string) => string): Pick<Filter, 'run'> => ({
  run: (value) => run(typeof value === 'string' ? value : toText(value)),
});

const count = (value: unknown, fallback: number) =>
  Math.max(0, Math.min(10_000, Math.trunc(Number(toDecimal(value) ?? fallback))));

/** A filter makes this many parts of a text at most. */
const mostParts = 100_000;

/** Whether the length is within the limit for texts. If not, warns that nothing is printed. */
function isShort(length: number, what: string, scope: FilterScope, tell: NoteUnusable): boolean {
  if (length < maxText) return true;
  tell(scope, `"${what}" makes a text of ${counted(length, 'character')}, more than ${maxText - 1}, and prints nothing`);
  return false;
}

export const textFilters: readonly Filter[] = [
  defineFilter({
    name: 'upcase',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: true,
    signature: 'upcase',
    summary: 'The text in capital letters.',
    example: "'straße' | upcase",
    result: 'STRASSE',
    ...textual((text, _args, { format }) => upperCase(text, format.locale)),
  }),
  defineFilter({
    name: 'downcase',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: true,
    signature: 'downcase',
    summary: 'The text in small letters.',
    example: "'PDF' | downcase",
    result: 'pdf',
    ...textual((text, _args, { format }) => lowerCase(text, format.locale)),
  }),
  defineFilter({
    name: 'capitalize',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: true,
    signature: 'capitalize',
    summary: 'The first letter in capitals, the others small.',
    example: "'dear SIR' | capitalize",
    result: 'Dear sir',
    ...textual((text, _args, { format }) => {
      const [first = ''] = text;
      return upperCase(first, format.locale) + lowerCase(text.slice(first.length), format.locale);
    }),
  }),
  defineFilter({
    name: 'strip',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: true,
    signature: 'strip',
    summary: 'The text without white space at both ends.',
    example: "'  a b ' | strip",
    result: 'a b',
    ...textual((text) => text.trim()),
  }),
  defineFilter({
    name: 'truncate',
    input: 'text',
    arity: [0, 2],
    args: () => [wholeNumber(0, 10_000), { kind: 'word' }],
    output: 'text',
    liquid: true,
    signature: 'truncate: length, end',
    summary: 'At most `length` characters (default 50), including the end (default "...").',
    example: "'A long description' | truncate: 9",
    result: 'A long...',
    ...textual((text, [length, end]) => {
      const most = count(length, 50);
      const tail = [...(end === undefined ? '...' : toText(end))];
      const characters = [...text];
      return characters.length <= most ? text : [...characters.slice(0, Math.max(0, most - tail.length)), ...tail].join('');
    }),
  }),
  defineFilter({
    name: 'pad',
    input: 'text',
    arity: [1, 2],
    args: () => [wholeNumber(-10_000, 10_000), { kind: 'word' }],
    output: 'text',
    liquid: false,
    signature: 'pad: length, character',
    summary: 'The text padded on the left to `length`; a negative length pads on the right.',
    example: "7 | pad: 3, '0'",
    result: '007',
    prints: 'input and arguments',
    run: (value, [length, fill], { format }, _tell, _kind, write) => {
      const text = write(value, format);
      const wanted = Number(toDecimal(length) ?? 0);
      const missing = count(Math.abs(wanted), 0) - [...text].length;
      // A digit beside a number is written with the digits of the locale, like the number.
      const given = isDecimal(value) ? (toDecimal(fill) ?? fill) : fill;
      const character = given === undefined ? ' ' : ([...write(given, format)][0] ?? ' ');
      if (missing <= 0) return text;
      return wanted < 0 ? text + character.repeat(missing) : character.repeat(missing) + text;
    },
  }),
  defineFilter({
    name: 'replace',
    input: 'text',
    arity: [2, 2],
    args: () => [searched('replace'), { kind: 'word' }],
    output: 'text',
    liquid: true,
    signature: 'replace: text, other',
    summary: 'The text with `other` in every place of `text`. Unlike in Liquid, an empty `text` to look for is an error.',
    example: "'A-17-B' | replace: '-', '/'",
    result: 'A/17/B',
    ...textual((text, [given, other], scope, tell) => {
      const wanted = toText(given);
      if (wanted === '') return text;
      const replacement = toText(other);
      let found = 0;
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found++;
      const length = text.length + found * (replacement.length - wanted.length);
      return isShort(length, 'replace', scope, tell) ? text.replaceAll(wanted, () => replacement) : '';
    }),
  }),
  defineFilter({
    name: 'split',
    input: 'text',
    arity: [1, 1],
    args: () => [{ kind: 'word' }],
    output: 'texts',
    liquid: true,
    signature: 'split: separator',
    summary:
      "A list of the parts between separators, at most 100,000. `''` splits into characters. Empty parts at the end are left out. A separator of one space splits at each space.",
    example: "'a, b, c' | split: ', ' | size",
    result: '3',
    run(value, [separator], scope, tell) {
      const text = toText(value);
      const between = toText(separator);
      // A character takes two units at most.
      const parts = between === '' ? [...text.slice(0, 2 * mostParts + 2)] : text.split(between, mostParts + 1);
      if (parts.length > mostParts) {
        tell(scope, `"split" makes ${mostParts} parts at most: the rest is left out`);
        parts.length = mostParts;
      }
      while (parts.at(-1) === '') parts.pop();
      return parts;
    },
  }),
  defineFilter({
    name: 'chunk',
    input: 'text',
    arity: [1, 1],
    args: () => [groupSize],
    output: 'text',
    liquid: false,
    signature: 'chunk: size',
    summary:
      'The text in groups of `size` characters with spaces between them; a negative size counts the groups from the right. White space of the text is left out first.',
    example: "'210000000003139471430009017' | chunk: -5",
    result: '21 00000 00003 13947 14300 09017',
    ...textual((text, [given], scope, tell) => {
      const wanted = Number(toDecimal(given) ?? 0);
      const size = count(Math.abs(wanted), 0);
      const characters = [...text.replace(/\s/g, '')];
      if (size === 0) return characters.join('');
      const rest = characters.length % size;
      const groups: string[] = [];
      for (let at = wanted < 0 && rest > 0 ? rest - size : 0; at < characters.length; at += size)
        groups.push(characters.slice(Math.max(0, at), at + size).join(''));
      const chunked = groups.join(' ');
      return isShort(chunked.length, 'chunk', scope, tell) ? chunked : '';
    }),
  }),
  defineFilter({
    name: 'newline_to_br',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'newline_to_br',
    summary: 'Every kind of line end becomes a line break.',
    example: "'a\\nb' | newline_to_br",
    result: 'a\nb',
    ...textual((text) => text.replace(/\r\n?|\u2028|\u2029/g, '\n')),
  }),
  defineFilter({
    name: 'slugify',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'slugify',
    summary: 'The text as a file name: small letters, digits and hyphens, without accents.',
    example: "'Café Zürich No. 5' | slugify",
    result: 'cafe-zurich-no-5',
    ...coded((text) =>
      text
        .replace(/ß/g, 'ss')
        .replace(/[æÆ]/g, 'ae')
        .replace(/[øØ]/g, 'o')
        .replace(/[œŒ]/g, 'oe')
        .replace(/[đĐ]/g, 'd')
        .replace(/[łŁ]/g, 'l')
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
    ),
  }),
  defineFilter({
    name: 'iban',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'iban',
    summary: 'An account number in groups of four (ISO 13616).',
    example: "'DE89370400440532013000' | iban",
    result: 'DE89 3704 0044 0532 0130 00',
    ...coded((text) =>
      text
        .replace(/\s+/g, '')
        .toUpperCase()
        .replace(/(.{4})(?=.)/g, '$1 '),
    ),
  }),
  defineFilter({
    name: 'phone',
    input: 'text',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'phone',
    summary:
      'An international number (E.164): +1, +33, +41 and +45 in groups, others with the country code apart. Other texts stay as they are.',
    example: "'+41443101214' | phone",
    result: '+41 44 310 12 14',
    ...coded(formatPhone),
  }),
  defineFilter({
    name: 'enum',
    input: 'any',
    arity: [2, 60],
    // With an odd number of arguments, the last is the label of all other values.
    args: (count) => Array.from({ length: count }, (_, i) => ({ kind: i % 2 === 0 && i < count - 1 ? 'choice' : 'value' })),
    output: 'text',
    liquid: false,
    signature: "enum: 'value', 'label', …",
    summary: 'The label of the value, from pairs of values and labels; a value without a label prints as it is.',
    example: "'f' | enum: 'm', 'Mr', 'f', 'Ms'",
    result: 'Ms',
    prints: 'arguments',
    run: (value, args, { format }, _tell, _kind, write) => {
      const text = toText(value);
      for (let i = 0; i + 1 < args.length; i += 2) if (toText(args[i]) === text) return args[i + 1];
      return args.length % 2 === 1 ? args[args.length - 1] : write(value, format);
    },
  }),
  defineFilter({
    name: 'default',
    input: 'any',
    arity: [1, 1],
    output: 'input',
    liquid: true,
    prints: 'input and arguments',
    takesMissing: true,
    signature: 'default: other',
    summary: 'The value, or `other` for null, missing, false, and empty text or lists.',
    example: "missing | default: 'none'",
    result: 'none',
    keeps: (value) => !isAbsent(value) && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
    run: (_value, [other]) => other,
  }),
];

/** Country calling codes of one and two digits (ITU-T E.164 list); all others have three. */
const shortCodes = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The groups of a number by its country code, where all numbers of a country have one shape. Elsewhere areas have codes of various lengths. */
const phoneGroups: Readonly<Record<string, RegExp>> = {
  1: /^(\d{3})(\d{3})(\d{4})$/,
  33: /^(\d)(\d{2})(\d{2})(\d{2})(\d{2})$/,
  41: /^(\d{2})(\d{3})(\d{2})(\d{2})$/,
  45: /^(\d{2})(\d{2})(\d{2})(\d{2})$/,
};

function formatPhone(text: string): string {
  const digits = text.replace(/[\s().\-/]/g, '');
  if (!/^\+\d{6,15}$/.test(digits)) return text;
  const country = shortCodes.exec(digits.slice(1))?.[0] ?? digits.slice(1, 4);
  const rest = digits.slice(1 + country.length);
  const groups = phoneGroups[country]?.exec(rest)?.slice(1);
  // Groups that somebody has written know more of the number.
  if (!groups && digits !== text) return text;
  return `+${country} ${(groups ?? [rest]).join(' ')}`;
}
