// Which properties of components, page layouts and their parts a template uses, and which there are: `text.border.top.width`.
import type { JsonSchema } from '../../../src/contract/schema.ts';
import {
  bandVariant,
  definedPageSchema,
  documentSchema,
  pageSchema,
  templateMembers,
} from '../../../src/document/compile/template-schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { childProperties } from '../../../src/document/components/child-properties.ts';
import { componentSchema, definitionOf } from '../../../src/document/components/registry.ts';
import { definitionSchema } from '../../../src/document/template/definition-schema.ts';
import { styleSchema } from '../../../src/document/template/styles.ts';

type Part = Readonly<Record<string, unknown>>;

const bands = { type: 'array', items: { anyOf: [{ $ref: '#/$defs/component' }, bandVariant] } } as const;
const withBands = (page: JsonSchema): JsonSchema => ({
  ...page,
  properties: { ...page.properties, header: bands, footer: bands },
});

/** The parts of a template that random templates hold. An invoice and the standards have tests of their own. */
const { standard: _standard, encryption: _encryption, ...documentProperties } = documentSchema.properties;
const template: JsonSchema = {
  type: 'object',
  properties: {
    document: { ...documentSchema, properties: documentProperties },
    colors: templateMembers.colors,
    let: templateMembers.let,
    fonts: templateMembers.fonts,
    styles: { type: 'object', additionalProperties: styleSchema },
    define: { type: 'object', additionalProperties: definitionSchema(withBands(definedPageSchema), { type: 'object' }) },
    pages: { type: 'array', items: withBands(pageSchema) },
  },
};

/** All properties that a template may use. */
export function allProperties(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: JsonSchema, label: string): void => {
    if (schema.$ref !== undefined) {
      for (const name of Object.keys(childProperties[schema.$ref] ?? {}))
        found.add(`${schema.$ref.slice('#/$defs/'.length)}.${name}`);
      for (const [name, own] of Object.entries(childProperties[schema.$ref] ?? {})) visit(own, `${schema.$ref.slice(8)}.${name}`);
      return;
    }
    for (const form of schema.oneOf ?? schema.anyOf ?? []) visit(form, label);
    if (schema.items) visit(schema.items, label);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, label);
    for (const [name, own] of Object.entries(schema.properties ?? {})) {
      found.add(`${label}.${name}`);
      visit(own, `${label}.${name}`);
    }
  };
  visit(template, 'template');
  for (const definition of components) visit(componentSchema(definition), definition.type);
  return found;
}

/** The properties that a template uses. */
export function usedProperties(given: Part): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: JsonSchema, value: unknown, label: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (schema.$ref !== undefined) {
      visitChild(schema.$ref, value);
      return;
    }
    if (Array.isArray(value)) {
      for (const form of formsOf(schema)) if (form.items) for (const item of value) visit(form.items, item, label);
      return;
    }
    for (const form of formsOf(schema)) {
      if (form.$ref !== undefined) visitChild(form.$ref, value);
      for (const [name, member] of Object.entries(value)) {
        const own = form.properties && Object.hasOwn(form.properties, name) ? form.properties[name] : undefined;
        if (own) found.add(`${label}.${name}`);
        const inside = own ?? form.additionalProperties;
        if (typeof inside === 'object') visit(inside, member, own ? `${label}.${name}` : label);
      }
    }
  };
  const visitChild = (ref: string, value: object): void => {
    if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) if (typeof item === 'object' && item !== null) visitChild(ref, item);
      return;
    }
    const part = value as Part;
    const definition = definitionOf(part);
    const asked = childProperties[ref];
    if (asked) visit({ type: 'object', properties: asked }, part, ref.slice('#/$defs/'.length));
    if (definition) visit(componentSchema(definition), part, definition.type);
  };
  visit(template, given, 'template');
  return found;
}

const formsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.oneOf ?? schema.anyOf ?? [schema];
