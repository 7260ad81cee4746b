// Finds the marks that a template sets, before its expressions are compiled: each of them is proved against their names.
import { isObject } from '../../json/is-object.ts';
import { typesOf } from '../components/registry.ts';

/** The names of the marks that the components in some parts of a template set. */
export function collectMarks(...parts: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  const open: unknown[] = [...parts];
  // Without recursion: how deep components may nest is checked later.
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (isObject(part) && isObject(part.mark) && typesOf(part).length > 0)
      for (const name of Object.keys(part.mark)) names.add(name);
    for (const member of Object.values(part)) open.push(member);
  }
  return [...names];
}
