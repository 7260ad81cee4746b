// A batch in the foreground: its files, its record, and what becomes of it when its process is ended.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { linesOf, pdfs, rows, runBatch as run, runBatchProcess, startBatch as start } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeWorkbook } from '../support/make-workbook.ts';
import { makeWorkspace } from '../support/run-cli.ts';
import { program, runProgram } from '../support/run-program.ts';

test('each row becomes a file of its own name, and a line of the record', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(3) });
  const args = ['note', '-i', 'notes.csv', '-o', 'out/{{ text | slugify }}/{{ title }}.pdf'];
  const { code, stdout, stderr } = await runBatchProcess(cwd, args);
  expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('3 documents made')]);
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual([0, 1, 2].map((i) => `text-${i}-and-more/t${i}.pdf`));
  const [head, ...lines] = linesOf(join(cwd, 'out/pdfgen-run.jsonl'));
  expect(head).toMatchObject({ kind: 'run', template: { slug: 'note', version: 1 }, inputs: [{ file: 'notes.csv' }] });
  const items = lines.filter(({ kind }) => kind === 'item');
  expect(items.map(({ item, state }) => [item, state]).toSorted()).toEqual([1, 2, 3].map((i) => [i, 'completed']));
  for (const { file, bytes, sha256 } of items) {
    const content = readFileSync(join(cwd, String(file)));
    expect([bytes, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
  }
  expect(lines.at(-1)).toMatchObject({ kind: 'end', completed: 3, failed: 0, rejected: 0 });
});

test('many workers are no reason for a warning', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(60) });
  const { code, stderr } = await runBatchProcess(cwd, ['note', '-i', 'notes.csv', '--workers', '8', '--quiet']);
  expect([code, stderr]).toEqual([0, '']);
});

test('nothing is replaced unless that is asked for', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2), 'out/note-t1.pdf': 'mine' });
  await ends(run(cwd, ['note', '-i', 'notes.csv']), 9, 'out/note-t1.pdf would be replaced');
  expect(readdirSync(join(cwd, 'out'))).toEqual(['note-t1.pdf']);
  expect((await run(cwd, ['note', '-i', 'notes.csv', '--overwrite'])).code).toBe(0);
  expect(pdfs(join(cwd, 'out'))).toHaveLength(2);
});

test('two documents of one file are refused, whatever is said', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\nA\na\n' });
  const { stderr } = await ends(
    run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ title }}.pdf', '--overwrite']),
    3,
    'would go to the same file as the document at notes.csv:2',
    "Give each document a file name of its own, with -o 'out/{{ number }}.pdf'",
  );
  expect(stderr).not.toContain('Correct the data');
  expect(pdfs(cwd)).toEqual([]);
});

test('two names that links of folders make one file are refused', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title,text\nx,a\ny,a\nx,new/b\nx,b\n', 'real/.keep': '' });
  mkdirSync(join(cwd, 'out'));
  for (const name of ['a', 'b']) symlinkSync('../real', join(cwd, 'out', name));
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ text }}/{{ title }}.pdf']),
    3,
    /^notes.csv:5 .*same file as the document at notes.csv:2: "out\/b\/x.pdf"\n/,
    '1 document of 4',
  );
  await ends(run(cwd, ['note', '-i', 'notes.csv', '--zip', 'all.zip']), 3, 'notes.csv:4');
});

test('a doubled row is told without advice on names', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\nA\nB\nC\nA\n' });
  const { stderr } = await ends(run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ title }}.pdf']), 3, 'would go to the same file');
  expect(stderr).not.toContain('Name the files');
  expect(stderr).toContain('Correct the data');
});

test('with an invalid row nothing is made; its place is told', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title;lines[0].qty\nA;1\nB;many\n;3\n' });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv']),
    3,
    /^notes\.csv:3 \(lines\[0\]\.qty\) {2}.*"many"/m,
    /^notes\.csv:4 \(title\) {2}data must have "title"/m,
  );
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

test('a cell that cannot be read hides nothing else that is wrong with its document', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title;lines[0].qty\nA;many\n;more\n' });
  const { code, stderr } = await run(cwd, ['note', '-i', 'notes.csv']);
  const places = stderr.split('\n').map((line) => line.split('  ')[0]);
  expect([code, places.slice(0, -2)]).toEqual([
    3,
    ['notes.csv:2 (lines[0].qty)', 'notes.csv:3 (lines[0].qty)', 'notes.csv:3 (title)'],
  ]);
});

