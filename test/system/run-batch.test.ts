// A batch of a program, through what the package exports.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { BatchEvent, NewBatch } from '../../src/index.ts';
import { digests, linesOf, pdfs, rows } from '../support/batch-process.ts';
import { raises } from '../support/ends.ts';
import { pngOf } from '../support/png-of.ts';
import { makeFolder, makeWorkspace } from '../support/run-cli.ts';
import { objectOf } from '../support/schemas.ts';

const built = new URL('../../dist/js/index.js', import.meta.url);
const { createLocalEngine, InputError, PdfgenError, runBatch, UsageError } = (await import(
  built.href
)) as typeof import('../../src/index.ts');

const open = async (workspace: string) => {
  const engine = await createLocalEngine({ workspace });
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
};

test('each row becomes a file; events tell what happens, and the result what came of it', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(3) });
  await using opened = await open(cwd);
  const events: BatchEvent[] = [];
  const result = await runBatch({
    engine: opened.engine,
    template: 'note',
    cwd,
    input: ['notes.csv'],
    output: 'out/{{ title }}.pdf',
    onEvent: (event) => void events.push(event),
  });
  expect(result).toEqual({
    succeeded: true,
    total: 3,
    leftOut: 0,
    completed: 3,
    kept: 0,
    ofOtherTemplate: 0,
    gone: 0,
    removed: 0,
    failed: 0,
    rejected: 0,
    doubtful: 0,
    templateWarnings: 0,
    failures: [],
    outputs: [],
    rejectedRows: [],
    failedRows: [],
    record: 'out/pdfgen-run.jsonl',
  });
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['t0.pdf', 't1.pdf', 't2.pdf']);
  expect(events.map(({ kind }) => kind)).toEqual(['checked', 'run', 'making', 'item', 'item', 'item', 'end']);
  const recorded = linesOf(join(cwd, 'out/pdfgen-run.jsonl'));
  expect(events.filter(({ kind }) => kind !== 'checked' && kind !== 'making')).toEqual(recorded);
  expect(recorded[0]).toMatchObject({ template: { slug: 'note', version: 1 }, options: { input: ['notes.csv'] } });
});

test('a template that cannot be read is an error that says where', async () => {
  const cwd = makeFolder({ 'letter/template.json': '{ "pages": [', 'notes.csv': rows(1) });
  const run = runBatch({ template: 'letter', cwd, input: ['notes.csv'] });
  await expect(run).rejects.toMatchObject({
    name: 'PdfgenError',
    code: 'TEMPLATE_INVALID',
    message: expect.stringContaining('template.json:1:'),
  });
});

test('an empty list of files is no error with `allowEmpty`', async () => {
  const cwd = makeWorkspace({});
  const result = await runBatch({ template: 'templates/note', cwd, input: [], allowEmpty: true });
  expect(result).toMatchObject({ total: 0, record: undefined });
});

test('a run in a folder with a relative name goes on from any folder', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  const template = join(cwd, 'templates/note');
  await runBatch({ template, cwd: relative(process.cwd(), cwd), input: ['notes.csv'], output: 'out/{{ title }}.pdf' });
  expect(linesOf(join(cwd, 'out/pdfgen-run.jsonl'))[0]).toMatchObject({ cwd });
  rmSync(join(cwd, 'out/t1.pdf'));
  const result = await runBatch({ template, cwd: join(cwd, 'out'), resume: 'pdfgen-run.jsonl' });
  expect(result).toMatchObject({ completed: 1, kept: 1 });
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['t0.pdf', 't1.pdf']);
});

test('a template outside of a workspace has no versions to keep', async () => {
  const cwd = makeFolder({
    'letter/template.json': { name: 'Letter', pages: [{ body: ['{{ title }}'] }] },
    'letter/schema.json': { type: 'object', properties: { title: { type: 'string' } } },
    'letter/example.json': { title: 'a' },
    'notes.csv': 'title\nA\n',
  });
  const engine = await createLocalEngine({ template: join(cwd, 'letter') });
  try {
    expect(await runBatch({ engine, template: 'letter', cwd, input: ['notes.csv'] })).toMatchObject({ completed: 1 });
  } finally {
    await engine.close();
  }
  expect(linesOf(join(cwd, 'out/pdfgen-run.jsonl'))[0]).toMatchObject({ template: { slug: 'letter', version: null } });
});

