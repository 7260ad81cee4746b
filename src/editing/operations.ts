// Operations on JSON: each gives a new value that shares what did not change with the old one, and the operation that takes it back exactly.
import { isObject } from '../json/is-object.ts';
import { pointerKeys, pointerStep } from '../json/json-pointer.ts';

/** A part of the old value that stands in the new value of a `set`. Both pointers begin at the value that is set. */
export interface Carried {
  readonly from: string;
  readonly to: string;
}

/**
 * A change of a JSON value. `at`, `from` and `to` are JSON Pointers (RFC 6901) from its root.
 * `set`: gives a member or an element a value. A new member comes at the place `index` among the members; default: the end.
 * `unset`: takes a member out of its object. `insert`: puts an element into a list, at the index that ends `at`; `remove` takes it out.
 * `move`: takes an element out of its list and inserts it at `to`. `to` is a pointer in the document without the element (RFC 6902).
 */
export type Operation =
  | {
      readonly op: 'set';
      readonly at: string;
      readonly value: unknown;
      readonly index?: number | undefined;
      readonly carried?: readonly Carried[] | undefined;
    }
  | { readonly op: 'unset'; readonly at: string }
  | { readonly op: 'insert'; readonly at: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly at: string }
  | { readonly op: 'move'; readonly from: string; readonly to: string };

export interface Applied {
  readonly value: unknown;
  /** Gives the old value back, with the order of its members. */
  readonly inverse: Operation;
}

/** Applies an operation. Raises RangeError if it does not fit the value. */
export function applyOperation(value: unknown, operation: Operation): Applied {
  switch (operation.op) {
    case 'set':
      return set(value, operation);
    case 'unset':
      return unset(value, operation.at);
    case 'insert':
      return { value: insertAt(value, operation.at, operation.value), inverse: { op: 'remove', at: operation.at } };
    case 'remove':
      return {
        value: removeAt(value, operation.at),
        inverse: { op: 'insert', at: operation.at, value: getValue(value, operation.at) },
      };
    case 'move': {
      const { from, to } = operation;
      return {
        value: insertAt(removeAt(value, from), to, getValue(value, from)),
        inverse: { op: 'move', from: to, to: from },
      };
    }
  }
}

/** Applies operations one after the other. `inverses`: those that take all of it back, in their order. Raises RangeError. */
export function applyOperations(
  value: unknown,
  operations: readonly Operation[],
): { readonly value: unknown; readonly inverses: readonly Operation[] } {
  let now = value;
  const inverses: Operation[] = [];
  for (const operation of operations) {
    const applied = applyOperation(now, operation);
    now = applied.value;
    inverses.unshift(applied.inverse);
  }
  return { value: now, inverses };
}

/** The value at a pointer. Undefined: the pointer leads nowhere. */
export function getValue(root: unknown, pointer: string): unknown {
  let at = root;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key) || (Array.isArray(at) && !isIndex(key)))
      return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** The pointer of the parent, and the last key. Raises RangeError for the root. */
export function splitPointer(pointer: string): { readonly parent: string; readonly key: string } {
  const end = pointer.lastIndexOf('/');
  if (end < 0) throw new RangeError('The root of a document stands in nothing.');
  return { parent: pointer.slice(0, end), key: pointerKeys(pointer.slice(end))[0]! };
}

/** The pointer of a member or an element. */
export const join = (pointer: string, ...keys: readonly (string | number)[]): string => pointer + keys.map(pointerStep).join('');

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key);

function set(root: unknown, operation: Extract<Operation, { op: 'set' }>): Applied {
  const { at, value, index, carried } = operation;
  const { parent, key } = splitPointer(at);
  const holder = getValue(root, parent);
  const isNew = isObject(holder) && !Object.hasOwn(holder, key);
  const back = carried && { carried: carried.map(({ from, to }) => ({ from: to, to: from })) };
  return {
    value: change(root, parent, (container) => {
      if (Array.isArray(container)) {
        if (!isIndex(key) || Number(key) >= container.length) throw misfit(at);
        return container.with(Number(key), value);
      }
      if (!isObject(container)) throw misfit(at);
      const entries = Object.entries(container);
      if (!isNew) return Object.fromEntries(entries.map(([name, own]) => [name, name === key ? value : own]));
      entries.splice(index ?? entries.length, 0, [key, value]);
      return Object.fromEntries(entries);
    }),
    inverse: isNew ? { op: 'unset', at } : { op: 'set', at, value: getValue(root, at), ...back },
  };
}

function unset(root: unknown, at: string): Applied {
  const { parent, key } = splitPointer(at);
  const holder = getValue(root, parent);
  if (!isObject(holder) || !Object.hasOwn(holder, key)) throw misfit(at);
  // Names such as "10" stand before all others, whatever the index.
  const index = Object.keys(holder).indexOf(key);
  return {
    value: change(root, parent, () => Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key))),
    inverse: { op: 'set', at, value: holder[key], index },
  };
}

function insertAt(root: unknown, at: string, value: unknown): unknown {
  const { parent, key } = splitPointer(at);
  return change(root, parent, (list) => {
    if (!Array.isArray(list) || !isIndex(key) || Number(key) > list.length) throw misfit(at);
    return list.toSpliced(Number(key), 0, value);
  });
}

function removeAt(root: unknown, at: string): unknown {
  const { parent, key } = splitPointer(at);
  return change(root, parent, (list) => {
    if (!Array.isArray(list) || !isIndex(key) || Number(key) >= list.length) throw misfit(at);
    return list.toSpliced(Number(key), 1);
  });
}

/** The root with another value at a pointer. */
function change(root: unknown, pointer: string, make: (value: unknown) => unknown): unknown {
  const keys = pointerKeys(pointer);
  const inside = (value: unknown, depth: number): unknown => {
    if (depth === keys.length) return make(value);
    const key = keys[depth]!;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) throw misfit(pointer);
    const changed = inside((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (Array.isArray(value)) return value.with(Number(key), changed);
    // `fromEntries` keeps a member that is called `__proto__`.
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, name === key ? changed : own]));
  };
  return inside(root, 0);
}

const misfit = (pointer: string): RangeError => new RangeError(`The operation does not fit: there is no place ${pointer}.`);
