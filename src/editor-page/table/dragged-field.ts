// A field of the data on its way onto the pages.
import type { DataField, Goal, Part } from '../../editing/index.ts';

/** A field with the lists around it. */
export interface ListField extends DataField {
  /** The names that lead from the data to each list around it, from the outermost: each from an element of the one before. */
  readonly lists: readonly (readonly string[])[];
}

/** The field that a person drags, and where the pointer is in the window, in pixels. */
export interface DraggedField {
  readonly field: ListField;
  /** `lines[].name` */
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Before the column of a table with this index, or at a goal. */
export type FieldPlace = { readonly table: Part; readonly index: number } | { readonly goal: Goal };
