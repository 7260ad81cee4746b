import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { InputError } from '../../../src/input/input-error.ts';
import { openTable } from '../../../src/input/read-table.ts';
import type { Table } from '../../../src/input/table.ts';
import type { TableRules } from '../../../src/input/table-rules.ts';
import { openFolder } from '../../support/folders.ts';
import { makeWorkbook, type WorkbookParts, zipOf } from '../../support/make-workbook.ts';
import { failureOf, rowNumbers, rowsOf, stream } from '../input-folder.ts';

const cwd = openFolder();

async function openBytes(bytes: Uint8Array | string, sheet?: string, name = 'b.xlsx', rules: TableRules = {}): Promise<Table> {
  await writeFile(join(cwd, name), bytes);
  return openTable(name, { cwd, stdin: stream(), sheet, nameOption: nameFlag, ...rules });
}

const openParts = async (parts: WorkbookParts, sheet?: string, rules?: TableRules) =>
  openBytes(await makeWorkbook(parts), sheet, undefined, rules);

const failure = (opening: Promise<Table>) => failureOf(opening.then(rowsOf));

const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = (...names: string[]) =>
  `<row r="1">${names.map((name, i) => text(`${String.fromCharCode(65 + i)}1`, name)).join('')}</row>`;

describe('cells', () => {
  test('hold at most 32,767 characters, in whatever form they are stored', async () => {
    const [longest, long] = ['x'.repeat(32_767), 'x'.repeat(32_768)];
    const cells = (value: string, i: number) => `
      <c r="A${i}" t="s"><v>${value === long ? 1 : 0}</v></c>${text(`B${i}`, value)}<c r="C${i}" t="str"><v>${value}</v></c>`;
    const sheet = (value: string) => `${header('a', 'b', 'c')}<row r="2">${cells(value, 2)}</row>`;
    const strings = [`<t>${longest}</t>`, `<r><t>${longest}</t></r><r><t>x</t></r>`];
    expect(await openParts({ strings, sheets: { One: sheet(longest) } }).then(rowsOf)).toEqual([[2, longest, longest, longest]]);
    const [row] = await openParts({ strings, sheets: { One: sheet(long) } }).then(rowsOf);
    expect(JSON.stringify(row)).toMatch(/cell A2 holds more than 32,767 characters.*cell B2 holds more.*cell C2 holds more/);
  });

  test('are text, numbers and truth values as stored; formulas by their value', async () => {
    const table = await openParts({
      strings: [
        '<t>plain &amp; simple</t>',
        '<r><t>two </t></r><r><rPr/><t>runs</t></r><rPh sb="0" eb="1"><t>aid</t></rPh>',
        '<t>a_x000D_\nb</t>',
        '<t/>',
      ],
      sheets: {
        One: `${header('text', 'number', 'truth', 'formula')}
          <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>12.5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2"><f>B2*2</f><v>25</v></c></row>
          <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>1E-2</v></c><c r="C3" t="b"><v>0</v></c><c r="D3" t="str"><f>A3</f><v>two</v></c></row>
          <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4"><v>-0.30000000000000004</v></c><c r="C4" t="s"><v>3</v></c><c r="D4" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>`,
      },
    });
    expect(table).toMatchObject({ headers: ['text', 'number', 'truth', 'formula'], format: { kind: 'sheet', sheet: 'One' } });
    expect(await rowsOf(table)).toEqual([
      [2, 'plain & simple', 12.5, true, 25],
      [3, 'two runs', 0.01, false, 'two'],
      [4, 'a\r\nb', -0.3, null, 'inline'],
    ]);
    expect(await rowsOf(table)).toHaveLength(3);
  });

  const dated = (
    formats: WorkbookParts['formats'] & {},
    cells: readonly [style: number, value: number | string][],
    date1904 = false,
  ) => {
    const rows = cells.map(([style, value], i) => `<row r="${i + 2}"><c r="A${i + 2}" s="${style}"><v>${value}</v></c></row>`);
    return openParts({ formats, date1904, sheets: { One: `${header('a')}${rows.join('')}` } }).then(rowsOf);
  };
  /** What cells of these formats are read as. */
  const valuesOf = async (cells: readonly (readonly [format: string | number, value: number | string, read: unknown])[]) => {
    const rows = await dated(
      cells.map(([format]) => format),
      cells.map(([, value], i) => [i + 1, value]),
    );
    return rows.map((row) => (Array.isArray(row) ? row[1] : row));
  };

  test.each([
    // Sums and products of amounts.
    ['221.10000000000002', 221.1],
    ['0.30000000000000004', 0.3],
    ['-1.0999999999999999', -1.1],
    ['99.990000000000009', 99.99],
    ['1234567.8899999999', 1234567.89],
    // Seventeen digits of a number that has no shorter form as a double.
    ['0.1', 0.1],
    ['0.33333333333333331', 0.333333333333333],
    ['12.345678901234567', 12.3456789012346],
    ['2.2250738585072014E-308', 2.2250738585072e-308],
    // A difference that is almost nothing is not zero, neither here nor in Excel.
    ['8.3266726846886741E-17', 8.32667268468867e-17],
    // Exponents.
    ['1E-2', 0.01],
    ['1.0000000000000001E-5', 0.00001],
    ['6.0221407599999999E+23', 6.02214076e23],
    // Whole numbers keep their digits: the reader of the cell cuts them, with a warning.
    ['0', 0],
    ['-0', 0],
    ['999999999999999', 999999999999999],
    ['-999999999999999', -999999999999999],
    ['9007199254740991', 9007199254740991],
    ['12345678901234567', 12345678901234568],
    ['3613056000000000', 3613056000000000],
  ])('with the number %s have the digits that Excel shows', async (stored, value) => {
    expect(await dated([], [[0, stored]])).toEqual([[2, value]]);
  });

  test('with a percentage, an amount or padding are rounded alike; days, times and text are not', async () => {
    const cells = [
      ['0.00%', '7.0000000000000007E-2', 0.07],
      ['#,##0.00', '221.10000000000002', 221.1],
      [10, '0.19000000000000003', 0.19],
      ['000', '7.0000000000000009', 7],
      ['yyyy-mm-dd', '46082', { date: '2026-03-01' }],
      ['yyyy-mm-dd hh:mm:ss', '46082.354166666664', { date: '2026-03-01T08:30:00' }],
      ['yyyy-mm-dd hh:mm:ss', '46082.999988425923', { date: '2026-03-01T23:59:59' }],
      ['[h]:mm:ss', '1.2500115740740741', '30:00:01'],
    ] as const;
    expect(await valuesOf(cells)).toEqual(cells.map(([, , read]) => read));
    const text = '221.10000000000002';
    const table = await openParts({
      strings: [`<t>${text}</t>`],
      sheets: {
        One: `${header('a', 'b', 'c')}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="str"><v>${text}</v></c><c r="C2" t="inlineStr"><is><t>${text}</t></is></c></row>`,
      },
    });
    expect(await rowsOf(table)).toEqual([[2, text, text, text]]);
  });

  test('are days and times where their format says so', async () => {
    const [day, time] = [46082, 46082.354166666664];
    const cells = [
      [14, day, { date: '2026-03-01' }],
      [14, time, { date: '2026-03-01T08:30:00' }],
      [22, time, { date: '2026-03-01T08:30:00' }],
      [22, day, { date: '2026-03-01T00:00:00' }],
      [20, 0.3541666666666667, '08:30:00'],
      [46, 1.5, '36:00:00'],
      ['yyyy\\-mm\\-dd', day, { date: '2026-03-01' }],
      ['dd.mm.yyyy hh:mm:ss', 46082.99999999999, { date: '2026-03-02T00:00:00' }],
      ['dd.mm.yyyy hh:mm:ss', 46082.50000578704, { date: '2026-03-01T12:00:00.500' }],
      ['[$-407]d. mmmm yyyy', 1, { date: '1900-01-01' }],
      ['[$-407]d. mmmm yyyy', 59, { date: '1900-02-28' }],
      ['[$-407]d. mmmm yyyy', 61, { date: '1900-03-01' }],
      ['0.00 &quot;days&quot;', 3, 3],
      ['[Red]#,##0.00', day, day],
      ['mmm', day, { date: '2026-03-01' }],
      ['General', day, day],
      ['0.00E+00', day, day],
    ] as const;
    expect(await valuesOf(cells)).toEqual(cells.map(([, , read]) => read));
    expect(await dated([], [[0, day]])).toEqual([[2, day]]);
  });

  test('count from 1904 where the workbook does', async () => {
    const days = await dated(
      [14, 22, 20],
      [
        [1, 44620],
        [2, 0.5],
        [1, 0],
        [3, 0.25],
      ],
      true,
    );
    expect(days).toEqual([
      [2, { date: '2026-03-01' }],
      [3, { date: '1904-01-01T12:00:00' }],
      [4, { date: '1904-01-01' }],
      [5, '06:00:00'],
    ]);
  });

  test('that are no date are errors that name the cell', async () => {
    const values = [60, -1, 0, 3_000_000, 'x', 61];
    expect(
      await dated(
        [14],
        values.map((value) => [1, value]),
      ),
    ).toEqual([
      [2, 'cell A2 holds 60, which is no date'],
      [3, 'cell A3 holds -1, which is no date'],
      [4, 'cell A4 holds 0, which is no date'],
      [5, 'cell A5 holds 3000000, which is no date'],
      [6, 'cell A6 holds "x", which is no number'],
      [7, { date: '1900-03-01' }],
    ]);
  });

  test('with ISO 8601 days are dates', async () => {
    const day = (row: number, value: string) => `<row r="${row}"><c r="A${row}" t="d"><v>${value}</v></c></row>`;
    const rows = day(2, '2026-03-01') + day(3, '2026-03-01T08:30:00') + day(4, '08:30:00') + day(5, 'soon');
    expect(await rowsOf(await openParts({ sheets: { One: header('a') + rows } }))).toEqual([
      [2, { date: '2026-03-01' }],
      [3, { date: '2026-03-01T08:30:00' }],
      [4, '08:30:00'],
      [5, 'cell A5 holds "soon", which is no date'],
    ]);
  });

  test('with an error, or a formula that has no value, are told; the others of their rows are read', async () => {
    const rows = `<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e"><f>VLOOKUP(1)</f><v>#N/A</v></c></row>
      <row r="3"><c r="A3"><v>1</v></c><c r="B3"><f>A3+1</f></c></row>
      <row r="4"><c r="A4"><v>1</v></c><c r="B4"><f>A4+1</f><v></v></c></row>
      <row r="5"><c r="A5"><v>1</v></c><c r="B5" t="str"><f>""</f><v></v></c></row>`;
    expect(await rowsOf(await openParts({ sheets: { One: header('a', 'b') + rows } }))).toEqual([
      [2, 1, 'cell B2 is #N/A'],
      [3, 1, 'cell B3 holds a formula without its value; open the file in a spreadsheet program and save it'],
      [4, 1, 'cell B4 holds a formula without its value; open the file in a spreadsheet program and save it'],
      [5, 1, null],
    ]);
  });
});

