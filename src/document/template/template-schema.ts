// The template document as JSON Schema: what an editor completes by, what the linter checks by, what the reference is made from.
import type { JsonSchema } from '../../contract/schema.ts';
import { assetEntry, slug, template as wireTemplate } from '../../contract/templates.ts';
import type { ComponentDefinition } from '../components/component.ts';
import { at } from '../components/frame.ts';
import { componentSchema, components as definitions } from '../components/registry.ts';
import { familySchema } from './fonts.ts';
import { pageSizes } from './page-sizes.ts';
import { commonProperties, component, components, sides, size, styleName, text, textProperties } from './property-schemas.ts';
import { styleSchema } from './styles.ts';

export const bandNames = ['first', 'last', 'odd', 'even', 'rest', 'all'] as const;

/** A header or footer for some of the sheets. */
export const bandVariant = {
  type: 'object',
  required: ['body'],
  additionalProperties: false,
  properties: {
    on: { enum: bandNames, default: 'all', description: 'The sheets it is for. The first variant that fits a sheet is used.' },
    height: { ...size, description: 'Default: as high as its content.' },
    body: components,
  },
} as const satisfies JsonSchema;

/** A header or footer: components, or variants by sheet. */
const band = {
  type: 'array',
  description: 'Components, or a list of `{ on, height, body }` of which the first that fits the sheet is used.',
} as const satisfies JsonSchema;

/** Beside the size of the sheet, so the size of a layout's text comes from a style. */
const { size: _textSize, ...pageText } = textProperties;

export const pageSchema = {
  type: 'object',
  required: ['body'],
  additionalProperties: false,
  properties: {
    size: {
      oneOf: [
        { enum: Object.keys(pageSizes) },
        { type: 'array', items: { type: 'number', exclusiveMinimum: 0, maximum: 100000 }, minItems: 2, maxItems: 2 },
      ],
      default: 'A4',
      description: "A name, or `[width, height]` in the template's unit.",
    },
    orientation: { enum: ['portrait', 'landscape'], default: 'portrait', description: 'Of a size by name.' },
    margin: { ...sides, default: 20, description: 'Between the edge of the sheet and its content; default 20 mm.' },
    style: styleName,
    ...pageText,
    gap: { ...size, description: 'Space between the components of the body.' },
    header: band,
    body: components,
    footer: band,
    background: {
      type: 'array',
      items: { $ref: '#/$defs/placedComponent' },
      description: 'Painted first, in coordinates of the sheet.',
    },
    overlay: {
      type: 'array',
      items: { $ref: '#/$defs/placedComponent' },
      description: 'Painted last, in coordinates of the sheet.',
    },
  },
} as const satisfies JsonSchema;

export const documentSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: text,
    author: text,
    subject: text,
    keywords: { type: 'array', items: text, maxItems: 100 },
    creator: text,
    lang: { ...text, description: 'BCP 47: `de`, `en-GB`.' },
    filename: { ...text, description: 'Of the result, without `.pdf`; default the slug.' },
  },
} as const satisfies JsonSchema;

/** The members of a template document, without `$defs`. */
export const templateMembers = {
  $schema: { type: 'string' },
  uuid: wireTemplate.properties.uuid,
  slug,
  name: { ...wireTemplate.properties.name, description: 'For people.' },
  description: wireTemplate.properties.description,
  tags: wireTemplate.properties.tags,
  unit: {
    enum: ['mm', 'cm', 'in', 'pt'],
    default: 'mm',
    description: 'Of positions and sizes. Font sizes, line widths and radii are always pt.',
  },
  locale: { ...text, default: 'en-US', description: 'BCP 47: how numbers and dates are written.' },
  timezone: { ...text, default: 'UTC', description: 'IANA: `Europe/Berlin`.' },
  currency: { ...text, description: 'ISO 4217: `EUR`.' },
  document: documentSchema,
  fonts: { type: 'object', additionalProperties: familySchema, description: 'Families by the name that `font` uses.' },
  styles: { type: 'object', additionalProperties: styleSchema, description: '`base` applies to everything.' },
  assets: {
    type: 'object',
    additionalProperties: assetEntry,
    description: 'Files by the name that the template uses; on the wire only.',
  },
  pages: { type: 'array', minItems: 1, maxItems: 1000, items: pageSchema },
  dataSchema: { type: ['object', 'boolean'], description: 'JSON Schema of the data.' },
  exampleData: { type: 'object', description: 'Data that fits the schema.' },
} as const satisfies Record<string, JsonSchema>;

export const templateSchema = {
  type: 'object',
  required: ['pages'],
  additionalProperties: false,
  properties: templateMembers,
} as const satisfies JsonSchema;

/** The published schema, self-contained: JSON Schema 2020-12. What components share stands once, under `$defs`. */
export function templateJsonSchema(): JsonSchema {
  const shared = Object.fromEntries(Object.keys(commonProperties).map((name) => [name, { $ref: `#/$defs/common-${name}` }]));
  const publish = (definition: ComponentDefinition, more: Record<string, JsonSchema>): JsonSchema => ({
    ...componentSchema(definition),
    properties: { type: { const: definition.type }, ...shared, ...definition.properties, ...more },
  });
  const bands = { type: 'array', items: { anyOf: [component, bandVariant] }, description: band.description };
  const page = {
    ...templateMembers.pages.items,
    properties: { ...templateMembers.pages.items.properties, header: bands, footer: bands },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'pdfgen template',
    description:
      'A template of pdfgen: page layouts and what stands in them. The data schema and example data may stand in files of their own.',
    ...templateSchema,
    properties: { ...templateMembers, pages: { ...templateMembers.pages, items: page } },
    $defs: {
      component: {
        description: 'A component; a string is a text, a list is a stack.',
        anyOf: [
          { type: 'string' },
          { type: 'array', items: component },
          { oneOf: definitions.map(({ type }) => ({ $ref: `#/$defs/${type}` })) },
        ],
      },
      components: { description: 'Components one below the other.', ...component },
      placedComponent: {
        description: 'A component with its place.',
        anyOf: [{ type: 'string' }, { oneOf: definitions.map(({ type }) => ({ $ref: `#/$defs/placed-${type}` })) }],
      },
      ...Object.fromEntries(definitions.map((definition) => [definition.type, publish(definition, {})])),
      ...Object.fromEntries(
        definitions.map((definition) => [`placed-${definition.type}`, publish(definition, { at: { $ref: '#/$defs/at' } })]),
      ),
      ...Object.fromEntries(Object.entries(commonProperties).map(([name, schema]) => [`common-${name}`, schema])),
      at,
    },
  };
}
