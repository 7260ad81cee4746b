import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { ends } from '../support/ends.ts';
import { makeWorkspace, runCli } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';

const font = fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url));

interface Watching {
  readonly child: ChildProcess;
  /** What it says until this text comes, since the last call. */
  until(text: string): Promise<string>;
  /** Waits for its end. */
  end(): Promise<{ readonly code: number | null; readonly rest: string }>;
}

/** Starts `pdfgen generate single note --watch`, and waits until it watches. */
async function watchNote(cwd: string, ...args: readonly string[]): Promise<Watching> {
  const child = spawn(process.execPath, [program, 'generate', 'single', ...args, '--watch'], {
    cwd,
    env: { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const until = async (text: string): Promise<string> => {
    while (!said.includes(text)) {
      await Promise.race([once(child.stderr, 'data'), closed]);
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded && !said.includes(text)) throw new Error(`It ended without "${text}":\n${said}`);
    }
    const end = said.indexOf('\n', said.indexOf(text)) + 1;
    const before = said.slice(0, end);
    said = said.slice(end);
    return before;
  };
  return {
    child,
    until,
    async end() {
      child.kill('SIGINT');
      await closed;
      return { code: child.exitCode, rest: said };
    },
  };
}

const titleOf = async (cwd: string) => (await PDFDocument.load(readFileSync(join(cwd, 'note.pdf')))).getTitle();
const titled = (title: string) =>
  JSON.stringify({ document: { title }, pages: [{ body: ['{{ title }}'] }], exampleData: { title: 'Hello' } });
const openNote = () => {
  const cwd = makeWorkspace();
  for (const name of ['schema', 'example']) rmSync(join(cwd, `templates/note/${name}.json`));
  const file = join(cwd, 'templates/note/template.json');
  writeFileSync(file, titled('first'));
  return { cwd, file };
};

test('a document is made again at each save, until Ctrl-C', async () => {
  const { cwd, file } = openNote();
  const watching = await watchNote(cwd, 'note', '-o', 'note.pdf');
  expect(await watching.until('Ctrl-C ends it.')).toContain('note.pdf  1 page');
  expect(await titleOf(cwd)).toBe('first');
  writeFileSync(file, titled('second'));
  expect(await watching.until('note.pdf  1 page')).toContain('templates/note/template.json changed.');
  expect(await titleOf(cwd)).toBe('second');
  // As editors save: a new file takes the place of the old one.
  writeFileSync(join(cwd, 'new.json'), titled('third'));
  renameSync(join(cwd, 'new.json'), file);
  await watching.until('note.pdf  1 page');
  expect(await titleOf(cwd)).toBe('third');
  expect(await watching.end()).toEqual({ code: 0, rest: 'Watching has ended.\n' });
});

test('a faulty template is told once with its place, and the last document stays', async () => {
  const { cwd, file } = openNote();
  const watching = await watchNote(cwd, 'note', '-o', 'note.pdf');
  await watching.until('Ctrl-C ends it.');
  writeFileSync(file, '{\n  "pages": [\n');
  expect(await watching.until('error:')).toMatch(/template\.json:3:1 is not JSON: the text ends inside the array\.\n$/);
  rmSync(file);
  expect(await watching.until('error:')).toContain('template.json');
  expect(await titleOf(cwd)).toBe('first');
  writeFileSync(file, titled('mended'));
  await watching.until('note.pdf  1 page');
  expect(await titleOf(cwd)).toBe('mended');
});

// On a busy machine, the moment may be a long one.
test('a file that is empty for a moment is no fault', { retry: 3 }, async () => {
  const { cwd, file } = openNote();
  const watching = await watchNote(cwd, 'note', '-o', 'note.pdf');
  await watching.until('Ctrl-C ends it.');
  writeFileSync(file, '');
  await watching.until('changed.');
  writeFileSync(file, titled('whole'));
  expect(await watching.until('note.pdf  1 page')).not.toContain('error');
  expect(await titleOf(cwd)).toBe('whole');
});

test('the data file, assets and shared fonts count too, and a template that is faulty at first', async () => {
  const { cwd, file } = openNote();
  writeFileSync(file, '');
  writeFileSync(join(cwd, 'one.json'), '{"title": "One"}');
  const watching = await watchNote(cwd, './templates/note', '-d', 'one.json', '-o', 'note.pdf');
  expect(await watching.until('Watching templates/note, one.json.')).toContain('error:');
  writeFileSync(file, titled('of one'));
  await watching.until('note.pdf  1 page');
  writeFileSync(join(cwd, 'one.json'), '{"title": "Two"}');
  expect(await watching.until('note.pdf  1 page')).toContain('one.json changed.');
  mkdirSync(join(cwd, 'fonts'));
  copyFileSync(font, join(cwd, 'fonts/Mine.ttf'));
  // The folder alone, if the file is there already when the folder is found.
  await watching.until('fonts');
  await watching.until('note.pdf  1 page');
  mkdirSync(join(cwd, 'templates/note/assets'));
  copyFileSync(font, join(cwd, 'templates/note/assets/Mine.ttf'));
  await watching.until('templates/note/assets');
  await watching.until('note.pdf  1 page');
});

test('a template folder and a data file that are removed count again when they return', async () => {
  const { cwd, file } = openNote();
  const [folder, data] = [join(cwd, 'templates/note'), join(cwd, 'data/one.json')];
  const writeData = (title: string) => {
    mkdirSync(join(cwd, 'data'), { recursive: true });
    writeFileSync(data, JSON.stringify({ title }));
  };
  writeData('One');
  const watching = await watchNote(cwd, 'note', '-d', data, '-o', 'note.pdf');
  await watching.until('Ctrl-C ends it.');
  renameSync(folder, join(cwd, 'away'));
  await watching.until('There is no template "note"');
  renameSync(join(cwd, 'away'), folder);
  await watching.until('note.pdf  1 page');
  writeFileSync(file, titled('again'));
  await watching.until('note.pdf  1 page');
  rmSync(join(cwd, 'data'), { recursive: true });
  await watching.until('there is no such file');
  writeData('Two');
  await watching.until('note.pdf  1 page');
  writeData('Three');
  await watching.until('note.pdf  1 page');
});

test('of many saves none is missed, and nothing is left behind', async () => {
  const { cwd, file } = openNote();
  const watching = await watchNote(cwd, 'note', '-o', 'note.pdf');
  await watching.until('Ctrl-C ends it.');
  let said = '';
  for (let save = 1; save <= 15; save++) {
    // As editors save, and at once after the document before.
    writeFileSync(join(cwd, 'new.json'), titled(`save ${save}`));
    renameSync(join(cwd, 'new.json'), file);
    said += await watching.until('note.pdf  1 page');
  }
  // Node warns of more than ten listeners on one signal.
  expect(said + (await watching.end()).rest).not.toContain('Warning');
});

test.each([
  [['note', '-o', '-'], '--watch makes the file again and again: name it with -o FILE.'],
  [['note', '-d', '-'], '--watch needs a data file that can be saved: name it with -d FILE.'],
  [['note@2'], '--watch follows the files of a template, and note@2 is a version, which does not change.'],
  [['note', '--json'], '--watch tells a person of each document; leave out --json.'],
  [['note', '--ask'], '--watch and --ask cannot be used together: write the data into a file, and name it with -d FILE.'],
  [['note', '--remote', 'http://127.0.0.1:9', '--allow-insecure'], '--watch follows files on this machine'],
])('%j cannot be watched', async (args, message) => {
  await ends(runCli(['generate', 'single', ...args, '--watch'], { cwd: makeWorkspace() }), 2, message);
});

test('a template that is not there is no reason to wait', async () => {
  await ends(runCli(['generate', 'single', 'nope', '--watch'], { cwd: makeWorkspace() }), 5, 'There is no template "nope"');
});
