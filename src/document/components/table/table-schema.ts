// The properties of a table.
import type { JsonSchema } from '../../../contract/schema.ts';
import {
  boxProperties,
  color,
  columnWidth,
  component,
  expression,
  stroke,
  styleName,
  text,
  textProperties,
} from '../../template/property-schemas.ts';

const valign = {
  enum: ['top', 'middle', 'bottom'],
  description: 'Where lower cells stand in their row.',
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
        span: { type: 'integer', minimum: 1, maximum: 100, description: 'Columns it covers.' },
        text,
        content: component,
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
    when: expression,
    ...cellLook,
    cells: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: footerCell,
      description: 'Together they cover the columns exactly, counted before `when`.',
    },
  },
} as const satisfies JsonSchema;

export const tableProperties = {
  each: { ...expression, description: 'The list whose elements are the rows.' },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'What the element is called in cells.' },
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
        header: { ...component, description: 'A text or components.' },
        cell: { ...component, description: 'A text or components, once for each row.' },
        footer: { ...component, description: 'A text or components below the last row.' },
        when: { ...expression, description: 'The column is there only when this holds.' },
        ...cellLook,
      },
    },
  },
  footer: { type: 'array', maxItems: 100, items: footerRow, description: 'Rows below the last row.' },
  headerStyle: { ...styleName, description: 'Style of the header row.' },
  footerStyle: { ...styleName, description: 'Style of the footer rows.' },
  repeatHeader: { type: 'boolean', default: true, description: 'The header stands again on each page.' },
  rowBreak: {
    enum: ['avoid', 'allow'],
    default: 'avoid',
    description: 'Whether pages may divide a row. A row taller than a page is always divided.',
  },
  zebra: { ...color, description: 'Background of every second row.' },
  empty: { ...component, description: 'Shown in place of the rows when there are none.' },
  valign: { ...valign, default: 'top' },
  cellPadding: { ...boxProperties.padding, description: 'Space inside each cell; default 3 pt above and below, 4 pt beside.' },
  rules: {
    oneOf: [
      { enum: ['none', 'rows', 'all'] },
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          rows: { ...stroke, description: 'Below each row.' },
          columns: { ...stroke, description: 'Between columns.' },
          header: { ...stroke, description: 'Below the header.' },
          footer: { ...stroke, description: 'Above the first footer row.' },
          outer: { ...stroke, description: 'Around the table.' },
        },
      },
    ],
    default: 'none',
    description: 'Lines: `rows` below each row, `all` around each cell, or an object of strokes.',
  },
} as const satisfies Record<string, JsonSchema>;
