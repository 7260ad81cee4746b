// Puts load on a real server: node bench/load.mjs [--seconds 60] [--slices 4] [--connections 16] [--documents 20000] [--items 1000] [--most 600]. The
// time is divided into slices. After each slice the pool alone renders for a while, and another process burns the load generator's time for each
// document (`generatorMs`): the speed of a shared machine changes, so only figures of the same minutes can be compared. Then the load continues up to
// the number of documents, or for `most` seconds. Starts its own server on a fresh data folder with the example invoice. Prints one JSON object.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({
  options: {
    seconds: { type: 'string', default: '60' },
    slices: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    documents: { type: 'string', default: '20000' },
    items: { type: 'string', default: '1000' },
    most: { type: 'string', default: '600' },
  },
});
const [seconds, sliceCount, connections, documents, items, mostSeconds] = ['seconds', 'slices', 'connections', 'documents', 'items', 'most'].map((name) =>
  Number(values[name]),
);
/** Documents rendered before counting; the same number as in bench/pool.mjs. */
const warmUpDocuments = 3000;
const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-load-'));
const workspace = mkdtempSync(join(tmpdir(), 'pdfgen-load-workspace-'));
const server = spawn(
  process.execPath,
  [join(root, 'bin/pdfgen.js'), 'serve', '--data-dir', dataDir, '--port', '0', '--min-free-bytes', '0', '--threads', '2', '--log-level', 'warn'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const port = await listening();
  const token = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  const templateUuid = await createInvoice(port, token);
  const body = JSON.stringify({ data: JSON.parse(readFileSync(join(root, 'templates-examples/invoice/example.json'), 'utf8')) });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const generate = () => send(agent, port, token, 'POST', `/generate/single/${templateUuid}`, body);
  await warmUp(generate);

  const status = new Agent({ keepAlive: true, maxSockets: 1 });
  const jobBody = (await send(status, port, token, 'POST', `/generate/async/${templateUuid}`, body)).body;
  const jobPath = `/render-jobs/${JSON.parse(jobBody).uuid}`;
  const waits = [];
  const statusWaits = [];
  const memory = [{ documents: 0, mib: await residentMib() }];
  const errors = {};
  let done = 0;
  const one = async (goesOn, onAnswer) => {
    while (goesOn()) {
      const answer = await generate();
      if (answer.status !== 200 || !answer.body.startsWith('%PDF-')) errors[answer.status] = (errors[answer.status] ?? 0) + 1;
      done++;
      onAnswer(answer);
      if (done % Math.max(1, Math.floor(documents / 8)) === 0) memory.push({ documents: done, mib: await residentMib() });
    }
  };
  const load = (goesOn, onAnswer = () => {}) => Promise.all(Array.from({ length: connections }, () => one(goesOn, onAnswer)));
  const asks = async (goesOn) => {
    while (goesOn()) {
      const answer = await send(status, port, token, 'GET', jobPath);
      if (answer.status !== 200) errors[`status ${answer.status}`] = (errors[`status ${answer.status}`] ?? 0) + 1;
      statusWaits.push(answer.ms);
      await sleep(20);
    }
  };
  const slices = [];
  for (let i = 0; i < sliceCount; i++) {
    const startMs = performance.now();
    const goesOn = () => performance.now() - startMs < (seconds * 1000) / sliceCount;
    const startCpu = process.cpuUsage();
    const before = waits.length;
    await Promise.all([load(goesOn, ({ ms }) => waits.push(ms)), asks(goesOn)]);
    const { user, system } = process.cpuUsage(startCpu);
    const made = waits.length - before;
    const perSecond = made / ((performance.now() - startMs) / 1000);
    const generatorMs = Math.round(((user + system) / 1000 / made) * 100) / 100;
    const args = ['--calls', String(connections), '--burn', String(generatorMs), '--seconds', '10'];
    const pool = JSON.parse((await promisify(execFile)(process.execPath, [join(root, 'bench/pool.mjs'), ...args])).stdout).perSecond;
    slices.push({ perSecond: round(perSecond), generatorMs, pool, ofPool: Math.round((perSecond / pool) * 100) / 100 });
  }
  const restMs = performance.now();
  await load(() => done < documents && performance.now() - restMs < mostSeconds * 1000);

  const data = JSON.parse(body).data;
  const batch = JSON.stringify({ items: Array.from({ length: items }, () => ({ data })) });
  const created = await send(status, port, token, 'POST', `/generate/batch/${templateUuid}`, batch);
  const { batchUuid } = JSON.parse(created.body);
  const batchStartMs = performance.now();
  let finished;
  do {
    finished = JSON.parse((await send(status, port, token, 'GET', `/render-batches/${batchUuid}?limit=1&wait=30`)).body);
  } while (finished.finishedAt === null);
  const median = (name) => medianOf(slices.map((slice) => slice[name]));
  const figures = (list) => ({ calls: list.length, ms: Object.fromEntries([50, 99].map((p) => [`p${p}`, round(percentile(list, p))])) });
  const report = {
    generate: { perSecond: median('perSecond'), pool: median('pool'), ofPool: median('ofPool'), slices, ...figures(waits) },
    status: figures(statusWaits),
    errors,
    documents: done,
    memory,
    batch: {
      items,
      status: created.status,
      acceptedMs: round(created.ms),
      finishedMs: round(created.ms + performance.now() - batchStartMs),
      state: finished.state,
    },
  };
  agent.destroy();
  status.destroy();
  server.kill('SIGKILL');
  await once(server, 'exit');
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  server.kill('SIGKILL');
  for (const folder of [dataDir, workspace]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Renders until the code is compiled and optimised; from then on a document costs the same. */
async function warmUp(generate) {
  let left = warmUpDocuments;
  const one = async () => {
    while (left-- > 0) await generate();
  };
  await Promise.all(Array.from({ length: connections }, one));
}

function listening() {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const port = /listening on \S+:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

/** Pushes the example invoice through the client, which also uploads the assets. */
async function createInvoice(port, token) {
  cpSync(join(root, 'templates-examples/invoice'), join(workspace, 'templates/invoice'), { recursive: true });
  const args = ['templates', 'push', 'invoice', '--store', workspace, '--remote', `http://127.0.0.1:${port}`];
  const env = { ...process.env, PDFGEN_TOKEN: token };
  const child = spawn(process.execPath, [join(root, 'bin/pdfgen.js'), ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const list = await send(new Agent(), port, token, 'GET', '/templates');
  return JSON.parse(list.body).items[0].uuid;
}

function send(agent, port, token, method, path, body) {
  const startMs = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  return new Promise((resolve, reject) => {
    const call = request({ agent, port, host: '127.0.0.1', method, path: `/api/v1${path}`, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString('latin1'), ms: performance.now() - startMs }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Resident memory of the server's process and its render process. */
async function residentMib() {
  const parents = new Map();
  const kib = new Map();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    parents.set(pid, /^PPid:\s+(\d+)/m.exec(text)?.[1]);
    kib.set(pid, Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0));
  }
  const isOurs = (pid) => pid !== undefined && (pid === String(server.pid) || isOurs(parents.get(pid)));
  return Math.round([...kib].reduce((sum, [pid, size]) => sum + (isOurs(pid) ? size : 0), 0) / 1024);
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function medianOf(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return Math.round(((sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2) * 1000) / 1000;
}

function percentile(list, p) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? 0;
}