describe('hidden rows', () => {
  const cells = (row: number) => `${text(`A${row}`, `a${row}`)}<c r="B${row}"><v>${row}</v></c>`;
  const sheets = {
    One: `${header('a', 'b')}<row r="2">${cells(2)}</row><row r="3" hidden="1">${cells(3)}</row><row r="4" hidden="true"/>
      <row r="5" hidden="true">${cells(5)}</row><row r="6" hidden="0">${cells(6)}</row>`,
  };

  test('are left out and counted, however often the sheet is read', async () => {
    const table = await openParts({ sheets });
    const expected = [
      [2, 'a2', 2],
      [6, 'a6', 6],
    ];
    expect(await Promise.all([rowsOf(table), rowsOf(table)])).toEqual([expected, expected]);
    expect(table.hiddenRows?.()).toBe(2);
    expect(await rowNumbers(table)).toEqual([1, 2]);
  });

  test('are read when that is asked for', async () => {
    const table = await openParts({ sheets }, undefined, { hiddenRows: true });
    expect(await rowsOf(table)).toHaveLength(4);
    expect(table.hiddenRows?.()).toBe(0);
  });

  test('alone are no empty sheet', async () => {
    const hidden = `<row r="1" hidden="1">${cells(1)}</row>`;
    expect(await failure(openParts({ sheets: { One: hidden } }))).toBe(
      '3 b.xlsx: all rows of the sheet "One" are hidden; read them with --hidden-rows',
    );
  });
});

