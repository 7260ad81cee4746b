// A field of the data that can be put onto the pages, and where.
import type { DataField, Goal, Part } from '../../editing/index.ts';

/** A field with the lists around it. */
export interface ListField extends DataField {
  /** The names that lead from the data to each list around it, from the outermost: each from an element of the one before. */
  readonly lists: readonly (readonly string[])[];
}

/** Before the column of a table with this index, or at a goal. */
export type FieldPlace = { readonly table: Part; readonly index: number } | { readonly goal: Goal };