test('of more faults than a person reads, each column is told with their number and the first', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => (i === 7 ? ',1' : `t${i},many`)).join('\n');
  const cwd = makeWorkspace({ 'notes.csv': `title,lines[0].qty\n${rows}\n` });
  const { stderr } = await ends(run(cwd, ['note', '-i', 'notes.csv']), 3, 'and 10 more faults');
  const [, summary] = stderr.split('Faults of each column, and the first fault as an example:\n');
  expect(summary!.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^lines\[0\]\.qty\t59\tnotes\.csv:2\tmust be a whole number, got "many"/),
    'title\t1\tnotes.csv:9\tdata must have "title"',
    '',
  ]);
  const forProgram = await run(cwd, ['note', '-i', 'notes.csv', '--json']);
  const { errors } = JSON.parse(forProgram.stderr) as { readonly errors: readonly { readonly params: unknown }[] };
  expect(errors).toHaveLength(60);
  expect(errors[7]).toMatchObject({ path: '/items/7', params: { file: 'notes.csv', line: 9, columnName: 'title' } });
  expect(errors[7]!.params).not.toHaveProperty('pointer');
});

test.each([
  ['notes.csv', (n: string) => `title,lines[0].qty\nA,1\nB,${n}\n`, 'notes.csv:3 (lines[0].qty)  warning: '],
  ['notes.jsonl', (n: string) => `{"title":"A"}\n{"title":"B","lines":[{"qty":${n}}]}\n`, 'notes.jsonl:2:30  warning: '],
])('digits that a number cannot hold are told before the documents of %s are made', async (name, data, place) => {
  const cwd = makeWorkspace({ [name]: data('9007199254740993') });
  const { code, stderr } = await run(cwd, ['note', '-i', name]);
  const words = `${place}the number 9007199254740993 loses digits and becomes 9007199254740992`;
  expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
  const quiet = await run(cwd, ['note', '-i', name, '-o', 'quiet/', '--quiet']);
  expect([quiet.code, quiet.stderr]).toEqual([0, '']);
});

test('digits that the file of rejected rows loses are told as well', async () => {
  const cwd = makeWorkspace({ 'notes.yaml': '- title: A\n- lines: [{ qty: 9007199254740993 }]\n' });
  const { code, stderr } = await run(cwd, ['note', '-i', 'notes.yaml', '--skip-invalid']);
  const told = stderr.split('\n').filter((line) => line.includes('loses digits'));
  expect([code, told]).toEqual([
    6,
    [expect.stringMatching(/^notes\.yaml:2:18 {2}warning: the number 9007199254740993 loses digits/)],
  ]);
  expect(readFileSync(join(cwd, 'notes.rejected.yaml'), 'utf8')).toContain('9007199254740992');
});

test('of very many lost digits a person reads a few, and their number', async () => {
  const cwd = makeWorkspace({
    'notes.csv': `title,lines[0].qty\n${[...Array(60).keys()].map((i) => `t${i},9007199254740993\n`).join('')}`,
  });
  const { code, stderr } = await run(cwd, ['note', '-i', 'notes.csv', '--dry-run']);
  expect([code, stderr.split('\n').filter((line) => line.includes('loses digits')).length]).toEqual([0, 50]);
  expect(stderr).toContain('and 10 more warnings');
});

test('what is perhaps not meant is told: digits that are lost, and documents with warnings', async () => {
  const line = (title: string, qty: string) => `{"title":"${title}","lines":[{"qty":${qty}}]}\n`;
  const cwd = makeWorkspace({ 'notes.jsonl': line('A', '9007199254740993') + line('\u5b57', '1') });
  const { code, stderr } = await run(cwd, ['note', '-i', 'notes.jsonl', '-o', '{{ index }}.pdf']);
  expect([code, stderr.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^notes\.jsonl:1:\d+ {2}warning: the number 9007199254740993 loses digits/),
      expect.stringMatching(/^2\.pdf \(item 2\) {2}templates\/note\/template\.json:12:9 {2}warning: .*\(missing-glyph, page 1, /),
      expect.stringMatching(/^2 documents made in .*, 2 with warnings\. /),
      expect.stringContaining('With --strict, a document with warnings fails'),
      '',
    ],
  ]);
  const items = linesOf(join(cwd, 'pdfgen-run.jsonl')).filter(({ kind }) => kind === 'item');
  expect(items.toSorted((a, b) => Number(a.item) - Number(b.item))).toMatchObject([
    {
      warningCount: 1,
      warnings: [
        { code: 'doubtful-input', message: expect.stringMatching(/^notes\.jsonl:1:\d+: the number 9007199254740993 loses/) },
      ],
    },
    { warningCount: 1, warnings: [{ code: 'missing-glyph', page: 1, message: expect.stringContaining('\u5b57') }] },
  ]);
});

