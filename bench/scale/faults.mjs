// What faults cost a cluster: node bench/scale/faults.mjs --objects 's3://EMPTY_BUCKET?endpoint=http://…' [--only kills,calls,database,network,objects,clocks]
// [--store-bytes-per-second N]: what the way to the object store lets through, so that the store is the narrowest part.
//   [--items 2000] [--kills 20]
// Starts a PostgreSQL, servers and workers of its own. Prints a line for each fault. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY hold the keys of the bucket.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { createCaller, example, makeItems, makeTeam, makeTemplate, openCluster, until } from './cluster.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({
  options: {
    objects: { type: 'string' },
    'store-bytes-per-second': { type: 'string' },
    only: { type: 'string', default: 'kills,calls,database,network,objects,clocks' },
    items: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
  },
});
if (values.objects === undefined) throw new Error('Name an empty bucket with --objects.');
const wanted = values.only.split(',');
const [itemCount, killCount] = [Number(values.items), Number(values.kills)];

const storeBytesPerSecond = Number(values['store-bytes-per-second'] ?? Number.POSITIVE_INFINITY);
const cluster = await openCluster(values.objects, { storeBytesPerSecond });
const seconds = (number) => `${number.toFixed(1)} s`;
try {
  const server = await cluster.start(['serve', '--port', '0', '--workers', '0', '--requests-per-minute', '100000']);
  const token = await makeTeam(cluster);
  const template = await makeTemplate(cluster, server.url, token);
  const call = createCaller(token);
  const parts = { server, token, template, call };
  const faults = { kills, calls, database, network, objects, clocks };
  for (const name of wanted) {
    if (!faults[name]) throw new Error(`There is no fault ${name}; there are ${Object.keys(faults).join(', ')}.`);
    console.log(`${name}: ${await faults[name](parts)}`);
  }
} finally {
  await cluster.close();
}

async function sendBatch({ server, template, call }, count, first = 0) {
  const uuids = [];
  for (let at = 0; at < count; at += 1000) {
    const items = makeItems(Math.min(1000, count - at), first + at);
    const { status, body } = await call(server.url, `/generate/batch/${template}`, { method: 'POST', body: { items } });
    if (status !== 202) throw new Error(`The batch was not accepted: ${status} ${JSON.stringify(body)}`);
    uuids.push(body.batchUuid);
  }
  return uuids;
}

/** The sum of the batches' counts. */
async function countsOf({ server, call }, uuids) {
  const sum = { completed: 0, failed: 0, queued: 0, processing: 0, canceled: 0, expired: 0 };
  for (const uuid of uuids) {
    const { body } = await call(server.url, `/render-batches/${uuid}`);
    for (const name of Object.keys(sum)) sum[name] += body.counts[name];
  }
  return sum;
}

function untilDone(parts, uuids, count, limit = 900) {
  const isDone = async () => {
    const { completed, failed } = await countsOf(parts, uuids);
    return completed + failed === count;
  };
  return until(isDone, { seconds: limit, everyMs: 250, what: `${count} documents ended` });
}

/** Kills a worker again and again while three render a batch. */
async function kills(parts) {
  const workers = await Promise.all([1, 2, 3].map(() => cluster.start(['worker'])));
  const uuids = await sendBatch(parts, itemCount);
  await until(async () => (await countsOf(parts, uuids)).completed > 20, { seconds: 60, what: 'the first documents' });
  const recoveries = [];
  for (let n = 0; n < killCount; n++) {
    const at = n % workers.length;
    const held = await cluster.query('SELECT job_id, lease_ms FROM queue WHERE owner IS NOT NULL');
    workers[at].kill('SIGKILL');
    const killedMs = performance.now();
    workers[at] = await cluster.start(['worker']);
    // A worker that lives prolongs its leases.
    const rows = held.map(({ job_id, lease_ms }) => `(${job_id}::bigint, ${lease_ms}::bigint)`);
    const left = () => (rows.length === 0 ? [] : cluster.query(`SELECT 1 FROM queue WHERE owner IS NOT NULL AND (job_id, lease_ms) IN (${rows})`));
    recoveries.push(
      until(async () => (await left()).length === 0, { seconds: 60, everyMs: 200, what: 'the jobs of a killed worker were free' }).then(
        () => (performance.now() - killedMs) / 1000,
      ),
    );
    await sleep(1000);
  }
  await untilDone(parts, uuids, itemCount);
  const took = await Promise.all(recoveries);
  const { completed, failed } = await countsOf(parts, uuids);
  const [{ ends, results }] = await cluster.query(
    `SELECT (SELECT sum(completed)::int FROM batch_sums) AS ends, (SELECT count(DISTINCT result_blob)::int FROM jobs WHERE state = 'completed') AS results`,
  );
  for (const one of workers) one.kill('SIGKILL');
  return `${killCount} kills, ${completed} of ${itemCount} completed, ${failed} failed; ${ends} completions counted, ${results} results; the jobs of a killed worker were free or had ended after ${seconds(Math.max(...took))} at most`;
}

