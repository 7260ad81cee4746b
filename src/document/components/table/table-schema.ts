// The properties of a table.
import { type FromSchema, type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { useProperties } from '../../template/definition-schema.ts';
import {
  cellBorder,
  columnWidth,
  component,
  components,
  elementList,
  expression,
  paddingSides,
  styleName,
} from '../../template/property-schemas.ts';
import { tableLooks } from '../../template/table-looks.ts';
import { color } from '../../text/colors.ts';
import { textProperties } from '../../text/text-properties.ts';
import { elementProperties } from '../shared/lists/select-elements.ts';

export const valign = {
  enum: ['top', 'middle', 'bottom'],
  description: 'Vertical position of cells that are lower than the tallest one in their row.',
} as const satisfies JsonSchema;

/** The look of cells: of a column, a row or a single cell. */
export const cellLookProperties = {
  style: styleName,
  ...textProperties,
  valign,
  padding: {
    ...paddingSides,
    description: `Space inside of the cells, in place of \`cellPadding\`. ${paddingSides.description}`,
  },
  background: color,
  border: cellBorder,
} as const;

/** What a cell says beside its component. */
export const cellProperties = {
  each: {
    type: 'boolean',
    default: false,
    description: 'The cell stands once for each column that an `each` makes, and knows its element.',
  },
  span: { type: 'integer', 'x-written': true, minimum: 1, maximum: 100, description: 'Number of columns that the cell covers.' },
  rowSpan: {
    type: 'integer',
    'x-written': true,
    minimum: 1,
    maximum: 100,
    description: 'Number of rows that the cell covers: rows of one header, or of one element.',
  },
  valign,
  padding: cellLookProperties.padding,
  background: color,
  border: cellBorder,
} as const satisfies Record<string, JsonSchema>;

/** The sheets of a table, or of a group in it, on which a row stands. Whether a sheet is the last is known when it ends, so no header can say it. */
const headerSheets = {
  enum: ['all', 'first', 'notFirst'],
  default: 'all',
  description: 'The sheets of the table, or of the group, on which the row stands.',
} as const satisfies JsonSchema;
const footerSheets = {
  enum: ['last', 'notLast', 'all'],
  default: 'last',
  description:
    'The sheets of the table, or of the group, on which the row stands. On `last`, it stands below the last row; on the others, where the sheet ends.',
} as const satisfies JsonSchema;

export type RowSheets = (typeof headerSheets.enum)[number] | (typeof footerSheets.enum)[number];

/** A row that the template writes cell by cell. */
export const tableRow = objectOf(['cells'], {
  when: {
    ...expression,
    description:
      'The row is there only when this is true. Without it, cells of rows above that cover it cover one row less, and the rows below have empty cells where its own cells cover them.',
  },
  ...cellLookProperties,
  cells: {
    oneOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: 100, items: { $ref: '#/$defs/cell' } }],
    description:
      'The cells: a text over all columns, or components, which may say their `span`, `rowSpan`, `valign`, `padding`, `background` and `border`. Together they must cover all columns, also columns that `when` leaves out. A cell without a component is empty.',
  },
});

export const footerRow = {
  ...tableRow,
  properties: { on: footerSheets, ...tableRow.properties },
} as const satisfies JsonSchema;

export const groupHeaderRow = {
  ...tableRow,
  properties: { on: headerSheets, ...tableRow.properties },
} as const satisfies JsonSchema;

export const headerRow = {
  ...tableRow,
  properties: {
    on: headerSheets,
    below: {
      type: 'boolean',
      default: false,
      description: "Whether the row stands below the row of the columns' headers, as a sum that is brought forward does.",
    },
    ...tableRow.properties,
  },
} as const satisfies JsonSchema;

/** A row that the compiler writes: a label, then the sum of each column that has one. */
export const sumRow = {
  oneOf: [
    { type: 'string' },
    objectOf(['label'], {
      label: { type: 'string', description: 'A text over the columns before the first sum. It may be empty.' },
      ...cellLookProperties,
      values: { ...objectOf([], cellLookProperties), description: 'The look of the sums.' },
    }),
  ],
} as const satisfies JsonSchema;

/** A group of elements with the same value. */
export const groupSchema = objectOf(['by'], {
  by: { ...expression, description: 'What the elements of a group have in common: `"line.region"`. A bare expression.' },
  header: {
    type: 'array',
    maxItems: 20,
    items: groupHeaderRow,
    description:
      'Rows above the first row of the group. Rows with `"on": "notFirst"` stand where the group goes on on a new sheet.',
  },
  subtotal: {
    ...sumRow,
    description:
      'A row below the last row of the group with its sums, above `footer`: its label, or `{ "label", "values" }` with the look of the row and of the sums.',
  },
  footer: { type: 'array', maxItems: 20, items: footerRow, description: 'Rows below the last row of the group.' },
  break: {
    type: 'object',
    required: ['before'],
    additionalProperties: false,
    properties: {
      before: {
        enum: ['page', 'column'],
        description: 'Each group but the first begins on a new page, or in a new column of the `flow` around the table.',
      },
    },
    description: 'Where each group but the first begins.',
  },
});

