// Patterns of dates (UTS #35, part 4, 8): reads them into pieces, and finds sure mistakes before they print a wrong date.
import { counted } from '../../../words/counts.ts';
import { findNearest } from '../../../words/nearest.ts';
import { quote } from '../quote.ts';
import type { ArgumentFault } from './filter.ts';
import { keep } from './intl.ts';

/** A piece of a pattern: a field such as `yyyy`, or text as it is printed. */
export type PatternPiece =
  | { readonly field: string; readonly length: number }
  | { readonly text: string; readonly isQuoted?: boolean };

type DateField = Extract<PatternPiece, { field: string }>;

/** Longer patterns are refused: work stays bounded. */
const longest = 200;

/** UTS #35, part 4, 8.1 (date field symbol table): the supported fields, and how often their letter may be repeated. */
const fieldLengths: Readonly<Record<string, number>> = {
  G: 5,
  y: 9,
  u: 9,
  Y: 9,
  Q: 5,
  q: 5,
  M: 5,
  L: 5,
  w: 2,
  d: 2,
  D: 3,
  E: 6,
  e: 6,
  c: 6,
  a: 5,
  B: 5,
  H: 2,
  k: 2,
  h: 2,
  K: 2,
  m: 2,
  s: 2,
  S: 9,
  z: 4,
  v: 4,
  Z: 5,
  X: 5,
  x: 5,
};

export const dateStyles: ReadonlySet<string> = new Set(['short', 'medium', 'long', 'full', 'iso']);

const isField = (piece: PatternPiece | undefined): piece is DateField => piece !== undefined && 'field' in piece;

/** Reads a pattern. Two quotes stand for a quote. A quote without an end holds until the end. */
export function readPattern(pattern: string): readonly PatternPiece[] {
  const pieces: PatternPiece[] = [];
  for (const [piece] of pattern.slice(0, longest).matchAll(/''|'(?:[^']|'')*(?:'|$)|([a-zA-Z])\1*|[^a-zA-Z']+/g)) {
    if (piece === "''") pieces.push({ text: "'" });
    else if (piece.startsWith("'")) pieces.push({ text: piece.replace(/^'|'$/g, '').replaceAll("''", "'"), isQuoted: true });
    else if (/^[a-zA-Z]/.test(piece)) pieces.push({ field: piece[0]!, length: piece.length });
    else pieces.push({ text: piece });
  }
  return pieces;
}

function writePattern(pieces: readonly PatternPiece[]): string {
  let pattern = '';
  for (const piece of pieces) {
    if (isField(piece)) pattern += piece.field.repeat(piece.length);
    else if (piece.isQuoted) pattern += `'${piece.text.replaceAll("'", "''")}'`;
    else pattern += piece.text.replaceAll("'", "''");
  }
  // Neighbouring texts in quotes are one text.
  return pattern.replace(/(?<=[^'])''(?=[^'])/g, (quotes, at: number) => (isBetweenTexts(pattern, at) ? '' : quotes));
}

/** Whether the two quotes at a place end one text and begin the next. */
function isBetweenTexts(pattern: string, at: number): boolean {
  return (pattern.slice(0, at).match(/'/g)?.length ?? 0) % 2 === 1 && (pattern.slice(at + 2).match(/'/g)?.length ?? 0) % 2 === 1;
}

/** The fault in a date filter's pattern, or in the name of its style. */
export function findPatternFault(value: unknown): ArgumentFault | undefined {
  if (typeof value !== 'string')
    return refuse(`takes a style or a pattern in quotes, such as 'long' or 'dd.MM.yyyy', not ${JSON.stringify(value) ?? ''}`);
  // A binding may give another pattern for each row.
  return value.length > longest
    ? refuse(`the pattern ${quote(`${value.slice(0, 40)}…`)} is longer than ${longest} characters`)
    : faultOf(value).fault;
}

const faultOf = keep((pattern) => ({ fault: faultOfPattern(pattern) }));

