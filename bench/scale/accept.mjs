// Measures how a batch is accepted in PostgreSQL: node bench/scale/accept.mjs --url postgres://USER@HOST/EMPTY_DATABASE [--items 100000]
// Prints the time until the batch is accepted, and the time of its progress. The data of each item is 1 kB. They are not validated here.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createPostgresStateStore } from '../../.build/store/postgres/create-postgres-state-store.js';
import { openPostgres } from '../../.build/store/postgres/open-postgres.js';

const { values } = parseArgs({ options: { url: { type: 'string' }, items: { type: 'string', default: '100000' } } });
if (values.url === undefined) throw new Error('Name an empty database with --url.');

const store = createPostgresStateStore(await openPostgres({ url: values.url }));
const { batches } = store.team(randomUUID());
const data = JSON.stringify({ customer: 'Ada', lines: 'x'.repeat(1_000) });
const items = Array.from({ length: Number(values.items) }, (_, n) => ({ jobUuid: randomUUID(), reference: `r${n}`, data }));
const uuid = randomUUID();
const begun = performance.now();
await batches.create(
  { uuid, templateUuid: randomUUID(), templateVersion: 1, embedded: null, options: '{}', createdMs: Date.now(), items },
  { maxUnfinished: 10_000_000 },
);
console.log(`${values.items} items stored in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB resident`);
const times = [];
for (let n = 0; n < 200; n++) {
  const at = performance.now();
  await batches.find(uuid);
  times.push(performance.now() - at);
}
times.sort((a, b) => a - b);
console.log(`progress: p50 ${times[100].toFixed(1)} ms, p99 ${times[198].toFixed(1)} ms`);
await store.close();
