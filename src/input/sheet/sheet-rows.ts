// Reads the rows of a sheet (ECMA-376, part 1, 18.3.1) one after another.
import { counted } from '../../words/counts.ts';
import { InputError } from '../input-error.ts';
import { type BrokenCell, type Cell, isBroken, type SheetDate } from '../table.ts';
import { columnLetters } from '../table-columns.ts';
import type { PackageParts } from './package-parts.ts';
import { decodeEscapes, type PartHandler, readPart } from './read-part.ts';
import { readSerial } from './sheet-date.ts';
import { isTrue, longestText, longestWritten, textOfRuns, type Workbook } from './workbook.ts';

export interface SheetRow {
  /** The spreadsheet's row number. */
  readonly line: number;
  /** Up to the last cell with a value. */
  readonly cells: readonly Cell[];
  /** By hand or by a filter. */
  readonly isHidden: boolean;
}

const maxColumns = 16_384;
const maxSheetBytes = 2_000_000_000;
/** Empty cells before cells with a value, of a sheet and for each of its rows. Sheets of people have a few in a row. */
const maxGaps = 10_000_000;
const gapsPerRow = 200;

/** The rows that are not empty, in pieces. */
export async function* readSheetRows(
  parts: PackageParts,
  part: string,
  workbook: Workbook,
  file: string,
): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = [];
  const handler = sheetHandler(workbook, file, (row) => rows.push(row));
  for await (const _ of readPart(parts.read(part, maxSheetBytes), handler, file)) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  hasFormula: boolean;
  value: string | undefined;
}

function sheetHandler(workbook: Workbook, file: string, done: (row: SheetRow) => void): PartHandler {
  let line = 0;
  let cells: Cell[] = [];
  let isHidden = false;
  let column = -1;
  let cell: OpenCell | undefined;
  let isValue = false;
  let gapsLeft = maxGaps;
  const inline = textOfRuns((text) => {
    if (cell) cell.value = decodeEscapes(text);
  }, 'is');

  const closeCell = ({ column, ...stored }: OpenCell) => {
    const found = readCell(stored, workbook);
    const read = typeof found === 'string' && found.length > longestText ? tooLong : found;
    if (read === null || read === '' || column >= maxColumns) return;
    gapsLeft -= column - cells.length;
    if (gapsLeft < 0)
      throw new InputError(
        'data',
        `has far more empty cells than values: row ${line} goes to column ${columnLetters(column)}; delete the cells far to the right`,
        { file },
      );
    while (cells.length < column) cells.push(null);
    cells[column] = isBroken(read) ? { ...read, fault: `cell ${columnLetters(column)}${line} ${read.fault}` } : read;
  };

  return {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1);
        cells = [];
        gapsLeft += gapsPerRow;
        isHidden = isTrue(attributes.hidden);
        column = -1;
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        const { t: type = 'n', s: style = '0' } = attributes;
        cell = { column, type, style: Number(style), hasFormula: false, value: undefined };
      } else if (name === 'v' && cell) {
        isValue = true;
        cell.value = '';
      } else if (name === 'f' && cell) cell.hasFormula = true;
      if (cell?.type === 'inlineStr') inline.open(name);
    },
    text(text) {
      if (isValue && cell && cell.value!.length <= longestWritten) cell.value += text;
      if (cell?.type === 'inlineStr') inline.text(text);
    },
    close(name) {
      if (cell?.type === 'inlineStr') inline.close(name);
      if (name === 'v') isValue = false;
      if (name === 'c' && cell) {
        closeCell(cell);
        cell = undefined;
      }
      if (name === 'row' && cells.length > 0) done({ line, cells, isHidden });
    },
  };
}

const tooLong: BrokenCell = {
  fault: `holds more than ${counted(longestText, 'character')}, which no spreadsheet program shows whole; shorten it, or give the data as CSV or JSON`,
  shown: '',
};

/** The index of the column in a reference such as `AB12`. */
function columnOf(reference: string): number {
  let index = 0;
  for (let i = 0; i < Math.min(reference.length, 4); i++) {
    const letter = reference.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    index = index * 26 + letter;
  }
  return index - 1;
}

function readCell({ type, value, style, hasFormula }: Omit<OpenCell, 'column'>, { strings, formats, is1904 }: Workbook): Cell {
  if (type === 'inlineStr' || type === 'str') return value === undefined ? null : type === 'str' ? decodeEscapes(value) : value;
  if (value === undefined || value === '')
    return hasFormula
      ? { fault: 'holds a formula without its value; open the file in a spreadsheet program and save it', shown: '' }
      : null;
  if (type === 's')
    return strings[Number(value)] ?? { fault: `names the text ${value}, which the file does not hold`, shown: '' };
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return { fault: `is ${value}`, shown: value };
  if (type === 'd') return readIsoDate(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return { fault: `holds ${JSON.stringify(value.slice(0, 40))}, which is no number`, shown: value };
  const { kind, format } = formats[style] ?? {};
  const stored = kind === undefined ? asShown(number) : readSerial(number, kind, is1904);
  if (stored === undefined) return { fault: `holds ${value}, which is no date`, shown: value };
  return format === undefined ? stored : { stored, number: kind === undefined ? asShown(number) : number, format };
}

/**
 * The number with 15 digits, as spreadsheets calculate and show it. A file has 17 digits: 221.10000000000002 is the sum that Excel shows as 221.1.
 * A longer whole number keeps its digits here, so that its reader can warn when it loses some.
 */
function asShown(number: number): number {
  return Number.isInteger(number) ? number + 0 : Number(number.toPrecision(15)); // + 0: not -0
}

function readIsoDate(value: string): SheetDate | string | BrokenCell {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)?(?:T?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?Z?$/.exec(value) ?? [];
  if (date === undefined) return time ?? { fault: `holds ${JSON.stringify(value.slice(0, 40))}, which is no date`, shown: value };
  return { date: time === undefined ? date : `${date}T${time.length === 5 ? `${time}:00` : time}` };
}
