// What a component says beside its own properties because of the part around it: its place in a frame, its width in a row, its span in a table.
import type { JsonSchema } from '../../contract/schema.ts';
import { at } from '../template/property-schemas.ts';
import { columnProperties } from './row/row.ts';
import { cellProperties } from './table/table-schema.ts';

/** These properties, by the reference to such a component in the schema. */
export const askedProperties: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  '#/$defs/placedComponent': { at },
  '#/$defs/column': columnProperties,
  '#/$defs/cell': cellProperties,
};
