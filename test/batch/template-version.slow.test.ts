// A run that goes on after its template was corrected.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BatchEvent } from '../../src/batch/batch-event.ts';
import type { ItemLine } from '../../src/batch/record/manifest.ts';
import { linesOf } from '../support/batch-process.ts';
import { openBatches, type RunOptions } from '../support/local-batch.ts';
import { makeWorkspace } from '../support/run-cli.ts';

const record = 'out/pdfgen-run.jsonl';

/** A run of three documents, one of which is missing by now, and its template. */
async function begin(more: RunOptions = { output: 'out/{{ title }}.pdf' }) {
  const cwd = makeWorkspace({ 'notes.csv': 'title,text\na,1\nb,2\nc,3\n' });
  const run = await openBatches(cwd);
  const written = (await run({ input: ['notes.csv'], date: '2026-03-01', ...more })).record!;
  rmSync(join(cwd, 'out/b.pdf'), { force: true });
  const edit = (file: string, from: string, to: string) => {
    const path = join(cwd, 'templates/note', file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
  const resume = async (options: RunOptions = {}) => {
    const events: BatchEvent[] = [];
    const result = await run({ resume: written, onEvent: (event) => void events.push(event), ...options });
    return { result, newer: events.filter(({ kind }) => kind === 'newer-template') };
  };
  const versions = () => {
    const items = linesOf(join(cwd, record)).filter(({ kind }) => kind === 'item') as unknown as ItemLine[];
    return Object.fromEntries(items.map(({ file, templateVersion }) => [file.slice(4, 5), templateVersion]));
  };
  return { cwd, run, edit, resume, versions, pdf: (name: string) => readFileSync(join(cwd, 'out', `${name}.pdf`)) };
}

test('a continued run says that its template has changed, and goes on with its own version', async () => {
  const { edit, resume, versions } = await begin();
  expect((await resume()).newer).toEqual([]);
  edit('template.json', 'A note', 'A better note');
  const { newer, result } = await resume();
  const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(newer).toEqual([{ kind: 'newer-template', slug: 'note', version: null, updatedAt, used: 1 }]);
  expect([result.kept, versions()]).toEqual([3, { a: 1, b: 1, c: 1 }]);
});

test('what is missing is rendered with the current template on request, and the rest stays', async () => {
  const { edit, resume, versions, pdf } = await begin();
  const before = pdf('a');
  edit('template.json', '"{{ text }}"', '"New: {{ text }}"');
  const { result, newer } = await resume({ templateVersion: 'current' });
  expect(result).toMatchObject({ completed: 1, kept: 2, ofOtherTemplate: 2 });
  expect([newer, versions(), pdf('a')]).toEqual([[], { a: 1, b: 2, c: 1 }, before]);
  // From here on, that is the template of the run.
  const next = await resume();
  expect(next.newer).toEqual([]);
  expect(next.result).toMatchObject({ completed: 0, kept: 3, ofOtherTemplate: 2 });
});

test('a version that is gone is asked for, or a new run', async () => {
  const { cwd, edit, resume } = await begin();
  edit('template.json', 'A note', 'A better note');
  rmSync(join(cwd, '.pdfgen'), { recursive: true });
  await expect(resume()).rejects.toMatchObject({
    code: 'TEMPLATE_NOT_FOUND',
    message: expect.stringMatching(/Put the folder \.pdfgen of its workspace back .*, or begin anew with overwrite\.$/),
  });
});

test('a later continuation goes on with the version that was chosen', async () => {
  const { cwd, edit, resume, versions } = await begin();
  edit('template.json', 'A note', 'A better note');
  await resume({ templateVersion: 'current' });
  edit('template.json', 'A better note', 'The best note');
  rmSync(join(cwd, 'out/c.pdf'));
  expect((await resume()).newer).toMatchObject([{ used: 2 }]);
  expect(versions()).toEqual({ a: 1, b: 2, c: 2 });
});

test('a newer version that another run recorded is named with its number', async () => {
  const { run, edit, resume } = await begin();
  edit('template.json', 'A note', 'A better note');
  await run({ input: ['notes.csv'], output: 'other/' });
  expect((await resume()).newer).toMatchObject([{ version: 2, used: 1 }]);
});

test('the current template is the same as before, where nothing has changed', async () => {
  const { cwd, resume } = await begin();
  expect((await resume({ templateVersion: 'current' })).result).toMatchObject({ completed: 1, ofOtherTemplate: 0 });
  expect(linesOf(join(cwd, record)).findLast(({ kind }) => kind === 'resume')).not.toHaveProperty('template');
});

test('documents that are there keep the contract of their version, and those to be made that of the current', async () => {
  const { cwd, edit, resume } = await begin();
  edit('schema.json', '"minLength": 1', '"enum": ["b"]');
  expect((await resume({ templateVersion: 'current' })).result).toMatchObject({ completed: 1, kept: 2, rejected: 0 });
  rmSync(join(cwd, 'out/c.pdf'));
  await expect(resume()).rejects.toMatchObject({ code: 'BATCH_INVALID' });
});

test('files keep their names, however the current template names its documents', async () => {
  const { cwd, edit, resume } = await begin({ output: 'out/' });
  rmSync(join(cwd, 'out/note-b.pdf'));
  edit('template.json', 'note-{{ title | slugify }}', 'new-{{ title | slugify }}');
  expect((await resume({ templateVersion: 'current' })).result).toMatchObject({ completed: 1, kept: 2, gone: 0 });
  expect((await resume()).result).toMatchObject({ completed: 0, kept: 3 });
  expect(existsSync(join(cwd, 'out/note-b.pdf'))).toBe(true);
});

test('a template that cannot be read now is no reason to stop a run of a version', async () => {
  const { cwd, resume } = await begin();
  writeFileSync(join(cwd, 'templates/note/template.json'), '{ "pages": ');
  await expect(resume({ templateVersion: 'current' })).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
});

test.each([
  [{ templateVersion: '2' as 'current' }, 'templateVersion must be current, got "2"'],
  [{ templateVersion: 'current' as const }, 'such as note@2'],
])('a run that begins takes no %j', async (more, words) => {
  const { run } = await begin();
  await expect(run({ input: ['notes.csv'], output: 'new/', ...more })).rejects.toThrow(words);
});

test('a document that failed is made with the corrected template', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title,text\na,1\nb,\u{10ffff}\n' });
  const run = await openBatches(cwd);
  const failed = await run({ input: ['notes.csv'], output: 'out/{{ title }}.pdf', strict: true });
  expect(failed).toMatchObject({ completed: 1, failed: 1 });
  const path = join(cwd, 'templates/note/template.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"{{ text }}"', '"corrected"'));
  expect(await run({ resume: record })).toMatchObject({ kept: 1, failed: 1 });
  expect(await run({ resume: record, templateVersion: 'current' })).toMatchObject({ kept: 1, completed: 1, failed: 0 });
});
