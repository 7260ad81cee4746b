// Runs the program from its sources: npm run dev -- generate single templates-examples/invoice
// Compiles the changed files without checking their types, then runs them. The pages for browsers are those of the last `npm run build`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('build-changes.mjs', import.meta.url));
execFileSync(process.execPath, [builder, '--modules'], { stdio: ['ignore', 'ignore', 'inherit'] });
// npm runs scripts in the folder of package.json.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const { main } = await import('../.build/cli/main.js');
process.exitCode = await main(process);
