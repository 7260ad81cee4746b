// A batch in the foreground by another server of the interface.
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ends } from '../../support/ends.ts';
import { foreignTemplate, openForeignServer } from '../../support/foreign-server.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const batchId = '0190a1b2-0000-7000-8000-0000000000cc';
const jobId = (i: number) => `0190a1b2-0000-7000-8000-00000000000${i}`;

const answer = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** A server with field names of its own, that keeps one batch; `job`: what it tells of each. */
async function open({ job = (i: number, status: string): object => ({ id: jobId(i), status }), created = {} as object } = {}) {
  let names: string[] = [];
  let polls = 0;
  const result = (i: number) => (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.end(`%PDF-1.4\n% ${names[i]}\n%%EOF\n`);
  };
  return openForeignServer({
    'GET /api/v1/templates': (_request, response) =>
      answer(response, 200, [{ id: foreignTemplate, slug: 'invoice', version: 4 }]),
    [`GET /api/v1/templates/${foreignTemplate}`]: (_request, response) => answer(response, 404, { error: 'nothing here' }),
    [`POST /api/v1/generate/batch/${foreignTemplate}`]: (_request, response, body) => {
      const { items } = JSON.parse(body) as { items: { data: { name: string } }[] };
      names = items.map(({ data }) => data.name);
      polls = 0;
      answer(response, 201, { id: batchId, status: 'pending', ...created });
    },
    [`GET /api/v1/render-batches/${batchId}`]: (_request, response) => {
      const isDone = polls++ > 0;
      const items = names.map((name, i) => ({
        ...job(i, !isDone ? 'running' : name === 'bad' ? 'errored' : 'done'),
        ...(isDone && name === 'bad' && { error: 'no such person' }),
      }));
      answer(response, 200, { id: batchId, status: isDone ? 'finished' : 'running', items });
    },
    ...Object.fromEntries([0, 1, 2].map((i) => [`GET /api/v1/render-jobs/${jobId(i)}/result`, result(i)])),
  });
}

const run = (cwd: string, url: string, ...args: string[]) =>
  runCli(['generate', 'batch', ...args], { cwd, env: { PDFGEN_TOKEN: 'secret', PDFGEN_REMOTE: url } });

const made = ['invoice', '-i', 'names.csv', '-o', 'out/{{ name }}.pdf', '--date', '2026-03-01'];

test('a server with other field names, and nothing but the interface, makes the files', async () => {
  const { url, calls } = await open();
  const cwd = makeFolder({ 'names.csv': 'name\nAda\nbad\nEve\n' });
  await ends(run(cwd, url, ...made), 6, '2 documents made', 'no such person');
  expect(readFileSync(join(cwd, 'out/Ada.pdf'), 'utf8')).toContain('% Ada');
  expect(readFileSync(join(cwd, 'out/Eve.pdf'), 'utf8')).toContain('% Eve');
  const before = calls.length;
  await ends(run(cwd, url, '--resume'), 6, '2 already there');
  expect(calls.slice(before).filter((call) => call.startsWith('POST'))).toEqual([
    `POST /api/v1/generate/batch/${foreignTemplate}`,
  ]);
});

test.each([
  ['how a batch is called', { created: { id: undefined } }, 'sent a batch without a UUID'],
  ['the jobs of a batch', { job: (_: number, status: string) => ({ status }) }, 'sent a completed item without a UUID'],
])('a server that does not tell %s is told so', async (_, options, words) => {
  const { url } = await open(options);
  const cwd = makeFolder({ 'names.csv': 'name\nAda\n' });
  await ends(run(cwd, url, ...made), 7, words);
  expect(existsSync(join(cwd, 'out/Ada.pdf'))).toBe(false);
});

test('a server without batches is told so', async () => {
  const { url } = await openForeignServer();
  const cwd = makeFolder({ 'names.csv': 'name\nAda\n' });
  await ends(run(cwd, url, foreignTemplate, ...made.slice(1)), 7, 'does not offer createRenderBatch');
});
