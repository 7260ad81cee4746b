// Finds a component in a template by the name that messages give it.
import { isObject } from './is-object.ts';
import { pointerStep } from './json-pointer.ts';

/** The pointer to a component by its pointer or its `id`. Undefined: no component, or several, have this id. */
export function pointerOfComponent(component: string, document: Readonly<Record<string, unknown>>): string | undefined {
  if (component === '' || component === '/') return component === '/' ? '' : undefined;
  if (component.startsWith('/')) return component;
  const { define, pages } = document;
  const [found, ...others] = findIds({ define, pages }, '', component);
  return others.length > 0 ? undefined : found;
}

function findIds(value: unknown, pointer: string, id: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isObject(value) && value.id === id ? [pointer] : [];
  return [...own, ...Object.entries(value).flatMap(([key, member]) => findIds(member, pointer + pointerStep(key), id))];
}
