import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** Who may import whom. A name is a folder or a file. `types`: only with `import type`. `lazily`: only with `import()`. */
type Rules = Readonly<Record<string, Record<'folders' | 'types' | 'lazily', readonly string[]>>>;

/** A name in the lists for the files that stand in a folder itself, and not in a folder inside of it. */
const ownFiles = '.';

/** Reads `text (image resources.ts) [s3] ([sqlite])`: values, types, by `import()`, in both of these ways. */
function readRule(list: string): Rules[string] {
  const rule = { folders: [] as string[], types: [] as string[], lazily: [] as string[] };
  if (list === '-') return rule;
  for (const [group] of list.matchAll(/\(?\[?[^()[\]]+\]?\)?/g)) {
    const names = group
      .replaceAll(/[()[\]]/g, '')
      .split(' ')
      .filter((name) => name !== '');
    const strange = names.find((name) => name !== ownFiles && !/^[a-z\d-]+(?:\.ts)?$/.test(name));
    if (strange !== undefined) throw new Error(`ARCHITECTURE.md: "${strange}" in "${list}" is not a folder or a file`);
    if (group.startsWith('(')) rule.types.push(...names);
    if (group.includes('[')) rule.lazily.push(...names);
    if (!/[([]/.test(group)) rule.folders.push(...names);
  }
  return rule;
}

/** The lists of imports in ARCHITECTURE.md by their folder: `''` for the folders of `src`, `document` for those inside `document`. */
function readRules(page: string): ReadonlyMap<string, Rules> {
  const [, section = ''] = /^## Who may import whom\n(.*?)^## /ms.exec(page) ?? [];
  const lists = section.matchAll(/^In(?:side `(\w+)`| `src`)[^\n]*:\n\n```text\n(.*?)\n```$/gms);
  return new Map(
    [...lists].map(([, room = '', rows]) => {
      const rules = rows!.split('\n').flatMap((row) => {
        const [names = '', list = ''] = row.split(': ');
        return names.split(' ').map((name) => [name, readRule(list)] as const);
      });
      return [room, Object.fromEntries(rules)];
    }),
  );
}

const tables = readRules(readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8'));
const rooms = ['document', 'batch', 'store'];

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

/** The file of `src` that an import means; undefined: a package. */
function fileOf(file: string, { target }: Import): string | undefined {
  return target.startsWith('.') ? relative(source, resolve(source, dirname(file), target)) : undefined;
}

function breaksRule(file: string, one: Import): boolean {
  const to = fileOf(file, one);
  if (to === undefined) return breaksPackageRule(file, one);
  return [...tables.keys()].some((room) => breaksTable(room, file, to, one));
}

/** The name of a file in the table of a folder. Undefined: the file is elsewhere. */
function nameIn(room: string, file: string): string | undefined {
  if (room === '') return file.split('/')[0]!;
  if (!file.startsWith(`${room}/`)) return undefined;
  const [first = '', inner] = file.slice(room.length + 1).split('/');
  return inner !== undefined || tables.get(room)![first] ? first : ownFiles;
}

function breaksTable(room: string, file: string, to: string, { kind }: Import): boolean {
  const [own, other] = [nameIn(room, file), nameIn(room, to)];
  if (own === undefined || other === undefined || own === other) return false;
  const rule = tables.get(room)![own];
  if (!rule) return true;
  if (rule.folders.includes(other)) return false;
  return !((kind === 'type' && rule.types.includes(other)) || (kind === 'lazy' && rule.lazily.includes(other)));
}

/** They import no package, and nothing of Node. */
const bare = ['contract', 'json', 'words', 'async', 'cache'];
/** They give the same for the same, on every machine and at any time. */
const isPure = (file: string): boolean => /^(?:document|invoice)\//.test(file);
/** Pure files that write or read PDF, and run in Node alone: a browser lays documents out. */
const isOfNode = (file: string): boolean => /^document\/(?:paint|pdf-pages)\//.test(file);
/** What these may import of Node: no file system, network, process or thread. */
const nodeModules = ['node:buffer', 'node:crypto', 'node:stream', 'node:zlib'];

function breaksPackageRule(file: string, { target }: Import): boolean {
  if (bare.includes(file.split('/')[0]!)) return true;
  if (/^#?pdfkit/.test(target)) return !file.startsWith(target.includes('/standard-fonts/') ? 'platform/' : 'document/paint/');
  return isPure(file) && isBuiltin(target) && !(isOfNode(file) && nodeModules.includes(target));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const imports = new Map(files.map((file) => [file, importsOf(readFileSync(resolve(source, file), 'utf8'))]));
const describeAll = (isWrong: (file: string, one: Import) => boolean): string[] =>
  [...imports].flatMap(([file, all]) =>
    all.filter((one) => isWrong(file, one)).map(({ target, kind }) => `${file} imports ${target} (${kind})`),
  );

test('the import lists of ARCHITECTURE.md have a row for each folder and say who may import whom', () => {
  const foldersOf = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const codeless = ['docs-page', 'fonts', 'hyphenation'];
  const expected = foldersOf(source).flatMap(({ name }) => (codeless.includes(name) ? [] : [name]));
  expect(Object.keys(tables.get('')!).toSorted()).toEqual([...expected, 'client.ts', 'index.ts'].toSorted());
  expect([...tables.keys()]).toEqual(['', ...rooms]);
  for (const room of rooms)
    expect(Object.keys(tables.get(room)!)).toEqual(expect.arrayContaining(foldersOf(`${source}${room}`).map(({ name }) => name)));
  expect(readRule('text resources.ts (fonts) [data-folder] ([. s3])')).toEqual({
    folders: ['text', 'resources.ts'],
    types: ['fonts', '.', 's3'],
    lazily: ['data-folder', '.', 's3'],
  });
  expect(() => readRule('text, image')).toThrow('"text," in "text, image" is not a folder or a file');
});

test('every import points where the import lists allow', () => {
  expect(describeAll(breaksRule)).toEqual([]);
});

test('the import lists allow nothing that nobody needs', () => {
  const used = new Set<string>();
  for (const [file, all] of imports)
    for (const one of all)
      for (const room of tables.keys()) {
        const to = fileOf(file, one);
        if (to !== undefined) used.add(`${room}: ${nameIn(room, file)} -> ${nameIn(room, to)} ${one.kind}`);
      }
  const unneeded = [...tables].flatMap(([room, table]) =>
    Object.entries(table).flatMap(([own, { folders, types, lazily }]) => {
      const isUsed = (other: string, kind: Import['kind']) => used.has(`${room}: ${own} -> ${other} ${kind}`);
      return [
        ...folders.filter((other) => !isUsed(other, 'value')),
        ...types.filter((other) => !isUsed(other, 'type')),
        ...lazily.filter((other) => !isUsed(other, 'lazy')),
      ].map((other) => `${room}: ${own} -> ${other}`);
    }),
  );
  expect(unneeded).toEqual([]);
});

/** The files of one circle of imports, types included: a file that knows another by its types alone cannot be read without it either. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): readonly string[] | undefined => {
    const start = way.indexOf(file);
    if (start >= 0) return [...way.slice(start), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}

test('no files import each other in a circle', () => {
  const graph = [...imports].map(([file, all]) => [file, all.flatMap((one) => fileOf(file, one) ?? [])] as const);
  expect(findCircle(new Map(graph))).toBeUndefined();
});

test('what is read beside the program has one path from its source and from the bundle, which are equally deep', () => {
  const reads = files.filter((file) => /new URL\([^)]*import\.meta\.url\)/.test(readFileSync(resolve(source, file), 'utf8')));
  expect(reads.length).toBeGreaterThan(5);
  // Threads and processes lie in the folder of what starts them, in both.
  const starters = ['renderer/pool/', 'engine/generation/merge-in-threads.ts', 'engine/fonts/check-font.ts'];
  expect(reads.filter((file) => file.split('/').length !== 2 && !starters.some((one) => file.startsWith(one)))).toEqual([]);
});

/** What is started by itself: programs, their threads and processes, what packages export, and what pages load. */
const entries = [
  ...['cli/main.ts', 'client.ts', 'contract/index.ts', 'index.ts'],
  ...['engine/generation/merge-thread.ts', 'renderer/pool/child.ts', 'renderer/pool/thread.ts', 'server/body-thread.ts'],
  ...['editor-page/enter.ts', 'editor-page/main.tsx', 'live-pages/worker/main.ts', 'preview-page/main.tsx'],
  // In place of platform/index.ts and of Node's zlib.
  ...['platform/browser-zlib.ts', 'platform/browser.ts'],
];

test('every file is imported, or is an entry', () => {
  const imported = new Set([...imports].flatMap(([file, all]) => all.map((one) => fileOf(file, one))));
  const alone = files.filter((file) => !file.endsWith('.d.ts') && !imported.has(file));
  expect(alone.toSorted()).toEqual(entries.toSorted());
});

/** In `cli`, what commands share stands beside them; the table alone knows them. */
const takesCommand = (file: string, one: Import): boolean =>
  file.startsWith('cli/') &&
  !file.startsWith('cli/commands/') &&
  file !== 'cli/command-table.ts' &&
  fileOf(file, one)?.startsWith('cli/commands/') === true;

test('nothing in the command line but its table imports a command', () => {
  expect(describeAll(takesCommand)).toEqual([]);
});

/** Outside of `store` only ports are known. `open-stores.ts` knows the drivers, which are the folders of `store`. */
const takesDriver = (file: string, one: Import): boolean =>
  !file.startsWith('store/') && /^store\/[^/]+\//.test(fileOf(file, one) ?? '');

test('nothing outside of the stores imports a driver', () => {
  expect(describeAll(takesDriver)).toEqual([]);
});

test('planted wrong imports and circles are found', () => {
  const [wrong] = importsOf("import { createPdf } from '../document/paint/create-pdf.ts';\n");
  expect(breaksRule('cli/main.ts', wrong!)).toBe(true);
  const [component] = importsOf("import type { Elements } from '../components/element-context.ts';\n");
  expect([breaksRule('document/layout/paginate.ts', component!), breaksRule('document/compile/a.ts', component!)]).toEqual([
    true,
    false,
  ]);
  const [record, driver] = importsOf("import { openRecord } from '../record/open-record.ts';\nimport '../s3/exchange.ts';\n");
  expect(breaksRule('batch/entries/columns.ts', record!)).toBe(true);
  expect([breaksRule('store/filesystem/a.ts', driver!), breaksRule('store/move/a.ts', driver!)]).toEqual([true, false]);
  const packages = importsOf("import os from 'os';\nimport zlib from 'node:zlib';\nimport PDFDocument from '#pdfkit';\n");
  const isWrongIn = (file: string) => packages.map((one) => breaksRule(file, one));
  expect(isWrongIn('document/text/a.ts')).toEqual([true, true, true]);
  expect(isWrongIn('document/paint/a.ts')).toEqual([true, false, false]);
  expect(isWrongIn('invoice/cii/a.ts')).toEqual([true, true, true]);
  expect(isWrongIn('json/a.ts')).toEqual([true, true, true]);
  const [command] = importsOf("import { run } from '../commands/worker.ts';\n");
  expect([takesCommand('cli/report/index.ts', command!), takesCommand('cli/commands/init.ts', command!)]).toEqual([true, false]);
  const [queue, port] = importsOf("import '../store/sqlite/queue.ts';\nimport '../store/state-store.ts';\n");
  expect([takesDriver('engine/limits.ts', queue!), takesDriver('engine/limits.ts', port!)]).toEqual([true, false]);
  const circle = { start: ['a'], a: ['b', 'end'], b: ['c'], c: ['a'], end: [] };
  expect(findCircle(new Map(Object.entries(circle)))).toEqual(['a', 'b', 'c', 'a']);
});

test('documents and invoices read no clock, ask nothing of the process or the network, and print nothing', () => {
  const impure = files
    .filter(isPure)
    .filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bconsole\.|\bMath\.random\(|\bprocess\.\w|\bperformance\.|\bfetch\(/.test(
        readFileSync(resolve(source, file), 'utf8'),
      ),
    );
  expect(impure).toEqual([]);
});

test('what lays documents out uses nothing of Node without an import either', () => {
  const code = (file: string) => readFileSync(resolve(source, file), 'utf8').replace(/\/\/.*|\/\*(?:.|\n)*?\*\//g, '');
  const usesNode = (file: string) => /(?<!\.)\bBuffer[.<(]|\bNodeJS\.|\bimport\.meta\b/.test(code(file));
  expect(files.filter((file) => isPure(file) && !isOfNode(file) && usesNode(file))).toEqual([]);
});
