// What a component says because of the part around it: its place in a frame, its width in a row, its span in a table.
import { askedProperties } from '../document/components/asked-properties.ts';
import { componentSchema, definitionOf } from '../document/components/registry.ts';
import { isObject } from '../json/is-object.ts';
import type { SlotKind } from './part.ts';

/** The properties that a component has only in this kind of slot, such as `at` in a frame. */
export const askedBy = (kind: SlotKind): readonly string[] => Object.keys(askedProperties[`#/$defs/${kind}`] ?? {});

const allAsked = [...new Set(Object.values(askedProperties).flatMap((properties) => Object.keys(properties)))];

/** The properties of a component that only another kind of slot takes. */
export function misplacedIn(kind: SlotKind, component: unknown): readonly string[] {
  if (!isObject(component)) return [];
  const definition = definitionOf(component);
  const own = definition ? (componentSchema(definition).properties ?? {}) : {};
  const takes = (name: string) => askedBy(kind).includes(name) || (Object.hasOwn(own, name) && !isShare(name, component[name]));
  return allAsked.filter((name) => Object.hasOwn(component, name) && !takes(name));
}

/** A component without the properties that only another kind of slot takes. */
export function fitInto(kind: SlotKind, component: unknown): unknown {
  const misplaced = misplacedIn(kind, component);
  if (!isObject(component) || misplaced.length === 0) return component;
  return Object.fromEntries(Object.entries(component).filter(([name]) => !misplaced.includes(name)));
}

/** A width that is a share of a row. */
const isShare = (name: string, value: unknown): boolean =>
  name === 'width' && typeof value === 'string' && !value.endsWith('%') && !value.includes('{{');
