// How a batch of JSON Lines is accepted: node bench/scale/accept.mjs --objects 's3://EMPTY_BUCKET?endpoint=http://…' [--items 100000]
// By a server on a PostgreSQL that is started here. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY hold the keys of the bucket. The data of each item is
// an invoice of about 1 kB, which the server validates. Prints the time until the answer, the server's memory and the time of the batch's progress.
import { readFileSync } from 'node:fs';
import { createCaller, example, makeTeam, makeTemplate, openCluster } from './cluster.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({ options: { items: { type: 'string', default: '100000' }, objects: { type: 'string' } } });
const count = Number(values.items);
if (values.objects === undefined) throw new Error('Name an empty bucket with --objects.');
const place = await openCluster(values.objects);
try {
  const token = await makeTeam(place);
  const server = await place.start(['serve', '--port', '0', '--workers', '0'], { PDFGEN_MAX_UNFINISHED_JOBS: String(count * 2) });
  const template = await makeTemplate(place, server.url, token);
  const body = Buffer.from([{}, ...itemsOf(count)].map((line) => JSON.stringify(line)).join('\n'));
  const begun = performance.now();
  const answer = await fetch(`${server.url}/api/v1/generate/batch/${template}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/jsonl' },
    body,
  });
  const batch = await answer.json();
  const seconds = (performance.now() - begun) / 1000;
  if (answer.status !== 202) throw new Error(`The batch was not accepted: ${answer.status} ${JSON.stringify(batch).slice(0, 500)}`);
  const megabytes = (bytes) => Math.round(bytes / 1e6);
  console.log(`${count} items, ${megabytes(body.length)} MB: accepted in ${seconds.toFixed(1)} s; at most ${megabytes(mostResident(server.pid))} MB resident`);
  await measureProgress(createCaller(token), server.url, batch.batchUuid);
} finally {
  await place.close();
}

function itemsOf(number) {
  const { intro, note, issued, delivery, order, hasDiscount, ...rest } = example;
  const { claim, contact, countryCode, ...seller } = rest.seller;
  const data = { ...rest, seller, facts: [], lines: rest.lines.slice(0, 1), taxes: rest.taxes.slice(0, 1) };
  return Array.from({ length: number }, (_, n) => ({ reference: `r${n}`, data: { ...data, number: `N-${n}` } }));
}

/** The most memory that the process has had, in bytes. */
function mostResident(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}

async function measureProgress(call, url, uuid) {
  const times = [];
  for (let n = 0; n < 200; n++) {
    const at = performance.now();
    const { status } = await call(url, `/render-batches/${uuid}?limit=1`);
    if (status !== 200) throw new Error(`Progress: ${status}`);
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  console.log(`progress over HTTP: p50 ${times[100].toFixed(1)} ms, p99 ${times[198].toFixed(1)} ms`);
}
