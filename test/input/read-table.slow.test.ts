import { execFile } from 'node:child_process';
import { appendFile, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nameFlag } from '../../src/cli/command-line/name-flag.ts';
import { openDelimited } from '../../src/input/delimited-table.ts';
import { InputError } from '../../src/input/input-error.ts';
import type { DelimitedLimits } from '../../src/input/parse-delimited.ts';
import { openTable, type TableOptions } from '../../src/input/read-table.ts';
import { openSource } from '../../src/input/source.ts';
import type { Table } from '../../src/input/table.ts';
import { decodeWestern } from '../../src/input/western-text.ts';
import { openFolder } from '../support/folders.ts';
import { failureOf, rowNumbers, rowsOf, stream } from './input-folder.ts';

const cwd = openFolder();

async function tableOf(
  content: string | Uint8Array,
  { name = 't.csv', ...options }: Partial<TableOptions> & { name?: string } = {},
) {
  if (name !== '-') await writeFile(join(cwd, name), content);
  return openTable(name, { cwd, stdin: name === '-' ? stream(content) : stream(), nameOption: nameFlag, ...options });
}

/** Each row as its line and its cells, such as `2: Ada||7`; an empty cell is ∅. */
const linesOf = async (table: Table): Promise<string[]> =>
  (await rowsOf(table)).map((row) => {
    if (typeof row === 'string') return row;
    const [line, ...cells] = row;
    return `${line}: ${cells.map((cell) => cell ?? '∅').join('|')}`;
  });

const read = async (...args: Parameters<typeof tableOf>) => linesOf(await tableOf(...args));

/** What is doubtful: the line, the index of the cell, if it is of one, and the reason. */
async function doubtsOf(...args: Parameters<typeof tableOf>): Promise<string[]> {
  const found: string[] = [];
  for await (const row of (await tableOf(...args)).rows())
    if (!(row instanceof InputError))
      for (const { index, message } of row.warnings ?? [])
        found.push(`${row.line}${index === undefined ? '' : ` ${index}`}: ${message}`);
  return found;
}

const fails = (...args: Parameters<typeof tableOf>) => failureOf(read(...args));

/** A file whose bytes come in pieces of this length. */
const inPieces = (bytes: Buffer, length: number) => ({
  file: 'pieces.csv',
  extension: '.csv',
  size: bytes.length,
  chunks: (start = 0, end = Infinity) => {
    const part = bytes.subarray(start, end);
    const isWhole = start === 0 && end === Infinity;
    const starts = isWhole ? Array.from({ length: Math.ceil(part.length / length) }, (_, i) => i * length) : [0];
    return stream(...starts.map((at) => part.subarray(at, isWhole ? at + length : undefined))) as AsyncGenerator<Uint8Array>;
  },
});

const manyRows = ['a,b', ...Array.from({ length: 20_000 }, (_, i) => `${i},b`), ''].join('\n');

