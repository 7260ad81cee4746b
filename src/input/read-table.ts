// Opens a file of rows by its ending, or by its first bytes.

import { asMember, type NameOption } from '../words/name-option.ts';
import { openDelimited } from './delimited-table.ts';
import { isCompoundFile, isZip } from './file-signatures.ts';
import { InputError } from './input-error.ts';
import { type InputSource, openSource, readHead, type SourceOptions } from './source.ts';
import type { Table } from './table.ts';
import { pickTableRules, readHeaderRule, type TableRules } from './table-rules.ts';

/** Endings of files of rows. */
export const tableExtensions: readonly string[] = ['.csv', '.tsv', '.txt', '.xlsx'];

export interface TableOptions extends SourceOptions, TableRules {
  /** The input, if it is already open. */
  readonly source?: InputSource | undefined;
  /** Gives the names of these options for messages. Default: the names here. */
  readonly nameOption?: NameOption | undefined;
}

/**
 * The table of a file, or of standard input (`-`). Rows are read on demand, in flat memory. Raises InputError: kind `usage` for an option that
 * does not fit, `file` for a file that cannot be read, `data` for a file without a usable header. `rows()` raises the same if the file breaks off.
 */
export async function openTable(name: string, options: TableOptions): Promise<Table> {
  const source = options.source ?? (await openSource(name, options));
  const { delimiter, encoding, sheet, hiddenRows, null: nullText, escapes, nameOption = asMember } = options;
  const header = readHeaderRule(options, nameOption);
  const head = await readHead(source, 8);
  if (isZip(head) || isCompoundFile(head) || source.extension === '.xlsx') {
    refuseRules(source, { delimiter, encoding, escapes }, 'delimited text (.csv, .tsv)', nameOption);
    const { openSheet } = await import('./sheet/open-sheet.ts');
    return openSheet(source, { sheet, hiddenRows, header, null: nullText, nameOption });
  }
  refuseRules(source, { sheet, hiddenRows }, 'a workbook (.xlsx)', nameOption);
  return openDelimited(source, { delimiter, encoding, header, null: nullText, escapes, nameOption });
}

function refuseRules({ file }: InputSource, rules: TableRules, what: string, nameOption: NameOption): void {
  const [rule] = Object.keys(pickTableRules(rules));
  if (rule !== undefined) throw new InputError('usage', `${nameOption(rule)} is for ${what}, which ${file} is not`, { file });
}
