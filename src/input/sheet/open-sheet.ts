// Opens a sheet of an .xlsx workbook as a table.

import type { NameOption } from '../../words/name-option.ts';
import { isCompoundFile, isZip } from '../file-signatures.ts';
import { InputError, NoDataError } from '../input-error.ts';
import { readHead, type Source } from '../source.ts';
import { type Cell, isBroken, type Row, shownText, type Table } from '../table.ts';
import { nameColumns } from '../table-columns.ts';
import { openPackage } from './package-parts.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';
import { readWorkbook, type SheetEntry } from './workbook.ts';

/** Raises InputError, exit 3, for another kind of file, a missing sheet, or a sheet without a usable header. */
export async function openSheet(
  source: Source,
  { sheet: wanted, nameOption }: { readonly sheet?: string | undefined; readonly nameOption: NameOption },
): Promise<Table> {
  const { file } = source;
  await refuseOthers(source);
  const parts = await openPackage(source);
  const workbook = await readWorkbook(parts, file);
  const { name, part } = findSheet(workbook.sheets, wanted, file);
  const others = workbook.sheets.filter((sheet) => sheet.name !== name).map((sheet) => sheet.name);
  const read = () => readSheetRows(parts, part, workbook, file);
  const header = await firstRow(read());
  if (header === undefined) {
    const named = others.length === 0 ? '' : `; name another with ${nameOption('sheet')}: ${quoteAll(others)}`;
    throw new NoDataError({ file }, `the sheet ${JSON.stringify(name)} is empty${named}`);
  }
  const broken = header.cells.find(isBroken);
  if (broken) throw new InputError(3, broken.fault, { file, line: header.line });
  const columns = nameColumns(header.cells.map(toName), {
    file,
    line: header.line,
    isPadded: true,
    controlRemedy: 'type the text again',
  });
  return {
    file,
    headers: columns.headers,
    isRejected: columns.isRejected,
    format: { kind: 'sheet', sheet: name, ...(others.length > 0 && { others }) },
    async *rows(): AsyncGenerator<Row | InputError> {
      let number = -1;
      for await (const rows of read()) {
        for (const { line, cells } of rows) {
          number++;
          if (number === 0) continue;
          const picked = columns.pick(cells);
          yield typeof picked === 'string' ? new InputError(3, picked, { file, line }) : { number, line, ...picked };
        }
      }
    },
  };
}

async function refuseOthers(source: Source): Promise<void> {
  const { file } = source;
  const head = await readHead(source, 8);
  if (isCompoundFile(head)) {
    const isEncrypted = await holds(source, Buffer.from('EncryptedPackage', 'utf16le'));
    const what = isEncrypted
      ? 'is protected by a password; save it without one'
      : 'is a workbook of the old kind (.xls); save it as .xlsx or as CSV';
    throw new InputError(3, what, { file });
  }
  if (source.size === 0) throw new NoDataError({ file });
  if (!isZip(head)) throw new InputError(3, 'is not an .xlsx file; delimited text has the ending .csv or .tsv', { file });
}

async function holds(source: Source, wanted: Buffer): Promise<boolean> {
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
  if (wanted === undefined || sheets.length === 0) throw new InputError(3, 'holds no sheet with cells', { file });
  const names = quoteAll(sheets.map(({ name }) => name));
  throw new InputError(2, `there is no sheet ${JSON.stringify(wanted)}; there are ${names}`, { file });
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

async function firstRow(rows: AsyncIterable<readonly SheetRow[]>): Promise<SheetRow | undefined> {
  for await (const [first] of rows) return first;
  return undefined;
}

const toName = (cell: Cell): string => (cell === null ? '' : shownText(cell));