describe('the header row', () => {
  const rows = `<row r="1">${text('A1', 'Report')}</row><row r="3">${text('A3', 'number')}${text('B3', 'name')}</row>
    <row r="5">${text('A5', 'N-1')}${text('B5', 'Ann')}</row><row r="6">${text('A6', 'N-2')}${text('B6', 'NULL')}</row>`;
  const sheets = { One: rows };

  test('may be named by its row; whatever stands above is skipped', async () => {
    const table = await openParts({ sheets }, undefined, { headerRow: 3, null: 'NULL' });
    expect(table.headers).toEqual(['number', 'name']);
    expect(await rowsOf(table)).toEqual([
      [5, 'N-1', 'Ann'],
      [6, 'N-2', null],
    ]);
    expect(await failure(openParts({ sheets }, undefined, { headerRow: 4 }))).toBe(
      '2 b.xlsx: --header-row 4: there is no such row in the sheet "One"',
    );
  });

  test('may be missing: the columns are then named', async () => {
    const table = await openParts({ sheets }, undefined, { noHeader: true, columns: 'a,b' });
    expect(await rowsOf(table)).toEqual([
      [1, 'Report', null],
      [3, 'number', 'name'],
      [5, 'N-1', 'Ann'],
      [6, 'N-2', 'NULL'],
    ]);
  });

  test('of a file of rejected rows is its first row, whatever is said of the input', async () => {
    const rejected = `${header('a', 'pdfgen_error')}<row r="2">${text('A2', 'x')}${text('B2', 'why')}</row>`;
    for (const rules of [{ headerRow: 3 }, { noHeader: true, columns: 'a' }])
      expect(await rowsOf(await openParts({ sheets: { One: rejected } }, undefined, rules))).toEqual([[2, 'x']]);
  });
});

