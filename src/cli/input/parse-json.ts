// JSON text to a record.
import { InputError } from './input-error.ts';
import { jsonPlaces } from './json-places.ts';
import type { DataRecord, InputWarning } from './record.ts';
import { scanJson } from './scan-json.ts';
import { escapeLine, excerptAt, indexLines, type LineIndex } from './text-position.ts';
import { type JsonPart, walkJson } from './walk-json.ts';

export interface ParseOptions {
  readonly file: string;
  readonly maxDepth: number;
  /** Line and column of the file at which the text begins. */
  readonly firstLine?: number;
  readonly firstColumn?: number;
  readonly number?: number | undefined;
  readonly part?: JsonPart;
}

// Short texts are parsed before they are scanned: reading a cold scanner's way through one megabyte costs three times the parsing.
const parseFirstLength = 4_000_000;

// Every number that a double may not hold as written, and a few more.
const mayLoseDigits = /[\d.]{16}|\d[eE][-+]?\d/;

/** Parses one JSON value. Raises InputError, exit 3, for text that is no JSON, nested too deep, or has a name twice. */
export function parseJson(
  text: string,
  { file, maxDepth, firstLine = 1, firstColumn = 1, number, part }: ParseOptions,
): DataRecord {
  const lines = () => indexLines(text, firstLine, firstColumn);
  const refuse = (offset: number, message: string): InputError =>
    new InputError(3, message, { file, ...lines().at(offset), excerpt: excerptAt(text, offset) });
  const scan = text.length > parseFirstLength ? scanJson(text, maxDepth) : undefined;
  if (scan?.tooDeepAt !== undefined) throw refuse(scan.tooDeepAt, `nested deeper than ${maxDepth} levels`);
  const value = parse(text, (cause) => {
    const { tooDeepAt } = scanJson(text, maxDepth);
    if (tooDeepAt !== undefined) return refuse(tooDeepAt, `nested deeper than ${maxDepth} levels`);
    const fault = walkJson(text, {}, part);
    return fault ? refuse(fault.offset, fault.message) : new InputError(3, 'is not JSON', { file, cause });
  });
  const members = countMembers(value, maxDepth);
  if (scan === undefined && members !== undefined && members === countNames(text) && !mayLoseDigits.test(text)) {
    return { value, number, places: jsonPlaces(text, firstLine, firstColumn), warnings: [] };
  }
  const { tooDeepAt, names, inexact } = scan ?? scanJson(text, maxDepth);
  if (tooDeepAt !== undefined) throw refuse(tooDeepAt, `nested deeper than ${maxDepth} levels`);
  if (names !== members) {
    let twice: { name: string; offset: number } | undefined;
    walkJson(text, { duplicate: (name, offset) => (twice ??= { name, offset }) });
    if (twice) throw refuse(twice.offset, `the name ${escapeLine(JSON.stringify(twice.name))} stands twice in its object`);
  }
  const warnings = warnOfDigits(inexact, lines, refuse);
  return { value, number, places: jsonPlaces(text, firstLine, firstColumn), warnings, ...(warnings.length > 0 && { text }) };
}

function parse(text: string, explain: (cause: unknown) => InputError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw explain(cause);
  }
}

/** Members of every object; undefined: nested too deep. JSON.parse makes `__proto__` an own member like any other. */
function countMembers(value: unknown, levels: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return undefined;
  let count = 0;
  const add = (member: unknown): boolean => {
    const below = countMembers(member, levels - 1);
    count += below ?? 0;
    return below !== undefined;
  };
  if (Array.isArray(value)) return value.every(add) ? count : undefined;
  for (const key in value) {
    count++;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member === 'object' && !add(member)) return undefined;
  }
  return count;
}

/** Names as text usually has them, by the quick search of the engine; strings can only make it too many, spaces too few. */
function countNames(text: string): number {
  let names = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) names++;
  return names;
}

function warnOfDigits(
  inexact: readonly { readonly offset: number; readonly text: string }[],
  lines: () => LineIndex,
  refuse: (offset: number, message: string) => InputError,
): readonly InputWarning[] {
  if (inexact.length === 0) return [];
  const { at } = lines();
  return inexact.map(({ offset, text: number }) => {
    const shown = number.length > 40 ? `${number.slice(0, 40)}…` : number;
    if (!Number.isFinite(Number(number))) throw refuse(offset, `the number ${shown} is too large`);
    return {
      ...at(offset),
      message: `the number ${shown} loses digits and becomes ${Number(number)}; write it as a string to keep them`,
    };
  });
}
