// The properties that components share, as JSON Schema: the single source of their checks, types and reference.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { color } from '../text/colors.ts';
import { textProperties } from '../text/text-properties.ts';
import { caps, joins } from '../vector/stroke-ends.ts';

export const expression = {
  type: 'string',
  description: 'A bare expression, without braces.',
  'x-expression': true,
} as const satisfies JsonSchema;
/** The list of a component that repeats. */
export const elementList = {
  oneOf: [expression, { type: 'array' }],
  description: 'A bare expression that gives a list, or a list that stands here. Its texts may have bindings.',
} as const satisfies JsonSchema;
export const text = { type: 'string', description: 'Text in which `{{ … }}` is replaced.' } as const satisfies JsonSchema;
export const points = {
  type: 'number',
  minimum: 0,
  maximum: 10000,
  'x-unit': 'pt',
  description: 'A length in pt.',
} as const satisfies JsonSchema;
export const length = {
  type: 'number',
  minimum: -100000,
  maximum: 100000,
  'x-unit': 'template',
  description: 'A length in the unit of the template.',
} as const satisfies JsonSchema;
export const size = {
  type: 'number',
  minimum: 0,
  maximum: 100000,
  'x-unit': 'template',
  description: 'A length in the unit of the template.',
} as const satisfies JsonSchema;
export const sizeOrPercent = {
  oneOf: [size, { type: 'string', pattern: '^\\d+(?:\\.\\d+)?%$' }],
  description: 'A length in the unit of the template, or `"50%"` of the available room.',
} as const satisfies JsonSchema;
/** The sides that follow the direction stand in place of those that do not. */
const directedSides: readonly [readonly string[], readonly string[]] = [
  ['start', 'end'],
  ['left', 'right'],
];
const sidesOf = (one: typeof length | typeof size) =>
  ({
    oneOf: [
      { ...one, title: 'a length for all sides' },
      { type: 'array', items: one, minItems: 2, maxItems: 2, title: '[vertical, horizontal]' },
      { type: 'array', items: one, minItems: 4, maxItems: 4, title: '[top, right, bottom, left]' },
      {
        ...objectOf([], {
          top: { ...one, description: 'Length at the top.' },
          right: { ...one, description: 'Length at the right.' },
          bottom: { ...one, description: 'Length at the bottom.' },
          left: { ...one, description: 'Length at the left.' },
          start: { ...one, description: 'Length at the side where the direction begins: left, or right with `"dir": "rtl"`.' },
          end: { ...one, description: 'Length at the other side.' },
        }),
        'x-either': directedSides,
      },
    ],
    description:
      'One length for all sides, `[vertical, horizontal]`, `[top, right, bottom, left]`, or an object of sides: `top`, `bottom`, and `left` and `right`, or `start` and `end`, which follow the direction.',
  }) as const satisfies JsonSchema;
