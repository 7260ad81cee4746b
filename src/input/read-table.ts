// Opens a file of rows by its ending, or by its first bytes.

import { asMember, type NameOption } from '../words/name-option.ts';
import { openDelimited } from './delimited-table.ts';
import { isCompoundFile, isZip } from './file-signatures.ts';
import { InputError } from './input-error.ts';
import { openSource, readHead, type Source, type SourceOptions } from './source.ts';
import type { Table } from './table.ts';

/** Endings of files of rows. */
export const tableExtensions: readonly string[] = ['.csv', '.tsv', '.txt', '.xlsx'];

export interface TableOptions extends SourceOptions {
  /** The input, if it is already open. */
  readonly source?: Source | undefined;
  /** For delimited text: one character, or `tab`. Default: found in the header. */
  readonly delimiter?: string | undefined;
  /** For delimited text: a name of the Encoding Standard. Default: by the byte order mark, else UTF-8. */
  readonly encoding?: string | undefined;
  /** For a workbook: the name of the sheet. Default: the first. */
  readonly sheet?: string | undefined;
  /** Gives the names of these options for messages. Default: the names here. */
  readonly nameOption?: NameOption | undefined;
}

/**
 * The table of a file, or of standard input (`-`). Rows are read on demand, in flat memory. Raises InputError: exit 2 for an option that does not
 * fit, 9 for a file that cannot be read, 3 for a file without a usable header. `rows()` raises the same if the file breaks off.
 */
export async function openTable(name: string, options: TableOptions): Promise<Table> {
  const source = options.source ?? (await openSource(name, options));
  const { delimiter, encoding, sheet, nameOption = asMember } = options;
  const head = await readHead(source, 8);
  if (isZip(head) || isCompoundFile(head) || source.extension === '.xlsx') {
    refuseOptions(source, { delimiter, encoding }, nameOption);
    const { openSheet } = await import('./sheet/open-sheet.ts');
    return openSheet(source, { sheet, nameOption });
  }
  refuseOptions(source, { sheet }, nameOption);
  return openDelimited(source, { delimiter, encoding, nameOption });
}

function refuseOptions(
  { file }: Source,
  options: Readonly<Partial<Record<'delimiter' | 'encoding' | 'sheet', string | undefined>>>,
  nameOption: NameOption,
): void {
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const what = option === 'sheet' ? 'a workbook (.xlsx)' : 'delimited text (.csv, .tsv)';
    throw new InputError(2, `${nameOption(option)} is for ${what}, which ${file} is not`, { file });
  }
}