test('a run that was ended by its signal goes on', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(40) });
  await using opened = await open(cwd);
  const controller = new AbortController();
  const common = { engine: opened.engine, template: 'note', cwd };
  const ended = runBatch({
    ...common,
    input: ['notes.csv'],
    workers: 1,
    signal: controller.signal,
    onEvent({ kind }) {
      if (kind === 'item') controller.abort(new Error('enough'));
    },
  });
  await expect(ended).rejects.toThrow('enough');
  const { completed, kept, total } = await runBatch({ ...common, resume: 'out/pdfgen-run.jsonl' });
  expect([completed + kept, total, kept > 0]).toEqual([40, 40, true]);
});

test('the run waits for what a program does with an event, and ends with what that raises', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  const stored: string[] = [];
  const common = { template: 'templates/note', cwd, input: ['notes.csv'] };
  await runBatch({
    ...common,
    async onEvent(event) {
      await new Promise(setImmediate);
      stored.push(event.kind);
    },
  });
  expect(stored.at(-1)).toBe('end');
  const refused = runBatch({
    ...common,
    manifest: 'other.jsonl',
    dryRun: true,
    onEvent: () => Promise.reject(new Error('no room')),
  });
  await expect(refused).rejects.toThrow('no room');
});

test('invalid documents are an error that lists them, with their places', async () => {
  const cwd = makeWorkspace({ 'notes.json': [{ title: 'a' }, { title: 1 }] });
  const error = await runBatch({ template: 'templates/note', cwd, input: ['notes.json'] }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(PdfgenError);
  expect(error).toMatchObject({
    code: 'BATCH_INVALID',
    message: expect.stringContaining('leave these out with skipInvalid'),
    errors: [{ path: '/items/1', params: { file: 'notes.json', line: expect.any(Number) } }],
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ ouput: 'x/' }, 'There is no option "ouput"; did you mean "output"?'],
  [{ onevent: () => {} }, 'There is no option "onevent"; did you mean "onEvent"?'],
  [{ template: undefined }, 'Which template? Name it in "template"'],
  [{ input: undefined }, 'Which data? Name the files in "input"'],
  [{ input: [] }, 'input is an empty list: name a file, or add allowEmpty.'],
  [{ cwd: 5 }, 'cwd takes the name of a folder, got 5'],
  [{ groupBy: 'title' }, 'groupBy COLUMN and rows PATH go together'],
  [{ date: 'soon' }, 'date must be a day such as 2026-01-31'],
  [{ date: new Date(0) }, 'date takes a text such as "2026-01-31", got a Date: write date.toISOString()'],
  [{ template: 7 }, 'template takes the name of a template, got 7'],
  [{ cwd: new URL('file:///tmp') }, 'cwd takes the name of a folder, got a URL'],
  [{ resume: true }, 'resume takes the record of a run, such as "out/pdfgen-run.jsonl", got true'],
  [{ signal: new AbortController() }, 'signal takes the signal of an AbortController, got an AbortController'],
  [{ onEvent: 'log' }, 'onEvent takes a function, got "log"'],
  [{ engine: Promise.resolve() }, 'engine takes an engine of "await createLocalEngine(…)", got a Promise'],
  [{ engine: {} }, 'engine takes an engine of "await createLocalEngine(…)", got an object'],
  [{ input: [1n] }, 'input takes a list of texts such as ["orders.csv"], got a list'],
])('$1', async (wrong, message) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(1) });
  const request = { template: 'templates/note', cwd, input: ['notes.csv'], ...wrong } as unknown as NewBatch;
  const error = await runBatch(request).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});

test('runBatch without its object says how it is written', async () => {
  const error = await (runBatch as () => Promise<unknown>)().catch((one: unknown) => one);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: "Write runBatch({ template: 'invoice', input: ['orders.csv'] }), not undefined",
  });
});

