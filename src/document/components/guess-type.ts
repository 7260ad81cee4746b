// Guesses the intended component when `type` is missing or unknown.

import type { JsonSchema } from '../../contract/schema.ts';
import { findNearest } from '../../words/nearest.ts';
import { hasType } from '../template/check.ts';
import { commonProperties } from '../template/property-schemas.ts';
import { components, componentTypes } from './registry.ts';

/** The type of a misspelt or foreign name. */
export function nearestType(type: string): string | undefined {
  const plain = type.toLowerCase().replace(/[-_]/g, '');
  return components.find(({ knownAs }) => knownAs.includes(plain))?.type ?? findNearest(type, componentTypes());
}

const fits = ({ type }: JsonSchema, value: unknown): boolean => type === undefined || hasType(type, value);

/** The type that has most of these properties. Among equals, the type with the fewest other properties. Undefined: no type has any of them. */
export function guessType(props: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(props).filter((name) => !Object.hasOwn(commonProperties, name));
  let best: { readonly type: string; readonly fitting: number; readonly count: number } | undefined;
  for (const { type, properties } of components) {
    const fitting = names.filter((name) => Object.hasOwn(properties, name) && fits(properties[name]!, props[name])).length;
    const count = Object.keys(properties).length;
    if (fitting > (best?.fitting ?? 0) || (best && fitting === best.fitting && count < best.count))
      best = { type, fitting, count };
  }
  return best?.type;
}
