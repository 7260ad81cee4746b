import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/build-program.ts';
import { commandTable } from '../../src/cli/command-table.ts';
import { versionWords } from '../../src/cli/main.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, makeWorkspace, runCli } from '../support/run-cli.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('help', () => {
  test.each(commandTable.map(({ words }) => [words]))('%j has a summary, examples and exit codes', async (words) => {
    const { stdout, stderr, exitCode } = await runCli([...words, '--help'], { cwd: makeFolder() });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^Usage: pdfgen /);
    expect(stdout).toMatch(/\nExamples?:\n {2}\S/);
    expect(stdout).toMatch(/\nExit codes:\n {2}0 {2}/);
    expect(stdout).toContain('--json');
    expect(stdout).toMatch(/\n(?:Options|Input):\n[\s\S]*\nGlobal options, /);
    expect(stdout).not.toContain('(default: [])');
  });
  test('says what each argument is', async () => {
    const program = await buildProgram({ columns: 100 });
    const nameless = program.commands
      .flatMap((one) => (one.commands.length > 0 ? one.commands : [one]))
      .flatMap((one) => one.registeredArguments.filter(({ description }) => !description).map(() => one.name()));
    expect(nameless).toEqual([]);
  });
  test('lists every command, and stays within a narrow terminal', async () => {
    const { stdout } = await runCli([], { cwd: makeFolder(), terminal: 60 });
    for (const { words } of commandTable) for (const word of words) expect(stdout).toContain(word);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
  test.each([
    [30, 40],
    [60, 60],
    [300, 100],
    [undefined, 80],
  ])('of a command follows a terminal of %s columns: %s', async (terminal, columns) => {
    const { stdout } = await runCli(['generate', 'batch', '--help'], { cwd: makeFolder(), ...(terminal && { terminal }) });
    // Examples are there to be pasted.
    const lines = stdout.split('\n').filter((line) => !line.startsWith('  pdfgen '));
    const longest = Math.max(...lines.map((line) => line.length));
    expect([longest <= columns, longest > columns - 10]).toEqual([true, true]);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '9 a file cannot be read or written, or exists already (see --overwrite) 130 interrupted (143 by SIGTERM,',
    );
  });
  test('comes by the word help too', async () => {
    const cwd = makeFolder();
    expect((await runCli(['help', 'generate', 'single'], { cwd })).stdout).toBe(
      (await runCli(['generate', 'single', '--help'], { cwd })).stdout,
    );
  });
  test('the tree can be walked for a reference', async () => {
    const program = await buildProgram({ columns: 100 });
    const single = program.commands.find((one) => one.name() === 'generate')?.commands[0];
    expect(single?.options.map((one) => one.long)).toContain('--set');
  });
});

test('the example of --set works in a fresh workspace', async () => {
  const cwd = makeFolder();
  expect((await runCli(['init', 'demo'], { cwd })).exitCode).toBe(0);
  const { stdout } = await runCli(['generate', 'single', '--help'], { cwd });
  const [, typed] = /^ {2}pdfgen (generate single invoice --set .*)$/m.exec(stdout)!;
  const args = typed!.split(' ').map((word) => word.replaceAll("'", ''));
  expect(await runCli(args, { cwd: `${cwd}/demo` })).toMatchObject({ exitCode: 0 });
});

