// What documents are read from.
import { InputError } from '../input/input-error.ts';
import type { DataFormat } from '../input/read-records.ts';
import type { ReadResult } from '../input/record.ts';
import type { Table } from '../input/table.ts';
import type { NameOption } from '../words/name-option.ts';

export interface RecordFile {
  /** As the user named it; `<stdin>` for standard input. */
  readonly file: string;
  readonly format: DataFormat;
  /** One for each document; reads from the beginning each time. */
  records(): AsyncIterable<ReadResult>;
}

export type BatchInput = Table | RecordFile;

/** For an input without a document. */
export const noDocument = (file: string, nameOption: NameOption, why = 'holds no document'): InputError =>
  new InputError(3, `${why}; with ${nameOption('allowEmpty')} that is no error`, { file });