describe('rows', () => {
  test('that are empty are left out; cells that are left out are null, and empty ones at the end are cut', async () => {
    const rows = `<row r="2"/><row r="5"><c r="B5"><v>2</v></c><c r="C5" s="1"/><c r="Z5" s="1"/></row>
      <row r="6"><c r="A6" s="1"/></row><row r="9"><c r="A9"><v>1</v></c></row>`;
    const table = await openParts({ sheets: { One: header('a', 'b', 'c') + rows } });
    expect(await rowsOf(table)).toEqual([
      [5, null, 2, null],
      [9, 1, null, null],
    ]);
    expect(await rowNumbers(table)).toEqual([1, 2]);
  });

  test('may leave out their references, and begin anywhere', async () => {
    const rows =
      '<row/><row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row><row><c><v>1</v></c><c><v>2</v></c></row>';
    expect(await rowsOf(await openParts({ sheets: { One: rows } }))).toEqual([[3, 1, 2]]);
  });

  test('with content where the header has none are errors; so is the empty part of a merged header', async () => {
    const rows = `<row r="1">${text('A1', 'a')}<c r="B1"/>${text('C1', 'c')}</row>
      <row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row><row r="3"><c r="A3"><v>1</v></c><c r="AB3"><v>3</v></c></row>
      <row r="4"><c r="C4"><v>4</v></c></row>`;
    expect(await rowsOf(await openParts({ sheets: { One: rows } }))).toEqual([
      '3 b.xlsx:2: column 2 (B) has no header, but holds "2"; name the column or empty it',
      '3 b.xlsx:3: column 28 (AB) has no header, but holds "3"; name the column or empty it',
      [4, null, 4],
    ]);
  });

  test('and headers with text that was read in a wrong encoding are doubtful', async () => {
    const parts = { sheets: { One: `${header('GrÃ¶ÃŸe')}<row r="2">${text('A2', 'MÃ¼ller')}</row>` } };
    const table = await openParts(parts);
    const doubt = (read: string, meant: string) =>
      `"${read}" looks like "${meant}", read in a wrong encoding before the file was saved; export the file again`;
    expect(table.headerDoubt).toBe(doubt('GrÃ¶ÃŸe', 'Größe'));
    const warnings: unknown[] = [];
    for await (const row of table.rows()) if (!(row instanceof InputError)) warnings.push(row.warnings);
    expect(warnings).toEqual([[{ index: 0, message: doubt('MÃ¼ller', 'Müller') }]]);
  });

  test('keep the headers one by one', async () => {
    expect(await failure(openParts({ sheets: { One: header('a', 'b', ' a') } }))).toBe(
      '3 b.xlsx:1: the header "a" appears twice, in column 1 (A) and column 3 (C); rename one of them',
    );
    expect((await openParts({ sheets: { One: header(' a ', 'pdfgen_error') } })).headers).toEqual(['a']);
    expect(await failure(openParts({ sheets: { One: '' } }))).toBe('3 b.xlsx: the sheet "One" is empty');
    expect(await failure(openParts({ sheets: { One: '', Two: header('a') } }))).toBe(
      '3 b.xlsx: the sheet "One" is empty; name another with --sheet: "Two"',
    );
  });
});

