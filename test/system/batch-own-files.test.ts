// What a batch writes beside its documents, and what somebody makes of that between two runs: nothing of theirs is lost.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdfs, runBatch as run } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeWorkspace } from '../support/run-cli.ts';

const notes = 'title;lines[0].qty\nA;1\nB;many\nC;3\n';
const record = 'out/pdfgen-run.jsonl';

/** A run that rejected one of three. */
async function makeRejected() {
  const cwd = makeWorkspace({ 'notes.csv': notes });
  expect((await run(cwd, ['note', '-i', 'notes.csv', '--skip-invalid'])).code).toBe(6);
  const rejected = join(cwd, 'notes.rejected.csv');
  return { cwd, rejected, correct: () => writeFileSync(rejected, readFileSync(rejected, 'utf8').replace('many', '2')) };
}

test('rejected rows that nobody touched give way to those of the same run continued', async () => {
  const { cwd, rejected } = await makeRejected();
  writeFileSync(join(cwd, 'notes.csv'), `${notes}D;none\n`);
  for (const count of [2, 2]) {
    expect((await run(cwd, ['--resume', record])).code).toBe(6);
    expect(readFileSync(rejected, 'utf8').trim().split('\n')).toHaveLength(1 + count);
  }
  rmSync(rejected);
  expect((await run(cwd, ['--resume', record])).code).toBe(6);
  expect(existsSync(rejected)).toBe(true);
});

test.each([
  ['continued', ['--resume', record], 'it was changed since this run wrote it. Move it away, or add --overwrite'],
  ['looked at alone', ['--resume', record, '--dry-run'], 'it was changed since this run wrote it'],
  [
    'begun again with the same file',
    ['note', '-i', 'notes.csv', '--skip-invalid', '--rejected', 'notes.rejected.csv', '-o', 'again/'],
    'Somebody may be correcting it: move it away, choose another --rejected, or add --overwrite.',
  ],
])('rejected rows that somebody corrects are not lost to a run that is %s', async (_, args, words) => {
  const { cwd, rejected, correct } = await makeRejected();
  correct();
  rmSync(join(cwd, 'out/note-a.pdf'));
  const before = readFileSync(join(cwd, record), 'utf8');
  await ends(run(cwd, args), 9, `notes.rejected.csv would be replaced`, words);
  expect(readFileSync(rejected, 'utf8')).toMatch(/\nB;2;/);
  // Nothing was begun.
  expect([pdfs(cwd), readFileSync(join(cwd, record), 'utf8')]).toEqual([['out/note-c.pdf'], before]);
  expect(readdirSync(cwd).filter((name) => name === 'again' || name.endsWith('.tmp'))).toEqual([]);
});

test('rejected rows are replaced where that is said, each time anew', async () => {
  const { cwd, rejected, correct } = await makeRejected();
  for (const [args, code] of [
    [['--resume', record, '--overwrite'], 6],
    // Which is not said for ever, once the file is the run's own.
    [['--resume', record], 9],
    [['note', '-i', 'notes.csv', '--skip-invalid', '--overwrite'], 6],
    [['--resume', record], 9],
  ] as const) {
    correct();
    expect((await run(cwd, args)).code).toBe(code);
    expect(readFileSync(rejected, 'utf8').includes('\nB;many;')).toBe(code === 6);
  }
});

test('rejected rows of another run stay: the second run takes the next name, and keeps it when it is continued', async () => {
  const { cwd, rejected } = await makeRejected();
  const first = readFileSync(rejected, 'utf8');
  await ends(run(cwd, ['note', '-i', 'notes.csv', '--skip-invalid', '-o', 'again/']), 6, 'Rejected rows: notes.rejected-2.csv\n');
  writeFileSync(join(cwd, 'notes.csv'), `${notes}D;none\n`);
  await ends(run(cwd, ['--resume', 'again/pdfgen-run.jsonl']), 6, 'Rejected rows: notes.rejected-2.csv\n');
  expect(readFileSync(join(cwd, 'notes.rejected-2.csv'), 'utf8')).toMatch(/\nB;many;.*\nD;none;/);
  expect(readFileSync(rejected, 'utf8')).toBe(first);
  expect(readdirSync(cwd).filter((name) => name.includes('rejected'))).toHaveLength(2);
});

test('a file of rejected rows goes when the continued run rejects none, unless somebody has changed it', async () => {
  for (const isChanged of [false, true]) {
    const { cwd, rejected, correct } = await makeRejected();
    writeFileSync(join(cwd, 'notes.csv'), notes.replace('many', '2'));
    if (isChanged) correct();
    expect((await run(cwd, ['--resume', record])).code).toBe(0);
    expect(existsSync(rejected)).toBe(isChanged);
  }
});

test('rejected rows never replace an input of the same run', async () => {
  const { cwd, rejected, correct } = await makeRejected();
  correct();
  const args = ['note', '-i', 'notes.csv', '-i', './notes.rejected.csv', '--skip-invalid', '--overwrite'];
  await ends(run(cwd, args), 6, 'Rejected rows: notes.rejected-2.csv\n');
  expect(readFileSync(rejected, 'utf8')).toMatch(/\nB;2;/);
});

const three = 'title,text\nC,first\nA,second\nB,third\n';
const collected = ['--merge', 'all.pdf', '--zip', 'all.zip'];