/** Kills a server under calls with keys, which are tried again. */
async function calls({ template, call }) {
  let server = await cluster.start(['serve', '--port', '0', '--workers', '0', '--requests-per-minute', '100000']);
  const { port } = new URL(server.url);
  const before = await cluster.query('SELECT count(*)::int AS n FROM jobs');
  let tries = 0;
  const send = async (n) => {
    for (;;) {
      tries++;
      try {
        const { status } = await call(server.url, `/generate/async/${template}`, {
          method: 'POST',
          body: { data: { ...example, number: `K-${n}` } },
          headers: { 'idempotency-key': `key-${n}` },
        });
        if (status === 202 || status === 200) return;
        if (status < 500) throw Object.assign(new Error(`Refused: ${status}`), { isFinal: true });
      } catch (error) {
        if (error.isFinal) throw error;
      }
      await sleep(100);
    }
  };
  const all = Promise.all(
    Array.from({ length: 20 }, async (_, lane) => {
      for (let n = lane; n < 500; n += 20) await send(n);
    }),
  );
  await sleep(700);
  server.kill('SIGKILL');
  server = await cluster.start(['serve', '--port', port, '--workers', '0', '--requests-per-minute', '100000']);
  await all;
  server.kill('SIGKILL');
  const after = await cluster.query('SELECT count(*)::int AS n FROM jobs');
  await cluster.query('DELETE FROM queue'); // not rendered: the next fault begins with an empty queue
  return `500 calls in ${tries} tries made ${after[0].n - before[0].n} jobs`;
}

/** Whether a call that reads the database works. */
async function isGood({ server, call }) {
  const { status } = await call(server.url, '/templates', { timeoutMs: 20_000 }).catch(() => ({ status: 0 }));
  return status === 200;
}

/**
 * A worker begins a batch of 400 documents. Gives the function for the end of a fault: it measures the seconds to the first good call and to the
 * next document, and counts the documents that failed.
 */
async function beginBatch(parts) {
  const worker = await cluster.start(['worker']);
  const uuids = await sendBatch(parts, 400);
  const completed = async () => (await countsOf(parts, uuids)).completed;
  await until(async () => (await completed()) > 20, { seconds: 60, what: 'the first documents' });
  return async () => {
    const good = await until(() => isGood(parts), { seconds: 60, what: 'a call works' });
    const before = await completed();
    const more = await until(async () => (await completed()) > before, { seconds: 60, what: 'a document more' });
    await untilDone(parts, uuids, 400);
    worker.kill('SIGKILL');
    return { good, next: good + more, failed: (await countsOf(parts, uuids)).failed };
  };
}

/** Ends PostgreSQL as a power cut would, under load. */
async function database(parts) {
  const recover = await beginBatch(parts);
  cluster.postgres.stop();
  await sleep(5000);
  const away = await parts.call(parts.server.url, '/templates');
  cluster.postgres.start();
  const { good, next, failed } = await recover();
  return `while PostgreSQL was away: ${away.status} ${away.body?.code ?? away.body?.error?.code}; first good call ${seconds(good)} after it accepted connections, next document ${seconds(next)}; ${failed} failed`;
}

