// An input of a batch: a table, or a file of records.
import { InputError } from '../../input/input-error.ts';
import type { DataFormat } from '../../input/read-records.ts';
import type { ReadResult } from '../../input/record.ts';
import type { Table } from '../../input/table.ts';
import type { NameOption } from '../../words/name-option.ts';

export interface RecordFile {
  /** The name that the user gave; `<stdin>` for standard input. */
  readonly file: string;
  readonly format: DataFormat;
  /** One record for each document. Each iteration reads from the beginning. */
  records(): AsyncIterable<ReadResult>;
}

export type BatchInput = Table | RecordFile;

/** The error for an input without a document. */
export const noDocument = (file: string, nameOption: NameOption, why = 'holds no document'): InputError =>
  new InputError('data', `${why}; accept this with ${nameOption('allowEmpty')}`, { file });
