// A batch of a server beside the same batch made here, in turn: node bench/remote.mjs [--documents 1000] [--rounds 5]
// A server of its own is started on a fresh data folder with the example invoice. Prints one JSON object; `ratio` is remote by local.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({
  options: { documents: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});
const [documents, rounds] = [Number(values.documents), Number(values.rounds)];
const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin/pdfgen.js');
const folder = mkdtempSync(join(tmpdir(), 'pdfgen-remote-'));
const dataDir = join(folder, 'data');
const env = { ...process.env, PDFGEN_CONFIG_DIR: join(folder, 'config') };
const pdfgen = (...args) => promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env, maxBuffer: 1e8 });

const server = spawn(process.execPath, [program, 'serve', '--data-dir', dataDir, '--port', '0', '--min-free-bytes', '0', '--log-level', 'warn'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env,
});
const example = JSON.parse(readFileSync(join(root, 'templates-examples/invoice/example.json'), 'utf8'));
try {
  const address = await listening();
  env.PDFGEN_TOKEN = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  await pdfgen('init', 'w', '--quiet');
  writeFileSync(join(folder, 'w/lines.jsonl'), Array.from({ length: documents }, (_, i) => JSON.stringify({ ...example, number: `N-${i}` })).join('\n'));
  const inWorkspace = (...args) => promisify(execFile)(process.execPath, [program, ...args], { cwd: join(folder, 'w'), env, maxBuffer: 1e8 });
  await inWorkspace('templates', 'push', 'invoice', '--remote', address);
  const run = async (...more) => {
    const startMs = performance.now();
    await inWorkspace('generate', 'batch', 'invoice', '-i', 'lines.jsonl', '--quiet', '--overwrite', ...more);
    return documents / ((performance.now() - startMs) / 1000);
  };
  // Compiled, and the files that are replaced are there.
  await run('-o', 'here/{{ number }}.pdf');
  await run('-o', 'there/{{ number }}.pdf', '--remote', address);
  const turns = [];
  for (let i = 0; i < rounds; i++) {
    const local = await run('-o', 'here/{{ number }}.pdf');
    const remote = await run('-o', 'there/{{ number }}.pdf', '--remote', address);
    turns.push({ local: round(local), remote: round(remote), ratio: round(remote / local) });
  }
  const median = (name) => turns.map((turn) => turn[name]).toSorted((a, b) => a - b)[rounds >> 1];
  process.stdout.write(
    `${JSON.stringify({ documents, local: median('local'), remote: median('remote'), ratio: median('ratio'), turns }, null, 2)}\n`,
  );
} finally {
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function listening() {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /http:\/\/[\w.:[\]]+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

function round(value) {
  return Math.round(value * 100) / 100;
}
