// The program as a process: its streams, signals and what it loads.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, cpSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { versionWords } from '../../src/cli/main.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, makeWorkspace } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Stdio = 'pipe' | 'ignore' | number;

function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  stdin: Stdio = 'ignore',
  stdout: Stdio = 'pipe',
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), ...env },
    stdio: [stdin, stdout, 'pipe'],
  });
  return { child, result: collect(child) };
}

function collect(child: ChildProcess): Promise<Result> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ stdout: Buffer.concat(out).toString('latin1'), stderr: Buffer.concat(err).toString(), code, signal }),
    );
  });
}

/** Runs a line of shell in which `pdfgen` is the program. */
function shell(line: string, cwd: string): Promise<Result> {
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const child = spawn('bash', ['-c', `pdfgen() { ${quote(process.execPath)} ${quote(program)} "$@"; }\n${line}`], {
    cwd,
    env: { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return collect(child);
}

const long = {
  'templates/long/template.json': {
    pages: [{ body: [{ table: 'lines', columns: [{ header: 'Name', body: '{{ item }}' }] }] }],
  },
};
const manyLines = JSON.stringify({ lines: Array.from({ length: 400_000 }, (_, i) => `line ${i} with a few words to be broken`) });

test('a clone that is not built says how to build it', async () => {
  const cwd = makeFolder();
  cpSync(dirname(program), join(cwd, 'bin'), { recursive: true });
  const child = spawn(process.execPath, [join(cwd, 'bin', 'pdfgen.js'), '--version'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr = 'error: pdfgen is not built: it has no file dist/js/pdfgen.cjs. Build it with: npm run build\n';
  expect(await collect(child)).toMatchObject({ code: 2, stdout: '', stderr });
});

describe('standard output', () => {
  test('closed by its reader is no failure, whatever was being written', async () => {
    const cwd = makeWorkspace();
    for (const line of ['pdfgen --version', 'pdfgen --help', 'pdfgen templates get note', 'pdfgen generate single note -o -']) {
      const { stdout, stderr } = await shell(`${line} 2> err.txt | true; echo \${PIPESTATUS[0]}; cat err.txt`, cwd);
      expect(`${line}: ${stdout.split('\n')[0]}`).toBe(`${line}: 0`);
      expect(stdout + stderr).not.toContain('EPIPE');
    }
  });
  test('that is full is exit 9 with a remedy', async () => {
    const cwd = makeWorkspace();
    for (const line of ['pdfgen --version', 'pdfgen templates list', 'pdfgen generate single note -o -']) {
      const { stderr, code } = await shell(`${line} > /dev/full`, cwd);
      expect({ line, code, stderr }).toMatchObject({ code: 9, stderr: expect.stringContaining('the disk is full') });
    }
  });
});

describe('standard input', () => {
  test.each([
    ['data in a pipe', 'echo "{}" | pdfgen generate single note -o x.pdf', 2],
    ['data that comes while the document is made', '(sleep 0.1; echo "{}") | pdfgen generate single note -o x.pdf', 2],
    ['a file', 'pdfgen generate single note -o x.pdf < pdfgen.json', 2],
    ['/dev/null', 'pdfgen generate single note -o x.pdf < /dev/null', 0],
    ['closed', 'pdfgen generate single note -o x.pdf <&-', 0],
    ['an empty pipe', 'true | pdfgen generate single note -o x.pdf', 0],
    ['a pipe that is read with -d -', 'echo "{\\"title\\":\\"x\\"}" | pdfgen generate single note -d - -o x.pdf', 0],
    ['a file that is read with -d -', 'pdfgen generate single note -d - -o x.pdf < templates/note/example.json', 0],
  ])('%s', async (_what, line, expected) => {
    const { code, stderr } = await shell(line, makeWorkspace());
    expect({ code, stderr }).toMatchObject({ code: expected });
  });
  test('an inherited pipe that stays open and silent neither fails nor hangs', async () => {
    const cwd = makeWorkspace();
    const { child, result } = start(['generate', 'single', 'note', '-o', 'x.pdf'], cwd, {}, 'pipe');
    const { code } = await result;
    child.stdin?.destroy();
    expect(code).toBe(0);
  });
});

describe('an interrupt', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s while data is awaited ends with %i and leaves nothing', async (name, expected) => {
    const cwd = makeWorkspace();
    const { child, result } = start(['generate', 'single', 'note', '-d', '-', '-o', 'x.pdf'], cwd, {}, 'pipe');
    // More than a pipe holds: it is gone when the program reads, and so listens for the interrupt.
    await new Promise((resolve) => child.stdin?.write(`{"title":${' '.repeat(1_000_000)}`, resolve));
    child.kill(name);
    expect(await result).toMatchObject({ code: expected, stdout: '' });
    expect(readdirSync(cwd).filter((name) => /pdf$|tmp$/.test(name))).toEqual([]);
  });
  test('while a long document is made ends it, as the shell shows by 130; there is no file', async () => {
    const cwd = makeWorkspace({ ...long, 'lines.json': manyLines });
    const { child, result } = start(['generate', 'single', 'long', '-d', 'lines.json', '-o', 'x.pdf'], cwd);
    // kills.rest.test.ts tries other moments.
    await wait(700);
    child.kill('SIGINT');
    const { code, signal } = await result;
    // A shell shows a process that SIGINT ended as 128 + 2.
    expect(signal === 'SIGINT' ? 130 : code).toBe(130);
    expect(readdirSync(cwd).filter((name) => /\.pdf$|tmp$/.test(name))).toEqual([]);
  });
});

describe('what is loaded', () => {
  /** The packages and source folders that a bundled file holds: the bundler says of each module where it begins. */
  const bundledIn = (file: URL): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ (?:\.build|node_modules)\/((?:@[^/]+\/)?[\w.-]+)/gm)].map(([, name]) => name!);

  interface Script {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly startOffset: number; readonly count: number }[] }[];
  }

  /** As `bundledIn`, of the modules of a pack that have run. */
  function packedIn(file: URL, functions: Script['functions']): readonly string[] {
    const code = readFileSync(file, 'latin1');
    const heads = [...code.matchAll(/^\/\/ \S+$/gm)];
    return functions.flatMap(({ ranges: [range] }) => {
      if (!range?.count) return [];
      const head = heads.findLast(({ index }) => index < range.startOffset)?.[0] ?? '';
      return /^\/\/ (?:\.build|node_modules|dist\/vendor)\/((?:@[^/]+\/)?[\w-]+)/.exec(head)?.[1] ?? [];
    });
  }

  const modulesIn = (file: string): readonly string[] =>
    [...readFileSync(file, 'latin1').matchAll(/^\/\/ \.build\/(\S+)$/gm)].map(([, name]) => name!);

  /** The scripts that V8 saw. */
  async function scriptsOf(
    args: readonly string[],
    cwd = makeWorkspace({ 'templates/article/template.json': { pages: [{ body: [{ markdown: '# A' }] }] } }),
  ): Promise<readonly Script[]> {
    const folder = makeFolder();
    await start(args, cwd, { NODE_V8_COVERAGE: folder }).result;
    return readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] };
      return result;
    });
  }

  /** Names of their packages and source folders. */
  function namesIn(scripts: readonly Script[]): readonly string[] {
    const names = scripts.flatMap(({ url, functions }) => {
      if (/\/dist\/js\/[\w-]+\.cjs$/.test(url)) return packedIn(new URL(url), functions);
      const [, name] = /(?:node_modules|dist\/vendor)\/((?:@[^/]+\/)?[^/.]+)/.exec(url) ?? [];
      return name ?? (url.includes('/dist/js/') ? bundledIn(new URL(url)) : []);
    });
    return [...new Set(names)].sort();
  }
  const loadedBy = async (args: readonly string[]) => namesIn(await scriptsOf(args));

  test.each(versionWords)('for %s: nothing but the command line itself, and not the pack', async (word) => {
    const scripts = await scriptsOf([word]);
    expect(namesIn(scripts)).toEqual(['cli', 'files', 'words']);
    expect(scripts.filter(({ url }) => url.endsWith('/pdfgen.cjs'))).toEqual([]);
  });
  test.each([[['--help']], [['generate', 'single', '--help']], [['generate', 'batch', '--help']], [['templates', 'lsit']]])(
    'for %j: the parser',
    async (args) => {
      const loaded = await loadedBy(args);
      expect(loaded).toContain('commander');
      expect(
        loaded.filter(
          (name) => !['cli', 'contract', 'files', 'input', 'json', 'settings', 'words', 'commander', 'yaml'].includes(name),
        ),
      ).toEqual([]);
    },
  );
  test('to list templates: no renderer', async () => {
    const loaded = await loadedBy(['templates', 'list']);
    expect(loaded).toContain('store');
    for (const name of ['pdfkit', 'harfbuzzjs', 'document', 'renderer', 'prompts', 'ora', 'conf']) {
      expect(loaded).not.toContain(name);
    }
  });
  const onDemand = join(dirname(program), '../dist/js/on-demand.cjs');
  test.each([
    ['a text', 'note', [], []],
    ['a text by a standard', 'note', ['--standard', 'PDF/A-1b'], ['pdfkit']],
    ['Markdown', 'article', [], ['markdown-it', 'pdfkit']],
  ])('to make a document of %s: what others need stays away', async (_, template, flags, more) => {
    const scripts = await scriptsOf(['generate', 'single', template, '-o', 'x.pdf', ...flags]);
    const loaded = namesIn(scripts);
    expect(loaded).toEqual(expect.arrayContaining(['renderer', 'harfbuzzjs', ...more]));
    expect(loaded).not.toContain('woff2-encoder');
    expect(['markdown-it', 'pdfkit'].filter((name) => loaded.includes(name))).toEqual(more);
    expect(scripts.some(({ url }) => url === pathToFileURL(onDemand).href)).toBe(template === 'article');
  });
  test('the pack of what few documents need has no module of the other pack', () => {
    const other = new Set(modulesIn(join(dirname(onDemand), 'pdfgen.cjs')));
    const own = modulesIn(onDemand);
    for (const part of [
      'components/chart/draw-chart',
      'components/payment/draw-bill',
      'components/markdown/read-blocks',
      'image/svg/svg-reader',
      'pdf-pages/open-pdf',
    ])
      expect(own).toContain(`document/${part}.js`);
    expect(own.filter((name) => other.has(name))).toEqual([]);
  });
});