test('a run that goes on takes its template from the record', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  await using opened = await open(cwd);
  await runBatch({ engine: opened.engine, template: 'note', cwd, input: ['notes.csv'], output: 'by-name/' });
  rmSync(join(cwd, 'by-name/note-t0.pdf'));
  const resume = 'by-name/pdfgen-run.jsonl';
  expect(await runBatch({ engine: opened.engine, cwd, resume })).toMatchObject({ completed: 1, kept: 1 });
  const without = runBatch({ cwd, resume });
  await expect(without).rejects.toThrow('The run was made with the template "note": give the engine that has it in "engine".');

  await runBatch({ template: 'templates/note', cwd, input: ['notes.csv'], output: 'by-path/' });
  rmSync(join(cwd, 'by-path/note-t1.pdf'));
  // The record's names are those of its folder.
  const elsewhere = { cwd: join(cwd, 'by-path'), resume: 'pdfgen-run.jsonl' };
  expect(await runBatch(elsewhere)).toMatchObject({ completed: 1, kept: 1 });
  expect(await runBatch({ ...elsewhere, engine: opened.engine })).toMatchObject({ completed: 0, kept: 2 });
});

test('a file that is not there is told by its name', async () => {
  const cwd = makeWorkspace({});
  const error = await runBatch({ template: 'templates/note', cwd, input: ['none.csv'] }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ file: 'none.csv', message: 'none.csv: cannot be read: there is no such file' });
});

test('a template without versions stays the same during a run, and is refused if it was changed during the check', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(200) });
  renameSync(join(cwd, 'templates/note'), join(cwd, 'note'));
  const file = join(cwd, 'note/template.json');
  const good = readFileSync(file, 'utf8');
  const changeAt = (kind: BatchEvent['kind'], out: string) =>
    runBatch({
      template: 'note',
      cwd,
      input: ['notes.csv'],
      output: `${out}/{{ title }}.pdf`,
      date: '2026-03-01',
      workers: 1,
      onEvent: (event) => void (event.kind === kind && writeFileSync(file, good.replace('{{ text }}', 'Changed {{ text }}'))),
    });
  await changeAt('end', 'whole');
  writeFileSync(file, good);
  await changeAt('item', 'changed');
  expect(digests(join(cwd, 'changed'))).toEqual(digests(join(cwd, 'whole')));
  writeFileSync(file, good);
  await expect(changeAt('checked', 'none')).rejects.toThrow('The template note was changed while the data was checked');
  expect(pdfs(join(cwd, 'none'))).toEqual([]);
});

test('a picture that is replaced during a run of a template without versions ends the run with its name', async () => {
  const [one, other] = [pngOf(10, 1), pngOf(10, 2)];
  const cwd = makeFolder({
    'note/template.json': { name: 'Note', pages: [{ body: [{ image: '{{ logo }}', width: 10 }] }] },
    'note/schema.json': objectOf({ logo: { type: 'string' }, number: { type: 'integer' } }),
    'note/example.json': { logo: 'one.png', number: 1 },
    'note/assets/one.png': one,
    'note/assets/other.png': one,
    // More documents than wait in threads when the first is made.
    'logos.csv': `number,logo\n${Array.from({ length: 200 }, (_, i) => `${i},one.png\n`).join('')}200,other.png\n`,
  });
  const changeAt = (kind: BatchEvent['kind'], out: string) =>
    runBatch({
      template: 'note',
      cwd,
      input: ['logos.csv'],
      output: `${out}/{{ number }}.pdf`,
      onEvent: (event) => void (event.kind === kind && writeFileSync(join(cwd, 'note/assets/other.png'), other)),
    });
  await raises(
    changeAt('item', 'changed'),
    'REVISION_CONFLICT',
    'The file other.png of the template has changed since the documents were begun',
  );
  expect(pdfs(join(cwd, 'changed'))).not.toContain('200.pdf');
  expect(await changeAt('end', 'whole')).toMatchObject({ completed: 201 });
});
