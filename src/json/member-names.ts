// Matches names of members that differ only in Unicode composition: a letter with an accent is one character or two (UAX #15).
import { isObject } from './is-object.ts';
import { pointerKeys, pointerStep } from './json-pointer.ts';

/** Gives the writing that a schema or an example has for a name. Another name stays as it is. */
export type NameWriting = (name: string) => string;

const isAscii = (name: string): boolean => /^[\0-\x7f]*$/.test(name);

/** Undefined: no name of the schema, or of the example, has several compositions. */
export function readNames(schema: unknown, example?: unknown): NameWriting | undefined {
  const writings = new Map<string, Set<string>>();
  const add = (name: unknown) => {
    if (typeof name !== 'string' || isAscii(name)) return;
    const form = name.normalize('NFC');
    const known = writings.get(form) ?? new Set();
    writings.set(form, known.add(name));
  };
  const visit = (value: unknown, addAll: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, addAll);
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (addAll) add(key);
      if (key === 'properties' && isObject(member)) Object.keys(member).forEach(add);
      if (key === 'required' && Array.isArray(member)) member.forEach(add);
      visit(member, addAll);
    }
  };
  visit(schema, false);
  visit(example, true);
  if (writings.size === 0) return undefined;
  return (name) => {
    const known = isAscii(name) ? undefined : writings.get(name.normalize('NFC'));
    const [written] = known ?? [];
    return known === undefined || known.has(name) ? name : known.size === 1 ? written! : name;
  };
}

/** `data` with its names as the schema writes them; the same value if nothing changes. `clashes`: pointers of members whose name another has. */
export function conformNames(
  data: unknown,
  writing: NameWriting | undefined,
): { readonly data: unknown; readonly clashes: readonly string[] } {
  const clashes: string[] = [];
  if (writing === undefined) return { data, clashes };
  const visit = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item, i) => visit(item, pointer + pointerStep(i)));
      return items.every((item, i) => item === value[i]) ? value : items;
    }
    if (!isObject(value)) return value;
    const taken = new Set<string>();
    const members = Object.entries(value).map(([name, member]) => {
      const at = pointer + pointerStep(name);
      const written = writing(name);
      const isTaken = taken.has(written) || (written !== name && Object.hasOwn(value, written));
      if (isTaken) clashes.push(at);
      const kept = isTaken ? name : written;
      taken.add(kept);
      return [kept, visit(member, at)] as const;
    });
    const isSame = Object.entries(value).every(([name, member], i) => members[i]![0] === name && members[i]![1] === member);
    return isSame ? value : Object.fromEntries(members);
  };
  return { data: visit(data, ''), clashes };
}

/** The name under which an object has a member; undefined: it has none. */
export function ownName(object: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (Object.hasOwn(object, name) || isAscii(name)) return Object.hasOwn(object, name) ? name : undefined;
  const form = name.normalize('NFC');
  return Object.keys(object).find((one) => one.normalize('NFC') === form);
}

/** The pointer into `data` of a place in the conformed data. */
export function writtenPointer(pointer: string, data: unknown): string {
  let at = data;
  let written = '';
  for (const key of pointerKeys(pointer)) {
    const name = isObject(at) ? (ownName(at, key) ?? key) : key;
    written += pointerStep(name);
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return written;
}
