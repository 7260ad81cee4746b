// The properties that frames, rows and tables add to the components in them: `at`, the width of a column, the span of a cell.
import type { JsonSchema } from '../../contract/schema.ts';
import { at } from '../template/property-schemas.ts';
import { columnProperties } from './row/row.ts';
import { cellProperties } from './table/table-schema.ts';

/** By the reference to such a component in the schema. */
export const childProperties: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  '#/$defs/placedComponent': { at },
  '#/$defs/column': columnProperties,
  '#/$defs/cell': cellProperties,
};
