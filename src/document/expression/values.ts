// Values as expressions see them: members, truth, comparison, text.
import { compareDecimals, type Decimal, decimalText, isDecimal, toDecimal } from './decimal.ts';
import type { FormatSettings } from './types.ts';

/** Texts are cut at this many characters: a filter cannot make a document of any size from a few bytes. */
export const maxText = 5_000_001;

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
  if (typeof value === 'string') return key === 'size' ? [...value].length : undefined;
  if (typeof value !== 'object' || isDecimal(value)) return undefined;
  const name = typeof key === 'string' ? key : typeof key === 'number' ? String(key) : undefined;
  return name !== undefined && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** How a value prints without a filter. */
export function toText(value: unknown, _format: FormatSettings): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (isDecimal(value)) return decimalText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return toJson(value);
}

/** JSON of a value, decimals as numbers; cut at the limit for texts. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value, (_key, member: unknown) =>
    isDecimal(member) && typeof member !== 'number' ? Number(decimalText(member)) : member,
  );
  return (json ?? '').slice(0, maxText);
}

/** -1, 0, 1; undefined for values that have no order between them. */
export function compareValues(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  const left = isDecimal(a) ? toDecimal(a) : undefined;
  const right = isDecimal(b) ? toDecimal(b) : undefined;
  if (left !== undefined && right !== undefined) return compareDecimals(left, right);
  return undefined;
}

/** Equal values; missing equals null; lists and objects equal by content. */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined) return b === null || b === undefined;
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(toDecimal(a) as Decimal, toDecimal(b) as Decimal) === 0;
  if (typeof a === 'object' && typeof b === 'object' && b !== null) return toJson(a) === toJson(b);
  return false;
}