/** Swallows everything between the processes and PostgreSQL for 20 s. */
async function network(parts) {
  const recover = await beginBatch(parts);
  cluster.database.swallow();
  const answers = [];
  const endMs = performance.now() + 20_000;
  while (performance.now() < endMs) {
    const beginMs = performance.now();
    const { status } = await parts.call(parts.server.url, '/templates', { timeoutMs: 30_000 }).catch(() => ({ status: 0 }));
    answers.push({ status, tookMs: performance.now() - beginMs });
    await sleep(500);
  }
  cluster.database.restore();
  const { good, next, failed } = await recover();
  const longest = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1000;
  return `${answers.length} calls meanwhile, statuses ${[...new Set(answers.map(({ status }) => status))]}, longest answer ${seconds(longest)}; first good call ${seconds(good)} after, next document ${seconds(next)}; ${failed} failed`;
}

/** Takes the object store away for 60 s, and compares the speed of catching up with the store's own. */
async function objects(parts) {
  const workers = await Promise.all([1, 2].map(() => cluster.start(['worker'])));
  const [first] = await sendBatch(parts, 50);
  await untilDone(parts, [first], 50);
  const { body: listed } = await parts.call(parts.server.url, `/render-jobs?batchUuid=${first}&limit=1`);
  const job = listed.items[0].uuid;
  const uuids = await sendBatch(parts, 3000);
  cluster.store.cut();
  await sleep(30_000);
  const download = await parts.call(parts.server.url, `/render-jobs/${job}/result`);
  await sleep(30_000);
  const during = await countsOf(parts, uuids);
  cluster.store.restore();
  await sleep(5000);
  const before = await countsOf(parts, uuids);
  await sleep(20_000);
  const after = await countsOf(parts, uuids);
  await untilDone(parts, uuids, 3000);
  const done = await countsOf(parts, uuids);
  for (const one of workers) one.kill('SIGKILL');
  const own = await putRate(8, 400);
  return `downloads ${download.status}, ${during.failed} failed after 60 s, ${done.failed} in the end; documents from 5 s to 25 s after its return ${((after.completed - before.completed) / 20).toFixed(0)}/s, the store's own PUTs ${own.toFixed(0)}/s`;
}

/** PUTs a second of the store with objects like results, so many at a time. */
async function putRate(lanes, count) {
  const bucket = new URL(cluster.objects);
  const endpoint = bucket.searchParams.get('endpoint').replace(/\/$/, '');
  const bytes = Buffer.alloc(23_500, 1);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const beginMs = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let n = lane; n < count; n += lanes) {
        const { method, url, headers } = await new AwsV4Signer({
          method: 'PUT',
          url: `${endpoint}/${bucket.hostname}/rate/${n}`,
          headers: { 'x-amz-content-sha256': digest },
          accessKeyId: process.env.AWS_ACCESS_KEY_ID,
          secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
          service: 's3',
          region: bucket.searchParams.get('region') ?? 'us-east-1',
        }).sign();
        const answer = await fetch(url, { method, headers, body: bytes });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`PUT: ${answer.status}`);
      }
    }),
  );
  return count / ((performance.now() - beginMs) / 1000);
}

/** Three workers, of which one is an hour ahead and one an hour behind. */
async function clocks(parts) {
  const hour = 3_600_000;
  const shifted = (ms) =>
    `--import data:text/javascript,const%20n=Date.now;Date.now=()=>n()${ms < 0 ? '-' : '%2B'}${Math.abs(ms)};const%20D=Date;globalThis.Date=class%20extends%20D{constructor(...a){super(...(a.length?a:[D.now()]))}}`;
  const workers = await Promise.all([0, hour, -hour].map((ms) => cluster.start(['worker'], ms === 0 ? {} : { BENCH_NODE_ARGS: shifted(ms) })));
  const uuids = await sendBatch(parts, 600);
  await untilDone(parts, uuids, 600);
  const { failed } = await countsOf(parts, uuids);
  const ids = uuids.map((uuid) => `'${uuid}'`).join(',');
  const [{ most }] = await cluster.query(`SELECT max(attempts) AS most FROM jobs WHERE batch_id IN (SELECT id FROM batches WHERE uuid IN (${ids}))`);
  for (const one of workers) one.kill('SIGKILL');
  return `600 documents by workers an hour ahead and behind: ${failed} failed, at most ${most} attempt`;
}
