// Opens a sheet of an .xlsx workbook as a table.

import type { NameOption } from '../../words/name-option.ts';
import { isCompoundFile, isZip } from '../file-signatures.ts';
import { InputError, NoDataError } from '../input-error.ts';
import { findMisread } from '../read-as-utf8.ts';
import { type InputSource, readHead } from '../source.ts';
import { type Cell, isBroken, type Row, shownText, type Table } from '../table.ts';
import { nameColumns, reasonColumn } from '../table-columns.ts';
import type { HeaderRule, TableRules } from '../table-rules.ts';
import { openPackage } from './package-parts.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';
import { readWorkbook, requirePart, type SheetEntry } from './workbook.ts';

export interface SheetOptions extends Pick<TableRules, 'sheet' | 'hiddenRows' | 'null'> {
  readonly header: HeaderRule;
  readonly nameOption: NameOption;
}

/**
 * Raises InputError: kind `data` for another kind of file, or a sheet without a usable header; kind `usage` for a wrong option, such as the name of
 * a missing sheet.
 */
export async function openSheet(source: InputSource, options: SheetOptions): Promise<Table> {
  const { file } = source;
  const { sheet: wanted, null: nullText, nameOption } = options;
  await refuseOthers(source);
  const parts = await openPackage(source);
  const workbook = await readWorkbook(parts, file);
  const { name, part } = findSheet(workbook.sheets, wanted, file);
  requirePart(parts, part, file);
  const others = workbook.sheets.filter((sheet) => sheet.name !== name).map((sheet) => sheet.name);
  const hidden = createHiddenCount();
  const shows = (row: SheetRow) => options.hiddenRows === true || !row.isHidden;
  const read = () => readSheetRows(parts, part, workbook, file);
  const first = await findRow(read(), shows);
  if (first === undefined) {
    if (await findRow(read(), () => true))
      throw new NoDataError(
        { file },
        `all rows of the sheet ${JSON.stringify(name)} are hidden; read them with ${nameOption('hiddenRows')}`,
      );
    const named = others.length === 0 ? '' : `; name another with ${nameOption('sheet')}: ${quoteAll(others)}`;
    throw new NoDataError({ file }, `the sheet ${JSON.stringify(name)} is empty${named}`);
  }
  // A file of rejected rows has a header in its first row, wherever its input had one.
  const rule = first.cells.includes(reasonColumn) ? {} : options.header;
  const header = rule.line === undefined ? first : await findRow(read(), ({ line }) => line === rule.line);
  if (header === undefined)
    throw new InputError(
      'usage',
      `${nameOption('headerRow')} ${rule.line}: there is no such row in the sheet ${JSON.stringify(name)}`,
      {
        file,
      },
    );
  const broken = rule.names === undefined && header.cells.find(isBroken);
  if (broken) throw new InputError('data', broken.fault, { file, line: header.line });
  const columns = nameColumns(rule.names ?? header.cells.map(toName), {
    file,
    line: header.line,
    isPadded: true,
    controlRemedy: 'type the text again',
    findDoubt: findMisread,
  });
  const lastAbove = rule.names === undefined ? header.line : header.line - 1;
  return {
    file,
    headers: columns.headers,
    headerDoubt: columns.headers.map(findMisread).find((one) => one !== undefined),
    isRejected: columns.isRejected,
    format: { kind: 'sheet', sheet: name, ...(others.length > 0 && { others }) },
    hiddenRows: hidden.most,
    async *rows(): AsyncGenerator<Row | InputError> {
      let number = 0;
      const countHidden = hidden.begin();
      for await (const rows of read()) {
        for (const row of rows) {
          const { line } = row;
          if (line <= lastAbove) continue;
          if (!shows(row)) {
            countHidden();
            continue;
          }
          number++;
          const cells = nullText === undefined ? row.cells : row.cells.map((cell) => (cell === nullText ? null : cell));
          const picked = columns.pick(cells);
          if ('misfit' in picked) yield new InputError('data', picked.misfit, { file, line, text: picked.text ?? textOf(row) });
          else yield { number, line, ...picked };
        }
      }
    },
  };
}

/** Counts the rows that a reading leaves out; the rows may be read several times, also at the same time. */
function createHiddenCount(): { readonly begin: () => () => void; readonly most: () => number } {
  let most = 0;
  return {
    most: () => most,
    begin() {
      let count = 0;
      return () => {
        most = Math.max(most, ++count);
      };
    },
  };
}

async function refuseOthers(source: InputSource): Promise<void> {
  const { file } = source;
  const head = await readHead(source, 8);
  if (isCompoundFile(head)) {
    const isEncrypted = await holds(source, Buffer.from('EncryptedPackage', 'utf16le'));
    const what = isEncrypted
      ? 'is protected by a password; save it without one'
      : 'is a workbook of the old kind (.xls); save it as .xlsx or as CSV';
    throw new InputError('data', what, { file });
  }
  if (source.size === 0) throw new NoDataError({ file });
  if (!isZip(head)) throw new InputError('data', 'is not an .xlsx file; delimited text has the ending .csv or .tsv', { file });
}

async function holds(source: InputSource, wanted: Buffer): Promise<boolean> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of source.chunks()) {
    const bytes = Buffer.concat([rest, chunk]);
    if (bytes.includes(wanted)) return true;
    rest = bytes.subarray(-wanted.length);
  }
  return false;
}

function findSheet(sheets: readonly SheetEntry[], wanted: string | undefined, file: string): SheetEntry {
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : (sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()));
  if (found) return found;
  if (wanted === undefined || sheets.length === 0) throw new InputError('data', 'holds no sheet with cells', { file });
  const names = quoteAll(sheets.map(({ name }) => name));
  throw new InputError('usage', `there is no sheet ${JSON.stringify(wanted)}; there are ${names}`, { file });
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

async function findRow(
  pieces: AsyncIterable<readonly SheetRow[]>,
  fits: (row: SheetRow) => boolean,
): Promise<SheetRow | undefined> {
  for await (const rows of pieces) {
    const found = rows.find(fits);
    if (found) return found;
  }
  return undefined;
}

/** The cells as a spreadsheet takes them from the clipboard. */
const textOf = ({ cells }: SheetRow): string => cells.map(toName).join('\t');

const toName = (cell: Cell): string => (cell === null ? '' : shownText(cell));
