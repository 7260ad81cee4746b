// One document of a batch, with the way back to the place in a file that each of its values came from.
import type { Row } from '../input/table.ts';

/** Where something stands in an input file. */
export interface ItemPlace {
  /** As the user named it; `<stdin>` for standard input. */
  readonly file: string;
  /** From 1; the row number that a spreadsheet shows. */
  readonly line: number;
  /** From 1: of a text its characters, of a table its columns. */
  readonly column?: number;
  /** The header, where the file is a table. */
  readonly columnName?: string;
}

/** What is wrong with an item, or doubtful. */
export interface ItemFault extends ItemPlace {
  readonly message: string;
  /** Of data that break the contract: where, as a JSON Pointer. */
  readonly pointer?: string;
}

/** Where a document's data begins. */
export interface ItemSource extends ItemPlace {
  /** From 1: the row of a table, the header not counted; the element or record of other files. */
  readonly row: number;
}

/** What stood in the input: rows of the table, or the element of a JSON or YAML file; nothing where it cannot be read. `text`: what it lost digits of. */
export type Original =
  | { readonly rows: readonly Row[] }
  | { readonly value: unknown; readonly text?: string | undefined }
  | undefined;

interface Entry {
  readonly source: ItemSource;
  readonly original: Original;
  /** The text of a column, or of the value at a path; undefined: there is none. */
  field(name: string): string | undefined;
}

export interface BatchItem extends Entry {
  readonly kind: 'item';
  readonly data: Readonly<Record<string, unknown>>;
  readonly reference: string | undefined;
  /** Numbers that lose digits and the like. */
  readonly warnings: readonly ItemFault[];
  /** The place of the value at a JSON Pointer into `data`, or of the nearest value around it. */
  placeOf(pointer: string): ItemPlace;
}

/** What cannot become a document, with every reason. */
export interface RejectedItem extends Entry {
  readonly kind: 'rejected';
  readonly faults: readonly ItemFault[];
  /** What could be read of it: whatever else is wrong with that is told as well. */
  readonly rest?: Pick<BatchItem, 'data' | 'placeOf'>;
  /** A row that may be part of any document: with it left out, each may lack it unseen. */
  readonly mayBeOfAny?: true;
}

export type BatchEntry = BatchItem | RejectedItem;

/** The documents of an input. Each iteration reads from the beginning. */
export type BatchEntries = AsyncIterable<BatchEntry>;

/** The column, or member, that tells why an item was rejected; input ignores it. */
export { reasonColumn as errorColumn } from '../input/table-columns.ts';
