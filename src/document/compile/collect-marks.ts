// Looks through a template before its expressions are compiled: for the marks that it sets, against whose names each expression is proved, and for lists that
// go on counting.
import { isObject } from '../../json/is-object.ts';
import { typesOf } from '../components/registry.ts';

/** The names of the marks that the components in some parts of a template set. */
export function collectMarks(...parts: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const part of objectsIn(parts))
    if (isObject(part.mark) && typesOf(part).length > 0) for (const name of Object.keys(part.mark)) names.add(name);
  return [...names];
}

/** Whether a list in some parts of a template goes on counting in an earlier one. */
export function continuesLists(...parts: readonly unknown[]): boolean {
  for (const part of objectsIn(parts)) if (part.list !== undefined && part.continue === true) return true;
  return false;
}

function* objectsIn(parts: readonly unknown[]): Iterable<Readonly<Record<string, unknown>>> {
  const open = [...parts];
  // Without recursion: how deep components may nest is checked later.
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (isObject(part)) yield part;
    for (const member of Object.values(part)) open.push(member);
  }
}
