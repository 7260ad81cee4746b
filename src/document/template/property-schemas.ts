// The properties that components share, as JSON Schema: the one source of their checks, their types and their reference.
import type { JsonSchema } from '../../contract/schema.ts';

export const expression = {
  type: 'string',
  description: 'A bare expression, without braces.',
  'x-expression': true,
} as const satisfies JsonSchema;
export const text = { type: 'string', description: 'Text in which `{{ … }}` is replaced.' } as const satisfies JsonSchema;
/** A colour, or a binding that gives one. */
export const color = {
  type: 'string',
  pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$|\\{\\{',
  description: '`#rgb`, `#rrggbb`, or a binding that gives one.',
} as const satisfies JsonSchema;
export const points = { type: 'number', minimum: 0, maximum: 10000, description: 'In pt.' } as const satisfies JsonSchema;
export const length = {
  type: 'number',
  minimum: -100000,
  maximum: 100000,
  description: "In the template's unit.",
} as const satisfies JsonSchema;
export const size = {
  type: 'number',
  minimum: 0,
  maximum: 100000,
  description: "In the template's unit.",
} as const satisfies JsonSchema;
export const sizeOrPercent = {
  oneOf: [size, { type: 'string', pattern: '^\\d+(?:\\.\\d+)?%$' }],
  description: 'In the template\'s unit, or `"50%"` of the room there is.',
} as const satisfies JsonSchema;
export const sides = {
  oneOf: [
    length,
    {
      type: 'array',
      items: length,
      minItems: 2,
      maxItems: 4,
      description: '`[vertical, horizontal]` or `[top, right, bottom, left]`.',
    },
    { type: 'object', additionalProperties: false, properties: { top: length, right: length, bottom: length, left: length } },
  ],
  description: 'One length for all sides, `[vertical, horizontal]`, `[top, right, bottom, left]`, or an object of sides.',
} as const satisfies JsonSchema;
export const columnWidth = {
  oneOf: [
    { type: 'number', exclusiveMinimum: 0, maximum: 100000 },
    { type: 'string', pattern: '^(?:auto|\\d*(?:\\.\\d+)?\\*|\\d+(?:\\.\\d+)?%)$' },
  ],
  description: 'A length, `"*"` or `"2*"` for a share of what is left, `"auto"` for its content, or `"50%"`.',
} as const satisfies JsonSchema;
const strokeProperties = {
  width: { ...points, description: 'Line width in pt.' },
  color,
  dash: { type: 'array', items: points, maxItems: 8, description: 'Lengths of dashes and gaps in pt.' },
} as const;
export const stroke = { type: 'object', additionalProperties: false, properties: strokeProperties } as const satisfies JsonSchema;
const radius = { ...points, description: 'Corner radius in pt.' } as const;
export const border = {
  type: 'object',
  additionalProperties: false,
  properties: { ...strokeProperties, radius, top: stroke, right: stroke, bottom: stroke, left: stroke },
  description: '`{ width, color, dash, radius }` for all sides, or by side.',
} as const satisfies JsonSchema;

/** Inherited by the components inside. */
export const textProperties = {
  font: { type: 'string', description: 'A family of `fonts`, a shipped or standard family, or a font file.' },
  size: { type: 'number', exclusiveMinimum: 0, maximum: 1000, description: 'Font size in pt.' },
  bold: { type: 'boolean' },
  italic: { type: 'boolean' },
  color,
  align: { enum: ['start', 'left', 'center', 'right', 'justify'], description: '`start` follows the direction of the text.' },
  lineHeight: { type: 'number', minimum: 0.5, maximum: 10, description: 'A multiple of the font size.' },
  letterSpacing: { type: 'number', minimum: -100, maximum: 100, description: 'In pt.' },
  underline: { type: 'boolean' },
  strike: { type: 'boolean' },
  features: {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0, maximum: 99 },
    description: 'OpenType features: `{ "tnum": 1 }`.',
  },
} as const satisfies Record<string, JsonSchema>;

export const styleName = {
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'A style, or a list of styles of which later ones win. May be a binding.',
} as const satisfies JsonSchema;

/** What may be said of a component that is a box. */
export const boxProperties = {
  margin: { ...sides, description: 'Space around.' },
  padding: { ...sides, description: 'Space inside the border.' },
  background: color,
  border,
  width: sizeOrPercent,
  minHeight: size,
  height: size,
} as const satisfies Record<string, JsonSchema>;

export const roles = [
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'heading5',
  'heading6',
  'figure',
  'caption',
  'quote',
  'note',
  'section',
  'artifact',
] as const;

/** Every component has these. */
export const commonProperties = {
  id: { type: 'string', minLength: 1, maxLength: 100, description: 'Names the component in messages.' },
  when: { ...expression, description: 'Only there when this holds.' },
  style: styleName,
  ...boxProperties,
  ...textProperties,
  break: {
    type: 'object',
    additionalProperties: false,
    properties: {
      before: { enum: ['page'] },
      after: { enum: ['page'] },
      inside: { enum: ['auto', 'avoid'] },
    },
    description: 'Where pages break: before it, after it, or not inside it.',
  },
  keepWithNext: { type: 'boolean', description: 'Stays on the page of what follows.' },
  role: { enum: roles, description: 'What it is in the structure of the document.' },
  alt: { ...text, description: 'Says in words what is shown.' },
  link: { ...text, description: 'A http, https, mailto or tel address, or `#anchor`.' },
  bookmark: {
    oneOf: [
      text,
      {
        type: 'object',
        required: ['title'],
        additionalProperties: false,
        properties: {
          title: text,
          level: { type: 'integer', minimum: 1, maximum: 9 },
          anchor: { type: 'string', minLength: 1, maxLength: 100 },
        },
      },
    ],
    description: 'An entry in the outline, and with `anchor` a place that `#anchor` links lead to.',
  },
  note: { type: 'string', description: 'For who maintains the template; not printed.' },
} as const satisfies Record<string, JsonSchema>;

/** Stands for a component, a string (a text) or a list (a stack). */
export const component = { $ref: '#/$defs/component' } as const satisfies JsonSchema;
/** Stands for a list of components, or a single one. */
export const components = { $ref: '#/$defs/components' } as const satisfies JsonSchema;
