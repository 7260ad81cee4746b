// Compiles src to dist and puts beside it what the program reads at run time: the shipped fonts and the template schema.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
cpSync('src/fonts', 'dist/fonts', { recursive: true });
chmodSync('bin/pdfgen.js', 0o755);
