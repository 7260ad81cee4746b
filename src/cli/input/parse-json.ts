// JSON text to a record.
import { InputError } from './input-error.ts';
import { jsonPlaces } from './json-places.ts';
import type { DataRecord, InputWarning } from './record.ts';
import { scanJson } from './scan-json.ts';
import { escapeLine, excerptAt, indexLines } from './text-position.ts';
import { walkJson } from './walk-json.ts';

export interface ParseOptions {
  readonly file: string;
  readonly maxDepth: number;
  /** Line of the file at which the text begins. */
  readonly firstLine?: number;
  readonly number?: number | undefined;
}

/** Parses one JSON value. Raises InputError, exit 3, for text that is no JSON, nested too deep, or has a name twice. */
export function parseJson(text: string, { file, maxDepth, firstLine = 1, number }: ParseOptions): DataRecord {
  const refuse = (offset: number, message: string): InputError =>
    new InputError(3, message, { file, ...indexLines(text, firstLine).at(offset), excerpt: excerptAt(text, offset) });
  const scan = scanJson(text, maxDepth);
  if (scan.tooDeepAt !== undefined) throw refuse(scan.tooDeepAt, `nested deeper than ${maxDepth} levels`);
  const value = parse(text, (cause) => {
    const fault = walkJson(text, {});
    return fault ? refuse(fault.offset, fault.message) : new InputError(3, 'is not JSON', { file, cause });
  });
  if (scan.names !== countMembers(value)) {
    let twice: { name: string; offset: number } | undefined;
    walkJson(text, { duplicate: (name, offset) => (twice ??= { name, offset }) });
    if (twice) throw refuse(twice.offset, `the name ${escapeLine(JSON.stringify(twice.name))} stands twice in its object`);
  }
  return { value, number, places: jsonPlaces(text, firstLine), warnings: warnOfDigits(text, scan.inexact, firstLine, refuse) };
}

function parse(text: string, explain: (cause: unknown) => InputError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw explain(cause);
  }
}

/** Members of every object in a value that is known not to be deep. JSON.parse makes `__proto__` an own member like any other. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += typeof item === 'object' ? countMembers(item) : 0;
  else {
    for (const key in value) {
      count++;
      const member = (value as Record<string, unknown>)[key];
      if (typeof member === 'object') count += countMembers(member);
    }
  }
  return count;
}

function warnOfDigits(
  text: string,
  inexact: readonly { readonly offset: number; readonly text: string }[],
  firstLine: number,
  refuse: (offset: number, message: string) => InputError,
): readonly InputWarning[] {
  if (inexact.length === 0) return [];
  const lines = indexLines(text, firstLine);
  return inexact.map(({ offset, text: number }) => {
    const shown = number.length > 40 ? `${number.slice(0, 40)}…` : number;
    if (!Number.isFinite(Number(number))) throw refuse(offset, `the number ${shown} is too large`);
    return {
      ...lines.at(offset),
      message: `the number ${shown} loses digits and becomes ${Number(number)}; write it as a string to keep them`,
    };
  });
}