test('with --offset, a document has its number in the whole input: in names, the record, the zip and messages', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(5) });
  const part = ['note', '-i', 'notes.csv', '--offset', '3'];
  expect((await run(cwd, [...part, '-o', '{{ index }}.pdf'])).code).toBe(0);
  expect(pdfs(cwd).toSorted()).toEqual(['4.pdf', '5.pdf']);
  const items = linesOf(join(cwd, 'pdfgen-run.jsonl')).filter(({ kind }) => kind === 'item');
  expect(items.map(({ item, source }) => [item, source]).toSorted()).toEqual([
    [4, { file: 'notes.csv', line: 5 }],
    [5, { file: 'notes.csv', line: 6 }],
  ]);
  await ends(run(cwd, ['--resume', 'pdfgen-run.jsonl']), 0, '0 documents made');
  writeFileSync(join(cwd, 'bad.csv'), 'title,lines[0].qty\nA,1\nB,1\nC,many\n');
  const refused = await run(cwd, ['note', '-i', 'bad.csv', '--offset', '1', '--json']);
  expect(JSON.parse(refused.stderr)).toMatchObject({
    errors: [{ path: '/items/2' }],
    detail: expect.stringContaining('1 document of 2'),
  });
});

test('--keep carries columns along in the record, and refuses a column that is not there', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title,email\nA,a@example.com\nB,\n', 'notes.json': [{ title: 'A', text: 'x' }] });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ title }}.pdf', '--keep', 'email', '--keep', 'title']),
    0,
    '2 documents made',
  );
  const items = linesOf(join(cwd, 'pdfgen-run.jsonl')).filter(({ kind }) => kind === 'item');
  expect(Object.fromEntries(items.map(({ file, kept }) => [file, kept]))).toEqual({
    'A.pdf': { email: 'a@example.com', title: 'A' },
    'B.pdf': { email: null, title: 'B' },
  });
  await ends(run(cwd, ['note', '-i', 'notes.csv', '-o', 'x/', '--keep', 'emial']), 2, 'did you mean');
  await ends(
    run(cwd, ['note', '-i', 'notes.json', '-o', 'y/', '--keep', 'titel']),
    2,
    "--keep titel: the template's data has no titel",
  );
});

test('--fail-on-warnings keeps the documents, exits with 6, and does so again when the run is continued', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\nA\n\u5b57\n' });
  const first = await run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ index }}.pdf', '--fail-on-warnings']);
  expect([first.code, pdfs(cwd)]).toEqual([6, ['1.pdf', '2.pdf']]);
  await ends(run(cwd, ['--resume', 'pdfgen-run.jsonl']), 6, '1 with warnings, 2 already there');
  await ends(run(cwd, ['note', '-i', 'notes.csv', '-o', 'clean/', '--limit', '1', '--fail-on-warnings']), 0);
});

test('a person reads the first ten warnings of rendering, and their number', async () => {
  const cwd = makeWorkspace({ 'notes.csv': `title\n${'\u5b57\n'.repeat(12)}` });
  const { code, stderr } = await run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ index }}.pdf']);
  expect([code, stderr.split('\n').filter((line) => line.includes('missing-glyph')).length]).toEqual([0, 10]);
  expect(stderr).toContain('and 2 more warnings of rendering\n');
});

