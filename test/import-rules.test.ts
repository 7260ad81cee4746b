import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** Who may import whom, as ARCHITECTURE.md says. `types`: only with `import type`. `lazily`: only with `import()`. */
const rules: Record<string, { folders: string[]; types?: string[]; lazily?: string[] }> = {
  contract: { folders: [] },
  files: { folders: [] },
  document: { folders: ['contract'] },
  data: { folders: ['contract'] },
  store: { folders: ['contract', 'files'] },
  renderer: { folders: ['document', 'data', 'contract', 'files'] },
  jobs: { folders: ['store', 'contract'], types: ['renderer'] },
  engine: { folders: ['jobs', 'store', 'data', 'contract'], types: ['renderer', 'document'], lazily: ['renderer', 'document'] },
  remote: { folders: ['contract', 'files'] },
  server: { folders: ['contract'], types: ['engine'] },
  cli: {
    folders: ['contract', 'files'],
    types: ['engine', 'document', 'server', 'data'],
    lazily: ['engine', 'remote', 'server', 'data'],
  },
  'client.ts': { folders: ['remote', 'contract'] },
  'index.ts': { folders: ['engine', 'contract'], types: ['renderer', 'document'], lazily: ['engine', 'renderer'] },
};

interface Import {
  readonly target: string;
  readonly kind: 'value' | 'type' | 'lazy';
}

function importsOf(text: string): Import[] {
  const found: Import[] = [];
  for (const [, type, target] of text.matchAll(/^(?:import|export)\s(type\s)?[^;]*?from\s+'([^']+)';/gm)) {
    found.push({ target: target!, kind: type ? 'type' : 'value' });
  }
  for (const [, target] of text.matchAll(/^import\s+'([^']+)';/gm)) found.push({ target: target!, kind: 'value' });
  for (const [, target] of text.matchAll(/(?<![.\w])import\(\s*'([^']+)'\s*\)/g)) found.push({ target: target!, kind: 'lazy' });
  return found;
}

function breaksRule(file: string, { target, kind }: Import): boolean {
  const own = file.split('/')[0]!;
  if (target.startsWith('.')) {
    const to = relative(source, resolve(source, dirname(file), target)).split('/')[0]!;
    if (to === own) return false;
    const rule = rules[own];
    if (!rule) return true;
    if (rule.folders.includes(to)) return false;
    return !((kind === 'type' && rule.types?.includes(to)) || (kind === 'lazy' && rule.lazily?.includes(to)));
  }
  if (own === 'contract') return true;
  if (/^#?pdfkit/.test(target)) return !file.startsWith('document/paint/') && !file.startsWith('document/text/');
  if (own === 'document')
    return ['node:fs', 'node:fs/promises', 'node:http', 'node:https', 'node:net', 'node:child_process'].includes(target);
  return false;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every import points where the import table allows', () => {
  const broken = files.flatMap((file) =>
    importsOf(readFileSync(resolve(source, file), 'utf8'))
      .filter((one) => breaksRule(file, one))
      .map(({ target, kind }) => `${file} imports ${target} (${kind})`),
  );
  expect(broken).toEqual([]);
});

test('what is read beside the program has one path from its source and from the bundle, which are equally deep', () => {
  const reads = files.filter((file) => /new URL\([^)]*import\.meta\.url\)/.test(readFileSync(resolve(source, file), 'utf8')));
  expect(reads.length).toBeGreaterThan(5);
  // Threads and the child process lie beside each other in both.
  expect(reads.filter((file) => file.split('/').length !== 2 && !file.startsWith('renderer/pool/'))).toEqual([]);
});

/** In `cli`, what commands share stands beside them; the table alone knows them. */
const takesCommand = (file: string, { target }: Import): boolean =>
  file.startsWith('cli/') &&
  !file.startsWith('cli/commands/') &&
  file !== 'cli/command-table.ts' &&
  target.startsWith('.') &&
  relative(source, resolve(source, dirname(file), target)).startsWith('cli/commands/');

test('nothing in the command line but its table imports a command', () => {
  const broken = files.flatMap((file) =>
    importsOf(readFileSync(resolve(source, file), 'utf8'))
      .filter((one) => takesCommand(file, one))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(broken).toEqual([]);
});

test('a planted wrong import is found', () => {
  const [wrong] = importsOf("import { createPdf } from '../document/paint/index.ts';\n");
  expect(breaksRule('cli/main.ts', wrong!)).toBe(true);
  const [command] = importsOf("import { run } from '../commands/worker.ts';\n");
  expect([takesCommand('cli/batch/begin-run.ts', command!), takesCommand('cli/commands/init.ts', command!)]).toEqual([
    true,
    false,
  ]);
});

test('the document core reads no clock and prints nothing', () => {
  const impure = files
    .filter((file) => file.startsWith('document/'))
    .filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bconsole\.|\bMath\.random\(/.test(readFileSync(resolve(source, file), 'utf8')),
    );
  expect(impure).toEqual([]);
});