describe('csv-spectrum', async () => {
  const folder = fileURLToPath(new URL('csv-spectrum/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
  test.each(names)('%s reads as its JSON', async (name) => {
    const table = await openTable(name, { cwd: folder, stdin: stream() });
    const objects: unknown[] = [];
    for await (const row of table.rows()) {
      if (row instanceof InputError) throw row;
      objects.push(Object.fromEntries(table.headers.map((header, i) => [header, row.cells[i] ?? ''])));
    }
    const expected: unknown = JSON.parse(await readFile(join(folder, name.replace('.csv', '.json')), 'utf8'));
    expect(objects).toEqual(Array.isArray(expected) ? expected : [expected]);
  });
});

describe('rows', () => {
  test.each([
    ['line feeds', 'a,b\n1,2\n3,4\n'],
    ['carriage returns', 'a,b\r1,2\r3,4\r'],
    ['both', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['each in turn', 'a,b\r\n1,2\n3,4\r'],
    ['no line end at the end', 'a,b\n1,2\n3,4'],
  ])('end with %s', async (_what, text) => {
    expect(await read(text)).toEqual(['2: 1|2', '3: 3|4']);
  });

  test('quotes, doubled quotes, line ends and delimiters in cells', async () => {
    expect(await read('a,b\n"x ""y"" z","1\r\n2\n3\r4"\n"","""",\n"p,q", r "s" \n')).toEqual([
      '2: x "y" z|1\r\n2\n3\r4',
      '6: ∅|"',
      '7: p,q| r "s" ',
    ]);
  });

  test('a formula that is a text is the text, in quotes and without', async () => {
    const text = 'a,b,="c"\n="007","=""08""","=""say """"hi"""""""\n=1,="7" x,="\n';
    expect((await tableOf(text)).headers).toEqual(['a', 'b', 'c']);
    expect(await read(text)).toEqual(['2: 007|08|say "hi"', '3: =1|="7" x|="']);
    expect(await read('a\tb\n="1"\t\\N\n', { name: 'dump.tsv', null: '\\N' })).toEqual(['2: ="1"|∅']);
  });

  test('a quote inside of an unquoted cell is a character', async () => {
    expect(await read('a,b\n5" pipe,6"\nx"y"z,"1"\n')).toEqual(['2: 5" pipe|6"', '3: x"y"z|1']);
  });

  test('lines that are blank, or hold only delimiters and spaces, are left out; empty cells are null', async () => {
    const table = await tableOf('\n \t\na,b\n  \n1,\r\n,,,\n , \n"",""\n\r\n2,3\n\n');
    expect(await linesOf(table)).toEqual(['5: 1|∅', '8: ∅|∅', '10: 2|3']);
    expect(await rowNumbers(table)).toEqual([1, 2, 3]);
  });

  test('with more cells than the header are errors with their line, unless the surplus is empty', async () => {
    expect(await read('a,b,c\n1,2,3,\n"x\ny",2,3,," "\n1,2,3,4\n7,8,9\n')).toEqual([
      '2: 1|2|3',
      '3: x\ny|2|3',
      '3 t.csv:5: the row has 4 cells, but the header has 3',
      '6: 7|8|9',
    ]);
  });

  test('with fewer cells than the header are doubtful: the last cells are empty', async () => {
    expect(await read('a,b,c\n1,2\n3,4,5\n')).toEqual(['2: 1|2|∅', '3: 3|4|5']);
    expect(await doubtsOf('a,b,c\n1,2\n3,4,5\n')).toEqual([
      '2: the row has 2 cells, but the header has 3: the missing cells are read as empty',
    ]);
  });

  test.each([
    ['a,b,c\n1,2,3\n(1 row)\n', 3, 'a row with a single cell may be a remark or a part of another row'],
    ['a,b,c\n1,"2\n3",4\n5,"6\n7"\n', 4, 'a cell goes over several lines, so a quote may be missing or misplaced'],
    ['a,b,c\n1,2,3\n4,5', 3, 'the file ends inside the row, so it may be cut off; if it is whole, end it with a line end'],
  ])('with fewer cells are errors where something may be lost: %j', async (text, line, reason) => {
    const rows = await read(text);
    expect(rows.at(-1)).toMatch(new RegExp(`^3 t\\.csv:${line}: the row has . cells?, but the header has 3; ${reason}$`));
    expect(rows.filter((row) => row.startsWith('3 '))).toHaveLength(1);
  });

  test('that a line break without quotes divides are errors, both parts', async () => {
    const divided = 'a line break without quotes may divide it from the row';
    expect(await read('a,b,c,d\n1,Ann\nSmith,5,6\n2,Bob,7,8\n3,x,y\n4,x,y\n')).toEqual([
      `3 t.csv:2: the row has 2 cells, but the header has 4; ${divided} below`,
      `3 t.csv:3: the row has 3 cells, but the header has 4; ${divided} above`,
      '4: 2|Bob|7|8',
      '5: 3|x|y|∅',
      '6: 4|x|y|∅',
    ]);
  });

  test('with a quote behind spaces are doubtful: the quotes are part of the text', async () => {
    const text = 'a,b,c\n1, "Ann",x "y"\n2," ""Bob""",\t"z"\n';
    expect(await read(text)).toEqual(['2: 1| "Ann"|x "y"', '3: 2| "Bob"|\t"z"']);
    const doubt = 'the quotes are part of the text, since spaces stand before them; remove the spaces';
    expect(await doubtsOf(text)).toEqual([`2 1: ${doubt}`, `3 2: ${doubt}`]);
    expect(await read('a,b\n1, "Smith, Ann"\n')).toEqual([
      '3 t.csv:2: the row has 3 cells, but the header has 2; a quote must stand directly after the delimiter: remove the spaces before it',
    ]);
  });

  test('text behind a closing quote is an error that names the lines; the rows after it are read', async () => {
    const told = (line: number, end: number) =>
      `3 t.csv:${line}: the quoted cell in column 2, opened on line ${line}, has text after its closing quote on line ${end};`;
    const [first, second, third] = await read('a,b\n1,"x"y\n2,"p\nq" r\n3,z\n');
    expect([first, second]).toEqual([expect.stringContaining(told(2, 2)), expect.stringContaining(told(3, 4))]);
    expect(third).toBe('5: 3|z');
  });

  test('a quote that is never closed is an error that names its line; the rows after it are read', async () => {
    expect(await read('a,b\n1,2\n"x\ny","z\n3,4\n5,6')).toEqual([
      '2: 1|2',
      '3 t.csv:3: the quote that opens column 2 on line 4 is never closed',
      '5: 3|4',
      '6: 5|6',
    ]);
  });

  test('a null character is a fault of its cell', async () => {
    expect(await read('a,b\n1,2\n3,x\0y\n4,5\n')).toEqual(['2: 1|2', '3: 3|holds a null character', '4: 4|5']);
  });

  test('read the same however the bytes come in pieces', async () => {
    const bytes = Buffer.from('a;b\r\n"é ""𝄞""";"1\r\n2"\r\n"x"y;2\r3;4\n;\n"5;6\n7;8\n');
    const expected = await read(bytes, { name: 'pieces.csv' });
    expect(expected).toHaveLength(5);
    for (let length = 1; length < 12; length++) {
      expect(await linesOf(await openDelimited(inPieces(bytes, length), { nameOption: nameFlag }))).toEqual(expected);
    }
  });

  test('limits of a cell, a row and the columns are errors of their row', async () => {
    const over = 'over the limit of';
    const limited = async (text: string, limits: Partial<DelimitedLimits>) => {
      await writeFile(join(cwd, 'l.csv'), text);
      return linesOf(await openDelimited(await openSource('l.csv', { cwd, stdin: stream() }), { limits, nameOption: nameFlag }));
    };
    expect(await limited('a,b\nxxxxxx,1\n"yyyyyy",2\nz,3\n', { maxCellLength: 5 })).toEqual([
      ...[2, 3].map((line) => `3 l.csv:${line}: the cell in column 1 is ${over} 5 characters`),
      '4: z|3',
    ]);
    const wide = await limited('a,b\n1,2,3,4\n5,6\n', { maxColumns: 3 });
    expect(wide).toEqual(['3 l.csv:2: the row has more than 3 cells', '3: 5|6']);
    const long = 'x'.repeat(200_000);
    expect(await limited(`a,b\n1,${long}\r\n2,3\n"${long}\n4,5\n`, { maxRowLength: 100_000 })).toEqual([
      '3 l.csv:2: the row is over the limit of 100000 characters',
      '3: 2|3',
      '3 l.csv:4: the quote that opens column 1 on line 4 is never closed',
      '5: 4|5',
    ]);
  });
});

describe('the delimiter', () => {
  test.each([
    ['a;b,c;d\n1;2;3\n', ';', ['a', 'b,c', 'd']],
    ['"a,b,c";d\n1;2\n', ';', ['a,b,c', 'd']],
    ['a\tb\n1\t2\n', '\t', ['a', 'b']],
    ['a|b|c\n', '|', ['a', 'b', 'c']],
    ['"a\nb,,,";c;d\n', ';', ['a\nb,,,', 'c', 'd']],
    ['a\n1\n', ',', ['a']],
    ['sep=|\na,b|c\n1|2\n', '|', ['a,b', 'c']],
  ])('of %j is found', async (text, delimiter, headers) => {
    const table = await tableOf(text);
    expect(table.headers).toEqual(headers);
    expect(table.format).toMatchObject({ kind: 'delimited', delimiter });
  });

  test('may be given, and lines are still counted behind the line that names one', async () => {
    expect((await tableOf('a,b;c\n', { delimiter: ';' })).headers).toEqual(['a,b', 'c']);
    expect((await tableOf('a,b\tc\n', { delimiter: 'tab' })).headers).toEqual(['a,b', 'c']);
    expect((await tableOf('a,b\tc\n', { name: 'x.tsv' })).headers).toEqual(['a,b', 'c']);
    expect(await read('sep=;\r\na;b\r\n1;2\r\n')).toEqual(['3: 1|2']);
    expect(await fails('a\n', { delimiter: '::' })).toMatch(/^2 "::" cannot divide cells/);
    expect(await fails('a\n', { sheet: 'x' })).toBe('2 t.csv: --sheet is for a workbook (.xlsx), which t.csv is not');
  });

  test('and the line end are known for writing rows back', async () => {
    const format = { kind: 'delimited', delimiter: ';', hasEscapes: false, newline: '\r\n', byteOrderMark: true };
    expect((await tableOf('\ufeffa;b\r\n1;2\r\n')).format).toEqual(format);
    expect((await tableOf('a,b\n')).format).toMatchObject({ newline: '\n', byteOrderMark: false });
  });
});

/** Letters of MS-DOS that the tests use. */
const cp850: Readonly<Record<string, number>> = { ü: 0x81, é: 0x82, è: 0x8a, ö: 0x94, Ü: 0x9a };

/** The bytes of a text in an encoding of one byte for each character. */
function encode(encoding: string, text: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  const characters =
    encoding === 'cp850'
      ? ''
      : [...(encoding === 'windows-1252' ? decodeWestern(bytes) : new TextDecoder(encoding).decode(bytes))];
  return Buffer.from(
    [...text].map((one) => (one < '\x80' ? one.charCodeAt(0) : (cp850At(encoding, one) ?? characters.indexOf(one)))),
  );
}

const cp850At = (encoding: string, character: string) => (encoding === 'cp850' ? cp850[character] : undefined);

describe('the encoding', () => {
  const text = 'name,sum\nZoë,5 €\n𝄞,"ü"\n';
  const expected = ['2: Zoë|5 €', '3: 𝄞|ü'];
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with its mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with its mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s is found', async (_what, bytes) => {
    const table = await tableOf(bytes);
    expect(table.headers).toEqual(['name', 'sum']);
    expect(await linesOf(table)).toEqual(expected);
  });

  test('that a byte order mark tells is stronger than a given one', async () => {
    expect(await read(Buffer.from(`\ufeff${text}`), { encoding: 'windows-1252' })).toEqual(expected);
  });

  test('may be given', async () => {
    const western = Buffer.from([...Buffer.from('name,sum\nZo'), 0xeb, 0x2c, 0x80, 0x0a]);
    expect(await read(western, { encoding: 'windows-1252' })).toEqual(['2: Zoë|€']);
    expect(await read(western, { encoding: 'latin1' })).toEqual(['2: Zoë|€']);
    expect(await read(Buffer.from(text, 'utf16le'), { encoding: 'utf-16le' })).toEqual(expected);
    expect(await fails('a\n', { encoding: 'klingon' })).toMatch(
      /^2 "klingon" is not a known encoding; save the file as UTF-8, or use/,
    );
  });

  /** Bytes that windows-1252 has no character for. */
  const noCharacter = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

  test.each([
    ...noCharacter.map((byte) => ['windows-1252', byte] as const),
    ['iso-8859-15', 0x96],
    ['iso-8859-2', 0x9c],
    ['windows-1253', 0x81],
  ] as const)('a control character is a fault of its cell: %s has no text for the byte %i', async (encoding, byte) => {
    const bytes = Buffer.concat([Buffer.from('a,b\nM'), Buffer.from([byte]), Buffer.from('ller,1\nMeier,2\n')]);
    const fault = `holds the control character U+00${byte.toString(16).toUpperCase()}; the file is in another encoding than ${encoding}: save it as UTF-8, or name its encoding with --encoding`;
    expect(await read(bytes, { encoding })).toEqual([`2: ${fault}|1`, '3: Meier|2']);
  });

  test('a control character is a fault in UTF-8 too, and in a header an error', async () => {
    expect(await read('a,b\nM\u0083x,1\n')).toEqual([
      '2: holds the control character U+0083; the text was damaged before it was saved; export it again|1',
    ]);
    expect(await fails('a,Gr\u0094\u00e1e\n1,2\n')).toBe(
      '3 t.csv:1: the header of column 2 (B) holds the control character U+0094; the text was damaged before it was saved; export it again',
    );
  });

  const utf8Warning = (index: number, read: string, meant: string) =>
    `2 ${index}: "${read}" is "${meant}" in UTF-8; if the whole file is, leave --encoding out`;

  test.each([
    ['windows-1252', 'Müller', 'MÃ¼ller'],
    ['latin1', '5 €', '5 â‚¬'],
    ['windows-1252', 'Łódź', undefined],
    ['windows-1252', 'Cafe\u0301 “x”', undefined],
    ['windows-1251', 'Мир', 'РњРёСЂ'],
    ['iso-8859-15', 'Ä, ß', undefined],
    ['macintosh', 'Zoë', 'Zo√´'],
  ])('text that is UTF-8, but read as %s, is doubtful: %s', async (encoding, meant, readAs) => {
    const doubts = await doubtsOf(Buffer.from(`a,b\n1,"${meant}"\n`), { encoding });
    expect(doubts).toHaveLength(1);
    if (readAs !== undefined) expect(doubts).toEqual([utf8Warning(1, readAs, meant)]);
  });

  test.each([
    ['MÃ¼ller', 'Müller'],
    ['Ã‰cole â€“ 5 â‚¬', 'École – 5 €'],
    ['ÅÃ³dÅº', 'Łódź'],
    ['12Â°', '12°'],
  ])('text that a program read in a wrong encoding before it saved it as UTF-8 is doubtful: %s', async (text, meant) => {
    const doubt = `"${text}" looks like "${meant}", read in a wrong encoding before the file was saved; export the file again`;
    expect(await doubtsOf(`a\n${text}\n`)).toEqual([`2 0: ${doubt}`]);
  });

  test.each(['CAFÉ…', 'IRMÃ', 'Â qui?', 'âge', '„JÄ“', 'Müller & MÃ¤dchen', 'À « É »', 'Ã¼ 日本', 'Ægir'])(
    'text of UTF-8 is not taken for text of a wrong encoding: %s',
    async (text) => expect(await doubtsOf(`a\n${text}\n`)).toEqual([]),
  );

  test('a control character that comes of UTF-8 says so', async () => {
    expect(await read(Buffer.from('a\nÍñigo\n'), { encoding: 'windows-1252' })).toEqual([
      '2: holds the control character U+008D; "Ã\u008dÃ±igo" is "Íñigo" in UTF-8; if the whole file is, leave --encoding out',
    ]);
  });

  test('a header that is UTF-8, but read in another encoding, is doubtful', async () => {
    expect((await tableOf(Buffer.from('Größe,b\n1,2\n'), { encoding: 'windows-1252' })).headerDoubt).toBe(
      '"GrÃ¶ÃŸe" is "Größe" in UTF-8; if the whole file is, leave --encoding out',
    );
  });

  test.each([
    ['windows-1252', 'CAFÉ’S «É» MÜLLER – Größe £5 À Ã'],
    ['windows-1252', 'CAFÉ’S'],
    ['windows-1252', '«IRMÃ»'],
    ['windows-1252', 'Ã, É; 5 €'],
    ['windows-1251', 'Ліс і Рівне'],
    ['windows-1250', 'Łódź Žďár'],
    ['windows-1253', 'Αθήνα'],
  ])('text that is %s is not taken for UTF-8: %s', async (encoding, text) => {
    expect(
      await doubtsOf(Buffer.concat([Buffer.from('a\n"'), encode(encoding, text), Buffer.from('"\n')]), { encoding }),
    ).toEqual([]);
  });

  test('windows-1252 has the characters of the Encoding Standard', async () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, i) => 128 + i).filter((byte) => !noCharacter.includes(byte)));
    const latin = Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join('');
    const cell = `€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ${latin}`;
    expect(await read(Buffer.concat([Buffer.from('a\n'), bytes]), { encoding: 'iso-8859-1' })).toEqual([`2: ${cell}`]);
  });

  test('that is given and does not hold ends the reading', async () => {
    expect(await fails(Buffer.from([0x61, 0x0a, 0x81, 0x0a]), { encoding: 'shift_jis' })).toBe(
      '3 t.csv:1: is not shift_jis, at line 1 or soon after; save the file as UTF-8, or name its encoding with --encoding',
    );
  });

  test('bytes that are not UTF-8 end the reading with their line and a remedy', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\r\n1,"x\ny"\r\n2,caf'), Buffer.from([0xe9]), Buffer.from('\r\n')]);
    expect(await fails(bytes)).toBe(
      '3 t.csv:4: is not UTF-8: byte 19 is 0xE9; if "café" is right there, add --encoding windows-1252; if not, save the file as UTF-8',
    );
    const far = Buffer.concat([Buffer.from('a\n'), Buffer.from('é\n'.repeat(30_000)), Buffer.from([0xc3])]);
    expect(await fails(far)).toMatch(/^3 t\.csv:30002: is not UTF-8: byte 90002 is 0xC3; save the file as UTF-8, or name /);
  });

  test.each([
    ['windows-1252', 'Größe', 'Größe'],
    ['windows-1252', 'CAFÉ’S GROßE', 'GROßE'],
    ['windows-1252', 'l’été 5 €', 'l’été'],
    ['windows-1252', 'Dvoøák', 'Dvoøák'],
    ['cp850', 'Müller', undefined],
    ['cp850', 'Jörg', undefined],
    ['cp850', 'JÜRGEN', undefined],
    ['cp850', 'élève', undefined],
    ['windows-1250', 'Wrocław', undefined],
    ['windows-1250', 'Łódź', undefined],
    ['windows-1251', 'Москва', undefined],
    ['koi8-r', 'Москва', undefined],
    ['iso-8859-7', 'Αθήνα', undefined],
    ['windows-1255', 'שלום', undefined],
  ])('windows-1252 is advised where the text can be that, with what it would be: %s %s', async (encoding, text, word) => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,'), encode(encoding, text), Buffer.from('\n')]);
    expect(await fails(bytes)).toMatch(
      word === undefined
        ? /; save the file as UTF-8, or name its encoding with --encoding$/
        : `; if ${JSON.stringify(word)} is right there, add --encoding windows-1252; if not, save the file as UTF-8`,
    );
  });

  test('UTF-16 without a mark is recognised by its null characters', async () => {
    expect(await fails(Buffer.from('a,b\n1,2\n', 'utf16le'))).toBe(
      '3 t.csv: holds null characters, so it is not text in this encoding; if it is UTF-16: --encoding utf-16le',
    );
    expect(await fails(Buffer.from('Größe,b\n1,2\n', 'utf16le').swap16())).toMatch(/--encoding utf-16be$/);
  });

  test.each(['<?xml version="1.0"?>\n<a/>\n', '\ufeff\n<html xmlns:x="urn:x"><table>\n', '<!DOCTYPE html>\n', '<TABLE>\n'])(
    'what programs export with the ending of a workbook is no table: %j',
    async (content) => {
      expect(await fails(content)).toMatch(/^3 t\.csv: is XML or HTML, not a table; .* save it as \.xlsx or as CSV$/);
    },
  );

  test('what is compressed is told', async () => {
    expect(await fails(gzipSync('a,b\n1,2\n'))).toBe('3 t.csv: is compressed with gzip; unpack it first');
  });

  test('a picture is not taken for text in another encoding', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]);
    expect(await fails(png)).toMatch(/^3 t\.csv: holds null characters, so it is not text/);
    expect(await read('a,b\n1,é\0\n')).toEqual(['2: 1|holds a null character']);
  });
});

