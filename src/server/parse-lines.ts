// Takes lines of JSON apart: the data of an item stay text, as in a body of JSON.

import type { Breach } from '../contract/errors.ts';
import type { LostDigits } from '../contract/lost-digits.ts';
import { checkJson, type JsonFault } from '../json/read-json.ts';
import { findTexts, isObjectAt, withoutTexts } from './parse-body.ts';

/** Whole lines of a body, and how to parse them. Plain data, for a thread. */
export interface LinesTask {
  readonly lines: Uint8Array;
  /** The number of the first of these lines, from 1. */
  readonly firstLine: number;
  /** Greatest nesting inside of `data`. */
  readonly dataDepth: number;
  /** Greatest number of values in a line. */
  readonly maxValues: number;
}

/** A line in the form that threads exchange. */
export interface LineParts {
  readonly line: number;
  /** The value, with an empty value in place of its data. */
  readonly rest?: unknown;
  /** The data, if they are an object. */
  readonly text?: string | undefined;
  readonly lostDigits?: readonly LostDigits[] | undefined;
  /** Why the line has no value. */
  readonly fault?: Breach | undefined;
}

/** The value of an item outside of its data is small: its reference. */
const mostRest = 16_384;

/** The lines that are not empty. */
export function parseLines({ lines, firstLine, dataDepth, maxValues }: LinesTask): readonly LineParts[] {
  const parts: LineParts[] = [];
  let line = firstLine;
  for (const text of decodeLines(lines)) {
    if (text === undefined) parts.push({ line, fault: faultOf('is not valid UTF-8', 'encoding') });
    else if (/[^ \t\r]/.test(text)) parts.push({ line, ...parseLine(text, dataDepth, maxValues) });
    line++;
  }
  return parts;
}

// The mark at the beginning of a body is cut off with the first line.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined: the line is not valid UTF-8. */
function decodeLines(bytes: Uint8Array): readonly (string | undefined)[] {
  const whole = tryDecode(bytes);
  if (whole !== undefined) return whole.split('\n');
  const lines: (string | undefined)[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(lineFeed, at);
    lines.push(tryDecode(bytes.subarray(at, end === -1 ? bytes.length : end)));
    at = end === -1 ? bytes.length + 1 : end + 1;
  }
  return lines;
}

const lineFeed = 0x0a;

function parseLine(text: string, dataDepth: number, maxValues: number): Omit<LineParts, 'line'> {
  // The item is a level of nesting around its data.
  const checked = checkJson(text, { maxDepth: dataDepth + 1, maxValues, keepsInfinite: true });
  if (checked.fault) return { fault: toBreach(checked.fault) };
  const places = findTexts(text, 'data');
  const [place] = places;
  const rest = withoutTexts(text, places);
  if (rest.length > mostRest) return { fault: faultOf(`has more than ${mostRest} characters outside of "data"`, 'size') };
  return {
    rest: JSON.parse(rest),
    text: place && isObjectAt(text, place) ? text.slice(...place) : undefined,
    lostDigits: checked.inexact.length > 0 ? checked.inexact.map(({ pointer, message }) => ({ pointer, message })) : undefined,
  };
}

export function toBreach({ kind, message, pointer = '', column, offset }: Omit<JsonFault, 'line'>): Breach {
  const words = kind === 'syntax' ? `is not valid JSON at column ${column}: ${message}` : `${message} (column ${column})`;
  return { path: pointer, message: words, keyword: kind, params: { column, offset }, schemaPath: '' };
}

const faultOf = (message: string, keyword: string): Breach => ({ path: '', message, keyword, params: {}, schemaPath: '' });
