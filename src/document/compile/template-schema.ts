// The template document as JSON Schema: its members and page layouts, for the compiler, the published schema and the reference.
import { permissionList } from '../../contract/encryption.ts';
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { standardOption } from '../../contract/standards.ts';
import { assetEntry, slug, template as wireTemplate } from '../../contract/templates.ts';
import { elementProperties } from '../components/shared/lists/select-elements.ts';
import { definedColumn } from '../components/table/table-schema.ts';
import { labelStyles, viewerChoices } from '../layout/fragment.ts';
import { bandNames, bandSheets } from '../layout/page-layout.ts';
import { definitionSchema, useProperties } from '../template/definition-schema.ts';
import { familySchema } from '../template/font-families.ts';
import {
  component,
  components,
  direction,
  expression,
  letValues,
  sides,
  size,
  styleName,
  text,
} from '../template/property-schemas.ts';
import { styleSchema } from '../template/styles.ts';
import { takesColor, writtenColors } from '../text/colors.ts';
import { textProperties } from '../text/text-properties.ts';
import { attachmentSchema } from './attachments.ts';
import { invoiceSchema } from './invoice-schema.ts';
import { metadataSchema } from './metadata.ts';
import { pageSizes } from './page-sizes.ts';
import { typeStyles } from './type-styles.ts';

