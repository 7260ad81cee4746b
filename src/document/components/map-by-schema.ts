// Walks parts of a template by their JSON Schemas, through all components.
import type { JsonSchema } from '../../contract/schema.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { hasType } from '../template/check.ts';
import { componentSchema, definitionOf } from './registry.ts';

type Part = Readonly<Record<string, unknown>>;

export interface PartVisitor {
  /** The component to go on with. */
  component?(part: Part, pointer: string): Part;
  /** The text to have in place of a text. */
  text?(text: string, schema: JsonSchema, pointer: string): string;
}

/** A value with what a visitor makes of its components and texts; the value itself if nothing changes. Parts that do not fit the schema stay as they are. */
export function mapBySchema(schema: JsonSchema, value: unknown, pointer: string, visitor: PartVisitor): unknown {
  if (typeof value === 'string') return visitor.text ? mapText(schema, value, pointer, visitor.text) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (schema.$ref !== undefined) return mapComponent(value, pointer, visitor);
  const forms = schema.oneOf ?? schema.anyOf;
  // Forms that share members, such as the variant of a band and a component, see what the others made of them.
  if (forms)
    return forms
      .filter(({ $ref, type }) => $ref !== undefined || type === undefined || hasType(type, value))
      .reduce((mapped: unknown, form) => mapBySchema(form, mapped, pointer, visitor), value);
  const { items, properties = {}, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const schemaOf = Array.isArray(value)
    ? () => items
    : (name: string) => (Object.hasOwn(properties, name) ? properties[name] : others);
  return mapMembers(value, (name, member) => {
    const own = schemaOf(name);
    return own === undefined ? member : mapBySchema(own, member, pointer + pointerStep(name), visitor);
  });
}

const anyComponent = { $ref: '#/$defs/component' } as const;

function mapText(schema: JsonSchema, text: string, pointer: string, change: NonNullable<PartVisitor['text']>): string {
  const forms = schema.oneOf ?? schema.anyOf;
  return change(text, forms?.find(({ type }) => type === 'string') ?? schema, pointer);
}

function mapComponent(value: object, pointer: string, visitor: PartVisitor): unknown {
  if (Array.isArray(value))
    return mapMembers(value, (name, child) => mapBySchema(anyComponent, child, `${pointer}/${name}`, visitor));
  const component = visitor.component?.(value as Part, pointer) ?? (value as Part);
  const definition = definitionOf(component);
  return definition ? mapBySchema(componentSchema(definition), component, pointer, visitor) : component;
}

/** The value with mapped members; the value itself if none changes. */
function mapMembers(value: object, map: (name: string, member: unknown) => unknown): unknown {
  let changed: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const mapped = map(name, member);
    if (mapped === member) continue;
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    changed[name] = mapped;
  }
  return changed ?? value;
}