describe('headers', () => {
  test('of a megabyte, or behind a megabyte of spaces, are looked at once', async () => {
    expect((await tableOf(`${'a b '.repeat(300_000)};c\n`)).headers).toHaveLength(1);
    expect(await tableOf(`${'a;'.repeat(200)}${' '.repeat(900_000)}\0`).catch((error: unknown) => String(error))).toContain(
      'null characters',
    );
  });

  test('are trimmed, and the column of reasons is dropped', async () => {
    const table = await tableOf(' a ,"b c ",pdfgen_error\n1,2,"cell ""x"" is wrong"\n');
    expect(table.headers).toEqual(['a', 'b c']);
    expect(await linesOf(table)).toEqual(['2: 1|2']);
    expect(await read('pdfgen_error,d\nwhy,3\n')).toEqual(['2: 3']);
  });

  test('that appear twice are an error that names both columns', async () => {
    expect(await fails('a,b, a\n')).toBe(
      '3 t.csv:1: the header "a" appears twice, in column 1 (A) and column 3 (C); rename one of them',
    );
    expect(await fails('\n\na,a\n')).toMatch(/^3 t\.csv:3: /);
    expect(await fails(`${'ü'.normalize('NFC')},${'ü'.normalize('NFD')}\n`)).toContain(
      '"ü" appears twice, in two Unicode compositions',
    );
  });

  test('that are missing are an error where their column holds something', async () => {
    expect(await read('a,,c,\n1,,3,\n4,x,6,\n7,,8,y\n9,,10\n')).toEqual([
      '2: 1|3',
      '3 t.csv:3: column 2 (B) has no header, but holds "x"; name the column or empty it',
      '3 t.csv:4: column 4 (D) has no header, but holds "y"; name the column or empty it',
      '5: 9|10',
    ]);
  });

  test('are needed', async () => {
    expect(await fails('')).toBe('3 t.csv: there is no data');
    expect(await fails('\ufeff\n\n')).toBe('3 t.csv: there is no data');
    expect(await fails('"",\n1,2\n')).toBe('3 t.csv:1: the header names no column');
    expect(await fails('a,"b\n1,2\n')).toBe('3 t.csv:1: the quote that opens column 2 on line 1 is never closed');
    expect(await read('a,b\n')).toEqual([]);
  });
});