/** A header or footer for some of the sheets. */
export const bandVariant = objectOf(['body'], {
  on: {
    enum: bandNames,
    default: 'all',
    description: `The sheets that the variant is for: ${Object.entries(bandSheets)
      .map(([name, sheets]) => `\`${name}\`, ${sheets}`)
      .join('; ')}. A sheet gets the first variant of the list that is for it.`,
  },
  when: {
    ...expression,
    description:
      'The variant is for its sheets only where this is true. May use `page.number`, `page.side` and `page.part.number`.',
  },
  bleed: {
    type: 'boolean',
    default: false,
    description:
      'The variant stands at the edges of the sheet, without margins, and is as wide as the sheet. The body keeps its margin, and begins below a higher header or ends above a higher footer.',
  },
  height: { ...size, description: 'Height of the header or footer. Default: as high as its content.' },
  read: {
    enum: ['once', 'never'],
    description:
      'Whether screen readers read the variant: `once`, where it first stands, or `never`. Texts with page numbers are not read unless they have a `role`. Default: `once` for `first` and `last`, otherwise `never`.',
  },
  body: { ...components, description: 'The content of the header or footer.' },
});

/** A size that the data gives. The size of a layout has this form beside those of `pageSchema`. */
const boundSize = { type: 'string', pattern: '^\\s*\\{\\{.*\\}\\}\\s*$' } as const satisfies JsonSchema;

/** A header or footer: components, or variants by sheet. */
const band = {
  type: 'array',
  description: 'Components, or a list of objects with `body` for different sheets.',
} as const satisfies JsonSchema;

/** `size` is the size of the sheet here, so the size of a layout's text comes from a style. */
const { size: _textSize, ...pageText } = textProperties;

const [length, pair, four, object] = sides.oneOf;
const { top, right, bottom, left } = object.properties;
/** The margins of a page layout: the sides of every box, and those that change from page to page. */
export const pageMargin = {
  oneOf: [
    length,
    pair,
    four,
    objectOf([], {
      top,
      right,
      bottom,
      left,
      inner: { ...left, description: 'Length at the side where the pages are bound, in place of `left` and `right`.' },
      outer: { ...right, description: 'Length at the other side.' },
    }),
  ],
  description:
    'Space between the edge of the sheet and its content: one length for all sides, `[vertical, horizontal]`, `[top, right, bottom, left]`, or an object of sides. `inner` and `outer` mirror the margins: `inner` is left on odd pages and right on even ones. Default: 20 mm, whatever the unit.',
} as const satisfies JsonSchema;

/** The labels of the sheets of a layout. */
export const labelsSchema = objectOf([], {
  style: {
    enum: labelStyles,
    default: 'decimal',
    description: 'How the number is written: `1`, `I`, `i`, `A`, `a`, or not at all.',
  },
  prefix: { ...text, description: 'Text before the number.' },
  start: { type: 'integer', minimum: 1, maximum: 1000000, default: 1, description: 'Number of the first sheet.' },
});

export const pageSchema = objectOf([], {
  use: {
    ...useProperties.use,
    description: 'A definition with a `page`: the layout takes from it what it does not say itself.',
  },
  with: useProperties.with,
  when: { ...expression, description: 'The layout makes sheets only when this is true.' },
  each: {
    ...expression,
    description: 'A list. The layout makes a part for each element: sheets with a first and a last one of their own.',
  },
  as: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    default: 'item',
    description: 'The name of the element of `each` in the layout.',
  },
  ...elementProperties,
  size: {
    oneOf: [
      { enum: Object.keys(pageSizes) },
      {
        type: 'array',
        items: { type: 'number', exclusiveMinimum: 0, maximum: 100000, 'x-unit': 'template' },
        minItems: 2,
        maxItems: 2,
      },
    ],
    default: 'A4',
    description:
      'Size of the sheet: a name, or `[width, height]` in the unit of the template. May be one binding that gives either; the name may then have its orientation, as in `A4 landscape`.',
  },
  orientation: {
    enum: ['portrait', 'landscape'],
    default: 'portrait',
    description: 'Direction of a sheet whose `size` is a name.',
  },
  margin: pageMargin,
  binding: {
    enum: ['left', 'right'],
    description:
      'Where pages are bound: `left`, as books that are read from left to right, or `right`. Bound on the left, odd pages lie on the right. Default: by the direction of the document.',
  },
  start: {
    enum: ['left', 'right'],
    description:
      'The side on which each part of the layout begins: `right` is an odd page, or an even one with `"binding": "right"`. An empty sheet without header, footer and background comes before it where needed. Default: on the next page.',
  },
  style: {
    ...styleName,
    description: 'A style, or a list of styles: later styles win. Its `background` colours the whole sheet. May be a binding.',
  },
  dir: direction,
  ...pageText,
  gap: { ...size, description: 'Space between the components of the body.' },
  header: band,
  body: {
    ...components,
    description: 'The components that flow over the sheets. Needed, unless the layout has a `use` whose definition has a `body`.',
  },
  footer: band,
  labels: { ...labelsSchema, description: 'Labels that viewers show for the sheets.' },
  background: {
    type: 'array',
    items: { $ref: '#/$defs/placedComponent' },
    description: 'Components with `at`, painted below everything. Positions count from the top left corner of the sheet.',
  },
  overlay: {
    type: 'array',
    items: { $ref: '#/$defs/placedComponent' },
    description: 'Components with `at`, painted above everything. Positions count from the top left corner of the sheet.',
  },
});

const { each: _each, as: _as, where: _where, sort: _sort, ...definedProperties } = pageSchema.properties;

/** The layout of a definition. Its use says for which elements there are parts. */
export const definedPageSchema = { ...pageSchema, properties: definedProperties } as const satisfies JsonSchema;

/** How a viewer opens and prints the document. */
export const viewerSchema = objectOf([], {
  pageMode: {
    enum: viewerChoices.pageMode,
    description: 'What the viewer shows beside the pages. Default: the outline, if a component has a `bookmark`.',
  },
  page: {
    type: 'integer',
    minimum: 1,
    'x-written': true,
    description: 'The number of the page that the viewer shows first, from 1.',
  },
  zoom: {
    oneOf: [{ enum: viewerChoices.zoom }, { type: 'number', minimum: 5, maximum: 6400, 'x-written': true }],
    description:
      'How large the viewer shows the page: whole (`fit`), as wide as the window (`fitWidth`), or a percentage such as `100`.',
  },
  outlineLevels: {
    type: 'integer',
    minimum: 1,
    maximum: 9,
    'x-written': true,
    description: 'How many levels of the outline are open at first: `1` shows its outermost entries only. Default: all.',
  },
  pageLayout: {
    enum: viewerChoices.pageLayout,
    description:
      'How the viewer lays out the pages. Columns scroll. `Left` and `Right` say where odd pages stand. Default: as the viewer likes.',
  },
  printScaling: {
    enum: viewerChoices.printScaling,
    description: '`none`: the print dialog proposes the real size, for forms and labels that have to fit. Default: `appDefault`.',
  },
  duplex: {
    enum: viewerChoices.duplex,
    description:
      'What the print dialog proposes: one side, or both sides turned over the short or long edge. Default: as the printer is set.',
  },
});

export const documentSchema = objectOf([], {
  title: { ...text, description: 'Title of the document.' },
  author: { ...text, description: 'Author of the document.' },
  subject: { ...text, description: 'Subject of the document.' },
  keywords: { type: 'array', items: text, maxItems: 100, description: 'Keywords of the document.' },
  creator: { ...text, description: 'The program that made the content.' },
  lang: {
    ...text,
    description: 'Language of the document, as BCP 47: `de`, `en-GB`. Default: that of the `locale` of the template.',
  },
  bookmarks: {
    enum: ['headings', 'none'],
    default: 'headings',
    description:
      'Which components are entries of the outline. `headings`: texts with a role `heading1` to `heading6`, and components with a `bookmark`. `none`: only components with a `bookmark`. `"bookmark": false` leaves out a single heading.',
  },
  tagged: {
    type: 'boolean',
    default: true,
    description: 'Whether the PDF has tags, which screen readers need. Without tags the file is smaller.',
  },
  filename: { ...text, description: 'Name of the PDF, without `.pdf`. Default: the slug.' },
  attachments: {
    type: 'array',
    items: attachmentSchema,
    maxItems: 100,
    description: 'Files inside of the PDF.',
  },
  encryption: {
    type: 'object',
    additionalProperties: false,
    properties: { permissions: permissionList },
    description:
      'The document is always encrypted. Passwords come with each call (`options.encryption`, `--user-password-file`): a call without a password is an error. Jobs and batches cannot make such documents, because they would have to store the passwords.',
  },
  metadata: {
    ...metadataSchema,
    description: 'More facts about the document, for programs that manage documents.',
  },
  viewer: { ...viewerSchema, description: 'How a viewer opens and prints the document.' },
  standard: standardOption,
});

/** The members of a template document, without `$defs`. */
export const templateMembers = {
  $schema: { type: 'string', description: 'The schema for completion in a code editor.' },
  uuid: wireTemplate.properties.uuid,
  slug,
  name: { ...wireTemplate.properties.name, description: 'Name of the template for people.' },
  description: { ...wireTemplate.properties.description, description: 'Purpose of the template.' },
  tags: { ...wireTemplate.properties.tags, description: 'Words to group templates by.' },
  unit: {
    enum: ['mm', 'cm', 'in', 'pt'],
    default: 'mm',
    description: 'Unit of positions and sizes. Font sizes, line widths and corner radii are always in pt.',
  },
  locale: {
    ...text,
    default: 'en-US',
    description: 'How numbers and dates are written, as BCP 47: `de-DE`. Texts print numbers without a filter in this way too.',
  },
  timezone: {
    ...text,
    examples: ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Tokyo', 'UTC', 'written'],
    description:
      'Time zone to which times with an offset from UTC are moved, as IANA: `Europe/Berlin`. `written`: they print with the offset that they are written with. So they do without `timezone` too, with a warning.',
  },
  currency: {
    ...text,
    description: 'Currency of `money`, as ISO 4217: `EUR`. Without it, `money` needs a currency as its argument.',
  },
  dir: direction,
  document: { ...documentSchema, description: 'Title, author, language, file name and other settings of the PDF.' },
  colors: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Colours by the name that components and styles use: `#rrggbb`, a tint of another, or a binding. `accent/10` is a tint: 10 % of `accent`, and white.',
  },
  let: { ...letValues, description: `${letValues.description} All of the template uses them.` },
  fonts: {
    type: 'object',
    additionalProperties: familySchema,
    description: 'Font families by the name that `font` uses.',
  },
  styles: {
    type: 'object',
    properties: typeStyles,
    additionalProperties: styleSchema,
    description:
      'Styles by the name that `style` uses. `base` holds for everything. A style with the name of a type, such as `table`, is the default of its components.',
  },
  assets: {
    type: 'object',
    additionalProperties: assetEntry,
    description: 'Assets by file name. Leave this out in a folder; `push` fills it in.',
  },
  define: {
    type: 'object',
    additionalProperties: definitionSchema(definedPageSchema, definedColumn),
    description: 'Definitions by the name that `use` uses: components or a page layout, to be used in several places.',
  },
  pages: { type: 'array', minItems: 1, maxItems: 1000, items: pageSchema, description: 'The page layouts, in order.' },
  invoice: invoiceSchema,
  dataSchema: { type: ['object', 'boolean'], description: 'JSON Schema of the data.' },
  exampleData: { type: 'object', description: 'Data that fits the schema.' },
} as const satisfies Record<string, JsonSchema>;