export const sides = sidesOf(length);
/** Sides that are not negative. */
export const paddingSides = sidesOf(size);
export const columnWidth = {
  oneOf: [
    { type: 'number', exclusiveMinimum: 0, maximum: 100000, 'x-unit': 'template' },
    { type: 'string', pattern: '^(?:auto|\\d*(?:\\.\\d+)?\\*|\\d+(?:\\.\\d+)?%)$' },
  ],
  description:
    'A length, `"*"` or `"2*"` for a share of the remaining width, `"auto"` for its content, that of all rows of a table, or `"50%"`. In a body, an `"auto"` column with page numbers is as wide as the largest page number.',
} as const satisfies JsonSchema;
const strokeProperties = {
  width: { ...points, description: 'Line width in pt.' },
  color: { ...color, description: `Colour of the line. ${color.description}` },
  dash: { type: 'array', items: points, maxItems: 8, description: 'Lengths of dashes and gaps in pt.' },
} as const;
export const stroke = objectOf([], strokeProperties);
const cap = {
  enum: caps,
  default: 'butt',
  description: 'The ends of the line and of its dashes. With `round` and `square` they reach out by half of the width.',
} as const;
/** The stroke of a line. */
export const lineStroke = { ...stroke, properties: { ...strokeProperties, cap } } as const satisfies JsonSchema;
/** The stroke of a shape. */
export const shapeStroke = {
  ...stroke,
  properties: { ...strokeProperties, cap, join: { enum: joins, default: 'miter', description: 'The corners of the line.' } },
} as const satisfies JsonSchema;
const gradientColor = { ...color, description: `Colour. ${color.description}` } as const;
export const gradient = objectOf([], {
  from: { ...color, description: `Colour at the beginning. ${color.description}` },
  to: { ...color, description: `Colour at the end. ${color.description}` },
  stops: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: objectOf(['at', 'color'], {
      at: { type: 'number', minimum: 0, maximum: 1, description: 'Place of the colour: 0 at the beginning, 1 at the end.' },
      color: gradientColor,
    }),
    description: 'Colours on the way, in order.',
  },
  angle: {
    type: 'number',
    minimum: -360,
    maximum: 360,
    default: 0,
    description: 'Direction in degrees: 0 runs to the right, 90 downwards.',
  },
  shape: {
    enum: ['linear', 'radial'],
    default: 'linear',
    description: '`linear`: along a line. `radial`: from the middle to the corners.',
  },
});
export const fill = {
  oneOf: [color, gradient],
  description: `What is inside: a colour, or a gradient such as \`{ "from": "accent", "to": "accent/20", "angle": 90 }\`. ${color.description}`,
} as const satisfies JsonSchema;
/** One radius, or one for each corner. */
export const cornerRadius = {
  oneOf: [
    { ...points, title: 'a length in pt for all corners' },
    {
      type: 'array',
      items: points,
      minItems: 4,
      maxItems: 4,
      title: '[top left, top right, bottom right, bottom left]',
    },
  ],
  description: 'Corner radius in pt, or `[top left, top right, bottom right, bottom left]`.',
} as const satisfies JsonSchema;
const radius = {
  ...cornerRadius,
  description: `${cornerRadius.description} Colour and pictures inside are rounded with it; text is never cut.`,
} as const;
const borderSides = {
  ...strokeProperties,
  top: { ...stroke, description: 'The top side only.' },
  right: { ...stroke, description: 'The right side only.' },
  bottom: { ...stroke, description: 'The bottom side only.' },
  left: { ...stroke, description: 'The left side only.' },
  start: { ...stroke, description: 'The side where the direction begins: left, or right with `"dir": "rtl"`.' },
  end: { ...stroke, description: 'The other side.' },
} as const;
/** The border of a cell, column or row of a table. */
export const cellBorder = {
  type: 'object',
  additionalProperties: false,
  properties: borderSides,
  'x-either': directedSides,
  description:
    'A border with `width`, `color` and `dash`, around all sides or by side. It replaces the rule of a row at the same place.',
} as const satisfies JsonSchema;
export const border = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...borderSides,
    radius,
  },
  'x-either': directedSides,
  description: 'A border with `width`, `color`, `dash` and `radius`, around all sides or by side.',
} as const satisfies JsonSchema;

export const styleName = {
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description:
    'The name of a style, or a list of names: later styles win. May be a binding; a style named by the data gives only its text properties and its background.',
} as const satisfies JsonSchema;

/** The properties of a component that is a box. */
export const boxProperties = {
  margin: { ...sides, description: `Space around the border. ${sides.description}` },
  padding: { ...paddingSides, description: `Space inside the border. ${paddingSides.description}` },
  background: { ...color, description: `Colour behind the component. ${color.description}` },
  border,
  width: { ...sizeOrPercent, description: `Width. ${sizeOrPercent.description}` },
  minHeight: { ...size, description: 'Least height: the component grows with its content. In the unit of the template.' },
  height: { ...size, description: 'Height, in the unit of the template.' },
} as const satisfies Record<string, JsonSchema>;

