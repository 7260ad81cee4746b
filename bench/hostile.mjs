// Measures a server with two teams, one of them hostile: node bench/hostile.mjs [--seconds 20] [--only WORDS]. For each behaviour of
// test/support/hostile-behaviours.ts, the other team calls for this long, one call after the other; before, it calls for the same time without
// hostility. Prints a line of JSON for each: calls, errors, the median and the 99th percentile in ms. The aim is a p99 below 1,000. Run `npm run
// build` first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({ options: { seconds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } } });
const program = fileURLToPath(new URL('../bin/pdfgen.js', import.meta.url));
const ms = Number(values.seconds) * 1000;
const support = (name) =>
  runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)), { configFile: false, logLevel: 'error' });
const [{ hostileBehaviours }, { startServe }, { openTeam }] = (
  await Promise.all(['hostile-behaviours.ts', 'serve-process.ts', 'team-client.ts'].map(support))
).map(({ module }) => module);

const invoice = (name) => JSON.parse(readFileSync(new URL(`../templates-examples/invoice/${name}`, import.meta.url), 'utf8'));

await measure('nobody', undefined);
for (const behaviour of hostileBehaviours) if (behaviour.name.includes(values.only)) await measure(behaviour.name, behaviour);

async function measure(name, behaviour) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-hostile-bench-'));
  const server = await startServe(dataDir, ['--threads', '2']);
  const ours = makeTeam(server.url, dataDir, 'ours');
  const hostile = makeTeam(server.url, dataDir, 'hostile');
  const stop = new AbortController();
  let attacking;
  try {
    const uuid = await createInvoice(ours);
    const call = () => ours.call('POST', `/generate/single/${uuid}`, { data: invoice('example.json') });
    for (let i = 0; i < 200; i++) await call();
    const attack = await behaviour?.prepare(hostile, 200);
    attacking = attack?.(stop.signal);
    const waits = [];
    let errors = 0;
    for (const startMs = performance.now(); performance.now() - startMs < ms; ) {
      const sentMs = performance.now();
      if ((await call()).status !== 200) errors++;
      waits.push(performance.now() - sentMs);
    }
    waits.sort((a, b) => a - b);
    const at = (part) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] * 10) / 10;
    process.stdout.write(`${JSON.stringify({ hostile: name, calls: waits.length, errors, medianMs: at(0.5), p99Ms: at(0.99), mostMs: at(1) })}\n`);
  } finally {
    stop.abort();
    hostile.close();
    ours.close();
    await attacking;
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function makeTeam(url, dataDir, name) {
  const run = (...args) =>
    execFileSync(process.execPath, [program, ...args, '--data-dir', dataDir], { encoding: 'utf8', stdio: 'pipe' });
  run('teams', 'create', name);
  return openTeam(url, JSON.parse(run('tokens', 'create', '--team', name, '--name', 'test', '--json')).token);
}

async function createInvoice(team) {
  const logo = await team.putAsset(readFileSync(new URL('../templates-examples/invoice/assets/logo.png', import.meta.url)));
  const { $schema: _, ...document } = invoice('template.json');
  const parts = { ...document, dataSchema: invoice('schema.json'), exampleData: invoice('example.json'), assets: { 'logo.png': logo } };
  return team.createTemplate('invoice', parts);
}
