// Rolls an upgrade of two servers and a worker under calls: node bench/scale/upgrade.mjs [--calls 20] [--seconds 10]
// The environment names an empty database and an empty bucket as a server needs them: PDFGEN_DATABASE, PDFGEN_OBJECTS, PDFGEN_MASTER_KEY_FILE,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY. `--seconds`: time with calls after each step. Prints the number of calls and the failed ones.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentProgram, makeNewerProgram, rollUpgrade } from './roll-upgrade.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({ options: { calls: { type: 'string', default: '20' }, seconds: { type: 'string', default: '10' } } });
const run = (...args) => execFileSync(process.execPath, [currentProgram, ...args], { encoding: 'utf8' }).trim();
const folder = mkdtempSync(join(tmpdir(), 'pdfgen-newer-'));
try {
  run('teams', 'create', 'acme');
  const scopes = ['templates:read', 'templates:write', 'render'].flatMap((scope) => ['--scope', scope]);
  const { calls, downloads, faults } = await rollUpgrade({
    newerProgram: makeNewerProgram(folder),
    env: {},
    token: run('tokens', 'create', '--team', 'acme', '--name', 'bench', ...scopes),
    callsPerSecond: Number(values.calls),
    settleMs: Number(values.seconds) * 1000,
    log: (text) => console.log(`${new Date().toISOString()} ${text}`),
  });
  console.log(`${calls} calls, ${downloads} results downloaded, ${faults.length} faults`);
  for (const fault of faults.slice(0, 20)) console.log(fault);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
