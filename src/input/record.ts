// The data of one document, with the place of each value in the input text.
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
  /** Counted from 1 within its file; undefined: the file is a single record. */
  readonly number: number | undefined;
  /** Doubts about usable data, such as a number that loses digits. */
  readonly warnings: readonly InputWarning[];
  /** The original text, if the value has lost digits of JSON. */
  readonly text?: string;
}

/** A record, or the fault of the text in its place. The following records are still read. */
export type ReadResult = DataRecord | InputError;