test('with --strict, a continued run makes documents with warnings again, and they fail', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\nA\n\u5b57\n' });
  expect((await run(cwd, ['note', '-i', 'notes.csv', '-o', '{{ index }}.pdf'])).code).toBe(0);
  const strict = await ends(
    run(cwd, ['--resume', 'pdfgen-run.jsonl', '--strict']),
    6,
    'RENDER_WARNINGS',
    '0 documents made',
    'The failed documents will fail again until the data or the template is corrected.',
  );
  expect(strict.stderr).not.toContain('again with');
  await ends(run(cwd, ['note', '-i', 'notes.csv', '--merge', 'all.pdf', '--manifest', 'all.jsonl']), 0);
  await ends(run(cwd, ['--resume', 'all.jsonl', '--strict']), 6, 'all.pdf stays as it was: it holds 2 documents');
});

test('rejected rows of another encoding are UTF-8 that tells so, to a spreadsheet and to the same command', async () => {
  const cwd = makeWorkspace();
  writeFileSync(join(cwd, 'notes.csv'), Buffer.from('Größe;lines[0].qty\nÄ;1\nÖ;many\n', 'latin1'));
  const args = ['note', '--encoding', 'windows-1252', '--map', 'Größe=title', '--skip-invalid'];
  expect((await run(cwd, [...args, '-i', 'notes.csv'])).code).toBe(6);
  const rejected = join(cwd, 'notes.rejected.csv');
  const text = readFileSync(rejected, 'utf8');
  expect(text).toMatch(/^\ufeffGröße;lines\[0\]\.qty;pdfgen_error\nÖ;many;/);
  writeFileSync(rejected, text.replace('many', '2'));
  expect(await run(cwd, [...args, '-i', 'notes.rejected.csv', '-o', '{{ title }}.pdf'])).toMatchObject({ code: 0 });
  expect(pdfs(cwd)).toContain('Ö.pdf');
});

test('a workbook of an office program is made, and what is rejected is a workbook to be corrected', async () => {
  const orders = readFileSync(new URL('../batch/office/orders.xlsx', import.meta.url));
  const cwd = makeWorkspace({ 'orders.xlsx': orders, 'map.json': { Nr: 'title', Notiz: 'text', Menge: 'lines[0].qty' } });
  const schema = join(cwd, 'templates/note/schema.json');
  const any = readFileSync(schema, 'utf8');
  writeFileSync(schema, any.replace('"type": "integer"', '"type": "integer", "maximum": 100'));
  const args = ['note', '--map', 'map.json', '--ignore-unknown-columns', '-o', 'out/{{ title }}.pdf'];
  await ends(run(cwd, [...args, '-i', 'orders.xlsx', '--skip-invalid']), 6, 'orders.xlsx:4 (Menge)');
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['00042.pdf', '00043.pdf']);
  expect(execFileSync('pdftotext', [join(cwd, 'out/00042.pdf'), '-'], { encoding: 'utf8' })).toMatch(
    /^00042\s+Bitte "vorne"\s+klingeln; danke\s*$/,
  );
  writeFileSync(schema, any);
  await ends(run(cwd, [...args, '-i', 'orders.rejected.xlsx', '--manifest', 'rest.jsonl']), 0, '1 document made');
  expect(pdfs(join(cwd, 'out'))).toContain('00044.pdf');
});

