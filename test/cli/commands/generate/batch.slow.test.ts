// The options that say how input is written, on a command line.
import { expect, test } from 'vitest';
import { createCommand } from '../../../../src/cli/build-program.ts';
import { command } from '../../../../src/cli/commands/generate/batch.ts';
import { ends } from '../../../support/ends.ts';
import { makeLetters } from '../../../support/letters.ts';
import { makeWorkbook } from '../../../support/make-workbook.ts';
import { runCli } from '../../../support/run-cli.ts';

const batch = (cwd: string, ...args: readonly string[]) => runCli(['generate', 'batch', 'note', ...args], { cwd });

test('an export of a database without a header is read', async () => {
  // As psql writes it: \copy orders to 'orders.tsv'
  const cwd = makeLetters({ 'orders.tsv': '1\tAnn\tt\n2\tBob\\tx\\\\y\\nz\tf\n3\t\\N\t\\N\n' });
  const named = ['--no-header', '--columns', 'title,text,paid', '--null', '\\N'];
  const { stdout, stderr, exitCode } = await batch(
    cwd,
    '-i',
    'orders.tsv',
    ...named,
    '-o',
    '{{ title }}-{{ text | json }}-{{ paid ?? 0 }}.pdf',
    '--dry-run',
  );
  expect([exitCode, stderr]).toEqual([0, '3 documents; nothing was made.\n']);
  expect(stdout.split('\n').map((name) => name.slice(0, 2))).toEqual(['1-', '2-', '3-', '']);
});

test('a text in quotes that says no value elsewhere is no doubt, since psql writes it so', async () => {
  const cwd = makeLetters({ 'orders.csv': 'title,text\nA,\\N\nB,"\\N"\nC,NULL\n' });
  const args = ['-i', 'orders.csv', '-o', "{{ title }}-{{ text ?? '' }}.pdf", '--dry-run'];
  const { stderr, stdout } = await batch(cwd, ...args, '--null', '\\N');
  expect(stdout.split('\n')).toContain('B--N.pdf');
  expect(stderr.match(/orders\.csv:\d/g)).toEqual(['orders.csv:4']);
});

test('hidden rows are left out with a word, and read when that is asked for', async () => {
  const row = (r: number, title: string, rest = '') =>
    `<row r="${r}"${rest}><c r="A${r}" t="inlineStr"><is><t>${title}</t></is></c></row>`;
  const sheet = row(1, 'title') + row(2, 'A') + row(3, 'B', ' hidden="1"') + row(4, 'C');
  const cwd = makeLetters({ 'notes.xlsx': await makeWorkbook({ sheets: { Orders: sheet } }) });
  const args = ['-i', 'notes.xlsx', '-o', '{{ title }}.pdf', '--dry-run'];
  const { stdout, stderr } = await batch(cwd, ...args);
  expect(stdout).toBe('A.pdf\nC.pdf\n');
  expect(stderr).toBe(
    'notes.xlsx: 1 hidden row of the sheet "Orders" is left out. Add --hidden-rows to read hidden rows.\n2 documents; nothing was made.\n',
  );
  expect(await batch(cwd, ...args, '--hidden-rows')).toMatchObject({
    stdout: 'A.pdf\nB.pdf\nC.pdf\n',
    stderr: '3 documents; nothing was made.\n',
  });
  const json = await batch(cwd, ...args, '--json');
  expect(json.stdout).toContain('{"kind":"hidden-rows","file":"notes.xlsx","sheet":"Orders","rows":1}\n');
});

test('doubtful cells and rows are warnings, and with --strict faults', async () => {
  const cwd = makeLetters({
    'odd.csv': 'title,text,paid\nA,#N/A,t\nB,"x",\nC, "y",\nD,z\n',
    'utf8.csv': 'title\nMüller\n',
  });
  const args = ['-i', 'odd.csv', '-o', '{{ title }}.pdf', '--dry-run'];
  const { stderr } = await ends(batch(cwd, ...args), 0);
  expect(stderr.split('\n').map((line) => line.replace(/(warning: .{20}).*/, '$1'))).toEqual([
    'odd.csv:2 (text)  warning: #N/A is the error of',
    'odd.csv:4 (text)  warning: the quotes are part ',
    'odd.csv:5  warning: the row has 2 cells,',
    '4 documents; nothing was made.',
    '',
  ]);
  const strict = await ends(batch(cwd, ...args, '--strict'), 3, '3 documents of 4 cannot be made');
  expect(strict.stderr.match(/^odd\.csv:\d.*/gm)?.map((line) => line.slice(0, 24))).toEqual([
    'odd.csv:2 (text)  #N/A i',
    'odd.csv:4 (text)  the qu',
    'odd.csv:5  the row has 2',
  ]);
  await ends(
    batch(cwd, '-i', 'utf8.csv', '--encoding', 'windows-1252', '--strict'),
    3,
    'utf8.csv:2 (title)  "MÃ¼ller" is "Müller" in UTF-8; if the whole file is, leave --encoding out',
  );
});

test('null of JSON is a fault that says what to do, or is left out', async () => {
  const cwd = makeLetters({ 'notes.json': [{ title: 'A', text: null }] });
  await ends(
    batch(cwd, '-i', 'notes.json', '--dry-run'),
    3,
    '/text must be a string, got null; leave an optional member out, or add --null-as-missing\n',
  );
  expect((await batch(cwd, '-i', 'notes.json', '--dry-run', '--null-as-missing')).exitCode).toBe(0);
});

test('options of tables are no options of JSON', async () => {
  const cwd = makeLetters({ 'notes.json': [{ title: 'A' }] });
  for (const [option, ...value] of [
    ['--null', 'NULL'],
    ['--header-row', '2'],
    ['--no-header', '--columns', 'a'],
    ['--hidden-rows'],
  ]) {
    await ends(batch(cwd, '-i', 'notes.json', option!, ...value), 2, `${option} is for tables; this file is not a table`);
  }
});

