// Values as expressions see them: members, truth, comparison, text.
import { compareDecimals, type Decimal, decimalText, isDecimal } from './decimal.ts';
import type { FormatSettings } from './types.ts';
import { writeJson } from './write-json.ts';

/** Texts are cut at this many characters: a filter cannot make a document of any size from a few bytes. */
export const maxText = 1_000_000;

/** False: false, null, missing, 0, "", [] and {}. */
export function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isDecimal(value)) return compareDecimals(value, 0) !== 0;
  if (typeof value === 'object') {
    for (const key in value) if (Object.hasOwn(value, key)) return true;
    return false;
  }
  return true;
}

/** An own member, an element, or `size`, `first`, `last` of a list and `size` of a text; else undefined. */
export function memberOf(value: unknown, key: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (typeof key === 'number') return value[key < 0 ? value.length + key : key];
    if (key === 'size') return value.length;
    if (key === 'first') return value[0];
    if (key === 'last') return value[value.length - 1];
    return undefined;
  }
  if (typeof value === 'string') return key === 'size' ? countCharacters(value) : undefined;
  if (typeof value !== 'object' || isDecimal(value)) return undefined;
  const name = typeof key === 'string' ? key : typeof key === 'number' ? String(key) : undefined;
  return name !== undefined && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Unicode characters, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.codePointAt(i)!;
    if (pair > 0xffff) {
      count--;
      i++;
    }
  }
  return count;
}

/** How a value prints without a filter: plain digits, true and false, nothing for null and missing, JSON for lists and objects. */
export function toText(value: unknown, _format: FormatSettings): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (isDecimal(value)) return decimalText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return toJson(value);
}

/** JSON of a value, decimals as numbers; cut at the limit for texts. */
export function toJson(value: unknown): string {
  return writeJson(value, maxText);
}

/** A value that computes or came from data as a JavaScript number, to double precision; undefined for other values. */
export function toNumber(value: unknown): number | undefined {
  return isDecimal(value) ? Number(value) : undefined;
}

/** -1, 0, 1; undefined for values that have no order between them. */
export function compareValues(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return isDecimal(a) && isDecimal(b) ? compareDecimals(a, b) : undefined;
}

/** Equal values; missing equals null; lists and objects equal by content, members in any order. */
export function areEqual(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (a === null || a === undefined) return b === null || b === undefined;
  if (isDecimal(a)) return isDecimal(b) && compareDecimals(a as Decimal, b) === 0;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null || isDecimal(b) || depth > 200) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((element, i) => areEqual(element, b[i], depth + 1));
  }
  if (Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && areEqual(memberOf(a, name), memberOf(b, name), depth + 1))
  );
}

/** A text that equal values share, for sets and groups. */
export function keyOf(value: unknown): string {
  if (typeof value === 'string') return `"${value}`;
  if (value === null || value === undefined) return 'null';
  return isDecimal(value) ? decimalText(value) : toJson(value);
}