describe('the sheet', () => {
  const sheets = { Notes: header('n'), Orders: `${header('o')}<row r="2"><c r="A2"><v>7</v></c></row>` };
  test('is the first that is shown, or the one that is named', async () => {
    expect((await openParts({ sheets })).headers).toEqual(['n']);
    expect((await openParts({ sheets, hidden: ['Notes'] })).headers).toEqual(['o']);
    expect(await rowsOf(await openParts({ sheets }, 'orders'))).toEqual([[2, 7]]);
  });
  test('that there is not is an error that lists those there are', async () => {
    expect(await failure(openParts({ sheets }, 'Order'))).toBe(
      '2 b.xlsx: there is no sheet "Order"; there are "Notes", "Orders"',
    );
  });
  test('is read from standard input too, twice', async () => {
    const table = await openTable('-', { cwd, stdin: stream(await makeWorkbook({ sheets })), sheet: 'Orders' });
    expect(await rowsOf(table)).toEqual([[2, 7]]);
    expect(await rowsOf(table)).toEqual([[2, 7]]);
  });
  test('has neither delimiter nor encoding', async () => {
    await writeFile(join(cwd, 'o.xlsx'), await makeWorkbook({ sheets }));
    await expect(openTable('o.xlsx', { cwd, stdin: stream(), delimiter: ';' })).rejects.toMatchObject({ exitCode: 2 });
  });
});

test('prefixes, and the case of the names of parts, are as the program that wrote the file likes them', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const rows = '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c></x:row>';
  const bytes = await makeWorkbook({
    sheets: { One: '' },
    strings: ['<t>a</t>'],
    files: { 'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData>${rows}</x:sheetData></x:worksheet>` },
  });
  const name = Buffer.from('xl/sharedStrings.xml');
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at)) bytes.write('xl/SharedStrings.xml', at);
  const table = await openBytes(bytes);
  expect(table.headers).toEqual(['a']);
  expect(await rowsOf(table)).toEqual([[2, 1]]);
});

test('a relation may write its path as Windows does', async () => {
  const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = `<Relationships><Relationship Id="s0" Type="${related}/worksheet" Target="worksheets\\sheet1.xml"/></Relationships>`;
  const sheet = `${header('a')}<row r="2"><c r="A2"><v>1</v></c></row>`;
  const table = await openParts({ sheets: { One: sheet }, files: { 'xl/_rels/workbook.xml.rels': relations } });
  expect([table.headers, await rowsOf(table)]).toEqual([['a'], [[2, 1]]]);
});

test.each(['xl/worksheets/sheet1.xml', 'xl/styles.xml'])(
  'a workbook without its part %s is damaged, and not empty',
  async (part) => {
    const sheet = `${header('a')}<row r="2"><c r="A2"><v>1</v></c></row>`;
    expect(await failure(openParts({ sheets: { One: sheet }, files: { [part]: undefined } }))).toBe(
      `3 b.xlsx: is damaged: its part ${part} is missing; open it in a spreadsheet program and save it again`,
    );
  },
);

