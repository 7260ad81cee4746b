// Large inputs in processes with a small heap: what does not fit into it was never held as a whole.
import { execFile } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeWorkbook } from '../support/make-workbook.ts';
import { makeFolder } from '../support/run-cli.ts';

const built = new URL('../../.build/input/', import.meta.url);

interface Counts {
  readonly good: number;
  readonly errors: number;
  /** What the process took beyond its start, in bytes. */
  readonly grown: number;
}

/** Reads an input twice in a process of its own. */
function readTwice(
  opening: string,
  name: string,
  { stdin, heapMb = 12 }: { stdin?: string; heapMb?: number } = {},
): Promise<Counts> {
  const script = `
    const options = { cwd: '.', stdin: process.stdin };
    const before = process.memoryUsage.rss();
    ${opening}
    let good = 0, errors = 0, grown = 0;
    for (let pass = 0; pass < 2; pass++) for await (const row of read()) {
      if (row instanceof Error) errors++; else good++;
      if ((good + errors) % 5000 === 0) grown = Math.max(grown, process.memoryUsage.rss() - before);
    }
    console.log(JSON.stringify({ good, errors, grown }));`;
  return new Promise((resolve, reject) => {
    const args = [`--max-old-space-size=${heapMb}`, '--input-type=module', '-e', script, name];
    const child = execFile(process.execPath, args, (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))));
    if (stdin) createReadStream(stdin).pipe(child.stdin!);
    else child.stdin!.end();
  });
}

const table = `const { openTable } = await import('${built}read-table.js');
  const opened = await openTable(process.argv[1], options);
  const read = () => opened.rows();`;
const items = `const { readItems } = await import('${built}read-items.js');
  const opened = readItems(process.argv[1], options);
  const read = () => opened;`;

/** A file of `count` pieces. */
function writeMany(name: string, count: number, piece: (i: number) => string, start: string, end = ''): string {
  const pieces = Array.from({ length: count }, (_, i) => piece(i));
  return join(makeFolder({ [name]: [start, ...pieces, end].join('') }), name);
}

// Long rows: what memory holds counts in bytes, and time in rows.
describe('in flat memory', () => {
  test('80 MB of CSV are read, from a file and from standard input', async () => {
    const note = 'one'.repeat(250);
    const row = (i: number) =>
      i % 25_000 === 7
        ? 'more,cells,than,there,are,columns,here\n'
        : `${i},"Customer ""${i}""",Some Street ${i},Berlin,2026-03-01,"a note, of ${note}\nor two lines"\n`;
    const file = writeMany('rows.csv', 100_000, row, 'number,customer,street,city,date,note\n');
    const { size } = statSync(file);
    for (const counts of [await readTwice(table, file), await readTwice(table, '-', { stdin: file })]) {
      expect(counts).toMatchObject({ good: 199_992, errors: 8 });
      expect(counts.grown).toBeLessThan(size);
    }
  });

  test('an open quote does not gather the rest of the file', async () => {
    const text = 'some more text in the same row'.repeat(22);
    const row = (i: number) => `${i},Some Street ${i},Berlin and ${text}\n`;
    const file = writeMany('open.csv', 100_000, row, 'a,b,c\n1,2,"\n');
    expect(await readTwice(table, file, { heapMb: 48 })).toMatchObject({ good: 200_000, errors: 2 });
  });

  test('a JSON array of 48 MB is read', async () => {
    const note = 'x'.repeat(900);
    const element = (i: number) => `${i ? ',' : ''}${JSON.stringify({ number: i, customer: { name: `Customer "${i}"` }, note })}`;
    const file = writeMany('items.json', 50_000, element, '[', ']');
    const counts = await readTwice(items, file);
    expect(counts).toMatchObject({ good: 100_000, errors: 0 });
    expect(counts.grown).toBeLessThan(statSync(file).size);
  });

  test('a sheet of 30,000 rows, whose texts are larger than the heap, is read', async () => {
    const cells = (i: number) =>
      `<c r="A${i}"><v>${i}</v></c><c r="B${i}" t="inlineStr"><is><t>${`Customer ${i} `.repeat(40)}</t></is></c>`;
    const rows = Array.from({ length: 30_000 }, (_, i) => `<row r="${i + 2}">${cells(i + 2)}</row>`).join('');
    const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>';
    const file = join(makeFolder(), 'rows.xlsx');
    writeFileSync(file, await makeWorkbook({ sheets: { One: header + rows } }));
    expect(await readTwice(table, file)).toMatchObject({ good: 60_000, errors: 0 });
  });
});

test('the reader of workbooks is loaded for workbooks alone', async () => {
  const folder = makeFolder();
  const loadedBy = async (name: string, content: string | Buffer): Promise<readonly string[]> => {
    const coverage = makeFolder();
    writeFileSync(join(folder, name), content);
    const script = `${table.replace('options', "{ cwd: '.', stdin: [] }")} for await (const _ of read());`;
    const args = ['--input-type=module', '-e', script, join(folder, name)];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_V8_COVERAGE: coverage } });
    const text = readdirSync(coverage).map((report) => readFileSync(join(coverage, report), 'utf8'));
    return [...new Set([...text.join().matchAll(/node_modules\/([a-z]+)\//g)].map(([, name]) => name!))].sort();
  };
  expect(await loadedBy('a.csv', 'a\n1\n')).toEqual([]);
  const workbook = await makeWorkbook({ sheets: { One: '<row><c><v>1</v></c></row>' } });
  expect(await loadedBy('a.xlsx', workbook)).toEqual(['pend', 'saxes', 'xmlchars', 'yauzl']);
});
