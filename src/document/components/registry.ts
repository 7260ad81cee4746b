// Finds types of components by the keys of templates, and gives their schemas.
import type { JsonSchema } from '../../contract/schema.ts';
import { commonProperties } from '../template/property-schemas.ts';
import { components } from './all-components.ts';
import type { ComponentDefinition } from './component.ts';

const byType = new Map(components.map((definition) => [definition.type, definition]));

export function findComponent(type: string): ComponentDefinition | undefined {
  return byType.get(type);
}

export function componentTypes(): readonly string[] {
  return [...byType.keys()];
}

/** The keys of a component that name a type: one, unless the component is faulty. */
export function typesOf(component: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(component).filter((name) => byType.has(name));
}

/** The definition of a component. Undefined: no key names its type, or two do. */
export function definitionOf(component: Readonly<Record<string, unknown>>): ComponentDefinition | undefined {
  const [type, second] = typesOf(component);
  return type === undefined || second !== undefined ? undefined : byType.get(type);
}

/** Whether components print something with some data. False for texts and children that are written empty, and for components such as space. */
export function canPrint(part: unknown): boolean {
  if (typeof part === 'string') return part.trim() !== '';
  if (Array.isArray(part)) return part.some(canPrint);
  if (typeof part !== 'object' || part === null) return false;
  const props = part as Readonly<Record<string, unknown>>;
  return definitionOf(props)?.canPrint(props, canPrint) ?? true;
}

const schemas = new Map<string, JsonSchema>();

/** The JSON Schema of a component: its own and the common properties. */
export function componentSchema(definition: ComponentDefinition): JsonSchema {
  let schema = schemas.get(definition.type);
  if (!schema) {
    schema = {
      type: 'object',
      description: definition.summary,
      required: [definition.type, ...definition.required],
      additionalProperties: false,
      properties: { ...commonProperties, ...definition.properties },
    };
    schemas.set(definition.type, schema);
  }
  return schema;
}