test('a row that cannot be read may be of any document: none that it would be missing from is made', async () => {
  const cwd = makeWorkspace({ 'lines.csv': 'title,lines.qty\nA,1\nA,2,3,4\nB,1\n', 'notes.csv': 'title\nA\nB\n' });
  const folded = ['-i', 'lines.csv', '--group-by', 'title', '--rows', 'lines'];
  const joined = ['-i', 'notes.csv', '--join', 'lines=lines.csv', '--on', 'title=title'];
  for (const args of [folded, joined]) {
    await ends(run(cwd, ['note', ...args, '--skip-invalid']), 3, 'may be part of any document: correct it first', 'lines.csv:3 ');
  }
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

test.each(['csv', 'jsonl'])('rejected documents of a %s file are input again with the same second table', async (format) => {
  const notes = format === 'csv' ? 'title\nA\nB\n' : '{"title":"A"}\n{"title":"B"}\n';
  const lines = 'of,lines.qty\nA,1\nB,many\nA,2\n';
  const cwd = makeWorkspace({ [`notes.${format}`]: notes, 'lines.csv': lines });
  const args = ['--join', 'lines=lines.csv', '--on', 'title=of'];
  expect((await run(cwd, ['note', '-i', `notes.${format}`, ...args, '--skip-invalid'])).code).toBe(6);
  writeFileSync(join(cwd, 'lines.csv'), lines.replace('many', '2'));
  await ends(run(cwd, ['note', '-i', `notes.rejected.${format}`, ...args, '--manifest', 'second.jsonl']), 0, '1 document made');
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['note-a.pdf', 'note-b.pdf']);
});

test('a folder that may not be written to is found before the first document is made', async () => {
  const cwd = makeWorkspace({ 'in/notes.csv': 'title;lines[0].qty\nA;1\nB;many\n', 'in/good.csv': rows(2), 'closed/x': '' });
  for (const folder of ['in', 'closed']) chmodSync(join(cwd, folder), 0o555);
  // Permissions do not bind root.
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  if (user !== undefined) chownSync(cwd, user, user);
  const refusals = [
    [['in/notes.csv', '--skip-invalid'], 'in/notes.rejected.csv'],
    [['in/good.csv', '--merge', 'closed/all.pdf'], 'closed/all.pdf'],
  ] as const;
  for (const [args, file] of refusals) {
    const all = ['note', '-o', 'out/{{ title }}.pdf', '-i', ...args, '--overwrite'];
    await ends(runBatchProcess(cwd, all, '', user), 9, `Cannot write ${file}: there is no permission`);
    expect(pdfs(join(cwd, 'out'))).toEqual([]);
  }
  for (const folder of ['in', 'closed']) chmodSync(join(cwd, folder), 0o755);
});

test('an empty record, as a full disk leaves it, is none of an earlier run', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(1), 'out/pdfgen-run.jsonl': '' });
  expect((await run(cwd, ['note', '-i', 'notes.csv', '-o', 'out/'])).code).toBe(0);
  expect(linesOf(join(cwd, 'out/pdfgen-run.jsonl')).at(-1)).toMatchObject({ kind: 'end', completed: 1 });
});

test('standard input, JSON Lines and a dry run', async () => {
  const cwd = makeWorkspace();
  const input = '{"title":"x"}\n{"title":"y"}\n';
  const dry = await run(cwd, ['note', '-i', '-', '--dry-run'], input);
  expect([dry.code, dry.stdout]).toEqual([0, 'out/note-x.pdf\nout/note-y.pdf\n']);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
  const made = await run(cwd, ['note', '-i', '-', '--json'], input);
  const events = made.stdout.trimEnd().split('\n');
  expect(events.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(['run', 'item', 'item', 'end']);
  expect([made.code, made.stderr]).toEqual([0, '']);
});

test('a row that fails is recorded with its reason, and tried again', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\nA\n\u{10ffff}x\n' });
  await ends(run(cwd, ['note', '-i', 'notes.csv', '--strict', '-o', 'out/{{ row }}.pdf']), 6, 'RENDER_WARNINGS');
  expect(readFileSync(join(cwd, 'out/pdfgen-run.jsonl'), 'utf8')).toMatch(/\(missing-glyph, page 1, \/pages\/0\/[^)]+\)/);
  expect(pdfs(join(cwd, 'out'))).toEqual(['1.pdf']);
  writeFileSync(join(cwd, 'corrected.csv'), 'title\nA\nBx\n');
  await ends(run(cwd, ['--resume', 'out/pdfgen-run.jsonl', '-i', 'corrected.csv']), 0, '1 document made', '1 already there');
});

test('Ctrl-C ends a run with the words to continue it', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2_000) });
  const { child, ended } = start(cwd, ['note', '-i', 'notes.csv']);
  child.stdin.end();
  while (child.exitCode === null && pdfs(join(cwd, 'out')).length < 5) await sleep(5);
  // npm sends the signal on as well. A second one of the same kind could come before the first is taken, and be lost.
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  // Signals of different kinds are taken in any order; the first one taken gives the code.
  expect([130, 143]).toContain(code);
  expect(stderr).toMatch(/Continue with: .*generate batch --resume out\/pdfgen-run\.jsonl/);
  expect(pdfs(join(cwd, 'out')).length).toBeLessThan(2_000);
});

test('Ctrl-C during the check says that nothing is made', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(500_000) });
  const { child, ended } = start(cwd, ['note', '-i', 'notes.csv']);
  child.stdin.end();
  await sleep(2_000);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, stderr: 'Interrupted during the check; nothing was made.\n' });
  expect(pdfs(join(cwd, 'out'))).toEqual([]);
});

