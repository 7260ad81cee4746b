// A server that is killed and started again while the command line works with it.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { letter } from '../contract/engine.suite.ts';
import { linesOf, pdfs, startBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { freePort } from '../support/free-port.ts';
import { makeFolder } from '../support/run-cli.ts';
import { type RunningProcess, startProgram, startServe } from '../support/serve-process.ts';

const names = (count: number) => ['name', ...Array.from({ length: count }, (_, i) => `n${i}`)].join('\n');

async function openServer(files: Readonly<Record<string, string>> = {}) {
  const cwd = makeFolder(files);
  const data = join(cwd, 'server');
  mkdirSync(data);
  const port = ['--port', String(await freePort())];
  let server = await startServe(data, port);
  onTestFinished(() => server.kill());
  const { url, token } = server;
  const engine = createHttpEngine({ baseUrl: url, token });
  const { uuid } = await engine.createTemplate({ body: letter('letter') });
  return {
    cwd,
    engine,
    uuid,
    place: ['--remote', url, '--token-file', join(data, 'first-token')],
    kill: () => server.kill(),
    async start() {
      server = await startServe(data, port);
    },
  };
}

const endOf = async ({ child, stderr }: RunningProcess) => {
  if (child.exitCode === null) await once(child, 'close');
  return { code: child.exitCode, stderr: stderr() };
};
const away = /The server 127\.0\.0\.1:\d+ cannot be reached .* Trying again for up to 2 min\.\n/;
const back = 'The server answers again.\n';

test('a batch of a server goes on when the server is killed and started again, and makes nothing twice', async () => {
  const { cwd, engine, place, kill, start } = await openServer({ 'names.csv': names(150) });
  const { child, ended } = startBatch(cwd, ['letter', '-i', 'names.csv', '-o', 'out/{{ name }}.pdf', ...place]);
  child.stdin.end();
  let told = '';
  child.stderr.on('data', (text: string) => {
    told += text;
  });
  while (child.exitCode === null && pdfs(join(cwd, 'out')).length === 0) await sleep(5);
  await kill();
  await expect.poll(() => told).toMatch(away);
  await start();
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining(back)]);
  const items = linesOf(join(cwd, 'out/pdfgen-run.jsonl')).filter(({ kind }) => kind === 'item');
  expect([items.length, pdfs(join(cwd, 'out')).length]).toEqual([150, 150]);
  const batches = (await engine.listRenderBatches({ query: {} })).items;
  expect(batches.map(({ counts }) => counts.total)).toEqual([150]);
});

test('`batches wait` and `jobs wait` go on when the server is killed and started again', async () => {
  const { engine, uuid, place, kill, start } = await openServer();
  const items = Array.from({ length: 100 }, (_, i) => ({ data: { name: `n${i}` } }));
  const { batchUuid } = await engine.createRenderBatch({ params: { uuid }, body: { items } });
  const jobs = (await engine.listRenderJobs({ query: { batchUuid, limit: 1 } })).items;
  const waits = [startProgram(['batches', 'wait', batchUuid, ...place]), startProgram(['jobs', 'wait', jobs[0]!.uuid, ...place])];
  await kill();
  for (const { stderr } of waits) await expect.poll(stderr).toMatch(away);
  await start();
  for (const { code, stderr } of await Promise.all(waits.map(endOf)))
    expect([code, stderr]).toEqual([0, expect.stringContaining(back)]);
});

test('`--retry-for` says how long a command waits for a server that is away', async () => {
  const { engine, uuid, place, kill } = await openServer();
  const job = await engine.createRenderJob({ params: { uuid }, body: { data: { name: 'Ada' } } });
  await kill();
  const wait = ['jobs', 'wait', job.uuid, ...place];
  await ends(endOf(startProgram([...wait, '--retry-for', '4.5s'])), 7, 'Trying again for up to 5 s.');
  const none = await endOf(startProgram([...wait, '--retry-for', '0']));
  expect([none.code, none.stderr]).toEqual([7, expect.not.stringContaining('Trying again')]);
  await ends(endOf(startProgram([...wait, '--retry-for', 'soon'])), 2, '--retry-for must be a time such as 90s');
  await ends(endOf(startProgram([...wait, '--timeout', '0'])), 8, 'has not ended yet');
});
