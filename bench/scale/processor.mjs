// Processor time of pdfgen's own processes for a document, in a cluster and with a data folder: node bench/scale/processor.mjs --objects 's3://EMPTY_BUCKET?endpoint=…'
//   [--items 2000] [--rounds 3]
// The same batch of example invoices, rendered by one server with one thread, in turn. Processes of PostgreSQL and of the object store do not count.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller, makeItems, makeTeam, makeTemplate, openCluster, processorSeconds, startProcess, until } from './cluster.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({
  options: { objects: { type: 'string' }, items: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
if (values.objects === undefined) throw new Error('Name an empty bucket with --objects.');
const [count, rounds] = [Number(values.items), Number(values.rounds)];

const cluster = await openCluster(values.objects);
const dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-embedded-'));
try {
  const there = await open(await cluster.start(['serve', '--port', '0', '--requests-per-minute', '100000']), await makeTeam(cluster));
  const env = { ...cluster.env, PDFGEN_DATA_DIR: dataDir };
  for (const name of ['PDFGEN_DATABASE', 'PDFGEN_OBJECTS', 'PDFGEN_MASTER_KEY_FILE', 'PDFGEN_CACHE_DIR']) delete env[name];
  const server = await startProcess(['serve', '--port', '0', '--requests-per-minute', '100000'], env);
  const here = await open(server, readFileSync(join(dataDir, 'first-token'), 'utf8').trim());
  for (const one of [here, there]) await run(one, 200); // compiled
  const turns = [];
  for (let n = 0; n < rounds; n++) turns.push({ here: await run(here, count), there: await run(there, count) });
  const median = (pick) => turns.map(pick).toSorted((a, b) => a - b)[rounds >> 1];
  for (const [name, one] of [['data folder', 'here'], ['cluster', 'there']])
    console.log(`${name}: ${median((turn) => turn[one].processorMs).toFixed(2)} ms of processor time a document, ${median((turn) => turn[one].speed).toFixed(0)} documents/s`);
  const ratios = turns.map((turn) => turn.there.processorMs / turn.here.processorMs);
  console.log(`ratios ${ratios.map((one) => one.toFixed(2)).join(', ')}`);
  server.kill('SIGKILL');
} finally {
  await cluster.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function open(server, token) {
  return { server, call: createCaller(token), template: await makeTemplate(cluster, server.url, token) };
}

async function run({ server, call, template }, documents) {
  const [before, beginMs] = [processorSeconds(server.pid), performance.now()];
  for (let at = 0; at < documents; at += 1000) {
    const { status, body } = await call(server.url, `/generate/batch/${template}`, { method: 'POST', body: { items: makeItems(Math.min(1000, documents - at), at) } });
    if (status !== 202) throw new Error(`The batch was not accepted: ${status}`);
    await until(async () => (await call(server.url, `/render-batches/${body.batchUuid}`)).body.counts.completed === Math.min(1000, documents - at), {
      seconds: 600,
      everyMs: 200,
      what: 'the batch completed',
    });
  }
  const tookSeconds = (performance.now() - beginMs) / 1000;
  return { processorMs: ((processorSeconds(server.pid) - before) / documents) * 1000, speed: documents / tookSeconds };
}