test('a run whose --json nobody reads any more makes every document and ends as it would have', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(100) });
  const { child, ended } = start(cwd, ['note', '-i', 'notes.csv', '--json']);
  child.stdin.end();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(pdfs(join(cwd, 'out'))).toHaveLength(100);
  expect(linesOf(join(cwd, 'out/pdfgen-run.jsonl')).at(-1)).toMatchObject({ kind: 'end', completed: 100 });
});

test('names that nobody reads any more end a dry run without a word', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(20_000) });
  const { child, ended } = start(cwd, ['note', '-i', 'notes.csv', '--dry-run']);
  child.stdin.end();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

test('the same batch handed over twice with one key is made once', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2), 'other.csv': rows(3) });
  const detach = (file: string) => run(cwd, ['note', '-i', file, '--detach', '--idempotency-key', 'march']);
  const first = await detach('notes.csv');
  expect(await detach('notes.csv')).toMatchObject({ code: 0, stdout: first.stdout });
  await ends(detach('other.csv'), 1, 'Idempotency-Key');
  await runProgram(['batches', 'wait', '@last'], { cwd });
});

test('a batch of jobs is shown to a program with every item, however many', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(1_100) });
  await run(cwd, ['note', '-i', 'notes.csv', '--detach']);
  const shown = await runProgram(['batches', 'get', '@last', '--json'], { cwd });
  const batch = JSON.parse(shown.stdout) as {
    readonly items: readonly unknown[];
    readonly nextCursor: unknown;
  };
  expect([batch.items.length, batch.nextCursor]).toEqual([1_100, null]);
  await runProgram(['batches', 'cancel', '@last', '--yes'], { cwd });
});

test.each([
  [['note'], 2, 'The input is missing.'],
  [['note', '-i', 'none.csv'], 9, 'there is no such file'],
  [['note', '-i', '*.xlsx'], 9, 'matches no data file'],
  [['nota', '-i', 'notes.csv'], 5, 'note'],
  [['note', '-i', 'notes.csv', '--group-by', 'title'], 2, '--rows'],
  [['note', '-i', 'notes.csv', '-o', '{{ titel }}.pdf'], 2, 'titel'],
  [['note', '-i', 'wrong.csv'], 2, '--map'],
  [['note', '-i', 'notes.csv', '--detach', '--skip-invalid'], 2, '--skip-invalid cannot be used with --detach.'],
  [['note', '-i', 'notes.csv', '--detach', '--keep', 'title'], 2, '--keep cannot be used with --detach'],
  [['note', '-i', 'notes.csv', '--detach', '--fail-on-warnings'], 2, '--fail-on-warnings cannot be used with --detach'],
  [['--resume', 'notes.csv'], 3, 'not the record of a run'],
  [['--resume'], 9, 'There is no pdfgen-run.jsonl'],
  [['note', '-i', 'notes.csv', '-o', '-'], 2, '-o - is for a single document'],
  [['note', '-i', 'notes.csv', '-o', 'out/{{ title }}/x.pdf'], 9, 'a part of its path is not a folder'],
  [['note', '-i', 'notes.csv', '--manifest', 'templates', '--overwrite'], 9, 'Cannot write templates: it is a folder'],
  [['note', '-i', 'notes.csv', '--manifest', '/dev/full'], 9, 'Cannot write /dev/full: the disk is full'],
])('%j is refused with the reason, and nothing is made', async (args, exitCode, words) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2), 'wrong.csv': 'titel,text\na,b\n', 'out/t1': 'mine' });
  await ends(run(cwd, args), exitCode, words);
  expect(pdfs(cwd)).toEqual([]);
  expect(existsSync(join(cwd, '-'))).toBe(false);
});