describe('cells without a value', () => {
  test('have a text of their own, without quotes', async () => {
    expect(await read('a,b,c\n1,\\N,"\\N"\n\\N,, \\N\n', { null: '\\N' })).toEqual(['2: 1|∅|\\N', '3: ∅|∅| \\N']);
    expect(await read('a\nNULL\nNull\n', { null: 'NULL' })).toEqual(['2: ∅', '3: Null']);
  });

  test.each(['', ' ', 'a,b', '"x"'])('cannot be written as %j', async (text) => {
    expect(await fails('a,b\n1,2\n', { null: text })).toMatch(
      /^2 .* cannot be a cell without quotes; --null takes a text such as \\N$/,
    );
  });

  test('of the text of databases, which has escapes and no quotes, are read', async () => {
    const text = 'a\tb\tc\n1\t\\N\t"quoted"\n2\tBob\\tx\\\\y\\nz\t\\\\N\n';
    expect(await read(text, { null: '\\N', name: 'text.tsv' })).toEqual(['2: 1|∅|"quoted"', '3: 2|Bob\tx\\y\nz|\\N']);
    expect(await read('a\tb\n1\t"x y"\n2\tC:\\new\n', { name: 'excel.tsv' })).toEqual(['2: 1|x y', '3: 2|C:\\new']);
    const doubt = '2 1: \\n stays as it is; if it stands for another character, as mysql --batch writes it, add --escapes';
    expect(await doubtsOf('a\tb\n1\tx\\ny\n2\tNULL\n', { null: 'NULL', name: 'mysql.tsv' })).toEqual([doubt]);
    expect(await doubtsOf('a\tb\n1\tx\\ny\n2\tC:\\new\n', { name: 'mysql.tsv' })).toEqual([doubt]);
    expect(await doubtsOf('a,b\n1,x\\ny\n')).toEqual([]);
    expect(await read('a\tb\n1\tsays "x"\\n\\\\y\n2\tNULL\n', { null: 'NULL', escapes: true, name: 'mysql.tsv' })).toEqual([
      '2: 1|says "x"\n\\y',
      '3: 2|∅',
    ]);
    const withoutNull = 'a\tb\tc\n1\t\\N\t\\\\N\n';
    for (const nullText of [undefined, 'NULL'])
      expect(await read(withoutNull, { null: nullText, escapes: true, name: 'text.tsv' })).toEqual(['2: 1|∅|\\N']);
  });
});

