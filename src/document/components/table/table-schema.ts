// The properties of a table.
import type { JsonSchema } from '../../../contract/schema.ts';
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
import { elementProperties } from '../select-elements.ts';

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
  span: { type: 'integer', 'x-written': true, minimum: 1, maximum: 100, description: 'Number of columns that the cell covers.' },
  valign,
  padding: cellLookProperties.padding,
  background: color,
  border: cellBorder,
} as const satisfies Record<string, JsonSchema>;

export const footerRow = {
  type: 'object',
  required: ['cells'],
  additionalProperties: false,
  properties: {
    when: { ...expression, description: 'The row is there only when this is true.' },
    ...cellLookProperties,
    cells: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { $ref: '#/$defs/cell' },
      description:
        'The cells: components, which may say their `span`, `valign`, `padding`, `background` and `border`. Together they must cover all columns, also columns that `when` leaves out. A cell without a component is empty.',
    },
  },
} as const satisfies JsonSchema;

/** A column. */
export const tableColumn = {
  type: 'object',
  required: ['body'],
  additionalProperties: false,
  properties: {
    width: { ...columnWidth, default: '*' },
    header: { ...component, description: 'Header of the column: a text or components.' },
    body: { ...components, description: 'Content of the column in each row: a text or components.' },
    footer: { ...component, description: 'Footer of the column, below the last row: a text or components.' },
    when: { ...expression, description: 'The column is there only when this is true.' },
    rowHeader: {
      type: 'boolean',
      default: false,
      description: 'Whether the cells of the column head their rows. Screen readers say them with the other cells of the row.',
    },
    ...cellLookProperties,
    background: {
      ...color,
      description: 'Background of the cells, without header and footer: `#rgb`, `#rrggbb`, or a binding.',
    },
  },
} as const satisfies JsonSchema;

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
  footer: { type: 'array', maxItems: 100, items: footerRow, description: 'Rows below the last row.' },
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
