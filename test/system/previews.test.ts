// Previews of the editor on a real server with its render threads.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../support/folders.ts';
import { runProgram } from '../support/run-program.ts';
import { type ServeProcess, startServe } from '../support/serve-process.ts';
import { openTeam, type TeamClient } from '../support/team-client.ts';

const dataDir = openFolder();
let server: ServeProcess;
let ours: TeamClient;
let other: TeamClient;
let letter: string;

const properties = { name: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } };
const document = {
  pages: [{ size: 'A6', body: ['Dear {{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties },
  exampleData: { name: 'Ada', list: Array.from({ length: 1000 }, (_, i) => i) },
};

beforeAll(async () => {
  // A document may take minutes, so that only a newer preview ends one.
  const limits = '--threads 2 --render-seconds 300 --max-boxes 1000000000 --max-pages 1000000';
  server = await startServe(dataDir, limits.split(' '));
  ours = openTeam(server.url, server.token);
  const run = async (...args: string[]) => (await runProgram([...args, '--data-dir', dataDir], { cwd: dataDir })).stdout;
  await run('teams', 'create', 'other');
  const { token } = JSON.parse(await run('tokens', 'create', '--team', 'other', '--name', 'test', '--json')) as { token: string };
  other = openTeam(server.url, token);
  letter = await other.createTemplate('letter', document);
});
afterAll(async () => {
  ours?.close();
  other?.close();
  await server?.kill();
});

const nested = (depth: number): object => ({ repeat: 'list', body: [depth === 0 ? '{{ name }}' : nested(depth - 1)] });
const endless = [{ body: [nested(2)] }];
const light = [{ size: 'A6', body: ['Hello {{ name }}'] }];

/** Opens a session; gives what previews pages in a tab of it, and the code of a refusal. */
async function openSession(): Promise<(pages: readonly object[], tab: string) => Promise<string>> {
  const base = await ours.createTemplate(`letter-${randomUUID()}`, document);
  const session = await ours.call('POST', `/embedded-templates/${base}/${randomUUID()}/session`, {});
  const { capability } = session.json() as { capability: string };
  return async (pages, tab) => {
    const answer = await fetch(`${server.url}/editor/v1/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${capability}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ pages, tab }),
    });
    const { code, pages: made } = (await answer.json()) as { readonly code?: string; readonly pages?: number };
    return code ?? `${made} page`;
  };
}

test('a newer preview of a tab ends the one before, and its thread', async () => {
  const preview = await openSession();
  const calls: Promise<string>[] = [];
  // More than there are threads and places before them.
  for (let i = 0; i < 8; i++) {
    calls.push(preview(endless, 'first-tab'));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  calls.push(preview(light, 'first-tab'));
  expect(await Promise.all(calls)).toEqual([...Array.from({ length: 8 }, () => 'PREVIEW_REPLACED'), '1 page']);
});

test('previews of other tabs and sessions, and documents of other teams, do not wait for an endless one', async () => {
  const preview = await openSession();
  const another = await openSession();
  const first = preview(endless, 'first-tab');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const second = preview(light, 'other-tab');
  expect(await another(light, 'first-tab')).toBe('1 page');
  expect((await other.call('POST', `/generate/single/${letter}`, { data: { name: 'Ada' } })).status).toBe(200);
  const third = preview(light, 'first-tab');
  expect(await Promise.all([first, second, third])).toEqual(['PREVIEW_REPLACED', '1 page', '1 page']);
});
