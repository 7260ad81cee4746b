// What a component brings that has a meaning in some places of a template only.
import { isObject } from '../json/is-object.ts';
import { builtStyles } from './built-styles.ts';
import { expressionsIn, mayUse } from './names-in-use.ts';
import type { PartTree } from './part-tree.ts';

export interface ComponentTraits {
  /** The sources of its expressions. */
  readonly sources: readonly string[];
  /** It or a part of it is counted or numbered. */
  readonly isNumbered: boolean;
  /** It prints what a part of the page has marked. */
  readonly printsMarks: boolean;
  /** A condition of it asks for the number of the page. */
  readonly decidesByPage: boolean;
  /** Whether it or a part of it has a property, which may name its type. */
  has(property: string): boolean;
}

export function traitsOf(tree: PartTree, component: unknown): ComponentTraits {
  const { define } = tree.written;
  const parts = objectsWithUsed(component, isObject(define) ? define : {});
  const has = (property: string) => parts.some((part) => Object.hasOwn(part, property));
  const used = new Set(parts.flatMap(({ style }) => [style].flat()));
  const numbering = Object.entries(builtStyles(tree)).filter(([, { number }]) => number !== undefined);
  const sources = expressionsIn(component);
  return {
    sources,
    isNumbered: has('count') || has('number') || numbering.some(([name]) => used.has(name) || has(name)),
    printsMarks: sources.some((source) => /\|\s*mark\b/.test(source)),
    decidesByPage: parts.some(({ when }) => typeof when === 'string' && mayUse(when, 'page')),
    has,
  };
}

/** The objects in a component, and in the definitions that it uses, each of them once. */
function objectsWithUsed(
  component: unknown,
  definitions: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  const parts = [...objectsIn(component)];
  const used = new Set<unknown>();
  for (const { use } of parts) {
    if (typeof use !== 'string' || used.has(use) || !Object.hasOwn(definitions, use)) continue;
    used.add(use);
    // The list grows while it is read: a definition may use others.
    parts.push(...objectsIn(definitions[use]));
  }
  return parts;
}

/** All objects in a value. */
export function* objectsIn(value: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}