describe('the header row', () => {
  const report = 'Report "Q1\r\n\r\nby Ann, Bob\r\nnumber;name\r\n1;Ann\r\n\r\n2;Bob\r\n';

  test('may be named by its line; whatever stands above is skipped', async () => {
    const table = await tableOf(report, { headerRow: 4 });
    expect(table.headers).toEqual(['number', 'name']);
    expect(table.format).toMatchObject({ delimiter: ';' });
    expect(await linesOf(table)).toEqual(['5: 1|Ann', '7: 2|Bob']);
    expect(await read('x\ry\r\na,b\n1,2\n', { headerRow: 3 })).toEqual(['4: 1|2']);
  });

  test('is found however the bytes come in pieces', async () => {
    for (let length = 1; length < 12; length++) {
      const source = inPieces(Buffer.from(report), length);
      const table = await openDelimited(source, { header: { line: 4 }, nameOption: nameFlag });
      expect(await linesOf(table)).toEqual(['5: 1|Ann', '7: 2|Bob']);
    }
  });

  test.each([2, 6, 99])('must hold cells: line %i does not', async (headerRow) => {
    expect(await fails(report, { headerRow })).toBe(`2 t.csv: --header-row ${headerRow}: there is no row in this line`);
  });

  test('may be missing: the columns are then named', async () => {
    const table = await tableOf('1,Ann\n2,Bob\n', { noHeader: true, columns: 'number, customer.name' });
    expect(table.headers).toEqual(['number', 'customer.name']);
    expect(await linesOf(table)).toEqual(['1: 1|Ann', '2: 2|Bob']);
    expect(await rowNumbers(table)).toEqual([1, 2]);
    expect(await read('1,Ann,x\n2,Bob\n', { noHeader: true, columns: 'a,b' })).toEqual([
      '3 t.csv:1: the row has 3 cells, but --columns names 2',
      '2: 2|Bob',
    ]);
  });

  test('of a file of rejected rows is its first line, whatever is said of the input', async () => {
    const rejected = 'a,b,pdfgen_error\n1,2,"a: wrong"\n';
    for (const options of [{ headerRow: 3 }, { noHeader: true, columns: 'a,b' }])
      expect(await read(rejected, options)).toEqual(['2: 1|2']);
  });

  test.each([
    [{ noHeader: true }, '--no-header needs the names of the columns in their order, such as --columns number,customer.name'],
    [
      { columns: 'a,b' },
      '--columns names the columns of a table without a header: add --no-header. To rename columns, use --map',
    ],
    [{ noHeader: true, columns: 'a,,b' }, '--columns has no name for column 2, got "a,,b"'],
    [{ noHeader: true, columns: 'a,b,a' }, '--columns names "a" twice'],
    [{ noHeader: true, columns: 'a', headerRow: 2 }, '--header-row and --no-header exclude each other; leave one out'],
    [{ headerRow: 0 }, '--header-row takes the number of a line, from 1'],
    [{ hiddenRows: true }, 't.csv: --hidden-rows is for a workbook (.xlsx), which t.csv is not'],
  ])('options that do not fit are refused: %j', async (options, message) => {
    expect(await fails('1,2\n', options)).toMatch(new RegExp(`^2 .*${message.replace(/[.()]/g, '\\$&')}$`));
  });
});