/** A column. */
export const tableColumn = {
  'x-needs-one': ['body', 'value', 'use'],
  ...objectOf([], {
    use: {
      ...useProperties.use,
      description: 'A definition with a `column`: the column takes from it what it does not say itself.',
    },
    with: useProperties.with,
    width: { ...columnWidth, default: '*' },
    header: { ...component, description: 'Header of the column: a text or components.' },
    value: {
      ...expression,
      description:
        'The number of the column in each row: `"line.amount"`. In `body` and in the look of the cells, its name is `value`. A bare expression.',
    },
    sum: {
      enum: [true, 'running', 'rounded'],
      description:
        'Whether the rows `total`, `subtotal`, `carried` and `brought` show the sum of `value`. `running`: the cells show the sum up to their row, and `subtotal` that up to the end of its group. `rounded`: the sum may differ from that of the rounded values that the rows print.',
    },
    body: {
      ...components,
      description: 'Content of the column in each row: a text or components. Without it, the column prints its `value`.',
    },
    footer: { ...component, description: 'Footer of the column, below the last row: a text or components.' },
    each: {
      ...elementList,
      description:
        'A list for whose elements the column repeats: `"months"`. It cannot use the element of a row, since all rows have the same columns. Cells of rows that are written cell by cell cover all of these columns. A table has at most 200 columns.',
    },
    as: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      default: 'column',
      description: 'The name of the element of `each` in `header`, `body`, `footer`, `when`, `merge` and the look of the column.',
    },
    when: {
      ...expression,
      description: 'The column is there only when this is true. With `each`, it is asked for each element.',
    },
    rowHeader: {
      type: 'boolean',
      default: false,
      description: 'Whether the cells of the column head their rows. Screen readers say them with the other cells of the row.',
    },
    merge: {
      ...expression,
      description:
        'What equal neighbours have in common: `"line.region"`. They share one cell, with the content of the first, whose `valign` holds for all rows of the cell on a sheet. The cell is printed again where a sheet or column begins, and after 200 elements. A cell never crosses a group. A row without the value keeps a cell of its own. The rows of a cell share the height of its content. A bare expression.',
    },
    rowSpan: {
      type: 'integer',
      'x-written': true,
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'Number of rows of each element that the cell of the column covers, with the `rows` of the table.',
    },
    ...cellLookProperties,
    align: {
      enum: [...textProperties.align.enum, 'decimal'],
      description: `${textProperties.align.description} \`decimal\` lines up the decimal separators of the locale, in all rows. Texts without a separator end where it would stand; currencies and other words follow. The cells of the header stand at the right. Other cells line up if they are a single text with digits, and stand at the right otherwise.`,
    },
    background: {
      ...color,
      description: `Background of the cells, without header and footer. ${color.description}`,
    },
  }),
} as const satisfies JsonSchema;

const { use: _use, with: _with, each: _each, as: _as, ...definedProperties } = tableColumn.properties;

/** The column of a definition. */
export const definedColumn = objectOf([], definedProperties);

export type SumRow = FromSchema<typeof sumRow>;

export const tableProperties = {
  table: { ...elementList, description: `The list whose elements are the rows. ${elementList.description}` },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element in the cells.' },
  ...elementProperties,
  columns: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { oneOf: [{ type: 'string' }, tableColumn] },
    description: 'The columns, from left to right. A text is the `body` of its column.',
  },
  header: {
    type: 'array',
    maxItems: 100,
    items: headerRow,
    description: "Rows above the row of the columns' headers, or below it.",
  },
  rowStyle: {
    ...styleName,
    description: `Style of the rows of each element, such as \`{{ l.overdue ? 'alert' : '' }}\`. It wins over the styles of the columns. ${styleName.description}`,
  },
  rows: {
    type: 'array',
    maxItems: 20,
    items: tableRow,
    description: "Further rows of each element, below the row of the columns' bodies. The rows of an element stay together.",
  },
  total: {
    ...sumRow,
    description:
      'A row below the last row, above `footer`, with the sum of each column that has `sum`: its label, or `{ "label", "values" }` with the look of the row and of the sums.',
  },
  carried: { ...sumRow, description: 'The same where a sheet ends and the table goes on: the sums up to there.' },
  brought: {
    ...sumRow,
    description: "The same below the columns' headers of each sheet but the first: the sums of all sheets before.",
  },
  footer: { type: 'array', maxItems: 100, items: footerRow, description: 'Rows below the last row, or where a sheet ends.' },
  sums: {
    type: 'object',
    maxProperties: 20,
    additionalProperties: expression,
    description:
      'Names for exact sums over the rows: `{ "amount": "line.amount" }`. `sums.amount.all` is the sum of the table, `.sofar` that up to this row, `.page` that of this sheet, `.before` that of all sheets before.',
  },
  groups: {
    type: 'array',
    minItems: 1,
    maxItems: 5,
    items: groupSchema,
    description:
      'Groups of elements, the outermost first. They come in the order of their first elements. In their rows, `group` has `key`, `items`, `count`, `index`, `sums` and `parent`.',
  },
  repeatHeader: { type: 'boolean', default: true, description: 'Whether the header is printed again on each page.' },
  rowBreak: {
    enum: ['avoid', 'allow'],
    default: 'avoid',
    description: 'Whether a row may be divided between two pages. A row taller than a page is always divided.',
  },
  empty: { ...component, description: 'Shown when the list is empty.' },
  valign: { ...valign, default: 'top' },
  ...tableLooks,
} as const satisfies Record<string, JsonSchema>;