test('a run that makes one document is over before V8 marks its heap', async () => {
  const template = fileURLToPath(new URL('../../templates-examples/invoice', import.meta.url));
  const args = ['--trace-gc', program, 'generate', 'single', template, '-o', 'x.pdf'];
  const { stdout } = await ends(collect(spawn(process.execPath, args, { cwd: makeFolder() })), 0);
  expect(stdout).toContain('Scavenge');
  expect(stdout).not.toContain('Mark-Compact');
});

describe('compiled code is kept', () => {
  const none = { HOME: '', LOCALAPPDATA: '', XDG_CACHE_HOME: '' };
  // As Node has it from 22.8 on, but telling the folder.
  const telling = "import module from 'node:module'; module.enableCompileCache = (folder) => console.error('kept in', folder);";
  test.each([
    [{ HOME: '/home/ada' }, 'kept in /home/ada/.cache/pdfgen\n'],
    [{ HOME: '/home/ada', XDG_CACHE_HOME: '/caches' }, 'kept in /caches/pdfgen\n'],
    [{ HOME: '/home/ada', XDG_CACHE_HOME: 'caches' }, 'kept in /home/ada/.cache/pdfgen\n'],
    [{ HOME: '.' }, ''],
    [{ HOME: '/home/ada', SUDO_UID: '1000' }, ''],
    [{ HOME: '/home/ada', NODE_COMPILE_CACHE: '/dev/null/caches' }, ''],
  ])('in a folder of the user alone: %j', async (given, words) => {
    const env = { ...none, ...given, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(telling)}"` };
    expect(await start(['--version'], makeFolder(), env).result).toMatchObject({ code: 0, stderr: words });
  });
});

