// Runs the program from its sources: npm run dev -- generate single templates-examples/invoice
// Compiles the changed files without checking their types, then runs them. Needs a build (npm ci makes one).
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildRecord } from './build-inputs.mjs';

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const quick = ['--noCheck', '--declaration', 'false', '--incremental', '--tsBuildInfoFile', root('.build/dev.tsbuildinfo')];
const compiler = [root('node_modules/typescript/bin/tsc'), '-p', root('tsconfig.json'), ...quick];
// From here on .build is not what a build made.
rmSync(buildRecord, { force: true });
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const read of ['fonts', 'docs-page']) cpSync(root(`src/${read}`), root(`.build/${read}`), { recursive: true });
// npm runs scripts in the folder of package.json.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const { main } = await import('../.build/cli/main.js');
process.exitCode = await main(process);