/** The number of a heading or clause, which a text or a style may have. */
export const textNumber = {
  number: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description:
      'The number of a heading or, with `level`, of any text, as a pattern: `1`, `1.1`, `§ 1`, `a)`, `Appendix A`. The signs `1 a A i I` count where they stand beside no other letter or digit: the last one counts the texts of this level, the ones before it show the outer levels. Texts of a level count together if their patterns end in the same sign, and begin anew after a text of an outer level. `continue` prints no number and counts; `none` does neither, in place of the number of a style.',
  },
  level: {
    type: 'integer',
    'x-written': true,
    minimum: 1,
    maximum: 6,
    description:
      'Gives a text that is no heading a `number`: it counts with the headings of this level, and stays out of the outline and of contents.',
  },
  numberWidth: {
    ...size,
    description:
      'Width of a column of its own for the number: all lines of the text stand beside it. Default: the number stands in the first line, before the text.',
  },
} as const satisfies Record<string, JsonSchema>;

/** Whether contents list a heading, which a text or a style may say. */
export const listedHeading = {
  type: 'boolean',
  default: true,
  description: 'Whether a table of contents (`toc`) lists the heading.',
} as const satisfies JsonSchema;

export const roles = [
  'title',
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
  'code',
  'section',
  'toc',
  'list',
  'label',
  'artifact',
] as const;

/** The direction of a component, page layout or template, and of all that stands in it. */
export const direction = {
  enum: ['auto', 'ltr', 'rtl'],
  description:
    'Direction: with `rtl`, texts run from right to left, and columns begin at the right. What stands inside has it too. `auto`: each line of a list and each line after a line end has the direction of its first letter, without a letter that of the part around, and the whole text stands at the side of its first letter; markers of a list and columns of a `flow` follow the first text. Values of bindings keep their own order. Default: that of the part around. The template has `rtl` if its language (`document.lang`, or `locale`) is written so, and otherwise `ltr` with texts that are `auto`. Code is `auto`.',
} as const satisfies JsonSchema;

/** The properties of every component. */
export const commonProperties = {
  id: { type: 'string', minLength: 1, maxLength: 100, description: 'A name for the component, used in messages.' },
  when: { ...expression, description: 'The component is there only when this is true.' },
  style: styleName,
  ...boxProperties,
  opacity: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 1,
    description:
      'How much the component covers what lies below it: 1 covers it, 0 shows nothing of the component. It holds for the component as a whole: its parts do not show through each other. PDF/A-1 does not allow it.',
  },
  ...textProperties,
  break: {
    type: 'object',
    additionalProperties: false,
    properties: {
      before: {
        enum: ['page', 'column'],
        description: 'The component begins on a new page, or in a new column of the `flow` around it.',
      },
      after: { enum: ['page', 'column'], description: 'The next component begins on a new page, or in a new column.' },
      inside: {
        enum: ['auto', 'avoid'],
        description: '`avoid` keeps the component on one page. A component taller than a page is divided, with a warning.',
      },
    },
    description: 'Breaks of pages and columns: before or after the component, or none inside it.',
  },
  keepWithNext: {
    type: 'boolean',
    description:
      'The component stays on one page with the next component. Headings do so unless this is `false`, and so does a `caption` above its table, list or picture.',
  },
  role: {
    enum: roles,
    description:
      'Role of the component in the structure of the document, for screen readers. A `caption` stands directly before or after its table or figure. With `list`, each child is an item, and in a `repeat` each element; a `label` is the bullet or number of an item. The component `list` needs no role.',
  },
  alt: {
    ...text,
    description:
      'Read aloud in place of a picture, a barcode or a drawing, and as the text of a `link`. `""`: the picture is decoration and is not read. On a table: a summary, read before it.',
  },
  lang: {
    ...text,
    description:
      'Language of the component, as BCP 47: `fr`, `en-GB`. Default: the language of the component or document around it.',
  },
  dir: direction,
  link: {
    ...text,
    description:
      'An http, https, mailto or tel address, `#anchor`, or `#page=3` for a page by its number. A component whose text is empty is no link.',
  },
  bookmark: {
    oneOf: [
      text,
      { const: false, title: '`false`' },
      objectOf([], {
        title: { ...text, description: 'The text of the entry. Default: the text of a heading; other components have no entry.' },
        level: {
          type: 'integer',
          minimum: 1,
          maximum: 9,
          description: 'Depth in the outline: 1 is the outermost. Default: the level of the heading, or 1 for other components.',
        },
        anchor: {
          ...text,
          minLength: 1,
          maxLength: 1000,
          pattern: '^[^#]',
          description:
            "A name for links, without `#`: the link `#terms` leads to `terms`, and `{{ 'terms' | page_number }}` prints its page, `number_of` its number and `title_of` its title. May be a binding: `{{ line.sku }}`.",
        },
      }),
    ],
    description:
      'An entry in the outline. With `anchor`, also the target of links. `false`: the heading is no entry of the outline.',
  },
  mark: {
    type: 'object',
    additionalProperties: text,
    description:
      'Texts by their names, such as `{ "section": "{{ s.title }}" }`, which hold from the place of the component on until they are set again. Headers and footers print them: `{{ \'section\' | mark }}`. A text has at most 1,000 characters. A component that prints nothing sets no mark.',
  },
  count: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: '^[^{}]+$',
    description:
      "The name of a counter that counts the component: `figure`. `{{ 'figure' | counter }}` prints its number, also inside of the component.",
  },
  rotate: {
    enum: [90, 180, 270],
    title: 'it counts clockwise, so 270 stands for -90. For other angles, write "at": { "rotate": … } in a "frame"',
    description:
      'Turns the component clockwise, with its measure. `width`, `height` and `minHeight` are those of the turned component: its `height` is the length of the lines of a text that is turned by a quarter. Other angles have components with `at`.',
  },
  note: { type: 'string', description: 'A remark for people who edit the template. It is not printed.' },
} as const satisfies Record<string, JsonSchema>;

