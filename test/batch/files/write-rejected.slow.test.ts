import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ItemFault } from '../../../src/batch/batch-item.ts';
import { isRejectedName, rejectedName } from '../../../src/batch/files/rejected-names.ts';
import { openRejected, type Rejected } from '../../../src/batch/files/write-rejected.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { placeAnyway } from '../../../src/files/place-file.ts';
import { parseJson } from '../../../src/input/parse-json.ts';
import { openTable } from '../../../src/input/read-table.ts';
import type { Cell, Table } from '../../../src/input/table.ts';
import { makeFolder } from '../../support/run-cli.ts';
import { unzip } from '../../support/unzip.ts';
import { makeTable } from '../make-table.ts';

const fault = (message: string, rest: Partial<ItemFault> = {}): ItemFault => ({ file: 'orders.csv', line: 2, message, ...rest });

const rowsOf = (...rows: (readonly Cell[])[]) => ({ rows: rows.map((cells, i) => ({ number: i + 1, line: i + 2, cells })) });

const withFormat = (headers: readonly string[], format: Table['format'], file = 'orders.csv'): Table => ({
  ...makeTable(headers, [], { file }),
  format,
});

const csv = { kind: 'delimited', delimiter: ',', newline: '\n', byteOrderMark: false } as const;

async function write(input: Parameters<typeof openRejected>[0], rejected: readonly Rejected[]) {
  const folder = makeFolder();
  const file = rejectedName(input);
  const path = join(folder, file);
  const writer = openRejected(input, { path, shown: file });
  for (const one of rejected) await writer.add(one);
  await writer.finish(async (written) => placeAnyway(written, path));
  return { folder, file, text: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
}

test('rows are written as they stood, with a last column that tells why', async () => {
  const { file, text } = await write(makeTable(['a', 'b'], []), [
    {
      inputPart: rowsOf(['=1+1', ' x ']),
      faults: [fault('must be a number, got " x "', { columnName: 'b' }), fault('must have c')],
    },
    { inputPart: rowsOf(['q"1', 'two\nlines']), faults: [fault('no')] },
    { inputPart: rowsOf(['', null]), faults: [fault('empty')] },
  ]);
  expect(file).toBe('orders.rejected.csv');
  expect(text).toBe(
    'a,b,pdfgen_error\n=1+1, x ,"b: must be a number, got "" x "" | must have c"\n"q""1","two\nlines",no\n,,empty\n',
  );
});

test('a sheet keeps signs of two code units, and single code units of them', async () => {
  const odd = '\u{1f600}\ud83d \ude00';
  const { folder, file } = await write(withFormat(['a'], { kind: 'sheet', sheet: 'One' }, 'orders.xlsx'), [
    { inputPart: rowsOf([odd]), faults: [fault('no')] },
  ]);
  const table = await openTable(file, { cwd: folder, stdin: (async function* () {})() });
  for await (const row of table.rows()) expect(row).toMatchObject({ cells: [odd] });
  const sheet = unzip(join(folder, file)).get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain('\u{1f600}_xD83D_ _xDE00_');
});

test('a cell without a value is written as it was shown, in a workbook as the error that it was', async () => {
  const rejected = { inputPart: rowsOf([{ fault: 'cell A2 is #REF!', shown: '#REF!' }]), faults: [fault('cell A2 is #REF!')] };
  expect((await write(makeTable(['a'], []), [rejected])).text).toBe('a,pdfgen_error\n#REF!,cell A2 is #REF!\n');
  const { folder, file } = await write(withFormat(['a'], { kind: 'sheet', sheet: 'One' }, 'orders.xlsx'), [rejected]);
  const table = await openTable(file, { cwd: folder, stdin: (async function* () {})() });
  const rows: unknown[] = [];
  for await (const row of table.rows()) rows.push(row);
  expect(rows).toMatchObject([{ cells: [{ fault: 'cell A2 is #REF!', shown: '#REF!' }] }]);
});

test('delimiter, line ends and byte order mark stay', async () => {
  const format = { ...csv, delimiter: ';', newline: '\r\n', byteOrderMark: true } as const;
  const { text } = await write(withFormat(['a', 'b'], format), [{ inputPart: rowsOf(['1,5', 'x;y']), faults: [fault('no')] }]);
  expect(text).toBe('\ufeffa;b;pdfgen_error\r\n1,5;"x;y";no\r\n');
});

test('errors of an earlier run give way', async () => {
  const { text } = await write(makeTable(['pdfgen_error', 'a'], []), [
    { inputPart: rowsOf(['old', '1']), faults: [fault('new')] },
  ]);
  expect(text).toBe('a,pdfgen_error\n1,new\n');
});

test('every row of a document is written, and tells what is wrong in which', async () => {
  const { text } = await write(makeTable(['a'], []), [
    {
      inputPart: rowsOf(['1'], ['2']),
      faults: [fault('bad', { line: 3, columnName: 'a' }), fault('missing', { file: 'lines.csv', line: 9 })],
    },
  ]);
  expect(text).toBe('a,pdfgen_error\n1,line 3 a: bad | lines.csv:9 missing\n2,a: bad | lines.csv:9 missing\n');
});

test('nothing to write makes no file', async () => {
  const { folder } = await write(makeTable(['a'], []), []);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['csv', 'xlsx', 'json'])(
  'a file of the kind %s is there when it is finished, and not before; discarded it leaves nothing',
  async (kind) => {
    const table = makeTable(['a'], []);
    const input =
      kind === 'json' ? records('json') : kind === 'csv' ? table : withFormat(['a'], { kind: 'sheet', sheet: 'S' }, 'o.xlsx');
    const inputPart = kind === 'json' ? { value: { a: 1 } } : rowsOf(['1']);
    const folder = makeFolder();
    const path = join(folder, rejectedName(input));
    const recorded: unknown[] = [];
    for (const end of ['finish', 'discard'] as const) {
      const writer = openRejected(input, { path, shown: 'o' });
      // More than any buffer on the way holds.
      for (let i = 0; i < 5_000; i++) await writer.add({ inputPart, faults: [fault(`no ${i}`)] });
      const [beside, ...more] = readdirSync(folder).filter((name) => name !== rejectedName(input));
      expect([beside, more]).toEqual([expect.stringMatching(/\.tmp$/), []]);
      if (end === 'discard') await writer.discard();
      else {
        await writer.finish(async (written, content) => {
          recorded.push({ ...content, before: readdirSync(folder) });
          placeAnyway(written, path);
        });
      }
      expect(readdirSync(folder)).toEqual([rejectedName(input)]);
    }
    const content = readFileSync(path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(recorded).toEqual([{ bytes: content.length, sha256, before: [expect.stringMatching(/\.tmp$/)] }]);
  },
);

test('a place that cannot be written to is told while rows are added', async () => {
  const writer = openRejected(makeTable(['a'], []), { path: join(makeFolder(), 'none/orders.csv'), shown: 'orders.csv' });
  await expect(async () => {
    for (let i = 0; i < 100; i++) await writer.add({ inputPart: rowsOf(['1']), faults: [fault('no')] });
  }).rejects.toMatchObject({ exitCode: 9 });
  await writer.discard();
});

const elements: readonly Rejected[] = [
  { inputPart: { value: { a: 1, pdfgen_error: 'old' } }, faults: [fault('must have b')] },
  { inputPart: { value: 5 }, faults: [fault('must be an object')] },
];
const records = (format: 'json' | 'jsonl' | 'yaml') => ({ file: `o.${format}`, format, async *records() {} });

test('elements get a member', async () => {
  const expected = [{ a: 1, pdfgen_error: 'must have b' }, { pdfgen_error: 'must be an object; the text is: 5' }];
  expect(JSON.parse((await write(records('json'), elements)).text!)).toEqual(expected);
  const lines = (await write(records('jsonl'), elements)).text!.split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
  const { parse } = await import('yaml');
  expect(parse((await write(records('yaml'), elements)).text!)).toEqual(expected);
});

test('numbers of more digits than a double holds stay as they were written', async () => {
  const writeTexts = async (format: 'json' | 'jsonl', ...texts: readonly string[]) => {
    const rejected = texts.map((text) => {
      const record = parseJson(text, { file: 'o.json', maxDepth: 9 });
      return { inputPart: { value: record.value, text: record.text }, faults: [fault('no')] };
    });
    return (await write(records(format), rejected)).text;
  };
  expect(
    await writeTexts(
      'jsonl',
      '{"id": 9007199254740993}\r',
      '{"pdfgen_error":"old","a":{"pdfgen_error":1},"id":0.1234567890123456789}',
    ),
  ).toBe(
    '{"id": 9007199254740993,"pdfgen_error":"no"}\n{"pdfgen_error":"no","a":{"pdfgen_error":1},"id":0.1234567890123456789}\n',
  );
  const text = await writeTexts('json', '{"id":1}', '{\n  "id": 9007199254740993\n}', '{"id":2}');
  expect(text).toContain('"id": 9007199254740993,');
  expect(JSON.parse(text!)).toEqual([1, 2 ** 53, 2].map((id) => ({ id, pdfgen_error: 'no' })));
});

test.each([
  [makeTable([], [], { file: 'in/a.b.CSV' }), join('in', 'a.b.rejected.CSV')],
  [makeTable([], [], { file: '<stdin>', delimiter: '\t' }), 'stdin.rejected.tsv'],
  [makeTable([], [], { file: 'export' }), 'export.rejected.csv'],
  [withFormat([], { kind: 'sheet', sheet: 'S' }, '<stdin>'), 'stdin.rejected.xlsx'],
  [{ ...records('jsonl'), file: '<stdin>' }, 'stdin.rejected.jsonl'],
])('the name of the file (%#)', (input, name) => {
  expect(rejectedName(input)).toBe(name);
  const second = rejectedName(input, 2);
  expect(second).toBe(name.replace('.rejected', '.rejected-2'));
  const others = [`x${name}`, `${name}x`, 'x', name.replace('.rejected', '.rejected-old')];
  expect([name, second].map((file) => isRejectedName(input, file))).toEqual([true, true]);
  expect(others.filter((file) => isRejectedName(input, file))).toEqual([]);
});

test('a workbook keeps the number formats of its cells', async () => {
  const format = { isIdentifier: false, show: () => '' };
  const cells = [
    { stored: 17, number: 17, format: { ...format, code: '"INV-"00000' } },
    { stored: 5, number: 5, format: { ...format, code: '"INV-"00000' } },
    { stored: { date: '2026-03-01' }, number: 44620, format: { ...format, code: 'd.m.' } },
    { stored: '06:00:00', number: 0.25, format: { ...format, code: 'h:mm' } },
  ];
  const { folder, file } = await write(withFormat(['a', 'b', 'c', 'd'], { kind: 'sheet', sheet: 'S' }, 'o.xlsx'), [
    { inputPart: rowsOf(cells), faults: [fault('no')] },
  ]);
  const table = await openTable(file, { cwd: folder, stdin: (async function* () {})(), nameOption: nameFlag });
  for await (const row of table.rows())
    expect(row).toMatchObject({
      cells: [
        { number: 17, format: { code: '"INV-"00000' } },
        { number: 5, format: { code: '"INV-"00000' } },
        { stored: { date: '2026-03-01' }, number: 46082, format: { code: 'd.m.' } },
        { stored: '06:00:00', number: 0.25, format: { code: 'h:mm' } },
      ],
    });
});

test('a workbook keeps the types of its cells', async () => {
  const input = withFormat(['a & b', 'n', 'd', 't', 'f'], { kind: 'sheet', sheet: 'A&B' }, 'o.xlsx');
  const cells = ['007\u0007<_x0041_>', 1.5, { date: '2026-03-01' }, { date: '2026-03-01T12:00:00' }, true];
  const { folder, file } = await write(input, [
    { inputPart: rowsOf(cells, [null, '', null, null, '=A1']), faults: [fault('no')] },
  ]);
  const part = (name: string) => unzip(join(folder, file)).get(name)!.toString();
  expect(part('xl/workbook.xml')).toContain('<sheet name="A&amp;B" sheetId="1"');
  const [header, first, second] = [...part('xl/worksheets/sheet1.xml').matchAll(/<row r="\d">(.*?)<\/row>/g)].map(
    (row) => row[1]!,
  );
  const text = (at: string, value: string) =>
    `<c r="${at}" s="1" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  expect(header).toMatch(new RegExp(`^${text('A1', 'a &amp; b')}.*${text('F1', 'pdfgen_error')}$`));
  expect(first).toBe(
    `${text('A2', '007_x0007_&lt;_x005F_x0041_&gt;')}<c r="B2"><v>1.5</v></c><c r="C2" s="2"><v>46082</v></c><c r="D2" s="3"><v>46082.5</v></c><c r="E2" t="b"><v>1</v></c>${text('F2', 'no')}`,
  );
  expect(second).toBe(`${text('B3', '')}${text('E3', '=A1')}${text('F3', 'line 2 no')}`);
});
