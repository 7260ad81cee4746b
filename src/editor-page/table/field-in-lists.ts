// A field of the data that can be put onto the pages, and where.
import type { DataField, Goal, Part } from '../../editing/index.ts';
import type { ListedField } from '../../editing/list-fields.ts';

/** A field with the lists around it. */
export type FieldInLists = DataField & Pick<ListedField, 'lists'>;

/** Before the column of a table with this index, or at a goal. */
export type FieldPlace = { readonly table: Part; readonly index: number } | { readonly goal: Goal };