export const templateSchema = objectOf(['pages'], templateMembers);

const bands = { type: 'array', items: { anyOf: [bandVariant, component] }, description: band.description } as const;

const published = {
  size: { ...pageSchema.properties.size, oneOf: [...pageSchema.properties.size.oneOf, boundSize] },
  header: bands,
  footer: bands,
};

/** The page layouts with all parts of their bands. */
const publishedPages = {
  ...templateMembers.pages,
  items: { ...pageSchema, properties: { ...pageSchema.properties, ...published } },
} satisfies JsonSchema;

/** The definitions with all parts of their layouts. */
const publishedDefinitions = {
  ...templateMembers.define,
  additionalProperties: definitionSchema(
    { ...definedPageSchema, properties: { ...definedPageSchema.properties, ...published } },
    definedColumn,
  ),
} satisfies JsonSchema;

/** The members of a template document that hold components. */
export const componentMembers = { define: publishedDefinitions, pages: publishedPages } as const;

/** A copy of schemas in which every colour may have a name. */
export function withNamedColors<T>(schemas: T): T {
  const published = JSON.stringify(schemas, (name, value: unknown) =>
    name === 'pattern' && takesColor(value) ? writtenColors : value,
  );
  return JSON.parse(published) as T;
}

/** Schemas with a binding in place of each number that may be one. */
export function withBindings(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withBinding(schema)]));
}

const binding = {
  type: 'string',
  pattern: '\\{\\{',
  description: 'A binding that gives the number.',
} as const satisfies JsonSchema;

function withBinding(schema: JsonSchema): JsonSchema {
  if ((schema.type === 'number' || schema.type === 'integer') && schema['x-written'] !== true) {
    const { description, ...number } = schema;
    return { ...(description !== undefined && { description }), anyOf: [number, binding] };
  }
  const { properties, items, oneOf, anyOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: withBindings(properties) }),
    ...(items && { items: withBinding(items) }),
    ...(oneOf && { oneOf: oneOf.map(withBinding) }),
    ...(anyOf && { anyOf: anyOf.map(withBinding) }),
  };
}
