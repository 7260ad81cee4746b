// Guesses the intended component when no key names its type.

import type { JsonSchema } from '../../contract/schema.ts';
import { findNearest } from '../../words/nearest.ts';
import { hasType } from '../template/check.ts';
import { commonProperties } from '../template/property-schemas.ts';
import { components } from './all-components.ts';
import { componentTypes, typesOf } from './registry.ts';

/** The type of a misspelt or foreign name. */
export const nearestType = (name: string): string | undefined => typeKnownAs(name) ?? findNearest(name, componentTypes());

function typeKnownAs(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return components.find(({ knownAs }) => knownAs.includes(plain))?.type;
}

/** What a component without a type probably is. `key`: the misspelt or foreign name of its type. */
interface Guess {
  readonly key: string | undefined;
  /** Undefined: there is no such component. */
  readonly type: string | undefined;
}

/** Guesses by names that are nearly a type, then by the other properties, then by names of other programs. */
export function guessMissingType(props: Readonly<Record<string, unknown>>): Guess {
  const names = Object.keys(props).filter((name) => !Object.hasOwn(commonProperties, name));
  const firstWith = (find: (name: string) => string | undefined): Guess | undefined => {
    const key = names.find((name) => find(name) !== undefined);
    return key === undefined ? undefined : { key, type: find(key) };
  };
  const near = firstWith((name) => findNearest(name, componentTypes()));
  if (near) return near;
  const known = firstWith(typeKnownAs);
  // Graphics share most of their properties.
  const graphic = components.find(({ group, type }) => group === 'graphic' && type === known?.type);
  if (graphic && names.every((name) => name === known!.key || Object.hasOwn(graphic.properties, name))) return known!;
  const type = holdsContents(props) ? 'row' : typeof props.columns === 'number' ? 'flow' : guessType(props);
  // A `body` alone does not make a `use`: { "each": "lines", "body": … } is a repeat.
  if (type !== undefined && !(type === 'use' && known && props.with === undefined)) return { key: undefined, type };
  return known ?? { key: names[0], type: undefined };
}

/** Whether the columns are contents, as in a row. The columns of a table describe how each is filled. */
const holdsContents = ({ columns, table }: Readonly<Record<string, unknown>>): boolean =>
  table === undefined && Array.isArray(columns) && columns.some((one) => typeof one === 'string' || typesOf(one).length > 0);

const fits = ({ type }: JsonSchema, value: unknown): boolean => type === undefined || hasType(type, value);

/** The type that has most of these properties. Among equals, the type with the fewest other properties. Undefined: no type has any of them. */
function guessType(props: Readonly<Record<string, unknown>>): string | undefined {
  // Other programs repeat any component with `each`, so `each` does not show the type.
  const names = Object.keys(props).filter((name) => name !== 'each' && !Object.hasOwn(commonProperties, name));
  let best: { readonly type: string; readonly fitting: number; readonly count: number } | undefined;
  for (const { type, properties } of components) {
    // A page of a PDF has the properties of an image, which is more likely.
    if (type === 'pdf' && !names.includes('page')) continue;
    const fitting = names.filter((name) => Object.hasOwn(properties, name) && fits(properties[name]!, props[name])).length;
    const count = Object.keys(properties).length;
    if (fitting > (best?.fitting ?? 0) || (best && fitting === best.fitting && count < best.count))
      best = { type, fitting, count };
  }
  return best?.type;
}
