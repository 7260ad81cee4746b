// One document's worth of data, and where its values stand in the text it came from.
import type { InputError } from './input-error.ts';

/** Lines and columns from 1; columns in UTF-16 code units, as editors and SARIF count. The end is behind the last character. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A value's place and, for the member of an object, its name's. */
export interface ValuePlace extends Place {
  readonly key?: Place;
}

/** Made from the text when first asked. */
export interface Places {
  /** The place of the value at a JSON Pointer into the record; undefined: there is none. */
  of(pointer: string): ValuePlace | undefined;
  /** The same for many, in one pass over the text. */
  all(pointers: readonly string[]): ReadonlyMap<string, ValuePlace>;
}

export interface InputWarning {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface DataRecord {
  readonly value: unknown;
  readonly places: Places;
  /** From 1 within its file; undefined where the file is one record. */
  readonly number: number | undefined;
  /** Numbers that lose digits and the like: the data can be used, but is perhaps not what was meant. */
  readonly warnings: readonly InputWarning[];
  /** As it was written, where the value has lost digits of JSON. */
  readonly text?: string;
}

/** A record, or what is wrong with the text in its place; the records after it are still read. */
export type ReadResult = DataRecord | InputError;
