// Looks through a template before its components are compiled: which marks it sets, and which components of a type it has.
import { isObject } from '../../json/is-object.ts';
import { typesOf } from '../components/registry.ts';

/** The names of the marks that the components in some parts of a template set. Expressions are proved against them. */
export function collectMarks(...parts: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const part of objectsIn(parts))
    if (isObject(part.mark) && typesOf(part).length > 0) for (const name of Object.keys(part.mark)) names.add(name);
  return [...names];
}

/** Finds all components of a type in some parts of a template, and returns the value of the key that names the type: `2` for `{ "toc": 2 }`. */
export function propertiesOf(type: string, ...parts: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = [];
  for (const part of objectsIn(parts)) if (typesOf(part).includes(type)) found.push(part[type]);
  return found;
}

/** Whether a list in some parts of a template goes on counting in an earlier one. */
export function continuesLists(...parts: readonly unknown[]): boolean {
  for (const part of objectsIn(parts)) if (part.list !== undefined && part.continue === true) return true;
  return false;
}

/** All objects in some parts, in no order. Without recursion: how deep components may nest is checked later. */
function* objectsIn(parts: readonly unknown[]): Iterable<Readonly<Record<string, unknown>>> {
  const open: unknown[] = [...parts];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (isObject(part)) yield part;
    for (const member of Object.values(part)) open.push(member);
  }
}