test('the version is printed alone, whatever stands beside it', async () => {
  for (const word of versionWords)
    for (const line of [[word], [word, '--json'], ['--json', word], ['help', word]])
      expect(await runCli(line, { cwd: makeFolder() })).toMatchObject({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
});

describe('what cannot be understood', () => {
  test.each([
    ['a command', ['tempaltes', 'list'], 'Did you mean templates?'],
    ['a subcommand', ['templates', 'lsit'], 'Did you mean list?'],
    ['a command of another program', ['render', 'invoice', '-o', 'a.pdf'], 'did you mean: pdfgen generate single?'],
    ['a subcommand alone', ['lint'], 'did you mean: pdfgen templates lint?'],
    ['an option of another program', ['generate', 'single', 'x', '--jpg', 'p'], 'There is no option --jpg; did you mean: --png?'],
    ['another', ['generate', 'single', 'x', '--resolution=300'], 'There is no option --resolution; did you mean: --dpi?'],
    ['one that the command has not', ['generate', 'async', 'x', '--resolution=300'], "unknown option '--resolution=300'"],
    [
      'one of other commands',
      ['templates', 'list', '--watch'],
      'an option of pdfgen generate single and pdfgen templates preview',
    ],
    ['a subcommand of several', ['push', 'cancel'], 'did you mean: pdfgen templates push?'],
    ['one that several have', ['cancel'], 'did you mean one of: pdfgen jobs cancel, pdfgen batches cancel?'],
    ['a template in the place of a subcommand', ['generate', 'invoice'], 'did you mean: pdfgen generate single invoice?'],
    ['a misspelt kind', ['generate', 'singel', 'note'], 'Did you mean single?'],
    ['an option', ['templates', 'list', '--serach', 'x'], 'Did you mean --search?'],
    ['a global option', ['templates', 'list', '--jsn'], 'Did you mean --json?'],
    ['a setting', ['config', 'get', 'maxPage'], 'did you mean "maxPages"?'],
    ['a folder that is not named', ['templates', 'list', '--store'], '--store needs a folder'],
    ['too many arguments', ['templates', 'get', 'note', 'a'], 'pdfgen templates get takes only template; left over: "a".'],
    ['a single member', ['jobs', 'list', '--json', 'uuid'], 'To print this member alone, write --json=uuid'],
    ['files of a pattern', ['generate', 'single', 'note', 'a.json', 'b.json'], "pdfgen generate batch TEMPLATE -i '*.json'"],
    ['files behind -i', ['generate', 'batch', 'note', '-i', 'a.csv', 'b.csv'], 'Put a pattern in quotes, or the shell'],
    ['JSON as a file', ['generate', 'single', 'note', '-d', '{"title":"x"}'], '-d takes the name of a file, not JSON'],
    ['a folder as a file', ['generate', 'single', 'note', '-o', 'out/'], 'Write: -o out/NAME.pdf'],
  ])('%s: exit 2 and the nearest', async (_what, args, words) => {
    const { stdout, stderr, exitCode } = await runCli(args, { cwd: makeWorkspace() });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(words);
  });
  test('the commands that are named for --watch have it', async () => {
    const program = await buildProgram({ columns: 80 });
    const owners = program.commands
      .flatMap((one) => (one.commands.length > 0 ? one.commands : [one]))
      .filter(({ options }) => options.some(({ long }) => long === '--watch'))
      .map((one) => `${one.parent!.name()} ${one.name()}`);
    expect(owners.sort()).toEqual(['generate single', 'templates preview']);
  });
  test.each([
    [['tempaltes']],
    [['templates']],
    [['templates', 'get', 'none']],
    [['generate', 'single', 'note', '-d', 'none.json']],
  ])('%j with --json is one problem on stderr', async (args) => {
    const { stdout, stderr, exitCode } = await runCli([...args, '--json'], { cwd: makeWorkspace() });
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ type: expect.stringContaining('urn:pdfgen:error:'), exitCode });
  });
  test('control characters are printed escaped, and no name begins a line of its own', async () => {
    const cwd = makeWorkspace({
      'order.json': JSON.stringify({ title: 'x', 'a\u001b]0;owned\u0007\nerror: b': 1 }),
      'templates/odd/template.json': { name: 'red \u001b[31m\nslug', pages: [{ body: ['x'] }] },
    });
    const outputs = [
      await runCli(['\u001b[31mfoo'], { cwd }),
      await runCli(['generate', 'single', 'no\u001b[31m\nte'], { cwd }),
      await runCli(['generate', 'single', 'note', '-d', 'order.json'], { cwd }),
      await runCli(['generate', 'single', 'note', '-d', 'a\u0007.json'], { cwd }),
      await runCli(['templates', 'list'], { cwd }),
      await runCli(['templates', 'list'], { cwd, terminal: 200, env: { NO_COLOR: '1' } }),
    ];
    for (const { stdout, stderr } of outputs)
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|\nerror: b|\nslug\t/);
  });
});

