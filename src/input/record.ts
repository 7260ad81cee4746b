// One document's worth of data, and where its values stand in the text it came from.
import type { Places } from '../json/json-places.ts';
import type { InputError } from './input-error.ts';

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
