// A batch of jobs: the request that the engine gets.
import { expect, onTestFinished, test } from 'vitest';
import { beginRun } from '../../src/batch/begin-run.ts';
import { detachBatch } from '../../src/batch/detach-batch.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { asMember } from '../../src/words/name-option.ts';
import { makeWorkspace } from '../support/run-cli.ts';

test('the jobs have the options of the run, and the version, the priority and the address that it names', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\na\nb\n' });
  const engine = await createLocalEngine({ workspace: cwd });
  onTestFinished(() => engine.close());
  const found = await engine.findTemplate('note');
  await engine.saveTemplateVersion(found.uuid);
  await engine.createWebhook({ body: { url: null } });
  const asked: unknown[] = [];
  const asking: typeof engine = {
    ...engine,
    createRenderBatch(request, ...more) {
      asked.push(request.body);
      return engine.createRenderBatch(request, ...more);
    },
  };
  const host = {
    stdin: process.stdin,
    signal: new AbortController().signal,
    inputs: { files: [], folders: [] },
    nameOption: asMember,
    report() {},
  };
  const date = '2026-03-01T00:00:00Z';
  const detach = async (version: number | undefined, more: { readonly priority?: number; readonly callbackUrl?: string }) => {
    const template = { ...found, engine: asking, version, reference: 'note', remote: null, store: null };
    const options = { input: ['notes.csv'], fontSubset: 'template' } as const;
    const run = await beginRun({ template, options, passwords: {}, cwd, date }, host);
    return detachBatch(run, { date, idempotencyKey: undefined, callbackUrl: undefined, ...more });
  };
  expect(await detach(undefined, {})).toMatchObject({ templateUuid: found.uuid, templateVersion: 1 });
  await detach(1, { priority: 7, callbackUrl: 'https://example.com/done' });
  const options = { date, fontSubset: 'template', strict: false };
  expect(asked).toEqual([
    { items: expect.any(Function), options },
    {
      items: expect.any(Function),
      options: { ...options, priority: 7 },
      templateVersion: 1,
      callbackUrl: 'https://example.com/done',
    },
  ]);
});
