// The properties that a component has only in a frame, a row or a table, when it moves elsewhere.
import { childProperties } from '../document/components/child-properties.ts';
import { componentSchema, definitionOf } from '../document/components/registry.ts';
import { isObject } from '../json/is-object.ts';
import type { SlotKind } from './part.ts';

/** The properties that a component has only in this kind of slot, such as `at` in a frame. */
export const childPropertiesIn = (kind: SlotKind): readonly string[] => Object.keys(childProperties[`#/$defs/${kind}`] ?? {});

const allChildProperties = [...new Set(Object.values(childProperties).flatMap((properties) => Object.keys(properties)))];

/** The properties of a component that only another kind of slot takes. */
export function misplacedIn(kind: SlotKind, component: unknown): readonly string[] {
  if (!isObject(component)) return [];
  const definition = definitionOf(component);
  const own = definition ? (componentSchema(definition).properties ?? {}) : {};
  const takes = (name: string) =>
    childPropertiesIn(kind).includes(name) || (Object.hasOwn(own, name) && !isShare(name, component[name]));
  return allChildProperties.filter((name) => Object.hasOwn(component, name) && !takes(name));
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
