// Files of rejected and failed rows: where they appear, what they replace, and that they are input again.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRowFileOptions } from '../../../src/batch/files/rejected-names.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { openBatches } from '../../support/local-batch.ts';
import { makeWorkspace } from '../../support/run-cli.ts';

/** A character without a glyph: with `strict`, its document fails. */
const bad = '\u{10ffff}';
const notes = `title,text\nA,\nB,${bad}\n,none\n`;
const text = (cwd: string, file: string) => readFileSync(join(cwd, file), 'utf8');

test('rejected and failed rows go to the named files, in new folders too, and are input when they are corrected', async () => {
  const cwd = makeWorkspace({ 'notes.csv': notes });
  const run = await openBatches(cwd);
  const options = { output: 'out/{{ title }}.pdf', strict: true, skipInvalid: true };
  const result = await run({ input: ['notes.csv'], ...options, rejected: 'left/rejected.csv', failed: 'left/failed.csv' });
  expect(result).toMatchObject({
    succeeded: false,
    completed: 1,
    rejectedRows: [{ input: 'notes.csv', file: 'left/rejected.csv', documents: 1 }],
    failedRows: [{ input: 'notes.csv', file: 'left/failed.csv', documents: 1 }],
  });
  expect(text(cwd, 'left/rejected.csv')).toMatch(/^title,text,pdfgen_error\n,none,.*\n$/);
  expect(text(cwd, 'left/failed.csv')).toMatch(new RegExp(`^title,text,pdfgen_error\\nB,${bad},"?RENDER_WARNINGS: .*\\n$`));
  expect(readdirSync(cwd).filter((name) => name.includes('rejected'))).toEqual([]);
  writeFileSync(join(cwd, 'left/failed.csv'), text(cwd, 'left/failed.csv').replace(bad, 'good'));
  writeFileSync(join(cwd, 'left/rejected.csv'), text(cwd, 'left/rejected.csv').replace('\n,', '\nC,'));
  const again = await run({ input: ['left/failed.csv', 'left/rejected.csv'], ...options, manifest: 'second.jsonl' });
  expect(again).toMatchObject({ succeeded: true, completed: 2 });
});

test('the files are named from the folder of each call, and a continued run writes them anew', async () => {
  const cwd = makeWorkspace({ 'notes.csv': notes });
  mkdirSync(join(cwd, 'below'));
  const run = await openBatches(cwd);
  const record = 'out/pdfgen-run.jsonl';
  await run({ input: ['notes.csv'], strict: true, skipInvalid: true, rejected: 'r.csv', failed: 'f.csv' });
  writeFileSync(join(cwd, 'notes.csv'), `${notes}D,${bad}\n,none\n`);
  expect(await run({ resume: record })).toMatchObject({ failed: 2, rejected: 2 });
  expect([text(cwd, 'r.csv'), text(cwd, 'f.csv')].map((file) => file.split('\n').length)).toEqual([4, 4]);
  await run({ resume: '../out/pdfgen-run.jsonl', failed: 'other.csv', cwd: join(cwd, 'below') });
  expect(text(cwd, 'below/other.csv')).toBe(text(cwd, 'f.csv'));
  writeFileSync(join(cwd, 'notes.csv'), 'title,text\nA,\nB,\n');
  expect(await run({ resume: record })).toMatchObject({ succeeded: true });
  expect(['r.csv', 'below/other.csv'].filter((file) => existsSync(join(cwd, file)))).toEqual([]);
});

test('rejected rows stay in the file beside their input that the first call made, whatever else the run writes', async () => {
  const cwd = makeWorkspace({ 'notes.csv': notes });
  const run = await openBatches(cwd);
  const rejected = () => readdirSync(cwd).filter((name) => name.includes('rejected'));
  await run({ input: ['notes.csv'], strict: true, skipInvalid: true, failed: 'f.csv' });
  writeFileSync(join(cwd, 'notes.csv'), `${notes},more\n`);
  await run({ resume: 'out/pdfgen-run.jsonl' });
  expect(rejected()).toEqual(['notes.rejected.csv']);
  expect(text(cwd, 'notes.rejected.csv')).toMatch(/^title,text,pdfgen_error\n,none,.*\n,more,.*\n$/);
  expect(text(cwd, 'f.csv')).toContain('RENDER_WARNINGS');
  writeFileSync(join(cwd, 'notes.csv'), 'title,text\nA,\n');
  await run({ resume: 'out/pdfgen-run.jsonl' });
  expect(rejected()).toEqual([]);
});

