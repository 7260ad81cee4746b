// Two teams on one server, one of them hostile: the other gets no error, and waits for a bounded number of hostile calls. What is counted
// is calls, not time: bench/hostile.mjs measures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { HostileBehaviour } from './hostile-behaviours.ts';
import { runProgram } from './run-program.ts';
import { type ServeProcess, startServe } from './serve-process.ts';
import { openTeam, type TeamClient } from './team-client.ts';

const threads = 2;
/**
 * Hostile calls that may be answered while one of ours waits. Threads that are free at once, and spare ones, leave none to wait for; what was
 * handed over ahead may go before ours, and what runs beside it may end meanwhile.
 */
const mostWaitedFor = 4 * threads;
/** A document of so many rows, on a page for some of each pair of them, takes far longer than ours. */
const slowRows = 50;

/** Tests that another team of the server hardly notices each of these. */
export function hostileTeamSuite(behaviours: readonly HostileBehaviour[]): void {
  let dataDir: string;
  let server: ServeProcess;
  let ours: TeamClient;
  let letter: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-hostile-team-'));
    server = await startServe(dataDir, ['--threads', String(threads), '--validation-seconds', '1']);
    ours = await makeTeam('ours');
    letter = await ours.createTemplate('letter', {
      pages: [{ size: 'A6', body: ['Dear {{ name }}'] }],
      dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      exampleData: { name: 'Ada' },
    });
  });
  afterAll(async () => {
    ours.close();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** A team of the server, with a token. */
  async function makeTeam(name: string): Promise<TeamClient> {
    const run = async (...args: string[]) => (await runProgram([...args, '--data-dir', dataDir], { cwd: dataDir })).stdout;
    await run('teams', 'create', name);
    const { token } = JSON.parse(await run('tokens', 'create', '--team', name, '--name', 'test', '--json')) as { token: string };
    return openTeam(server.url, token);
  }

  const data = { name: 'Ada' };

  /** Each kind of call that waits for a thread, and a job; gives the status that it must have. */
  const calls: Readonly<Record<string, () => Promise<number>>> = {
    async 'a document'() {
      const { status, body } = await ours.call('POST', `/generate/single/${letter}`, { data });
      return status === 200 && body.subarray(0, 5).toString() === '%PDF-' ? 200 : status;
    },
    async 'a check'() {
      return (await ours.call('POST', `/templates/${letter}/validate`, { data })).status;
    },
    async 'a job'() {
      const created = await ours.call('POST', `/generate/async/${letter}`, { data });
      if (created.status !== 202) return created.status;
      const { uuid } = created.json();
      for (;;) {
        const { status, json } = await ours.call('GET', `/render-jobs/${uuid as string}?wait=30`);
        const { state } = json();
        if (status !== 200 || state === 'completed') return status;
        if (state !== 'queued' && state !== 'processing') return -1;
      }
    },
  };

  test.each(behaviours.map((one, i) => [one.name, one, i] as const))('%s', async (_name, behaviour, i) => {
    const hostile = await makeTeam(`hostile-${i}`);
    const attack = await behaviour.prepare(hostile, slowRows);
    const stop = new AbortController();
    const attacking = attack(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      hostile.close();
      await attacking;
    });
    const waited: { readonly name: string; readonly calls: number }[] = [];
    // Calls are counted more than once, as they come in any order.
    for (let round = 0; round < (behaviour.isQuick ? 1 : 2); round++) {
      for (const [name, call] of Object.entries(calls)) {
        const before = hostile.served();
        expect(await call(), name).toBe(200);
        waited.push({ name, calls: hostile.served() - before });
      }
    }
    if (behaviour.isQuick) return;
    // A job waits three times: to be checked, to be claimed, to be rendered.
    for (const { name, calls: count } of waited)
      expect(count, name).toBeLessThanOrEqual(mostWaitedFor * (name === 'a job' ? 3 : 1));
  });
}
