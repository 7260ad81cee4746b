// Workbooks (.xlsx) from the XML of their sheets.

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface WorkbookParts {
  /** What stands in `sheetData`, by the name of the sheet. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  /** Formats of the cell styles 1, 2, 3 …: a number of a format that every workbook has, or a format of its own. */
  readonly formats?: readonly (number | string)[];
  readonly date1904?: boolean;
  readonly hidden?: readonly string[];
  /** Default true. */
  readonly compress?: boolean;
  /** Further files in the zip, or other content of its files. Undefined leaves a file out. */
  readonly files?: Readonly<Record<string, string | undefined>>;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${related}/${type}" Target="${target}"/>`;
const relations = (list: readonly string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;

export async function makeWorkbook({
  sheets,
  strings = [],
  formats = [],
  date1904,
  hidden = [],
  compress = true,
  files = {},
}: WorkbookParts): Promise<Buffer> {
  const names = Object.keys(sheets);
  const own = formats.flatMap((format, i) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + i}" formatCode="${format}"/>`] : [],
  );
  const styles = [0, ...formats].map((format, i) => `<xf numFmtId="${typeof format === 'string' ? 163 + i : format}"/>`);
  const parts: Record<string, string | undefined> = {
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, i) => relation(`s${i}`, 'worksheet', `/xl/worksheets/sheet${i + 1}.xml`)),
      relation('t', 'sharedStrings', 'sharedStrings.xml'),
      relation('f', 'styles', 'styles.xml'),
    ]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="${main}" xmlns:r="${related}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...files,
  };
  return zipOf(parts, compress);
}

export async function zipOf(files: Readonly<Record<string, string | Buffer | undefined>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    if (content !== undefined) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}