test('rejected rows appear when their run has come to its end, and what a killed one left goes with the next', async () => {
  const broken = Array.from({ length: 400 }, (_, i) => `t${i};many`).join('\n');
  const good = Array.from({ length: 400 }, (_, i) => `g${i};1`).join('\n');
  const cwd = makeWorkspace({ 'notes.csv': `title;lines[0].qty\n${broken}\n${good}\n` });
  const args = ['note', '-i', 'notes.csv', '--skip-invalid'];
  const others = () => readdirSync(cwd).filter((name) => /\.tmp$|rejected/.test(name));
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const { child, ended } = start(cwd, signal === 'SIGINT' ? args : ['--resume', 'out/pdfgen-run.jsonl']);
    child.stdin.end();
    const before = pdfs(join(cwd, 'out')).length;
    while (child.exitCode === null && pdfs(join(cwd, 'out')).length <= before) await sleep(2);
    child.kill(signal);
    await ended;
    expect(others()).toEqual(signal === 'SIGINT' ? [] : [expect.stringMatching(/\.tmp$/)]);
  }
  expect((await run(cwd, ['--resume', 'out/pdfgen-run.jsonl'])).code).toBe(6);
  expect(others()).toEqual(['notes.rejected.csv']);
  expect(readFileSync(join(cwd, 'notes.rejected.csv'), 'utf8').split('\n')).toHaveLength(402);
});

test('a dry run of a run that is continued names what is left', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(4) });
  await run(cwd, ['note', '-i', 'notes.csv']);
  rmSync(join(cwd, 'out/note-t2.pdf'));
  const dry = await run(cwd, ['--resume', 'out/pdfgen-run.jsonl', '--dry-run']);
  expect([dry.code, dry.stdout, dry.stderr]).toEqual([
    0,
    'out/note-t2.pdf\n',
    expect.stringContaining('1 document, 3 already there; nothing was made.'),
  ]);
});

test('what prints nothing needs no standard output', () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  execFileSync('bash', ['-c', `"${process.execPath}" "${program}" generate batch note -i notes.csv > /dev/full`], {
    cwd,
    stdio: 'ignore',
  });
  expect(pdfs(join(cwd, 'out'))).toHaveLength(2);
});

test('--resume without a name takes the record of this folder, else the only one below', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  for (const folder of ['a', 'b']) await run(cwd, ['note', '-i', 'notes.csv', '-o', `${folder}/`]);
  await ends(run(cwd, ['--resume']), 2, 'a/pdfgen-run.jsonl, b/pdfgen-run.jsonl. Name one');
  await run(cwd, ['note', '-i', 'notes.csv', '-o', 'c/', '--manifest', 'pdfgen-run.jsonl']);
  await ends(run(cwd, ['--resume']), 0, '2 already there. Record: pdfgen-run.jsonl');
});

describe('an input without a document', () => {
  const inputs = {
    'blank.csv': '',
    'header.csv': 'title,text\n',
    'none.json': '[]',
    'blank.json': '\n',
    'blank.jsonl': '',
    'blank.yaml': '# nothing\n',
    'folder/readme.md': '',
  };

  test.each([
    ...['blank.csv', 'header.csv', 'none.json', 'blank.json', 'blank.jsonl', 'blank.yaml'].map((name) => [name, 3] as const),
    ['folder', 9] as const,
    ['*.tsv', 9] as const,
  ])('%s is refused, and with --allow-empty makes nothing', async (name, exitCode) => {
    const cwd = makeWorkspace({ ...inputs, 'notes.csv': rows(1) });
    await ends(run(cwd, ['note', '-i', 'notes.csv', '-i', name]), exitCode, /^error: (\S+): .*--allow-empty/, name);
    const alone = await run(cwd, ['note', '-i', name, '--allow-empty']);
    expect(alone).toMatchObject({ code: 0, stdout: '', stderr: '0 documents; nothing was made.\n' });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    expect((await run(cwd, ['note', '-i', 'notes.csv', '-i', name, '--allow-empty'])).code).toBe(0);
    expect(pdfs(join(cwd, 'out'))).toHaveLength(1);
  });

  test('that is an empty sheet leads to the others', async () => {
    const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>';
    const cwd = makeWorkspace({ 'book.xlsx': await makeWorkbook({ sheets: { Cover: '', Data: title } }) });
    await ends(
      run(cwd, ['note', '-i', 'book.xlsx']),
      3,
      'the sheet "Cover" is empty; name another with --sheet: "Data"; accept this with --allow-empty',
    );
  });

  test('makes no batch of jobs', async () => {
    const cwd = makeWorkspace(inputs);
    expect((await run(cwd, ['note', '-i', 'none.json', '--detach'])).code).toBe(3);
    const { code, stdout } = await run(cwd, ['note', '-i', 'none.json', '--detach', '--allow-empty']);
    expect([code, stdout]).toEqual([0, '']);
  });
});