test('global options may stand anywhere on the line', async () => {
  const cwd = makeWorkspace();
  for (const args of [
    ['--store', cwd, '--json', 'templates', 'list'],
    ['templates', '--json', 'list', `--store=${cwd}`],
  ]) {
    expect(JSON.parse((await runCli(args, { cwd: makeFolder() })).stdout).items).toHaveLength(1);
  }
});

describe('colours', () => {
  test.each([
    ['a terminal has them', { terminal: 80 }, true],
    ['a pipe has none', {}, false],
    ['NO_COLOR', { terminal: 80, env: { NO_COLOR: '1' } }, false],
    ['a dumb terminal', { terminal: 80, env: { TERM: 'dumb' } }, false],
    ['FORCE_COLOR in a pipe', { env: { FORCE_COLOR: '1' } }, true],
  ])('%s', async (_what, options, expected) => {
    const { stderr } = await runCli(['generate', 'single', 'none'], { cwd: makeWorkspace(), ...options });
    expect(stderr.includes('\u001b[')).toBe(expected);
  });
  test('--no-color is stronger than all', async () => {
    const { stderr } = await runCli(['generate', 'single', 'none', '--no-color'], {
      cwd: makeWorkspace(),
      terminal: 80,
      env: { FORCE_COLOR: '1' },
    });
    expect(stderr).not.toContain('\u001b[');
  });
});

describe('a template is named', () => {
  test.each([
    ['by slug', 'note'],
    ['by a path from here', './templates/note'],
    ['by the path of its document', 'templates/note/template.json'],
    ['by a slug with dots', 'note.v2'],
  ])('%s', async (_how, reference) => {
    const cwd = makeWorkspace({ 'templates/note.v2/template.json': { pages: [{ body: ['x'] }] } });
    expect((await runCli(['generate', 'single', reference, '-o', 'x.pdf'], { cwd })).exitCode).toBe(0);
  });
  test('by UUID, and by the path of a template outside of any workspace', async () => {
    const cwd = makeWorkspace();
    const { uuid } = JSON.parse((await runCli(['templates', 'get', 'note', '--json'], { cwd })).stdout);
    expect((await runCli(['generate', 'single', uuid, '-o', 'x.pdf'], { cwd })).exitCode).toBe(0);
    const outside = makeFolder({ 'letter/template.json': { pages: [{ body: ['x'] }] } });
    expect((await runCli(['generate', 'single', './letter'], { cwd: outside })).stderr).toContain('letter.pdf');
  });
});

test('a missing argument is told with what to give', async () => {
  const { stderr, exitCode } = await runCli(['migrate-data'], { cwd: makeFolder() });
  expect([exitCode, stderr]).toEqual([2, 'error: <dir> is missing: the data folder. See --help.\n']);
});

test('the worker of a server takes the settings of its stores as flags, that of a workspace does not', async () => {
  const cwd = makeWorkspace({});
  for (const flag of ['--master-key-file', '--webhook-networks', '--database-direct', '--cache-dir', '--log-level']) {
    await ends(runCli(['worker', flag, '10.1.0.0/16'], { cwd }), 2, `${flag} is for the worker of a server`);
  }
  const server = ['worker', '--database', 'postgres://127.0.0.1:1/x', '--objects', 's3://b?endpoint=http://127.0.0.1:1'];
  const wrongKey = await runCli([...server, '--master-key-file', 'none.key'], { cwd });
  expect(wrongKey.stderr).toContain(
    '(--master-key-file or PDFGEN_MASTER_KEY_FILE) cannot be read (ENOENT). Give each server and worker the same file.',
  );
  await ends(runCli([...server, '--webhook-networks', 'home'], { cwd }), 2, '--webhook-networks');
  await ends(runCli([...server, '--database-connections', '1'], { cwd }), 2, '--database-connections must be a whole number');
});