function faultOfPattern(value: string): ArgumentFault | undefined {
  if (dateStyles.has(value)) return undefined;
  const shown = quote(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  const mended = mendPattern(value);
  if (mended.reasons.length > 0) {
    const style = /^\p{L}{3,}$/u.test(value) ? findNearest(value, [...dateStyles]) : undefined;
    if (style !== undefined) return refuse(`there is no style ${shown}; did you mean '${style}'?`);
    if (/^[a-z]{2,3}[-_][A-Z]{2}$/.test(value))
      return refuse(`${shown} is a locale, not a pattern; a template has one: "locale": "${value.replace('_', '-')}"`);
    // A pattern of another tool has that tool's hours as well: without AM and PM they count to 24.
    const meant = mended.doubt === undefined ? mended.pattern : mended.pattern.replace(/[hK]/g, 'H');
    const again = mendPattern(meant);
    const right = again.reasons.length === 0 && again.hasField ? `; write ${quote(meant)}` : '';
    return refuse(`in the pattern ${shown} ${mended.reasons[0]}${right || '; text in a pattern stands in single quotes'}`);
  }
  if (!mended.hasField) return refuse(`the pattern ${shown} has no field, such as yyyy, MM or dd, and prints itself`);
  if (mended.doubt !== undefined) return { ...refuse(mended.doubt), isDoubt: true };
  return undefined;
}

const refuse = (message: string): ArgumentFault => ({ message, instead: 'the default style is taken' });

interface Mended {
  /** The intended pattern, as far as can be guessed. */
  readonly pattern: string;
  /** The faults of the given pattern. Empty: no faults. */
  readonly reasons: readonly string[];
  /** Doubts: the pattern may be meant as it is, but deserves a warning. */
  readonly doubt: string | undefined;
  readonly hasField: boolean;
}

/** The intended pattern, as far as can be guessed, and the faults of the given pattern. */
function mendPattern(given: string): Mended {
  const reasons: string[] = [];
  const pieces = [...readPattern(mendStrftime(given, reasons))];
  if (isOpen(given)) reasons.push('a quote is not closed');
  mendMarks(pieces, reasons);
  mendNational(pieces, reasons);
  mendWords(pieces, reasons);
  mendLengths(pieces, reasons);
  mendFields(pieces, reasons);
  const fields = pieces.filter(isField);
  return { pattern: writePattern(pieces), reasons, doubt: findDoubt(pieces), hasField: fields.length > 0 };
}

const isOpen = (pattern: string): boolean => (pattern.match(/'/g)?.length ?? 0) % 2 === 1;

/** POSIX, strftime: the conversions with a field here. */
const conversions: Readonly<Record<string, string>> = {
  a: 'EEE',
  A: 'EEEE',
  b: 'MMM',
  B: 'MMMM',
  h: 'MMM',
  d: 'dd',
  e: 'd',
  D: 'MM/dd/yy',
  F: 'yyyy-MM-dd',
  G: 'YYYY',
  H: 'HH',
  I: 'hh',
  j: 'DDD',
  k: 'H',
  l: 'h',
  m: 'MM',
  M: 'mm',
  n: 'M',
  p: 'a',
  P: 'a',
  R: 'HH:mm',
  S: 'ss',
  T: 'HH:mm:ss',
  V: 'ww',
  y: 'yy',
  Y: 'yyyy',
  z: 'xx',
  Z: 'z',
};

function mendStrftime(pattern: string, reasons: string[]): string {
  return pattern.replace(/%([-_0^#]?)([a-zA-Z])/g, (conversion, flag: string, letter: string) => {
    const field = Object.hasOwn(conversions, letter) ? conversions[letter]! : conversion;
    reasons.push(`"${conversion}" is not a field of a CLDR pattern`);
    return flag === '-' && /^(dd|MM|HH|hh|mm|ss)$/.test(field) ? field[0]! : field;
  });
}

/** Excel writes `AM/PM`. */
function mendMarks(pieces: PatternPiece[], reasons: string[]): void {
  const signs = pieces.map((piece) => (isField(piece) ? piece.field.repeat(piece.length) : piece.isQuoted ? '\n' : piece.text));
  for (let i = pieces.length - 5; i >= 0; i--) {
    const mark = signs.slice(i, i + 5).join('');
    if (!/^(?:AM\/PM|am\/pm)$/.test(mark)) continue;
    pieces.splice(i, 5, { field: 'a', length: 1 });
    reasons.push(`"${mark}" is not a field`);
  }
}

/** Excel's letters for day, month and year by language: a pattern that recognises them, and the letters to write here. */
const nationalLetters: readonly { readonly told: RegExp; readonly letters: Readonly<Record<string, string>> }[] = [
  { told: /\bt{1,4}\b.*\bj{2,4}\b/i, letters: { t: 'd', j: 'y' } }, // German
  { told: /\bj{1,4}\b.*\ba{2,4}\b/i, letters: { j: 'd', a: 'y' } }, // French
  { told: /\bg{1,4}\b.*\ba{1,4}\b.*\by+\b/i, letters: { g: 'd', a: 'M' } }, // Turkish
  { told: /\bg{1,4}\b.*\ba{2,4}\b/i, letters: { g: 'd', a: 'y' } }, // Italian
  { told: /\bp{1,4}\b.*\bv{2,4}\b/i, letters: { p: 'd', k: 'M', v: 'y' } }, // Finnish
  { told: /\bd{1,4}\b.*\br{2,4}\b/i, letters: { r: 'y' } }, // Polish
  { told: /^(?!.*\b[HhKky]+\b).*\b[dm]+\b.*\b(?:aa|aaaa)$/, letters: { a: 'y' } }, // Spanish, Portuguese
];

/** `TT.MM.JJJJ`, `jj/mm/aaaa`; in Japan `ggge` is the year of an era, `aaaa` the day of the week. */
function mendNational(pieces: PatternPiece[], reasons: string[]): void {
  const written = ({ field, length }: DateField) => field.repeat(length);
  const fields = pieces.filter(isField);
  const isEastAsian = pieces.some((piece) => !isField(piece) && /[年月日]/u.test(piece.text));
  const all = fields.map(written).join(' ');
  const letters = isEastAsian ? undefined : nationalLetters.find(({ told }) => told.test(all))?.letters;
  const has = (some: string) => fields.some(({ field }) => some.includes(field));
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    if (!isField(piece)) continue;
    const next = pieces[i + 1];
    if (piece.field === 'g' && isField(next) && next.field === 'e') {
      reasons.push(`"${written(piece)}${written(next)}" is not a field`);
      pieces.splice(i, 2, { field: 'G', length: 1 }, { field: 'y', length: 1 });
    } else if (piece.field === 'e' && next && !isField(next) && next.text.startsWith('年')) {
      reasons.push(`"${written(piece)}" is the day of the week`);
      pieces[i] = { field: 'y', length: 1 };
    } else if (letters !== undefined && Object.hasOwn(letters, piece.field.toLowerCase())) {
      const field = letters[piece.field.toLowerCase()]!;
      reasons.push(`"${written(piece)}" is not ${field === 'y' ? 'the year' : field === 'd' ? 'the day' : 'the month'}`);
      pieces[i] = { field, length: piece.length };
    } else if (piece.field === 'a' && (piece.length === 3 || piece.length === 4) && has(dayFields) && !has(hourFields)) {
      reasons.push(`"${written(piece)}" is AM or PM`);
      pieces[i] = { field: 'E', length: piece.length };
    }
  }
}

/** Words that stand for a field in other tools: .NET, moment, PHP, Excel in English, German and French. */
const foreignWords: Readonly<Record<string, string>> = {
  A: 'a',
  AM: 'a',
  PM: 'a',
  t: 'a',
  tt: 'a',
  TT: 'dd',
  JJJJ: 'yyyy',
  jjjj: 'yyyy',
  AAAA: 'yyyy',
  Do: 'd',
  DDDD: 'EEEE',
  dddd: 'EEEE',
  ddd: 'EEE',
  dddddd: 'EEEE',
  ddddd: 'EEEE',
  F: 'MMMM',
  i: 'mm',
  j: 'd',
  l: 'EEEE',
  n: 'M',
  N: 'e',
  o: 'YYYY',
  W: 'ww',
  WW: 'ww',
  ii: 'mm',
  aaaa: 'EEEE',
};

/** Mends neighbouring fields: fields that form a word are text without quotes. */
function mendWords(pieces: PatternPiece[], reasons: string[]): void {
  for (let from = 0; from < pieces.length; from++) {
    if (!isField(pieces[from])) continue;
    let to = from;
    while (isField(pieces[to])) to++;
    const run = pieces.slice(from, to) as DateField[];
    const word = writePattern(run);
    const mended = mendWord(run, word, reasons);
    if (mended) pieces.splice(from, run.length, ...mended);
    from += (mended ?? run).length;
  }
}

function mendWord(run: readonly DateField[], word: string, reasons: string[]): readonly PatternPiece[] | undefined {
  const isUnknown = ({ field }: DateField) => !Object.hasOwn(fieldLengths, field);
  const foreign = Object.hasOwn(foreignWords, word) ? foreignWords[word] : undefined;
  const unknown = run.find(isUnknown);
  if (foreign !== undefined && (unknown || run.some(({ field, length }) => length > fieldLengths[field]!))) {
    reasons.push(`"${word}" is not a field`);
    return readPattern(foreign);
  }
  if (unknown) {
    reasons.push(`"${unknown.field.repeat(unknown.length)}" is not a field`);
    if (run.every(isUnknown) || run.some((one) => !isUnknown(one) && one.length === 1)) return [{ text: word, isQuoted: true }];
    return run.map((one) => {
      if (!isUnknown(one)) return one;
      const text = one.field.repeat(one.length);
      return text === 'A' || text === 'tt' ? { field: 'a', length: 1 } : { text, isQuoted: true };
    });
  }
  if (run.length < 2) return undefined;
  const isWord = run.every(({ length }) => length === 1) && !/^(?:[hKHk][aBzXxZ]|Gy|yG|[ec]w|w[ec])$/.test(word);
  const hasWeekday = run.some(({ field, length }) => /[ec]/.test(field) && length <= 2) && !/^Y*w+[ec]$/.test(word);
  if (!isWord && !hasWeekday) return undefined;
  reasons.push(`"${word}" is read as ${counted(run.length, 'field')}`);
  return [{ text: word, isQuoted: true }];
}

function mendLengths(pieces: PatternPiece[], reasons: string[]): void {
  for (const [i, piece] of pieces.entries()) {
    if (!isField(piece)) continue;
    const { field, length } = piece;
    if (length <= fieldLengths[field]!) continue;
    reasons.push(`"${field.repeat(length)}" is not a field`);
    if (field === 'm') pieces[i] = { field: 'M', length: Math.min(length, 5) };
    else if (field === 'd' || field === 'D') pieces[i] = { field: 'E', length: length === 3 ? 3 : 4 };
    else pieces[i] = { field, length: fieldLengths[field]! };
  }
}

/** Fields of a day, and fields of a time of day. */
export const dayFields = 'GyuYQqMLwdDEec';
const hourFields = 'HkhK';
export const timeFields = `${hourFields}msSaB`;

/** Mends fields that are valid, but wrong beside their neighbours. */
function mendFields(pieces: PatternPiece[], reasons: string[]): void {
  const at = pieces.flatMap((piece, i) => (isField(piece) ? [i] : []));
  const field = (n: number) => (isField(pieces[at[n]!]) ? (pieces[at[n]!] as DateField).field : '');
  const has = (letters: string) => at.some((_, n) => field(n) !== '' && letters.includes(field(n)));
  const isOf = (letters: string, n: number) => field(n) !== '' && letters.includes(field(n));
  const length = (n: number) => (pieces[at[n]!] as DateField).length;
  const written = (n: number) => field(n).repeat(length(n));
  const put = (n: number, letter: string, most = 9) => {
    pieces[at[n]!] = { field: letter, length: Math.min(length(n), most) };
  };
  const between = (n: number) => writePattern(pieces.slice(at[n - 1]! + 1, at[n]));
  for (const n of at.keys()) {
    if (field(n) === 'h' && length(n) === 1 && n > 0 && isOf('Hk', n - 1)) {
      reasons.push('"h" is the hour once more');
      pieces[at[n]!] = { text: 'h', isQuoted: true };
    } else if (field(n) === 'm' && isDayBeside(n, isOf)) {
      reasons.push(`"${written(n)}" is the minute`);
      put(n, 'M');
    } else if (field(n) === 'M' && length(n) <= 2 && n > 0 && isMinute(n, isOf, between)) {
      reasons.push(`"${written(n)}" is the month`);
      put(n, 'm');
    }
  }
  for (const n of at.keys()) {
    if (field(n) === 'S' && n > 0 && field(n - 1) === 'm' && !has('s') && length(n) <= 2) {
      reasons.push(`"${written(n)}" is a fraction of a second`);
      put(n, 's');
    } else if (field(n) === 'Y' && !has('w')) {
      reasons.push(`"${written(n)}" is the year that a week belongs to`);
      put(n, 'y');
    } else if (isOf('yu', n) && has('w') && !has('MLQqdD')) {
      reasons.push(`"${written(n)}" is the year of the day, which is not always the year of its week`);
      put(n, 'Y');
    } else if (field(n) === 'D' && has('ML')) {
      reasons.push(`"${written(n)}" is the day of the year`);
      put(n, 'd', 2);
    }
  }
}

type IsOf = (letters: string, n: number) => boolean;

/** Whether `mm` stands beside a part of a day. (Minutes stand beside an hour or a second.) */
function isDayBeside(n: number, isOf: IsOf): boolean {
  if (isOf(hourFields, n - 1) || isOf('aB', n - 1) || isOf('s', n + 1) || isOf(hourFields, n + 1)) return false;
  return isOf(dayFields, n - 1) || isOf(dayFields, n + 1);
}

/** A month between an hour and a second, or after an hour and a colon. */
function isMinute(n: number, isOf: IsOf, between: (n: number) => string): boolean {
  if (!isOf(hourFields, n - 1)) return isOf('s', n + 1) && !isOf(dayFields, n - 1);
  return between(n) === ':' || isOf('s', n + 1) || (!isOf(dayFields, n + 1) && /^(?:|\.|'h')$/.test(between(n)));
}

/** Twelve hours without AM and PM: 2:05 for 14:05. */
function findDoubt(pieces: readonly PatternPiece[]): string | undefined {
  const has = (letters: string) => pieces.some((piece) => isField(piece) && letters.includes(piece.field));
  if (!has('hK') || !has('m') || has('aBHk')) return undefined;
  if (pieces.some((piece) => !isField(piece) && piece.isQuoted && /\p{L}/u.test(piece.text))) return undefined;
  return '"h" counts twelve hours: 14:05 prints as 2:05; write H for 24 hours, or add a for AM and PM';
}
