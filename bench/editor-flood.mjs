// Measures what the reads of one editor's session cost another team: node bench/editor-flood.mjs [--seconds 10] [--connections 20]. The session reads
// a template of 18,000 values and a draft of 1.9 MB on so many connections, and calls again at once, also after a refusal. The other team renders
// one document after the other. Prints a line of JSON for each: calls, median and 99th percentile in ms. The aim is a median below three times
// that of the idle server. Run `npm run build` first.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({
  options: { seconds: { type: 'string', default: '10' }, connections: { type: 'string', default: '20' } },
});
const program = fileURLToPath(new URL('../bin/pdfgen.js', import.meta.url));
const invoice = (name) => JSON.parse(readFileSync(new URL(`../templates-examples/invoice/${name}`, import.meta.url), 'utf8'));

const dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-editor-bench-'));
const serve = ['serve', '--data-dir', dataDir, '--port', '0', '--threads', '2', '--log-level', 'warn'];
const server = spawn(process.execPath, [program, ...serve], { stdio: ['ignore', 'pipe', 'inherit'] });
const [said] = await once(server.stdout.setEncoding('utf8'), 'data');
const url = /listening on (\S+)/.exec(said)[1];
const makeAgent = () => new Agent({ keepAlive: true, maxSockets: Number(values.connections) });

/** Calls with a token or capability of a team. */
const openCaller = (token, agent = makeAgent()) => ({
  close: () => agent.destroy(),
  call: (method, path, body, headers) =>
    new Promise((resolve, reject) => {
      const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
      const given = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }), ...headers };
      const sent = request(url + path, { method, agent, headers: given }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, json: () => JSON.parse(Buffer.concat(chunks).toString()) }));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body && (Buffer.isBuffer(body) ? body : JSON.stringify(body)));
    }),
});
const makeTeam = (name) => {
  const run = (...args) =>
    execFileSync(process.execPath, [program, ...args, '--data-dir', dataDir], { encoding: 'utf8', stdio: 'pipe' });
  run('teams', 'create', name);
  return openCaller(JSON.parse(run('tokens', 'create', '--team', name, '--name', 'test', '--json')).token);
};
const [ours, flooding] = ['ours', 'flooding'].map(makeTeam);
let editor;
try {
  const logo = readFileSync(new URL('../templates-examples/invoice/assets/logo.png', import.meta.url));
  const sha256 = createHash('sha256').update(logo).digest('hex');
  await ours.call('PUT', `/api/v1/assets/${sha256}`, logo);
  const { $schema: _, ...document } = invoice('template.json');
  const assets = { 'logo.png': { sha256, bytes: logo.length, type: 'image/png' } };
  const uuid = await createTemplate(ours, 'invoice', {
    ...document,
    dataSchema: invoice('schema.json'),
    exampleData: invoice('example.json'),
    assets,
  });
  const base = await createTemplate(flooding, 'large', {
    document: { title: 'Large', lang: 'en' },
    pages: [{ body: Array.from({ length: 9000 }, (_, i) => ({ text: `Line ${i}` })) }],
    dataSchema: true,
    exampleData: {},
  });
  const session = await flooding.call('POST', `/api/v1/embedded-templates/${base}/${base}/session`, {});
  editor = openCaller(session.json().capability);
  const read = async (method, path, body, headers) => (await editor.call(method, `/editor/v1/${path}`, body, headers)).status;
  const written = await read('PUT', 'draft', { pages: ' '.repeat(1_900_000), revision: 1 }, { 'if-none-match': '*' });
  if (written !== 200) throw new Error(`The draft was answered with ${written}.`);
  const render = () => ours.call('POST', `/api/v1/generate/single/${uuid}`, { data: invoice('example.json') });
  for (let i = 0; i < 100; i++) await render();
  await measure('nobody', render);
  for (const path of ['draft', 'template', 'revisions/1']) {
    const stop = new AbortController();
    const counts = {};
    const one = async () => {
      while (!stop.signal.aborted) {
        const status = await read('GET', path);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    const flood = Promise.all(Array.from({ length: Number(values.connections) }, one));
    await measure(path, render, counts);
    stop.abort();
    await flood;
  }
} finally {
  for (const one of [ours, flooding, editor]) one?.close();
  server.kill();
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

async function createTemplate(team, slug, parts) {
  const made = await team.call('POST', '/api/v1/templates', { slug, ...parts });
  if (made.status !== 201) throw new Error(`The template ${slug} was answered with ${made.status}.`);
  return made.json().uuid;
}

async function measure(flood, call, answers) {
  const waits = [];
  for (const startMs = performance.now(); performance.now() - startMs < Number(values.seconds) * 1000; ) {
    const sentMs = performance.now();
    const { status } = await call();
    if (status !== 200) throw new Error(`A document was answered with ${status}.`);
    waits.push(performance.now() - sentMs);
  }
  waits.sort((a, b) => a - b);
  const at = (part) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] * 10) / 10;
  process.stdout.write(`${JSON.stringify({ flood, calls: waits.length, medianMs: at(0.5), p99Ms: at(0.99), answers })}\n`);
}
