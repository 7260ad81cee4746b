// Rules for values in expressions: members, truth, comparison, text.
import { compareDecimals, decimalText, isDecimal, toDecimal } from './decimal.ts';

/** Texts are cut at this many characters: a filter cannot make a document of any size from a few bytes. */
export const maxText = 5_000_001;

/** Whether a value counts as true. These count as false: false, null, missing, 0, "", [] and {}. */
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

/** Whether there is no value: an empty text is one. */
export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Whether a value is null, missing or empty text. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
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

/** The member at a path such as `customer.name` or `lines.0.name`. */
export function memberAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of pathSteps(path)) at = memberOf(at, Array.isArray(at) && /^\d+$/.test(step) ? Number(step) : step);
  return at;
}

/** The first 20 steps of a path. */
export function pathSteps(path: string): readonly string[] {
  return path.split('.').slice(0, 20);
}

/** The text of a value as programs read it: numbers as plain decimals. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (isDecimal(value)) return decimalText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return toJson(value);
}

/** Whether a value is an object or a list. Its only text is JSON. */
export function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isDecimal(value);
}

/** JSON of a value, decimals as numbers; cut at the limit for texts. */
export const toJson = (value: unknown, most = maxText): string => new JsonWriter(most, false).write(value).text;

/** The same text for lists and objects of the same content, in any order of members. */
export const contentKey = (value: unknown): string => new JsonWriter(maxText, true).write(value).text;

/** Writes JSON until it is long enough: a value of a template may hold the same list many times, in each of many levels. */
class JsonWriter {
  readonly #parts: string[] = [];
  readonly #isSorted: boolean;
  #left: number;

  constructor(most: number, isSorted: boolean) {
    this.#left = most;
    this.#isSorted = isSorted;
  }

  get text(): string {
    return this.#left < 0 ? this.#parts.join('').slice(0, this.#left) : this.#parts.join('');
  }

  write(value: unknown): this {
    if (typeof value === 'string') this.#add(JSON.stringify(value.slice(0, Math.max(0, this.#left))));
    else if (isDecimal(value)) this.#add(this.#isSorted ? decimalText(value) : JSON.stringify(Number(decimalText(value))));
    else if (typeof value === 'boolean') this.#add(String(value));
    else if (!isComposite(value)) this.#add('null');
    else if (Array.isArray(value)) this.#writeList(value);
    else this.#writeObject(value);
    return this;
  }

  #writeList(list: readonly unknown[]): void {
    this.#add('[');
    for (const [i, item] of list.entries()) {
      if (this.#left <= 0) return;
      if (i > 0) this.#add(',');
      this.write(item);
    }
    this.#add(']');
  }

  #writeObject(value: object): void {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (this.#isSorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
    this.#add('{');
    for (const [i, [name, member]] of members.entries()) {
      if (this.#left <= 0) return;
      this.#add(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      this.write(member);
    }
    this.#add('}');
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#left -= text.length;
  }
}

/** -1, 0, 1. Undefined: the values have no order. Beside a number, a text that is a number counts as a number. */
export function compareValues(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  const left = toDecimal(a);
  const right = toDecimal(b);
  if (left !== undefined && right !== undefined) return compareDecimals(left, right);
  return undefined;
}

/**
 * Whether two values are equal. Missing equals null; lists and objects are equal by content. Beside a number, a text that is a number counts as a
 * number.
 */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined) return b === null || b === undefined;
  if (isDecimal(a) || isDecimal(b)) return compareValues(a, b) === 0;
  if (typeof a === 'object' && typeof b === 'object' && b !== null) return contentKey(a) === contentKey(b);
  return false;
}

const ordered =
  (holds: (order: number) => boolean) =>
  (a: unknown, b: unknown): boolean => {
    const order = compareValues(a, b);
    return order !== undefined && holds(order);
  };

/** Whether an operator compares by size. A missing value is neither less nor greater. */
export const isOrder = (operator: string): boolean => /^[<>]=?$/.test(operator);

/** The operators that compare. Values without an order are neither less nor greater. */
export const comparisons = {
  '==': areEqual,
  '!=': (a: unknown, b: unknown): boolean => !areEqual(a, b),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
} as const;
