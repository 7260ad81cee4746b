// Compares one worker with two, and measures memory: node bench/scaling.mjs [--documents 5000] [--rounds 3] [--workers 1,2]. Runs `generate batch` on
// one CSV with this many different invoices, and counts from the 500th document on, when the workers are warm. Rounds are interleaved. Prints one
// JSON object: documents a second by workers, and the resident memory of the process at tenths of the run.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { command } from './peers/pdfgen.mjs';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({
  options: {
    documents: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,2' },
  },
});
const documents = Number(values.documents);
const first = 500;
mkdirSync(fileURLToPath(new URL('out', import.meta.url)), { recursive: true });
// Removed after all measurements: ext4 looks past each freed inode for minutes, and the next run would pay for it.
const folders = [];
const runs = Object.fromEntries(values.workers.split(',').map((workers) => [workers, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [workers, list] of Object.entries(runs)) list.push(await run(workers));
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
const report = Object.entries(runs).map(([workers, list]) => ({
  workers: Number(workers),
  perSecond: median(list.map(({ perSecond }) => perSecond)),
  ofAllRounds: list.map(({ perSecond }) => perSecond),
  wholeSeconds: list.map(({ seconds }) => seconds),
  residentMib: list[0].residentMib,
}));
process.stdout.write(`${JSON.stringify({ documents, countedFrom: first, report }, null, 2)}\n`);

async function run(workers) {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-scaling-'));
  folders.push(folder);
  const [program, ...args] = command({ task: workers === '1' ? 'batch' : 'batch2', fonts: 'ttf', out: folder, n: documents });
  args[args.indexOf('--workers') + 1] = workers;
  const startMs = performance.now();
  const child = spawn(program, [...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const residentMib = [];
  let made = 0;
  let firstMs;
  let lastMs;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"kind":"item"')) continue;
    made++;
    lastMs = performance.now();
    if (made === first) firstMs = lastMs;
    if (made % Math.floor(documents / 10) === 0) residentMib.push(readResidentMib(child.pid));
  }
  if (made !== documents) throw new Error(`${made} documents of ${documents}`);
  return {
    perSecond: round((documents - first) / ((lastMs - firstMs) / 1000)),
    seconds: round((performance.now() - startMs) / 1000),
    residentMib,
  };
}

function readResidentMib(pid) {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'latin1'))?.[1] ?? 0) / 1024) : undefined;
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
