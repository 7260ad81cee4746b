// A batch on a server and a worker that are killed while they render, and what must stand at its end.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { type RunningProcess, type ServeProcess, startServe, startWorkerProcess } from './serve-process.ts';

export interface KillTrial {
  readonly dataDir: string;
  readonly items: number;
  /** Who is killed, one after the other. */
  readonly victims: readonly ('server' | 'worker' | 'both')[];
  /** 0 to 1. */
  readonly random: () => number;
}

export interface KillOutcome {
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** How many items had finished when each kill struck. */
  readonly finishedAtKills: readonly number[];
  readonly attempts: number;
  /** Files that a killed process had written and no row names, half or whole; the sweep takes them when they are old. */
  readonly orphansBeforeSweep: number;
  /** What is wrong; nothing, if all is well. */
  readonly faults: readonly string[];
}

export const killTemplate = {
  uuid: '0190a1b2-0000-7000-8000-00000000000a',
  slug: 'letter',
  pages: [{ size: 'A4', body: [{ table: 'rows', as: 'row', columns: ['{{row.text}}'] }] }],
  dataSchema: true,
  exampleData: { rows: [] },
};

interface Row {
  readonly uuid: string;
  readonly state: string;
  readonly attempts: number;
  readonly item_index: number;
  readonly result_blob: string | null;
  readonly result_bytes: number;
  readonly result_sha256: string;
}

/** Runs one batch to its end under kills, and looks at everything that it left. */
export async function runKillTrial({ dataDir, items, victims, random }: KillTrial): Promise<KillOutcome> {
  const flags = ['--threads', '2'];
  let server: ServeProcess = await startServe(dataDir, flags);
  let worker: RunningProcess = startWorkerProcess(dataDir, ['--threads', '1']);
  const call = async (path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${server.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/api/v1${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  try {
    const made = await call('/templates', killTemplate);
    if (made.status !== 201 && made.body.code !== 'TEMPLATE_EXISTS') throw new Error(JSON.stringify(made.body));
    const rows = Array.from({ length: 60 }, (_, i) => ({ text: `Row ${i} of a page that takes a moment` }));
    const startMs = performance.now();
    const batch = await call(`/generate/batch/${killTemplate.uuid}`, {
      items: Array.from({ length: items }, (_, i) => ({
        data: { rows: [{ text: `Item ${i}` }, ...rows] },
        reference: `item-${i}`,
      })),
    });
    if (batch.status !== 202) throw new Error(JSON.stringify(batch.body));
    const batchUuid = String(batch.body.batchUuid);
    const look = async (wait: number) => {
      const { body } = await call(`/render-batches/${batchUuid}?limit=1&wait=${wait}`);
      return body as { readonly state: string; readonly finishedAt: string | null; readonly counts: Record<string, number> };
    };
    const finishedAtKills: number[] = [];
    for (const [index, victim] of victims.entries()) {
      // Each kill strikes somewhere in its share of the batch.
      const from = Math.floor(((index + random() * 0.9) / victims.length) * items);
      while ((await look(0)).counts.completed! < from) await sleep(5);
      await sleep(random() * 30);
      finishedAtKills.push((await look(0)).counts.completed!);
      await Promise.all([victim !== 'worker' && server.kill(), victim !== 'server' && worker.kill()]);
      if (victim !== 'worker') server = await startServe(dataDir, flags);
      if (victim !== 'server') worker = startWorkerProcess(dataDir, ['--threads', '1']);
    }
    const deadline = performance.now() + 120_000;
    let state = await look(20);
    while (state.finishedAt === null && performance.now() < deadline) state = await look(20);
    const seconds = (performance.now() - startMs) / 1000;
    await Promise.all([server.kill(), worker.kill()]);

    const before = checkResults(dataDir, batchUuid, items);
    // The sweep leaves young files alone; these become old, and a start sweeps if no sweep was within the hour.
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const path of before.files) utimesSync(path, longAgo, longAgo);
    if (before.orphans.length > 0) {
      endPauses(dataDir);
      server = await startServe(dataDir, flags);
      const sweptBy = performance.now() + 120_000;
      while (checkResults(dataDir, batchUuid, items).orphans.length > 0 && performance.now() < sweptBy) await sleep(100);
      await server.kill();
    }
    const after = checkResults(dataDir, batchUuid, items);
    const counts = Object.fromEntries(Object.entries(state.counts).filter(([, count]) => count > 0));
    return {
      seconds: Math.round(seconds * 10) / 10,
      counts,
      finishedAtKills,
      attempts: after.attempts,
      orphansBeforeSweep: before.orphans.length,
      faults: [...after.faults, ...after.orphans.map((one) => `no row names ${one}`)],
    };
  } finally {
    await Promise.all([server.kill(), worker.kill()]);
  }
}

/** The next sweep is due at once. */
function endPauses(dataDir: string): void {
  const database = new Libsql(join(dataDir, 'state.db'));
  database.exec('UPDATE rounds SET due_ms = 0, until_ms = 0');
  database.close();
}

function checkResults(dataDir: string, batchUuid: string, items: number) {
  const database = new Libsql(join(dataDir, 'state.db'));
  try {
    const all = (sql: string, ...values: unknown[]) => database.prepare(sql).all(values) as unknown[];
    const faults: string[] = [];
    const integrity = JSON.stringify(all('PRAGMA integrity_check'));
    if (integrity !== '[{"integrity_check":"ok"}]') faults.push(integrity);
    const strangers = all('PRAGMA foreign_key_check');
    if (strangers.length > 0) faults.push(`broken references: ${JSON.stringify(strangers)}`);
    const jobs = all('SELECT * FROM jobs WHERE batch_uuid = ? ORDER BY item_index', batchUuid) as Row[];
    if (jobs.map((job) => job.item_index).join() !== [...Array(items).keys()].join()) faults.push('an item has no job, or two');
    const [loads] = all(
      'SELECT sum(queued) AS queued, sum(processing) AS processing, sum(result_bytes) AS bytes FROM team_sums',
    ) as {
      readonly queued: number;
      readonly processing: number;
      readonly bytes: number;
    }[];
    const [sums] = all("SELECT sum(result_bytes) AS bytes, sum(state IN ('queued', 'processing')) AS open FROM jobs") as {
      readonly bytes: number;
      readonly open: number;
    }[];
    if (loads!.bytes !== sums!.bytes || loads!.queued + loads!.processing !== sums!.open)
      faults.push(`the sums of the team are wrong: ${JSON.stringify({ loads, sums })}`);
    const root = join(dataDir, 'results');
    const files = (readdirSync(root, { recursive: true, withFileTypes: true }) as readonly import('node:fs').Dirent[])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const byName = new Map(files.map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
    for (const job of jobs) {
      const path = byName.get(String(job.result_blob));
      if (job.state !== 'completed') faults.push(`item ${job.item_index} is ${job.state} after ${job.attempts} attempts`);
      else if (path === undefined) faults.push(`item ${job.item_index} has no file`);
      else if (createHash('sha256').update(readFileSync(path)).digest('hex') !== job.result_sha256)
        faults.push(`item ${job.item_index} is not the file that was made`);
    }
    const named = all('SELECT result_blob FROM jobs WHERE result_blob IS NOT NULL') as { readonly result_blob: string }[];
    const known = new Set(named.map((one) => one.result_blob));
    if (known.size !== named.length) faults.push('two jobs name one file');
    const orphans = [...byName.keys()].filter((name) => !known.has(name));
    return { faults, orphans, files, attempts: jobs.reduce((sum, job) => sum + job.attempts, 0) };
  } finally {
    database.close();
  }
}
