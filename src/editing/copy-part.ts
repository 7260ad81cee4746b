// Copies of parts, for duplicates and for pasting.
import { typesOf } from '../document/components/registry.ts';
import { isObject } from '../json/is-object.ts';

/** A copy whose components have no `id`: no two may have the same. */
export function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (!isObject(value)) return value;
  const isComponent = typesOf(value).length > 0;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isComponent && name === 'id'))
      // The arguments of a block are values, and no components.
      .map(([name, member]) => [name, name === 'with' ? member : withoutNames(member)]),
  );
}
