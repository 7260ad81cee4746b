// Writes rejected and failed rows of a workbook as a workbook of one sheet, for a person to correct and the next run to read: the least of
// ISO/IEC 29500-1 that spreadsheets open.
import { Readable } from 'node:stream';
import { type Cell, isBroken, shownText } from '../../input/table.ts';

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of formats that every workbook has: 14 a day, 22 a day with its time, 49 text (18.8.30). */
type StyleId = 0 | 14 | 22 | 49;

/** The styles of the cells, gathered while they are written: a built-in format, or the code of a format. */
function createStyles() {
  const indexes = new Map<StyleId | string, number>([[0, 0]]);
  return {
    indexOf(format: StyleId | string): number {
      const index = indexes.get(format) ?? indexes.size;
      indexes.set(format, index);
      return index;
    },
    write(): string {
      const formats = [...indexes.keys()];
      const idOf = (format: StyleId | string, i: number) => (typeof format === 'number' ? format : 164 + i);
      const own = formats.flatMap((code, i) =>
        typeof code === 'string' ? [`<numFmt numFmtId="${idOf(code, i)}" formatCode="${escapeXml(code)}"/>`] : [],
      );
      return [
        `${head}<styleSheet xmlns="${spreadsheet}">`,
        ...(own.length === 0 ? [] : [`<numFmts count="${own.length}">`, ...own, '</numFmts>']),
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
        `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">`,
        ...formats.map(
          (format, i) =>
            `<xf numFmtId="${idOf(format, i)}" fontId="0" fillId="0" borderId="0" xfId="0"${format === 0 ? '' : ' applyNumberFormat="1"'}/>`,
        ),
        '</cellXfs></styleSheet>',
      ].join('');
    },
  };
}

type Styles = ReturnType<typeof createStyles>;

const contentTypes = `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${mediaType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/></Types>`;

const relate = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${head}<Relationships xmlns="${packaging}/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relationships}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The bytes of the workbook, made while they are read. */
export async function writeSheet(
  name: string,
  headers: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<AsyncIterable<Uint8Array>> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const workbook = `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relate([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook],
    [
      'xl/_rels/workbook.xml.rels',
      relate([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
  ] as const;
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path);
  const styles = createStyles();
  zip.addReadStream(Readable.from(writeRows(headers, rows, styles), { objectMode: false }), 'xl/worksheets/sheet1.xml');
  // Begins after the rows, whose formats it holds.
  zip.addReadStreamLazy('xl/styles.xml', (done) => done(null, Readable.from([Buffer.from(styles.write())])));
  zip.end();
  return zip.outputStream as AsyncIterable<Uint8Array> & typeof zip.outputStream;
}

async function* writeRows(
  headers: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  styles: Styles,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${head}<worksheet xmlns="${spreadsheet}"><sheetData>${writeRow(headers, 1, styles)}`);
  let number = 1;
  for await (const row of rows) yield Buffer.from(writeRow(row, ++number, styles));
  yield Buffer.from('</sheetData></worksheet>');
}

const writeRow = (cells: readonly Cell[], number: number, styles: Styles): string =>
  `<row r="${number}">${cells.map((cell, i) => writeCell(cell, `${columnName(i)}${number}`, styles)).join('')}</row>`;

/** A cell as it was read from the input, or the text of its row's errors. */
function writeCell(cell: Cell, at: string, styles: Styles): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'string' || 'fault' in cell) {
    const text = shownText(cell);
    // The error of a formula stays an error, so that the next run finds it again.
    if (isBroken(cell) && /^#[A-Z\d/]+[!?]?$/.test(text)) return `<c r="${at}" t="e"><v>${text}</v></c>`;
    return `<c r="${at}" s="${styles.indexOf(49)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  }
  if ('stored' in cell) {
    // The written workbook counts days from 1900, whatever the input does.
    const number = typeof cell.stored === 'object' ? serialOf(cell.stored.date) : cell.number;
    return `<c r="${at}" s="${styles.indexOf(cell.format.code)}"><v>${number}</v></c>`;
  }
  return `<c r="${at}" s="${styles.indexOf(cell.date.length > 10 ? 22 : 14)}"><v>${serialOf(cell.date)}</v></c>`;
}

/** The date of a rejected row as days since the 30th of December 1899, which is day 0 (18.17.4.1); right from March 1900 on. */
function serialOf(date: string): number {
  const ms = new Date(date.length > 10 ? `${date}Z` : `${date}T00:00:00Z`).getTime();
  return (ms - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** The letters of a column of the written sheet: A to Z, AA … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes characters that XML cannot hold as ST_Xstring does (22.9.2.19): `_x0007_`. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (c) => entities[c]!);
}