describe('input', () => {
  test('of standard input can be read again, and leaves no file', async () => {
    const before = (await readdir(tmpdir())).filter((name) => name.endsWith('.tmp'));
    const table = await tableOf('a,b\n1,2\n', { name: '-' });
    expect(table.file).toBe('<stdin>');
    expect(await linesOf(table)).toEqual(['2: 1|2']);
    expect(await linesOf(table)).toEqual(['2: 1|2']);
    expect((await readdir(tmpdir())).filter((name) => name.endsWith('.tmp') && !before.includes(name))).toEqual([]);
  });

  test('of standard input has a limit', async () => {
    expect(await fails(`a\n${'x\n'.repeat(1_000_000)}`, { name: '-', maxSpoolBytes: 1_000_000 })).toBe(
      '9 <stdin>: is over the limit of 1 MB; a file may be of any size',
    );
  });

  test('of a pipe with a name can be read again', async () => {
    await promisify(execFile)('mkfifo', [join(cwd, 'pipe.csv')]);
    const write = async () => {
      const pipe = await open(join(cwd, 'pipe.csv'), 'w');
      await pipe.writeFile('a;b\n1;2\n');
      await pipe.close();
    };
    const [table] = await Promise.all([openTable('pipe.csv', { cwd, stdin: stream() }), write()]);
    expect(await linesOf(table)).toEqual(['2: 1|2']);
    expect(await linesOf(table)).toEqual(['2: 1|2']);
  });

  test('that is missing or a folder cannot be read', async () => {
    const missing = { exitCode: 9, file: 'none.csv', message: 'none.csv: cannot be read: there is no such file' };
    await expect(openTable('none.csv', { cwd, stdin: stream() })).rejects.toMatchObject(missing);
    expect(await failureOf(openTable('.', { cwd, stdin: stream() }))).toBe('9 .: cannot be read: it is a folder');
  });
});

