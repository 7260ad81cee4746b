// Reads all JSON that comes from people and other programs, in files and in requests. Says the place of a fault.
import { describeLoss } from './exact-number.ts';
import { indexLines, type LineIndex, type Position } from './line-index.ts';
import { type JsonScan, type ScanBounds, type ScannedNumber, scanJson } from './scan-json.ts';
import { type JsonPart, type JsonVisitor, walkJson } from './walk-json.ts';

export interface ReadOptions extends ScanBounds {
  /** Default: `text`. */
  readonly part?: JsonPart | undefined;
  /** Line of its file where the text begins. Default: 1. */
  readonly firstLine?: number | undefined;
  readonly firstColumn?: number | undefined;
  /** Numbers too large for a double become infinite. The caller must refuse infinite values itself. */
  readonly keepsInfinite?: boolean;
}

/** Why a text is refused. */
export interface JsonFault extends Position {
  /** `syntax`: the text breaks RFC 8259. `number`: too large for a double. `values` and `depth`: above a limit. `duplicate`: a repeated name. */
  readonly kind: 'syntax' | 'depth' | 'values' | 'duplicate' | 'number';
  /** In UTF-16 code units from the beginning of the text. */
  readonly offset: number;
  /** JSON Pointer to the value. Undefined for a fault of the syntax. */
  readonly pointer?: string;
  /** The fault in words, to put after the name of the file and the place. */
  readonly message: string;
}

/** A number that a double cannot hold as written. */
export interface InexactNumber extends ScannedNumber, Position {
  readonly message: string;
}

/** A value that was read. */
export interface JsonValue {
  readonly fault?: undefined;
  readonly value: unknown;
  /** Numbers that lose digits, as many as `listedBy` allows. The last entry counts the others. */
  readonly inexact: readonly InexactNumber[];
  /** Number of all numbers that lose digits. */
  readonly inexactCount: number;
}

/** A value or a fault, as plain data that a thread can send. */
export type JsonReading = JsonValue | { readonly fault: JsonFault };

/** A message: `order.json:3:7 is not JSON: expected ":" after the name`. */
export function describeFault(file: string, { kind, line, column, message }: JsonFault): string {
  return `${file}:${line}:${column} ${kind === 'syntax' ? 'is not JSON: ' : ''}${message}`;
}

// Shorter texts are parsed before they are scanned. While the scanner is not compiled yet, scanning takes three times as long as parsing.
const parseFirstLength = 4_000_000;

// Finds every number that may lose digits, and a few others.
const mayLoseDigits = /[\d.]{16}|\d[eE][-+]?\d/;
// Finds names that `countNames` misses.
const spacedName = /"[ \t\n\r]+:/;

/**
 * Reads a JSON value. A fault is a breach of the syntax, a limit that is exceeded, a name that appears twice in an object, or a number too
 * large for a double. With `maxValues` the values are counted before the text is parsed. Uses no recursion.
 */
export function readJson(text: string, options: ReadOptions): JsonReading {
  const { maxDepth, maxValues, part, keepsInfinite } = options;
  const at = openPlaces(text, options);
  const refuse = (fault: Omit<JsonFault, keyof Position>) => ({ fault: { ...fault, ...at(fault.offset) } });
  const isBounded = maxValues !== undefined || text.length > parseFirstLength;
  let scan = isBounded ? scanJson(text, options) : undefined;
  const overBounds = scan && findBreach(scan, options);
  if (overBounds) return refuse(overBounds);

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = findBreach(scan ?? scanJson(text, options), options) ?? walkJson(text, {}, part);
    return refuse({ kind: 'syntax', ...(fault ?? { offset: 0, message: 'is not JSON' }) });
  }
  const members = countMembers(value, maxDepth);
  if (!scan && members === countNames(text) && !spacedName.test(text) && !mayLoseDigits.test(text))
    return { value, inexact: [], inexactCount: 0 };
  scan ??= scanJson(text, options);
  const fault =
    findBreach(scan, options) ??
    (scan.names === members ? undefined : findByWalking(text, at)) ??
    (keepsInfinite ? undefined : findTooLarge(scan));
  if (fault) return refuse(fault);
  return { value, inexact: placeInexact(scan, at), inexactCount: scan.inexactCount };
}

