// The input of a batch is read twice. A row that has become invalid in between ends the run: its document would be missing in silence.
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginRun } from '../../src/batch/begin-run.ts';
import { detachBatch } from '../../src/batch/detach-batch.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { asMember } from '../../src/words/name-option.ts';
import { openBatches } from '../support/local-batch.ts';
import { makeWorkspace } from '../support/run-cli.ts';

const inputs: readonly (readonly [file: string, content: string, valid: string, invalid: string])[] = [
  ['notes.csv', 'title,text\na,one\nb,two\nc,three\n', 'b,two', 'b,"wo'],
  ['notes.jsonl', '{"title":"a"}\n{"title":"b"}\n{"title":"c"}\n', '{"title":"b"}', '{"title":"b",'],
  ['notes.json', '[{"title":"a"}, {"title":"b"}, {"title":"c"}]', '{"title":"b"}', '["title","b"]'],
];

/** Makes one row invalid. The file keeps its length and its time, as after `rsync --inplace --times`, so only its content tells. */
function spoil(path: string, valid: string, invalid: string): void {
  const { atimeMs, mtimeMs } = statSync(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace(valid, invalid));
  utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
}

/** A workspace with the file, whose time is whole seconds, which every file system can restore. */
function makeInput(file: string, content: string) {
  const cwd = makeWorkspace({ [file]: content });
  utimesSync(join(cwd, file), 1_700_000_000, 1_700_000_000);
  return cwd;
}

const refusal = { exitCode: 9, message: 'The input has changed while it was read: document 2 can no longer be made.' };

test.each(inputs)('a row of %s that becomes invalid after the check ends the run', async (file, content, valid, invalid) => {
  const cwd = makeInput(file, content);
  const run = await openBatches(cwd);
  const made = run({
    input: [file],
    output: 'out/{{ index }}.pdf',
    onEvent: ({ kind }) => void (kind === 'checked' && spoil(join(cwd, file), valid, invalid)),
  });
  await expect(made).rejects.toMatchObject(refusal);
});

test.each(inputs)('a row of %s that becomes invalid after the check ends the handing over of jobs', async (...input) => {
  const [file, content, valid, invalid] = input;
  const cwd = makeInput(file, content);
  const engine = await createLocalEngine({ workspace: cwd });
  onTestFinished(() => engine.close());
  const spoiling: typeof engine = {
    ...engine,
    createRenderBatch(...given) {
      spoil(join(cwd, file), valid, invalid);
      return engine.createRenderBatch(...given);
    },
  };
  const template = { ...(await engine.findTemplate('note')), engine: spoiling, version: undefined, reference: 'note' };
  const host = {
    stdin: process.stdin,
    signal: new AbortController().signal,
    inputs: { files: [], folders: [] },
    nameOption: asMember,
    report() {},
  };
  const date = '2026-03-01T00:00:00Z';
  const request = { template: { ...template, remote: null, store: null }, options: { input: [file] }, passwords: {}, cwd, date };
  const made = detachBatch(await beginRun(request, host), { date, idempotencyKey: undefined, callbackUrl: undefined });
  await expect(made).rejects.toMatchObject(refusal);
  expect((await engine.listRenderBatches({ query: {} })).items).toEqual([]);
});