describe('a file that is no workbook', () => {
  test('is named with a remedy', async () => {
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const filler = Buffer.alloc(65_530);
    const locked = Buffer.concat([compound, filler, Buffer.from('EncryptedPackage', 'utf16le'), filler]);
    const broken = { sheets: { One: `${header('a')}<row r="2"><c></row>` } };
    const files: readonly (readonly [Uint8Array | string, string])[] = [
      [locked, '3 b.xlsx: is protected by a password; save it without one'],
      [Buffer.concat([compound, filler]), '3 b.xlsx: is a workbook of the old kind (.xls); save it as .xlsx or as CSV'],
      ['a;b\n1;2\n', '3 b.xlsx: is not an .xlsx file; delimited text has the ending .csv or .tsv'],
      ['', '3 b.xlsx: there is no data'],
      [
        await zipOf({ 'content.xml': '<a/>', mimetype: 'x' }),
        '3 b.xlsx: is an OpenDocument file (.ods); save it as .xlsx or as CSV',
      ],
      [await zipOf({ 'a.txt': 'x' }), '3 b.xlsx: is a zip, but not a workbook; save it as .xlsx or as CSV'],
      [(await makeWorkbook({ sheets: { One: header('a') } })).subarray(0, 900), '3 b.xlsx: is not a whole .xlsx file: '],
      [await makeWorkbook(broken), '3 b.xlsx: is not a whole .xlsx file: '],
    ];
    for (const [bytes, message] of files) expect((await failure(openBytes(bytes))).slice(0, message.length)).toBe(message);
    expect(await failure(openBytes(Buffer.concat([compound, filler]), undefined, 'old.xls'))).toMatch(/^3 old\.xls: is a work/);
  });

  test('whose content is not what it was when it was written is refused', async () => {
    const rows = `${header('sum')}<row r="2"><c r="A2"><v>1250.5</v></c></row>`;
    const bytes = await makeWorkbook({ sheets: { One: rows }, compress: false });
    bytes.write('9', bytes.indexOf('1250.5'));
    expect(await failure(openBytes(bytes))).toMatch(
      /^3 b\.xlsx: is not a whole \.xlsx file: xl\/worksheets\/sheet1\.xml was changed or damaged/,
    );
  });

  test('whose rows hold hardly more than empty cells is refused', async () => {
    const far = Array.from({ length: 2000 }, (_, i) => `<row r="${i + 2}"><c r="XFD${i + 2}"><v>1</v></c></row>`).join('');
    expect(await failure(openParts({ sheets: { One: `${header('a')}${far}` } }))).toMatch(
      /^3 b\.xlsx: has far more empty cells than values: row \d+ goes to column XFD; delete the cells far to the right/,
    );
  });

  test('names no entities, from inside or outside', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "boom">]><sst><si><t>&b;</t></si></sst>';
    expect(await failure(openParts({ sheets: { One: header('a') }, files: { 'xl/sharedStrings.xml': bomb } }))).toMatch(
      /^3 b\.xlsx: is not a whole \.xlsx file: /,
    );
  });

  test('that unpacks to too much is refused before it is unpacked', async () => {
    const strings = Buffer.alloc(210_000_000, 0x20);
    const bytes = await makeWorkbook({ sheets: { One: header('a') }, files: { 'xl/sharedStrings.xml': strings as never } });
    expect(bytes.length).toBeLessThan(1_000_000);
    // 64 MB and 200 times the size of the file.
    const limit = Math.floor(64 + (200 * bytes.length) / 1e6);
    expect(await failure(openBytes(bytes))).toBe(
      `3 b.xlsx: unpacks to too much: xl/sharedStrings.xml has 210 MB, over the limit of ${limit} MB; save it as CSV, which may be of any size`,
    );
    // The directory of the zip lies.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(210_000_000);
    const lie = Buffer.alloc(4);
    lie.writeUInt32LE(100);
    for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at)) lie.copy(bytes, at);
    expect(await failure(openBytes(bytes))).toMatch(/^3 b\.xlsx: is not a whole \.xlsx file: too many bytes/);
  });
});
