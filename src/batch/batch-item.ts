// One document of a batch. For each of its values it knows the place in the input file.

import type { Row } from '../input/table.ts';
import { reasonColumn } from '../input/table-columns.ts';

/** A place in an input file. */
export interface ItemPlace {
  /** The name that the user gave; `<stdin>` for standard input. */
  readonly file: string;
  /** Counted from 1; in a spreadsheet, the row number. */
  readonly line: number;
  /** Counted from 1: characters of a text, columns of a table. */
  readonly column?: number;
  /** The header of the column, in a table. */
  readonly columnName?: string;
}

/** A fault of a document, or a doubt about it. */
export interface ItemFault extends ItemPlace {
  /** The fault and what to do. */
  readonly message: string;
  /** The place of data that break the contract or lack a part of a name, as a JSON Pointer. */
  readonly pointer?: string;
}

/** The password of a document. `fault`: why its input gives none; goes on after the name of the password and does not show it. */
export type DocumentPassword = { readonly text: string } | { readonly fault: string };

/** The place where a document's data begins. */
export interface ItemSource extends ItemPlace {
  /** Counted from 1: the row of a table, without the header; the element or record of other files. */
  readonly row: number;
}

/** The part of an input file that is one document; undefined: a row of a second table, which belongs to no document. */
export type InputPart =
  | { readonly rows: readonly Row[] }
  /** An element of a JSON or YAML file. `text`: its text in the file, if the value has lost digits of it. */
  | { readonly value: unknown; readonly text?: string | undefined }
  /** The text of a row or element that cannot be read. `isAgain`: it comes from a file of rejected rows. */
  | { readonly unread: string; readonly isAgain?: true }
  | undefined;

interface InputEntry {
  readonly source: ItemSource;
  readonly inputPart: InputPart;
  /** Undefined: no reference, or it cannot be read. */
  readonly reference: string | undefined;
  /** The text of a column, or of the value at a path; undefined: no such column or value. */
  field(name: string): string | undefined;
}

export interface BatchItem extends InputEntry {
  readonly kind: 'item';
  readonly data: Readonly<Record<string, unknown>>;
  /** The password that opens this document alone. It is not in the data. Undefined: the run takes none from the input. */
  readonly password?: DocumentPassword | undefined;
  /** Doubts, such as a number that loses digits. */
  readonly warnings: readonly ItemFault[];
  /** The place of the value at a JSON Pointer into `data`, or of the nearest value around it. */
  placeOf(pointer: string): ItemPlace;
}

/** Input that cannot become a document, with every reason. */
export interface RejectedItem extends InputEntry {
  readonly kind: 'rejected';
  readonly faults: readonly ItemFault[];
  /** The readable part of the document. Its further faults are reported as well. */
  readonly rest?: Pick<BatchItem, 'data' | 'placeOf'>;
  /** A row that may belong to any document. Without it, any document may be incomplete. */
  readonly mayBeOfAny?: true;
}

export type BatchEntry = BatchItem | RejectedItem;

/** The documents of an input. Each iteration reads from the beginning. */
export type BatchEntries = AsyncIterable<BatchEntry>;

/** The column, or member, with the reason for a rejection. Readers of input ignore it. */
export { reasonColumn as errorColumn };

/** Whether a document comes from a file of rejected rows. The other documents of the input were made before. */
export function wasRejected({ inputPart }: BatchEntry): boolean {
  if (inputPart && 'unread' in inputPart) return inputPart.isAgain === true;
  const value = inputPart && 'value' in inputPart ? inputPart.value : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, reasonColumn);
}