describe('the pack', () => {
  const makeNote = async (cwd: string, env: Record<string, string> = {}) => {
    const { code, stderr } = await start(['generate', 'single', 'note', '-o', 'x.pdf', '-q'], cwd, env).result;
    return { code, stderr, bytes: readFileSync(join(cwd, 'x.pdf'), 'latin1') };
  };
  const open = () => {
    const cwd = makeWorkspace();
    const caches = join(cwd, 'caches');
    const env = { XDG_CACHE_HOME: caches };
    const list = () =>
      readdirSync(join(caches, 'pdfgen'))
        .filter((name) => name.endsWith('.pack'))
        .sort((a, b) => a.split('-')[1]!.localeCompare(b.split('-')[1]!));
    const path = () => join(caches, 'pdfgen', list()[0]!);
    const commandsIn = (name: string): readonly string[] =>
      (JSON.parse(readFileSync(join(caches, 'pdfgen', name), 'latin1').split('\n')[0]!) as { commands: string[] }).commands;
    const commands = () => commandsIn(list()[0]!);
    return { cwd, env, caches, list, path, commands, commandsIn };
  };

  test('keeps what runs have compiled, once for each command, for this user alone', async () => {
    const { cwd, env, list, path, commands } = open();
    const first = await makeNote(cwd, env);
    expect([list().length, commands()]).toEqual([1, ['generate single']]);
    expect([statSync(path()).mode & 0o777, statSync(dirname(path())).mode & 0o777]).toEqual([0o600, 0o700]);
    const { mtimeMs } = statSync(path());
    expect(await makeNote(cwd, env)).toEqual(first);
    expect(statSync(path()).mtimeMs).toBe(mtimeMs);
    await start(['templates', 'list'], cwd, env).result;
    expect([list().length, commands()]).toEqual([1, ['generate single', 'templates list']]);
  });

  test('keeps what the threads that render have compiled, apart from the commands', async () => {
    const { cwd, env, list, commandsIn } = open();
    writeFileSync(join(cwd, 'names.json'), JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ title: `Note ${i}` }))));
    const isKept = () => list().some((name) => commandsIn(name).includes('renderFiles'));
    // A thread that is ended before it has written leaves this to a later one.
    for (let i = 0; i < 5 && !(i > 0 && isKept()); i++) {
      const batch = ['generate', 'batch', 'note', '-i', 'names.json', '-o', makeFolder()];
      expect(await start(batch, cwd, env).result).toMatchObject({ code: 0 });
    }
    expect(list().map((name) => [name.split('-')[1], commandsIn(name)])).toEqual([
      ['cli', ['generate batch']],
      ['thread', expect.arrayContaining(['renderFiles'])],
    ]);
  });

  test('makes the same document and a new cache from a cache that is spoilt', async () => {
    const { cwd, env, path } = open();
    const first = await makeNote(cwd, env);
    const good = readFileSync(path());
    const spoilt = [
      good.subarray(0, good.length / 2),
      Buffer.from(good.map((byte, i) => (i % 1000 === 999 ? byte ^ 1 : byte))),
      Buffer.alloc(0),
      Buffer.from('{"commands":["generate single"],"crc":0}\n'),
    ];
    for (const bytes of spoilt) {
      writeFileSync(path(), bytes);
      expect(await makeNote(cwd, env)).toEqual(first);
      expect(readFileSync(path()).length).toBeGreaterThan(good.length / 2);
    }
    expect(await makeNote(cwd, env)).toEqual(first);
  });

  test('neither reads nor writes a cache where other users may write', async () => {
    const { cwd, env, caches, list } = open();
    mkdirSync(join(caches, 'pdfgen'), { recursive: true });
    chmodSync(join(caches, 'pdfgen'), 0o777);
    expect(await makeNote(cwd, env)).toMatchObject({ code: 0, stderr: '' });
    expect(list()).toEqual([]);
  });

  test('says nothing where no cache can be written', async () => {
    const { cwd, env, caches } = open();
    writeFileSync(caches, '');
    expect(await makeNote(cwd, env)).toMatchObject({ code: 0, stderr: '' });
    expect(await makeNote(cwd, { ...env, NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ code: 0, stderr: '' });
  });

  test('an unexpected fault shows its place in the file', async () => {
    const spoil = 'Array.prototype.flatMap = () => { throw new RangeError("spoilt"); };';
    const env = { PDFGEN_DEBUG: '1', NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(spoil)}"` };
    const { stderr } = await start(['generate', 'single', 'note'], makeWorkspace(), env).result;
    const [, line] = /dist\/js\/pdfgen\.cjs:(\d+):\d+\)?\n/.exec(stderr) ?? [];
    const code = readFileSync(join(dirname(program), '../dist/js/pdfgen.cjs'), 'latin1').split('\n');
    expect(code[Number(line) - 1]).toContain('flatMap');
  });
});