/** The place of a component in a frame, background or overlay. */
export const at = {
  type: 'object',
  additionalProperties: false,
  properties: {
    x: { ...length, description: 'From the left edge of the frame to the child.' },
    y: { ...length, description: 'From the top edge of the frame to the child.' },
    w: {
      ...sizeOrPercent,
      description: 'Width: a length, or `"50%"` of the frame. Default: up to the right edge of the frame.',
    },
    h: {
      ...sizeOrPercent,
      description:
        'Height: a length, or `"50%"` of the frame. Default: as high as the content. A length is that of a component that its own `rotate` turns by a quarter.',
    },
    rotate: {
      type: 'number',
      minimum: -360,
      maximum: 360,
      description: 'Degrees by which the child is turned clockwise, about its top left corner.',
    },
    order: {
      type: 'integer',
      'x-written': true,
      minimum: -10000,
      maximum: 10000,
      default: 0,
      description:
        'Place in the order in which screen readers read the children: smaller numbers come first. Children with the same number are read in the order of the list.',
    },
  },
  description: 'Place in the frame: from its left and top edge, width, height, rotation, and place in the order of reading.',
} as const;

/** Names for values, which expressions use, and filters of the template. */
export const letValues = {
  type: 'object',
  propertyNames: { pattern: '^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\([\\p{L}_$][\\p{L}\\p{N}_$]*(, [\\p{L}_$][\\p{L}\\p{N}_$]*)*\\))?$' },
  additionalProperties: expression,
  description:
    'Names for values: bare expressions, without braces. Each is computed once, when it is first used, and sees the names above it. A name with parameters is a filter: `"acct(n)"` for `{{ total | acct }}`, `"share(n, of)"` for `{{ net | share: total }}`. At most 200.',
} as const satisfies JsonSchema;

/** Stands for a component, a string (a text) or a list (a stack). */
export const component = { $ref: '#/$defs/component' } as const satisfies JsonSchema;
/** Stands for a list of components, or a single one. */
export const components = {
  $ref: '#/$defs/components',
  description: 'A component, or a list of components.',
} as const satisfies JsonSchema;