test.each([
  ['longer', (path: string) => appendFile(path, 'x,y\n')],
  ['another', (path: string) => writeFile(`${path}.new`, 'a,b\n3,4\n').then(() => rename(`${path}.new`, path))],
])('a file that is %s the second time is refused: its rows are not those that were checked', async (_, change) => {
  const table = await tableOf('a,b\n1,2\n', { name: 'changes.csv' });
  expect(await linesOf(table)).toEqual(['2: 1|2']);
  await change(join(cwd, 'changes.csv'));
  expect(await failureOf(linesOf(table))).toMatch(/^9 .*was changed while it was read/);
});

test('what is appended to a file while it is read is not of it', async () => {
  const table = await tableOf(manyRows, { name: 'grows.csv' });
  let count = 0;
  for await (const _ of table.rows()) if (count++ === 0) await appendFile(join(cwd, 'grows.csv'), 'x,y\n');
  expect(count).toBe(20_000);
});

test('a file that is written anew while it is read is refused', async () => {
  const table = await tableOf(manyRows, { name: 'anew.csv' });
  const read = async () => {
    let count = 0;
    for await (const _ of table.rows()) if (count++ === 0) await writeFile(join(cwd, 'anew.csv'), 'a,b\n1,2\n');
  };
  expect(await failureOf(read())).toMatch(/^9 .*was changed while it was read/);
});
