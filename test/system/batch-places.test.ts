// Where a batch runs: workspaces that nobody may write to, workspaces elsewhere, versions that are gone.
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digests, linesOf, pdfs, rows, runBatch, runBatchProcess } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, makeWorkspace } from '../support/run-cli.ts';

const record = 'out/pdfgen-run.jsonl';
// Permissions do not bind root.
const user = process.getuid?.() === 0 ? 65_534 : undefined;

/** A workspace that the user of the batch may not write to, and a folder with data that the user may write to. */
function makePlaces() {
  const workspace = makeWorkspace();
  const setMode = (mode: number) => ['', 'templates', 'templates/note'].map((name) => chmodSync(join(workspace, name), mode));
  const close = () => setMode(0o555);
  const open = () => setMode(0o755);
  onTestFinished(() => void open());
  close();
  const cwd = makeFolder({ 'notes.csv': rows(3) });
  if (user !== undefined) chownSync(cwd, user, user);
  return { workspace, cwd, open, close };
}

const template = (workspace: string) => join(workspace, 'templates/note/template.json');
const change = (workspace: string) =>
  writeFileSync(template(workspace), readFileSync(template(workspace), 'utf8').replace('{{ text }}', 'Changed {{ text }}'));

test('a workspace that nobody may write to renders a batch, and the digest of its template proves that a continued run is the same', async () => {
  const { workspace, cwd, open, close } = makePlaces();
  const args = ['note', '--store', workspace, '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'];
  await ends(runBatchProcess(cwd, args, '', user), 0, '3 documents made');
  expect(linesOf(join(cwd, record))[0]!.template).toMatchObject({
    version: null,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const before = digests(join(cwd, 'out'));
  rmSync(join(cwd, 'out/t1.pdf'));
  await ends(runBatchProcess(cwd, ['--resume', record], '', user), 0, '1 document made');
  expect(digests(join(cwd, 'out'))).toEqual(before);

  rmSync(join(cwd, 'out/t2.pdf'));
  open();
  change(workspace);
  close();
  await ends(runBatchProcess(cwd, ['--resume', record], '', user), 2, 'has changed since the run began');
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['t0.pdf', 't1.pdf']);
});

test('a run without a version goes on when its template has been recorded as a version since', async () => {
  const { workspace, cwd, open } = makePlaces();
  const args = ['note', '--store', workspace, '-i', 'notes.csv'];
  expect((await runBatchProcess(cwd, [...args, '-o', 'out/{{ title }}.pdf'], '', user)).code).toBe(0);
  open();
  expect((await runBatch(cwd, [...args, '-o', 'second/{{ title }}.pdf'])).code).toBe(0);
  expect(linesOf(join(cwd, 'second/pdfgen-run.jsonl'))[0]!.template).toMatchObject({ version: 1 });
  rmSync(join(cwd, 'out/t1.pdf'));
  await ends(runBatch(cwd, ['--resume', record]), 0, '1 document made');
});

test('the record keeps a workspace that the user named, so that the run is continued without naming it', async () => {
  const workspace = makeWorkspace();
  const other = makeWorkspace();
  change(other);
  const cwd = makeFolder({ 'notes.csv': rows(2), elsewhere: '' });
  const args = ['note', '--store', workspace, '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'];
  expect((await runBatch(cwd, args)).code).toBe(0);
  const before = digests(join(cwd, 'out'));
  rmSync(join(cwd, 'out/t1.pdf'));
  mkdirSync(join(cwd, 'below'));
  await ends(runBatch(join(cwd, 'below'), ['--resume', '../out/pdfgen-run.jsonl']), 0, '1 document made');
  expect(digests(join(cwd, 'out'))).toEqual(before);
  // A workspace that is named now comes before the recorded workspace.
  await ends(runBatch(cwd, ['--resume', '--store', other]), 5, 'version 1 of "note", and this version is not here');
});

test('a run whose recorded version is gone goes on with the same content, and otherwise says what to do', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  expect((await runBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'])).code).toBe(0);
  const before = digests(join(cwd, 'out'));
  rmSync(join(cwd, '.pdfgen'), { recursive: true });
  rmSync(join(cwd, 'out/t1.pdf'));
  expect(await runBatch(cwd, ['--resume'])).toMatchObject({ code: 0 });
  expect(digests(join(cwd, 'out'))).toEqual(before);

  change(cwd);
  rmSync(join(cwd, 'out/t1.pdf'));
  await ends(runBatch(cwd, ['--resume']), 5, 'version 1 of "note", and this version is not here. Put the folder .pdfgen');
});

test('jobs in a workspace that nobody may write to are refused in words', async () => {
  const { workspace, cwd } = makePlaces();
  await ends(
    runBatchProcess(cwd, ['note', '--store', workspace, '-i', 'notes.csv', '--detach'], '', user),
    9,
    /^error: Cannot write .*\.pdfgen: there is no permission\.\n$/,
  );
});
