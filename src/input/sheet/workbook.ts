// Reads the directory of a workbook: its sheets and parts, its shared strings, and its cell styles for dates.
import { posix } from 'node:path';
import { InputError } from '../input-error.ts';
import type { NumberFormat } from '../table.ts';
import { openNumberFormats } from './number-format.ts';
import type { PackageParts } from './package-parts.ts';
import { decodeEscapes, readWholePart } from './read-part.ts';
import { builtInKind, type DateKind, kindOfFormat } from './sheet-date.ts';

/** The effect of a cell's format on its number. */
export interface CellFormat {
  /** Undefined: the number is no date. */
  readonly kind: DateKind | undefined;
  /** Undefined: the number is shown as it is stored. */
  readonly format: NumberFormat | undefined;
}

export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly is1904: boolean;
  readonly strings: readonly string[];
  /** By the style number of a cell. */
  readonly formats: readonly CellFormat[];
}

export interface SheetEntry {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

// All strings stay in memory.
const maxPartBytes = 200_000_000;

interface Relation {
  readonly id: string;
  /** The last step of its type, such as `worksheet`. */
  readonly type: string;
  readonly part: string;
}

/** Raises InputError of kind `data` for a package that is not a workbook. */
export async function readWorkbook(parts: PackageParts, file: string): Promise<Workbook> {
  const main = (await readRelations(parts, '', file)).find(({ type }) => type === 'officeDocument')?.part;
  if (main === undefined || !main.endsWith('.xml') || !parts.has(main)) throw noWorkbook(parts, file);
  const relations = await readRelations(parts, main, file);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part ?? '';
  const styles = partOf('styles');
  // Without its styles, a date is a number.
  if (styles !== '') requirePart(parts, styles, file);
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  await readWholePart(
    parts.read(main, maxPartBytes),
    {
      open(name, attributes) {
        if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const relation = relations.find((one) => one.id === id);
        if (relation?.type === 'worksheet')
          sheets.push({
            name: attributes.name ?? '',
            part: relation.part,
            isHidden: (attributes.state ?? 'visible') !== 'visible',
          });
      },
    },
    file,
  );
  return {
    sheets,
    is1904,
    strings: await readStrings(parts, partOf('sharedStrings'), file),
    formats: await readStyles(parts, styles, is1904, file),
  };
}

/** Raises InputError of kind `data` for a part that the workbook names and does not hold. */
export function requirePart(parts: PackageParts, part: string, file: string): void {
  if (parts.has(part)) return;
  throw new InputError('data', `is damaged: its part ${part} is missing; open it in a spreadsheet program and save it again`, {
    file,
  });
}

/** A truth value of XML. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

function noWorkbook(parts: PackageParts, file: string): InputError {
  const kind = parts.has('xl/workbook.bin')
    ? 'is a binary workbook (.xlsb)'
    : parts.has('content.xml')
      ? 'is an OpenDocument file (.ods)'
      : 'is a zip, but not a workbook';
  return new InputError('data', `${kind}; save it as .xlsx or as CSV`, { file });
}

/** The parts that a part refers to. The package itself is the part without a name. */
async function readRelations(parts: PackageParts, part: string, file: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readWholePart(
    parts.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), maxPartBytes),
    {
      open(name, { Id: id = '', Type: type = '', Target: written = '' }) {
        if (name !== 'Relationship') return;
        // Some programs write paths as Windows does.
        const target = written.replaceAll('\\', '/');
        relations.push({
          id,
          type: posix.basename(type),
          part: posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, ''),
        });
      },
    },
    file,
  );
  return relations;
}

async function readStrings(parts: PackageParts, part: string, file: string): Promise<readonly string[]> {
  const strings: string[] = [];
  const text = textOfRuns((value) => strings.push(decodeEscapes(value)), 'si');
  await readWholePart(parts.read(part, maxPartBytes), text, file);
  return strings;
}

/** Most characters of a cell (ECMA-376 leaves it open; Excel's limit), and as they are written: an escape takes seven. */
export const longestText = 32_767;
export const longestWritten = 7 * longestText;

/** The text of a string item: the text of its runs, without the reading aids of East Asian text. */
export function textOfRuns(done: (text: string) => void, item: string) {
  let value = '';
  let isText = false;
  let aids = 0;
  return {
    open(name: string): void {
      if (name === item) value = '';
      if (name === 'rPh') aids++;
      isText = name === 't' && aids === 0;
    },
    text(text: string): void {
      if (isText && value.length <= longestWritten) value += text;
    },
    close(name: string): void {
      isText = false;
      if (name === 'rPh') aids--;
      if (name === item) done(value);
    },
  };
}

async function readStyles(parts: PackageParts, part: string, is1904: boolean, file: string): Promise<readonly CellFormat[]> {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isCellFormats = false;
  await readWholePart(
    parts.read(part, maxPartBytes),
    {
      open(name, attributes) {
        const id = Number(attributes.numFmtId ?? 0);
        if (name === 'numFmt') own.set(id, attributes.formatCode ?? '');
        if (name === 'cellXfs') isCellFormats = true;
        if (name === 'xf' && isCellFormats) ids.push(id);
      },
      close(name) {
        if (name === 'cellXfs') isCellFormats = false;
      },
    },
    file,
  );
  if (ids.every((id) => id === 0)) return [];
  const toFormat = await openNumberFormats(is1904);
  const known = new Map<number, CellFormat>();
  return ids.map((id) => {
    const code = own.get(id);
    const read = known.get(id) ?? {
      kind: code === undefined ? builtInKind(id) : kindOfFormat(code),
      format: toFormat(code ?? id),
    };
    known.set(id, read);
    return read;
  });
}
