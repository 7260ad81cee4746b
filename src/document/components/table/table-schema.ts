// The properties of a table.
import type { JsonSchema } from '../../../contract/schema.ts';
import { boxProperties, columnWidth, component, expression, stroke, styleName, text } from '../../template/property-schemas.ts';
import { color } from '../../text/colors.ts';
import { textProperties } from '../../text/text-properties.ts';

const valign = {
  enum: ['top', 'middle', 'bottom'],
  description: 'Vertical position of cells that are lower than the tallest one in their row.',
} as const satisfies JsonSchema;
const cellLook = { style: styleName, ...textProperties, valign, background: color } as const;

/** A cell of a footer row. */
export const footerCell = {
  oneOf: [
    text,
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        span: { type: 'integer', minimum: 1, maximum: 100, description: 'Number of columns that the cell covers.' },
        text: { ...text, description: 'Text of the cell, in which `{{ … }}` is replaced.' },
        content: { ...component, description: 'A component in place of `text`.' },
        ...cellLook,
      },
    },
  ],
} as const satisfies JsonSchema;

export const footerRow = {
  type: 'object',
  required: ['cells'],
  additionalProperties: false,
  properties: {
    when: { ...expression, description: 'The row is there only when this is true.' },
    ...cellLook,
    cells: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: footerCell,
      description: 'The cells. Together they must cover all columns, also columns that `when` leaves out.',
    },
  },
} as const satisfies JsonSchema;

export const tableProperties = {
  each: { ...expression, description: 'The list whose elements are the rows.' },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element in the cells.' },
  columns: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: {
      type: 'object',
      required: ['cell'],
      additionalProperties: false,
      properties: {
        width: { ...columnWidth, default: '*' },
        header: { ...component, description: 'Header of the column: a text or components.' },
        cell: { ...component, description: 'Content of the column in each row: a text or components.' },
        footer: { ...component, description: 'Footer of the column, below the last row: a text or components.' },
        when: { ...expression, description: 'The column is there only when this is true.' },
        rowHeader: {
          type: 'boolean',
          default: false,
          description:
            'Whether the cells of the column head their rows. Screen readers say them with the other cells of the row.',
        },
        ...cellLook,
        background: {
          ...color,
          description: 'Background of the cells, without header and footer: `#rgb`, `#rrggbb`, or a binding.',
        },
      },
    },
    description: 'The columns, from left to right.',
  },
  footer: { type: 'array', maxItems: 100, items: footerRow, description: 'Rows below the last row.' },
  headerStyle: { ...styleName, description: 'Style of the header row.' },
  footerStyle: { ...styleName, description: 'Style of the footer rows.' },
  repeatHeader: { type: 'boolean', default: true, description: 'Whether the header is printed again on each page.' },
  rowBreak: {
    enum: ['avoid', 'allow'],
    default: 'avoid',
    description: 'Whether a row may be divided between two pages. A row taller than a page is always divided.',
  },
  zebra: { ...color, description: 'Background of every second row.' },
  empty: { ...component, description: 'Shown when the list is empty.' },
  valign: { ...valign, default: 'top' },
  cellPadding: {
    ...boxProperties.padding,
    description: 'Space inside of each cell. Default: 3 pt above and below, 4 pt left and right.',
  },
  rules: {
    oneOf: [
      { enum: ['none', 'rows', 'all'] },
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          rows: { ...stroke, description: 'Line below each row.' },
          columns: { ...stroke, description: 'Line between columns.' },
          header: { ...stroke, description: 'Line below the header.' },
          footer: { ...stroke, description: 'Line above the first footer row.' },
          outer: { ...stroke, description: 'Line around the table.' },
        },
      },
    ],
    default: 'none',
    description:
      'Lines of the table: `rows` below each row, `all` around each cell, or an object that says how each line is drawn.',
  },
} as const satisfies Record<string, JsonSchema>;
