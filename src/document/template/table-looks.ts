// The looks of tables, which a table or a style may have.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { color } from '../text/colors.ts';
import { paddingSides, stroke, styleName } from './property-schemas.ts';

export const tableLooks = {
  headerStyle: {
    ...styleName,
    description: 'Style of the header row of a table. Its text properties win over those of a column.',
  },
  footerStyle: {
    ...styleName,
    description:
      'Style of the footer rows of a table, with `total` and `carried`, but not of its groups. Its text properties win over those of a column, and those of a row or cell over both.',
  },
  zebra: { ...color, description: 'Background of every second row of a table.' },
  cellPadding: {
    ...paddingSides,
    description: 'Space inside of each cell of a table. Default: 3 pt above and below, 4 pt left and right.',
  },
  rules: {
    oneOf: [
      { enum: ['none', 'rows', 'all'] },
      objectOf([], {
        rows: { ...stroke, description: 'Line below the rows of each element.' },
        columns: { ...stroke, description: 'Line between columns.' },
        header: { ...stroke, description: 'Line below the names of the columns.' },
        footer: { ...stroke, description: 'Line above the first footer row, also where a sheet ends.' },
        outer: { ...stroke, description: 'Line around the table, on each sheet.' },
      }),
    ],
    default: 'none',
    description:
      'Lines of a table: `rows` below the rows of each element, `all` around each cell, or an object that says how each line is drawn.',
  },
} as const satisfies Record<string, JsonSchema>;

export const tableLookNames = Object.keys(tableLooks) as (keyof typeof tableLooks)[];
