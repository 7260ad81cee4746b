// Compiles src to dist and puts beside it what the program reads at run time: the shipped fonts, the editor's page and the template schema.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
cpSync('src/fonts', 'dist/fonts', { recursive: true });
cpSync('src/server/editor-page', 'dist/server/editor-page', { recursive: true });
chmodSync('bin/pdfgen.js', 0o755);

const { templateJsonSchema } = await import('../dist/document/template/template-schema.js');
mkdirSync('dist/schema', { recursive: true });
writeFileSync('dist/schema/template.v1.json', `${JSON.stringify(templateJsonSchema(), null, 2)}\n`);