test('every flag in the help of a batch is known to the batch', async () => {
  const cwd = makeLetters({ 'list.csv': 'title\nA\n' });
  const flags = createCommand('batch', command).options.map((one) => (one.required ? [one.long!, '0'] : [one.long!]));
  const given = flags.filter(([long]) => long !== '--resume' && long !== '--input');
  expect(given.length).toBeGreaterThan(30);
  for (const flag of given) {
    const { stderr } = await batch(cwd, '-i', 'list.csv', '--dry-run', ...flag);
    expect({ flag, stderr }).not.toMatchObject({ stderr: expect.stringContaining('There is no option') });
  }
});

test('the time to wait for a server is a flag of a batch', async () => {
  const cwd = makeLetters({ 'list.csv': 'title\nA\n' });
  expect(await batch(cwd, '-i', 'list.csv', '--dry-run', '--retry-for', '2m')).toMatchObject({ exitCode: 0 });
});

test('a program hears of each rejected row as soon as it is known, also if nothing is made', async () => {
  const cwd = makeLetters({ 'list.csv': 'title,text,paid\nA,,t\nB,,maybe\nC,x,t,more\n' });
  const args = ['-i', 'list.csv', '-o', '{{ title }}.pdf', '--reference', 'title', '--json'];
  const rejected = [
    {
      kind: 'rejected',
      item: 2,
      reference: 'B',
      source: { file: 'list.csv', line: 3 },
      faults: [{ file: 'list.csv', line: 3, column: 3, columnName: 'paid', message: expect.stringContaining('got "maybe"') }],
    },
    {
      kind: 'rejected',
      item: 3,
      reference: null,
      source: { file: 'list.csv', line: 4 },
      faults: [{ file: 'list.csv', line: 4, message: 'the row has 4 cells, but the header has 3' }],
    },
  ];
  const refused = await batch(cwd, ...args);
  const read = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect([refused.exitCode, read(refused.stdout)]).toEqual([3, rejected]);
  const planned = await batch(cwd, ...args, '--dry-run', '--skip-invalid');
  expect(read(planned.stdout)).toEqual([{ kind: 'planned', item: 1, file: 'A.pdf' }, ...rejected]);
});

test('what mysql --batch writes is read with its escapes, and says so where they are not asked for', async () => {
  // mysql --batch -e 'select title, text, paid from orders' > orders.tsv
  const cwd = makeLetters({ 'orders.tsv': 'title\ttext\tpaid\n1\tsays "hi"\\n\\tC:\\\\new\t1\n2\tNULL\tNULL\n' });
  const args = ['-i', 'orders.tsv', '--null', 'NULL', '-o', '{{ title }}.pdf'];
  const plain = await batch(cwd, ...args, '--dry-run');
  const words =
    'orders.tsv:2 (text)  warning: \\n stays as it is; if it stands for another character, as mysql --batch writes it, add --escapes\n';
  expect([plain.exitCode, plain.stderr]).toEqual([0, expect.stringContaining(words)]);
  expect((await batch(cwd, ...args, '--escapes', '--dry-run')).stderr).toBe('2 documents; nothing was made.\n');
  await ends(
    batch(makeLetters({ 'a.csv': 'title,text\nA,\n' }), '-i', 'a.csv', '--escapes', '--dry-run'),
    2,
    '--escapes is for text with tabs between the cells',
  );
});

test('many rows with the same fault outside of columns are one line with their number and the first rows', async () => {
  const rows = Array.from({ length: 500 }, (_, i) =>
    i === 9 ? `C${i},x,maybe` : i === 3 ? 'D,x' : `C${i},x,t,more${',more'.repeat(i % 2)}`,
  );
  const cwd = makeLetters({ 'list.csv': `title,text,paid\n${rows.join('\n')}\n` });
  const { stderr, exitCode } = await batch(cwd, '-i', 'list.csv', '--dry-run');
  expect([exitCode, stderr.split('\n').slice(0, 4)]).toEqual([
    3,
    [
      expect.stringMatching(/^list\.csv:11 \(paid\) {2}must be true or false .*, got "maybe"$/),
      'list.csv:2  the row has 4 cells, but the header has 3; 497 more faults like this: 3, 4, 6, 7, 8, …',
      'list.csv:5  warning: the row has 2 cells, but the header has 3: the missing cells are read as empty',
      expect.stringMatching(/^error: 499 documents of 500 cannot be made/),
    ],
  ]);
  const named = await batch(cwd, '-i', 'list.csv', '--dry-run', '--quiet');
  expect(named.stderr).not.toContain('warning');
});

test('documents that share their names are one line', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `T${i % 10}`);
  const cwd = makeLetters({ 'list.csv': `title\n${rows.join('\n')}\n` });
  const { stderr } = await batch(cwd, '-i', 'list.csv', '-o', '{{ title }}.pdf');
  expect(stderr.split('\n')[0]).toBe(
    'list.csv:12  would go to the same file as the document at list.csv:2: "T0.pdf"; 49 more faults like this: 13, 14, 15, 16, 17, …',
  );
});

test('only what a batch can do is advised for invalid documents', async () => {
  const cwd = makeLetters({ 'list.csv': 'title,paid\nA,maybe\n' });
  const advice = async (...args: readonly string[]) =>
    (await batch(cwd, '-i', 'list.csv', ...args)).stderr.trim().split('nothing was made. ').at(-1);
  expect(await advice()).toBe('Correct the data, or leave these out with --skip-invalid.');
  expect(await advice('--detach')).toBe('Correct the data.');
});
