// Scans JSON text in one quick pass for facts that JSON.parse does not give: depth, number of values and names, numbers that lose digits.
// Makes no values.
import { cutNumber, isExact } from './exact-number.ts';
import { pointerStep } from './json-pointer.ts';

/** A number in the text. */
export interface ScannedNumber {
  readonly offset: number;
  /** JSON Pointer (RFC 6901) to the number. */
  readonly pointer: string;
  /** The number as written, at most 40 digits. */
  readonly written: string;
  /** The number as a double. */
  readonly value: number;
  /** Number of later numbers that lose digits and are not listed. */
  further: number;
}

export interface JsonScan {
  /** Offset of the first bracket that is nested too deep. */
  readonly tooDeepAt: number | undefined;
  /** Offset of the first value above the limit. */
  readonly tooManyAt: number | undefined;
  /** Number of values of all kinds in the scanned text. */
  readonly values: number;
  /** Number of names in the text. If the value has fewer members, a name appears twice. */
  readonly names: number;
  /** Numbers that lose digits, as many as `listedBy` allows. */
  readonly inexact: readonly ScannedNumber[];
  /** Number of all numbers that lose digits. */
  readonly inexactCount: number;
  /** The first number that is too large for a double. */
  readonly tooLarge: ScannedNumber | undefined;
}

export interface ScanBounds {
  /** Most brackets that may be open at once. */
  readonly maxDepth: number;
  /** Most values, objects and arrays included. */
  readonly maxValues?: number | undefined;
  /**
   * Which numbers that lose digits are listed: ten of each container at this depth, for the first `most` containers. Default: a hundred of
   * the whole text.
   */
  readonly listedBy?: { readonly depth: number; readonly most: number } | undefined;
}

const backslash = 0x5c;
const mostListed = 100;
const mostListedOfOne = 10;

/** Expects valid JSON, but ends for any text. Stops at the first bracket beyond `maxDepth` and at the first value beyond `maxValues`. */
export function scanJson(text: string, { maxDepth, maxValues = Infinity, listedBy }: ScanBounds): JsonScan {
  let depth = 0;
  let names = 0;
  let values = 0;
  let inexactCount = 0;
  const inexact: ScannedNumber[] = [];
  let room = listedBy ? mostListedOfOne : mostListed;
  let containers = 0;
  let tooLarge: ScannedNumber | undefined;
  // The path to the current place. Each entry is the index in an array, or the offset of the latest name in an object.
  const isArray = new Uint8Array(maxDepth + 1);
  const steps = new Int32Array(maxDepth + 1);
  const result = (tooDeepAt?: number, tooManyAt?: number): JsonScan => {
    return { tooDeepAt, tooManyAt, values, names, inexact, inexactCount, tooLarge };
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      // A string counts as a value. A colon after it shows that it is a name.
      if (++values > maxValues) return result(undefined, i);
      if (isArray[depth] === 0) steps[depth] = i;
      i = endOfString(text, i);
    } else if (code === 0x2c) {
      if (isArray[depth] === 1) steps[depth]!++;
    } else if (code === 0x3a) {
      names++;
      values--;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return result(i);
      if (++values > maxValues) return result(undefined, i);
      if (depth === listedBy?.depth) room = ++containers <= listedBy.most ? mostListedOfOne : 0;
      isArray[depth] = code === 0x5b ? 1 : 0;
      steps[depth] = 0;
    } else if (code === 0x7d || code === 0x5d) {
      if (depth > 0) depth--;
    } else if (code >= 0x30 && code <= 0x39) {
      if (++values > maxValues) return result(undefined, i);
      const start = i;
      while (isNumeric(text.charCodeAt(i + 1))) i++;
      // Up to 15 digits always fit a double; a short number can only fail by its exponent.
      if (i - start < 3) continue;
      const number = text.slice(start, i + 1);
      if ((number.length <= 15 && !/e/i.test(number)) || isExact(number)) continue;
      const value = Number(number);
      const isTooLarge = value === Infinity && tooLarge === undefined;
      inexactCount++;
      if (room === 0) {
        const last = inexact.at(-1);
        if (last) last.further++;
        if (!isTooLarge) continue;
      }
      const isNegative = text.charCodeAt(start - 1) === 0x2d;
      const found = {
        offset: isNegative ? start - 1 : start,
        pointer: pointerTo(text, depth, isArray, steps),
        written: cutNumber(isNegative ? `-${number}` : number),
        value: isNegative ? -value : value,
        further: 0,
      };
      if (isTooLarge) tooLarge = found;
      if (room === 0) continue;
      inexact.push(found);
      room--;
    } else if ((code === 0x74 || code === 0x66 || code === 0x6e) && ++values > maxValues) return result(undefined, i);
  }
  return result();
}

function pointerTo(text: string, depth: number, isArray: Uint8Array, steps: Int32Array): string {
  let pointer = '';
  for (let level = 1; level <= depth; level++) {
    const step = steps[level]!;
    pointer += pointerStep(isArray[level] === 1 ? step : readName(text, step));
  }
  return pointer;
}

function readName(text: string, start: number): string {
  const written = text.slice(start, endOfString(text, start) + 1);
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

/** The offset of the closing quote of the string that begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

const isNumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