/** A reading without its value. */
export type JsonCheck = Omit<JsonValue, 'value'> | { readonly fault: JsonFault };

// Parsing a text up to this length is quicker than walking it, and its memory is soon free again.
const shortLength = 65_536;

/** Checks a text as `readJson` does, but makes no value of a long text. For callers that keep the text. */
export function checkJson(text: string, options: ReadOptions): JsonCheck {
  const { maxValues = Number.POSITIVE_INFINITY, part, keepsInfinite } = options;
  if (text.length <= shortLength) {
    // Each value takes at least two characters, with the comma or bracket behind it. So a short text cannot hold too many values.
    return readJson(text, { ...options, maxValues: text.length / 2 < maxValues ? undefined : maxValues });
  }
  const at = openPlaces(text, options);
  const scan = scanJson(text, options);
  const fault = findBreach(scan, options) ?? findByWalking(text, at, part) ?? (keepsInfinite ? undefined : findTooLarge(scan));
  if (fault) return { fault: { ...fault, ...at(fault.offset) } };
  return { inexact: placeInexact(scan, at), inexactCount: scan.inexactCount };
}

/** Turns offsets into lines and columns. Finds the line ends at the first call. */
function openPlaces(text: string, { firstLine, firstColumn }: ReadOptions): (offset: number) => Position {
  let lines: LineIndex | undefined;
  return (offset) => {
    lines ??= indexLines(text, firstLine, firstColumn);
    return lines.at(offset);
  };
}

function placeInexact({ inexact }: JsonScan, at: (offset: number) => Position): readonly InexactNumber[] {
  return inexact.map((one) => {
    const more =
      one.further === 0
        ? ''
        : `; ${one.further === 1 ? '1 later number loses' : `${one.further} later numbers lose`} digits, too`;
    const message = `${describeLoss(one.written, one.value)}; write it as a string to keep them${more}`;
    return { ...one, ...at(one.offset), message };
  });
}

type Fault = Omit<JsonFault, keyof Position>;

function findBreach({ tooDeepAt, tooManyAt }: JsonScan, { maxDepth, maxValues }: ScanBounds): Fault | undefined {
  if (tooDeepAt !== undefined) return { kind: 'depth', offset: tooDeepAt, message: `nested deeper than ${maxDepth} levels` };
  return tooManyAt === undefined
    ? undefined
    : { kind: 'values', offset: tooManyAt, message: `there are more than ${maxValues} values` };
}

/** The fault of the syntax. If the syntax is right, the first name that appears twice. */
function findByWalking(text: string, at: (offset: number) => Position, part?: JsonPart): Fault | undefined {
  let found: Fault | undefined;
  const visitor: JsonVisitor = {
    duplicate(name, first, again, pointer) {
      if (found) return;
      const { line, column } = at(first);
      const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
      const message = `the name ${shown} appears twice in its object, first in line ${line}, column ${column}`;
      found = { kind: 'duplicate', offset: again, pointer: pointer(), message };
    },
  };
  const syntax = walkJson(text, visitor, part);
  return syntax ? { kind: 'syntax', ...syntax } : found;
}

function findTooLarge({ tooLarge }: JsonScan): Fault | undefined {
  if (!tooLarge) return undefined;
  const { offset, pointer, written } = tooLarge;
  return { kind: 'number', offset, pointer, message: `the number ${written} is too large` };
}

/** Number of members of all objects. Undefined: nested too deep. JSON.parse makes `__proto__` an own member like any other. */
function countMembers(value: unknown, maxDepth: number): number | undefined {
  let count = 0;
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return undefined;
    const below: object[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        for (const element of container) if (typeof element === 'object' && element !== null) below.push(element as object);
        continue;
      }
      for (const key in container) {
        count++;
        const member = (container as Readonly<Record<string, unknown>>)[key];
        if (typeof member === 'object' && member !== null) below.push(member);
      }
    }
    level = below;
  }
  return count;
}

/** Counts names quickly, by searching for `":`. Also counts text in strings. Misses names with spaces before their colon. */
function countNames(text: string): number {
  let names = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) names++;
  return names;
}
