// A batch by the batches of a server: nothing is rendered twice, whatever ended the run.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { letter } from '../contract/engine.suite.ts';
import { digests, runBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { openFolder } from '../support/folders.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { type ServeProcess, startServe } from '../support/serve-process.ts';

const names = (count: number) => ['name', ...Array.from({ length: count }, (_, i) => `n${i}`)].join('\n');

let server: ServeProcess;
const dataDir = openFolder();
beforeAll(async () => {
  server = await startServe(dataDir);
  await createHttpEngine({ baseUrl: server.url, token: server.token }).createTemplate({ body: letter('letter') });
});
afterAll(() => server.kill());

/** A folder with data, and the server with the batches that it has from now on. */
async function openData(files: Readonly<Record<string, string>>) {
  const cwd = makeFolder(files);
  const engine = createHttpEngine({ baseUrl: server.url, token: server.token });
  const place = ['--remote', server.url, '--token-file', join(dataDir, 'first-token')];
  const list = async () => (await engine.listRenderBatches({ query: { limit: 200 } })).items;
  const before = (await list()).length;
  /** Newest first. */
  const listBatches = async () => {
    const all = await list();
    return all.slice(0, all.length - before);
  };
  return { cwd, engine, place, listBatches };
}

test('a document that is recorded, but whose file had no name yet when the run was killed, is fetched and not rendered again', async () => {
  const { cwd, place, listBatches } = await openData({ 'names.csv': names(3) });
  expect((await runBatch(cwd, ['letter', '-i', 'names.csv', '-o', 'out/{{ name }}.pdf', ...place])).code).toBe(0);
  const before = digests(join(cwd, 'out'));
  const record = join(cwd, 'out/pdfgen-run.jsonl');
  const lines = readFileSync(record, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('{"kind":"item"'));
  writeFileSync(record, `${lines.slice(0, last + 1).join('\n')}\n`);
  rmSync(join(cwd, JSON.parse(lines[last]!).file));
  await ends(runBatch(cwd, ['--resume', 'out/pdfgen-run.jsonl', ...place]), 0, '2 already there');
  expect((await listBatches()).map(({ counts }) => counts.total)).toEqual([3]);
  expect(digests(join(cwd, 'out'))).toEqual(before);
});

test('--resume finds the server that the run was made by, among those that the user has logged in to', async () => {
  const { cwd, place } = await openData({ 'names.csv': names(3) });
  const url = place[1]!;
  await ends(runBatch(cwd, ['letter', '-i', 'names.csv', '-o', 'out/{{ name }}.pdf', ...place]), 0);
  rmSync(join(cwd, 'out/n1.pdf'));
  await ends(runBatch(cwd, ['--resume']), 2, `add --remote ${url}`);
  const stdin = server.token;
  const env = { PDFGEN_CONFIG_DIR: join(cwd, '.user') };
  expect(await runCli(['login', url, '--with-token', '--profile', 'prod'], { cwd, stdin, env })).toMatchObject({ exitCode: 0 });
  const { code, stderr } = await runBatch(cwd, ['--resume']);
  expect([code, stderr.split('\n').slice(0, 2)]).toEqual([
    0,
    [`prod: ${url}`, expect.stringMatching(/^1 document made .*, 2 already there/)],
  ]);
  rmSync(join(cwd, 'out/n1.pdf'));
  await ends(runBatch(cwd, ['--resume', '--local']), 2, `add --remote ${url}`);
});

test('a document that failed is rendered anew when the run is continued', async () => {
  const { cwd, engine, place, listBatches } = await openData({ 'names.csv': 'name\nAda\nnone.png\n' });
  const pages = [{ body: ['{{ name }}', { image: '{{ name }}', when: "name != 'Ada'", alt: '', width: 10 }] }];
  await engine.createTemplate({ body: letter('strict', { pages }) });
  await ends(
    runBatch(cwd, ['strict', '-i', 'names.csv', '-o', 'out/{{ name }}.pdf', '--strict', ...place]),
    6,
    'RENDER_WARNINGS',
  );
  await ends(runBatch(cwd, ['--resume', 'out/pdfgen-run.jsonl', ...place]), 6, '1 already there');
  expect((await listBatches()).map(({ counts }) => counts.total)).toEqual([1, 2]);
});
