// What a batch writes beside its documents, and what somebody makes of that between two runs: nothing of theirs is lost.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdfs, runBatch as run } from '../support/batch-process.ts';
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
  ['begun again', ['note', '-i', 'notes.csv', '--skip-invalid', '-o', 'again/'], 'Somebody may be correcting it'],
])('rejected rows that somebody corrects are not lost to a run that is %s', async (_, args, words) => {
  const { cwd, rejected, correct } = await makeRejected();
  correct();
  rmSync(join(cwd, 'out/note-a.pdf'));
  const before = readFileSync(join(cwd, record), 'utf8');
  const { code, stderr } = await run(cwd, args);
  expect([code, stderr]).toEqual([9, expect.stringContaining(`notes.rejected.csv would be replaced`)]);
  expect(stderr).toContain(words);
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

test('rejected rows never replace an input of the same run', async () => {
  const { cwd, rejected, correct } = await makeRejected();
  correct();
  const args = ['note', '-i', 'notes.csv', '-i', './notes.rejected.csv', '--skip-invalid', '--overwrite'];
  const { code, stderr } = await run(cwd, args);
  expect([code, stderr]).toEqual([9, expect.stringContaining('which is an input of this run as well')]);
  expect(readFileSync(rejected, 'utf8')).toMatch(/\nB;2;/);
});