test('what init prints can be pasted', async () => {
  const cwd = makeFolder();
  const { child, result } = start(['init', "it's here"], cwd);
  void child;
  const { stdout, code } = await result;
  expect(code).toBe(0);
  const pasted = await collect(spawn('sh', ['-e', '-c', stdout], { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  expect(pasted).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, "it's here"))).toContain('invoice.pdf');
});

test('writing where nothing may be written is exit 9 and leaves nothing', async () => {
  const cwd = makeWorkspace();
  const { stderr, code } = await shell('ulimit -f 1; pdfgen generate single note -o x.pdf', cwd);
  expect({ stderr, code }).toMatchObject({ code: 9 });
  expect(readdirSync(cwd).filter((name) => /\.pdf$|tmp$/.test(name))).toEqual([]);
});

test('standard input that finds no room on the disk is refused with the remedy', async () => {
  const { stderr, code } = await shell('echo | (ulimit -f 0; pdfgen inspect -)', makeFolder());
  expect(stderr).toMatch(
    /^error: <stdin>: cannot be kept in .* while it is used: its disk is full; set TMPDIR to another folder$/m,
  );
  expect(code).toBe(9);
});

test('a result goes to a file that the shell opened', async () => {
  const cwd = makeWorkspace();
  const out = openSync(join(cwd, 'x.pdf'), 'w');
  const { code } = await start(['generate', 'single', 'note', '-o', '-'], cwd, {}, 'ignore', out).result;
  closeSync(out);
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'x.pdf'), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\n$/);
});