test.each(['rejected', 'failed'] as const)(
  'a file of somebody else stays in the place of %s, unless the run may overwrite',
  async (option) => {
    const cwd = makeWorkspace({ 'notes.csv': notes, 'theirs.csv': 'of somebody' });
    const run = await openBatches(cwd);
    const options = { input: ['notes.csv'], strict: true, skipInvalid: true, [option]: 'theirs.csv' };
    const words = `theirs.csv would be replaced. Somebody may be correcting it: move it away, choose another ${option}, or add overwrite.`;
    await expect(run(options)).rejects.toMatchObject({ exitCode: 9, message: words });
    expect([text(cwd, 'theirs.csv'), existsSync(join(cwd, 'out'))]).toEqual(['of somebody', false]);
    await run({ ...options, overwrite: true });
    expect(text(cwd, 'theirs.csv')).toContain('pdfgen_error');
  },
);

test.each([
  [{ rejected: 'notes.csv' }, 'rejected notes.csv is an input; choose another name.'],
  [{ rejected: 'a.csv', failed: './a.csv' }, 'failed ./a.csv is the file of rejected; choose another name.'],
  [{ failed: 'notes.rejected.csv' }, 'failed notes.rejected.csv is for rejected rows; choose another name.'],
  [{ failed: 'out/pdfgen-run.jsonl' }, 'failed out/pdfgen-run.jsonl is the record of the run; choose another name.'],
  [
    { failed: 'a.xlsx' },
    'failed a.xlsx: the file has the format of notes.csv, so that it can be read again. Give it the ending .csv.',
  ],
  [{ rejected: '-' }, 'rejected takes the name of a file, got "-"'],
  [
    { input: ['notes.csv', 'more.csv'], rejected: 'a.csv' },
    'rejected a.csv takes rows of all inputs, but more.csv has another format or other columns than notes.csv. Leave rejected out: each input then has a file of its own.',
  ],
])('%j is refused before anything is made', async (options, message) => {
  const cwd = makeWorkspace({ 'notes.csv': notes, 'more.csv': 'title\nX\n' });
  const run = await openBatches(cwd);
  await expect(run({ input: ['notes.csv'], skipInvalid: true, overwrite: true, ...options })).rejects.toThrow(message);
  expect(text(cwd, 'notes.csv')).toBe(notes);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

test('a file of rejected rows without the option that rejects rows is refused', () => {
  const words = '--rejected needs --skip-invalid: otherwise an invalid row ends the run, and no row is rejected.';
  expect(() => checkRowFileOptions({ input: ['a.csv'], rejected: 'r.csv' }, nameFlag)).toThrow(words);
});

test('inputs with the same columns share a named file; without it each has its own', async () => {
  const cwd = makeWorkspace({ 'a.csv': 'title,text\n,x\n', 'b.csv': '\ufefftitle,text\n,y\nB,\n' });
  const run = await openBatches(cwd);
  const options = { input: ['a.csv', 'b.csv'], skipInvalid: true };
  const { rejectedRows } = await run({ ...options, rejected: 'all.csv' });
  expect(rejectedRows.map(({ input, file }) => [input, file])).toEqual([
    ['a.csv', 'all.csv'],
    ['b.csv', 'all.csv'],
  ]);
  expect(text(cwd, 'all.csv')).toMatch(/^\ufefftitle,text,pdfgen_error\n,x,.*\n,y,.*\n$/);
  await run({ ...options, output: 'again/' });
  expect(['a.rejected.csv', 'b.rejected.csv'].map((file) => text(cwd, file).split('\n').length)).toEqual([3, 3]);
});
