// The parts of a template as the editor shows them: page layouts, bands, components, columns, rows, cells.

/**
 * What a part is. `band`: a header or footer of a page layout or a stack. `column`, `row`, `cell` and `group`: of a table; a cell is its component too. `pair`: a
 * label with its value. `part`: anything else that holds components.
 */
export type PartKind = 'page' | 'band' | 'component' | 'column' | 'row' | 'cell' | 'group' | 'pair' | 'part';

/** What the elements of a slot are. `part`: columns, rows, groups and pairs. `table-columns.ts` and `table-cells.ts` edit those of tables. */
export type SlotKind = 'component' | 'placedComponent' | 'column' | 'cell' | 'part';

export interface Part {
  /** JSON Pointer, as the author wrote it. No two parts have the same. */
  readonly pointer: string;
  readonly kind: PartKind;
  /** The type of a component, as the registry has it. Undefined: it is not a component, or a faulty or empty one. */
  readonly type: string | undefined;
  /** What it is, in plain words, such as `Text` or `Footer on the first page`. */
  readonly name: string;
  /** The beginning of its text, or its `id`. Empty: it has neither. */
  readonly detail: string;
  /** What the template says of it: a text or a list may stand for a component. */
  readonly value: unknown;
  /** It stands in a definition, which a page layout uses and the editor does not change. */
  readonly isReadOnly: boolean;
  readonly slots: readonly Slot[];
}

/** A place for parts inside of a part. */
export interface Slot {
  /** JSON Pointer of the member that holds the parts, as the author wrote it. */
  readonly pointer: string;
  /** The name of the member: `body`. */
  readonly member: string;
  /** What it is for, in plain words: `Content`. */
  readonly name: string;
  readonly kind: SlotKind;
  /** How it is written. `one`: a component alone. `short`: a text stands for the part with the slot. */
  readonly form: 'absent' | 'one' | 'list' | 'short';
  /** It is written as a list always. */
  readonly isList: boolean;
  /** The part cannot be without it. */
  readonly isRequired: boolean;
  /** Least and most parts in it, when it is there. */
  readonly least: number;
  readonly most: number;
  readonly parts: readonly Part[];
}

/** Whether a member is the one for which a part is there: the row of a row, the body of a page layout. */
export const isMainSlot = (member: string, { type = 'body' }: Part): boolean => member === type || member === 'body';