test('a file of all that somebody put in the place of that of the run is not lost to the run continued', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  expect((await run(cwd, ['note', '-i', 'notes.csv', ...collected])).code).toBe(0);
  const [pdf, zip] = ['all.pdf', 'all.zip'].map((name) => readFileSync(join(cwd, name)));
  for (const name of ['all.pdf', 'all.zip']) {
    // Of the same size, too.
    const theirs = readFileSync(join(cwd, name)).fill(32, 100, 120);
    writeFileSync(join(cwd, name), theirs);
    const before = readFileSync(join(cwd, 'pdfgen-run.jsonl'), 'utf8');
    await ends(run(cwd, ['--resume']), 9, `${name} would be replaced, and it was changed since`);
    expect(readFileSync(join(cwd, name))).toEqual(theirs);
    expect(readFileSync(join(cwd, 'pdfgen-run.jsonl'), 'utf8')).toBe(before);
    expect((await run(cwd, ['--resume', '--overwrite'])).code).toBe(0);
    expect(['all.pdf', 'all.zip'].map((one) => readFileSync(join(cwd, one)))).toEqual([pdf, zip]);
  }
});

test('what stands there before a run has written its file of all is not its own', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  // Nothing but the record, and the documents, as a run leaves it that was killed.
  expect((await run(cwd, ['note', '-i', 'notes.csv', '-o', 'out/', ...collected])).code).toBe(0);
  const lines = readFileSync(join(cwd, record), 'utf8').split('\n');
  writeFileSync(join(cwd, record), lines.filter((line) => !/"kind":"(written|end)"/.test(line)).join('\n'));
  const words = 'all.pdf would be replaced, and the record does not say that this run wrote it';
  await ends(run(cwd, ['--resume', record]), 9, words);
  expect((await run(cwd, ['--resume', record, '--merge', 'b/all.pdf', '--zip', 'b/all.zip'])).code).toBe(0);
  expect(readFileSync(join(cwd, 'b/all.pdf'))).toEqual(readFileSync(join(cwd, 'all.pdf')));
});

test('a run that was to overwrite a file of all does so when it is continued', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three, 'all.pdf': 'of yesterday' });
  const args = ['note', '-i', 'notes.csv', '--merge', 'all.pdf', '--zip', '/dev/full', '--overwrite'];
  // The zip fails; the PDF is there by then, and put back.
  expect((await run(cwd, args)).code).toBe(9);
  const made = readFileSync(join(cwd, 'all.pdf'));
  const [kept] = readFileSync(join(cwd, 'pdfgen-run.jsonl'), 'utf8').split('{"kind":"written"');
  writeFileSync(join(cwd, 'pdfgen-run.jsonl'), kept!);
  writeFileSync(join(cwd, 'all.pdf'), 'of yesterday');
  expect((await run(cwd, ['--resume', '--zip', 'all.zip'])).code).toBe(0);
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(made);
});

test('a file of all is never that of rejected rows', async () => {
  const cwd = makeWorkspace({ 'notes.csv': notes });
  const args = ['note', '-i', 'notes.csv', '--skip-invalid', '--zip', 'notes.rejected.csv'];
  await ends(run(cwd, args), 2, 'is not the name of a zip');
});

test.each([
  ['an input', 'notes.csv'],
  ['a second table', 'lines.csv'],
  ['a map', './map.json'],
  ['a map behind a link of its folder', 'here/map.json'],
])('the record of a run never replaces %s, whatever is said', async (_, name) => {
  const files = { 'notes.csv': three, 'lines.csv': 'of,qty\nA,1\n', 'map.json': '{ "of": null }' };
  const cwd = makeWorkspace(files);
  symlinkSync('.', join(cwd, 'here'));
  const reading = ['-i', 'notes.csv', '--join', 'lines=lines.csv', '--on', 'title=of', '--map', 'map.json'];
  await ends(
    run(cwd, ['note', ...reading, '--manifest', name, '--overwrite']),
    2,
    `would be ${name}, which is an input; name another with --manifest`,
  );
  for (const [file, text] of Object.entries(files)) expect(readFileSync(join(cwd, file), 'utf8')).toBe(text);
  expect(pdfs(cwd)).toEqual([]);
});

test('a document never goes to the file of all, also behind a link of its folder', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three, 'real/.keep': '' });
  symlinkSync('real', join(cwd, 'out'));
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '-o', 'out/', '--merge', 'real/note-a.pdf']),
    3,
    'would go to the same file as --merge: "out/note-a.pdf"',
  );
  expect(pdfs(join(cwd, 'real'))).toEqual([]);
});

test('a document never replaces the record of its run', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '--manifest', 'out/NOTE-a.pdf']),
    3,
    'would go to the same file as the record of the run: "out/note-a.pdf"',
  );
  expect(pdfs(cwd)).toEqual([]);
});

test('a document never goes through a link to an input of its run, also with --overwrite', async () => {
  const cwd = makeWorkspace({ 'data/notes.csv': 'title\nA\n', 'other.txt': 'of somebody' });
  mkdirSync(join(cwd, 'out'));
  symlinkSync('../data/notes.csv', join(cwd, 'out/note-a.pdf'));
  const args = ['note', '-i', 'data/notes.csv', '--overwrite'];
  const { code, stderr } = await run(cwd, args);
  const words = 'out/note-a.pdf is a file that this command reads (data/notes.csv). Name another file with -o.';
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(readFileSync(join(cwd, 'data/notes.csv'), 'utf8')).toBe('title\nA\n');
  rmSync(join(cwd, 'out/note-a.pdf'));
  symlinkSync('../other.txt', join(cwd, 'out/note-a.pdf'));
  expect((await run(cwd, args)).code).toBe(0);
  expect(readFileSync(join(cwd, 'other.txt'), 'latin1')).toMatch(/^%PDF-/);
});
