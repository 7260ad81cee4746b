// Measures the render pool without a server: node bench/pool.mjs [--seconds 20] [--calls 16] [--burn 0]. `burn`: milliseconds of processor time that
// another process spends for each document, like a load generator.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPoolRenderer } from '../.build/renderer/pool/create-pool-renderer.js';
import { readArguments } from './lib/arguments.mjs';

/** Documents rendered before counting; the same number as in bench/load.mjs. */
const warmUpDocuments = 3000;

if (process.argv[2] === 'burner') burnForEach(Number(process.argv[3]));
else await measure();

async function measure() {
  const { values } = readArguments({
    options: { seconds: { type: 'string', default: '20' }, calls: { type: 'string', default: '16' }, burn: { type: 'string', default: '0' } },
  });
  const [seconds, calls, burnMs] = ['seconds', 'calls', 'burn'].map((name) => Number(values[name]));
  const burner = fork(fileURLToPath(import.meta.url), ['burner', String(burnMs)]);
  const pool = createPoolRenderer({ threads: 2 });
  const request = readInvoice();
  let left = warmUpDocuments;
  const warm = async () => {
    while (left-- > 0) await pool.render(request);
  };
  await Promise.all(Array.from({ length: calls }, warm));
  let done = 0;
  const startMs = performance.now();
  // Like a connection of a load generator, each call asks again only after it has handled the answer.
  const waiting = [];
  burner.on('message', () => waiting.shift()());
  const burnt = () => {
    burner.send(1);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const one = async () => {
    while (performance.now() - startMs < seconds * 1000) {
      await pool.render(request);
      await burnt();
      done++;
    }
  };
  await Promise.all(Array.from({ length: calls }, one));
  process.stdout.write(`${JSON.stringify({ perSecond: Math.round((done / seconds) * 10) / 10, burnMs })}\n`);
  await pool.close();
  burner.disconnect();
}

/** Burns `ms` of this process for each message, including the time for messages. */
function burnForEach(ms) {
  const start = process.cpuUsage();
  let calls = 0;
  const spentMs = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  process.on('message', () => {
    calls++;
    let sum = 0;
    while (spentMs() < calls * ms) for (let i = 0; i < 2_000; i++) sum = (sum + Math.imul(i, 2654435761)) | 0;
    process.send(sum);
  });
}

function readInvoice() {
  const folder = fileURLToPath(new URL('../templates-examples/invoice', import.meta.url));
  const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const assets = Object.fromEntries(
    readdirSync(`${folder}/assets`).map((name) => {
      const path = `${folder}/assets/${name}`;
      return [name, { path, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') }];
    }),
  );
  const document = { ...read('template.json'), dataSchema: read('schema.json') };
  return {
    template: { key: 'invoice', slug: 'invoice', document, assets },
    data: read('example.json'),
    options: { date: '2026-01-01T00:00:00Z' },
    limits: { maxPages: 5000, maxBoxes: 1e6, maxImagePixels: 1e8, maxImageBytes: 1e9, maxOutputBytes: 1e8, validationMs: 2000, renderMs: 10_000 },
  };
}
