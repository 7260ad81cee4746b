// pdfgen inspect: what it prints, its exit codes, and its bounds.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectInThread } from '../../src/inspect/inspect-in-thread.ts';
import { makePdf } from '../inspect/make-pdf.ts';
import { deflateZeros } from '../support/deflate-zeros.ts';
import { makeFolder } from '../support/run-cli.ts';
import { interruptAtPipe, runProgram } from '../support/run-program.ts';

const built = new URL('../../.build/inspect/', import.meta.url);
const never = new AbortController().signal;

/** Files of the folder by name; objects are bytes or texts. */
function runIn(folder: string, args: readonly string[], input?: Uint8Array) {
  const env = { ...process.env, PDFGEN_CONFIG_DIR: join(folder, '.user') };
  return runProgram(['inspect', ...args], { cwd: folder, env, ...(input && { input }) });
}

test('prints what a file is, in a pipe without colours', async () => {
  const folder = makeFolder({ 'a.pdf': makePdf('UA-1 A-3a') });
  const { stdout, stderr, code } = await runIn(folder, ['a.pdf']);
  expect([stderr, code]).toEqual(['', 0]);
  expect(
    stdout
      .split('\n')
      .filter((line) => !line.startsWith('File'))
      .slice(0, 16),
  ).toEqual([
    'Title        A title',
    'Author       An author',
    'Subject      A subject',
    'Keywords     some words',
    'Creator      A creator',
    'Producer     A producer',
    'Created      2026-01-02T03:04:05Z',
    'Modified     2026-01-02T03:04:05Z',
    'Language     en',
    'Claims       PDF/A-3a, PDF/UA-1',
    'Pages        1: 70.6 × 35.3 mm',
    'Fonts        Test, CIDFontType2, subset',
    'Viewer       DisplayDocTitle true',
    'Attachments  a.txt, 6 bytes, text/plain, Data, A text',
    '',
    'Outline',
  ]);
  expect(stdout).toContain('Tags\n  Document\n    H1 "A"\n    P "AB"\n      Link "B"\n    Table\n');
  expect(stdout).toContain('TH scope Column "A"');
});

test('reads standard input, reads aloud, and prints JSON', async () => {
  const folder = makeFolder();
  const bytes = makePdf('plain');
  expect((await runIn(folder, ['-', '--read'], bytes)).stdout).toMatch(
    /^heading 1: A\nAB \[link: B\]\ntable with 2 columns and 2 rows\n/,
  );
  const { stdout } = await runIn(folder, ['-', '--read', '--json'], bytes);
  expect(JSON.parse(stdout)).toMatchObject({
    file: '<stdin>',
    version: '1.7',
    reading: expect.arrayContaining(['heading 1: A']),
  });
  const untagged = makePdf('plain', (edit) => edit.body('catalog', '/StructTreeRoot @root', ''));
  expect((await runIn(folder, ['-', '--read'], untagged)).stderr).toBe(
    'The file has no tags: its text stands in the order in which it is painted.\n',
  );
});

test('a check passes, or names each rule that is broken', async () => {
  const good = makePdf('UA-1 A-3a', (edit) => edit.data('xmp', 'A producer', 'pdfgen').body('info', 'A producer', 'pdfgen'));
  const folder = makeFolder({
    'good.pdf': good,
    'bad.pdf': makePdf('UA-1 A-3a', (edit) => edit.body('fig', '/Alt(A line)', '')),
    'none.pdf': makePdf('plain', (edit) => edit.body('catalog', '/StructTreeRoot @root', '')),
  });
  expect(await runIn(folder, ['good.pdf', '--check'])).toMatchObject({
    stdout: expect.stringMatching(/^ok {2}\d+ rules of UA-1, A-3, A-3u, A-3a: no rule is broken\n$/),
    stderr: '',
    code: 0,
  });
  const bad = await runIn(folder, ['bad.pdf', '--check']);
  expect(bad.stdout).toBe('!!  page 1: Figure has no alternative text (UA-1 7.3-1, Matterhorn 13-004)\n');
  expect(bad.stderr).toContain('1 finding\nThe rules are made for files of pdfgen.');
  expect(bad.code).toBe(3);
  expect(JSON.parse((await runIn(folder, ['bad.pdf', '--check', '--json'])).stdout).check).toMatchObject({ count: 1 });
  expect((await runIn(folder, ['none.pdf', '--check'])).stderr).toContain('there is nothing to check');
});

test('files that cannot be inspected end with a message and their exit code', async () => {
  const folder = makeFolder({
    'text.pdf': 'hello',
    'empty.pdf': '',
    'cut.pdf': makePdf('plain').subarray(0, 2000),
    'a.pdf': makePdf('plain'),
    'no-password.txt': '\n',
  });
  const ends = async (args: string[], message: string, code: number) =>
    expect(await runIn(folder, args)).toMatchObject({ stdout: '', stderr: `error: ${message}\n`, code });
  await ends(['text.pdf'], 'text.pdf: is no PDF: it does not begin with %PDF-', 3);
  await ends(['empty.pdf'], 'empty.pdf: is empty', 3);
  await ends(['cut.pdf'], 'cut.pdf: is damaged: its end is missing', 3);
  await ends(['none.pdf'], 'none.pdf: cannot be read: there is no such file', 9);
  await ends(['.'], '.: cannot be read: it is a folder', 9);
  await ends(
    ['a.pdf', '--password-file', 'no-password.txt'],
    '--password-file: the first line of no-password.txt is empty. Write the password there.',
    2,
  );
  expect(await runIn(folder, ['a.pdf', '--raed'])).toMatchObject({ stderr: expect.stringContaining('--read'), code: 2 });
});

test('a file that qpdf encrypted opens with a password file', async () => {
  const folder = makeFolder({ 'a.pdf': makePdf('plain'), 'password.txt': 'ütser\n' });
  execFileSync('qpdf', ['--encrypt', 'ütser', 'owner', '256', '--', 'a.pdf', 'b.pdf'], { cwd: folder });
  expect(await runIn(folder, ['b.pdf'])).toMatchObject({
    stderr: 'error: b.pdf: is encrypted: write its password into a file, and name that file with --password-file\n',
    code: 3,
  });
  const opened = JSON.parse((await runIn(folder, ['b.pdf', '--password-file', 'password.txt', '--read', '--json'])).stdout);
  expect(opened).toMatchObject({ encrypted: true, title: 'A title', language: 'en' });
  expect(opened.reading).toContain('heading 1: A');
});

test.each(['128 --use-aes=y', '256 --force-R5', '256'])(
  'a password with a euro sign opens a file that qpdf encrypted with %s',
  async (how) => {
    const folder = makeFolder({ 'a.pdf': makePdf('plain'), 'password.txt': '5\u20ac\u00fc\n' });
    execFileSync(
      'qpdf',
      ['--allow-weak-crypto', '--encrypt', '5\u20ac\u00fc', 'owner', ...how.split(' '), '--', 'a.pdf', 'b.pdf'],
      { cwd: folder },
    );
    expect(JSON.parse((await runIn(folder, ['b.pdf', '--password-file', 'password.txt', '--json'])).stdout)).toMatchObject({
      title: 'A title',
    });
  },
);

test('Ctrl-C ends the command while it waits for the writer of a pipe', async () => {
  expect(await interruptAtPipe(makeFolder(), 'a.pdf', ['inspect', 'a.pdf'])).toEqual([130, null]);
});

test('terminals are safe from what a file says', async () => {
  const folder = makeFolder({
    'a.pdf': makePdf('plain', (edit) => edit.data('xmp', 'A title', '\u009b31mred\u202e').body('fig', 'A line', '\\033[31m')),
  });
  expect((await runIn(folder, ['a.pdf'])).stdout + (await runIn(folder, ['a.pdf', '--read'])).stdout).not.toMatch(
    /[\u001b\u009b\u202e]/,
  );
});

describe('hostile files end in time', () => {
  /** Bytes that can move to a thread. */
  const own = (bytes: Uint8Array) => Uint8Array.from(bytes);
  const zeros = (megabytes: number) => deflateZeros(megabytes * 1_000_000);
  test('a stream that unpacks to too much', async () => {
    const bytes = makePdf('plain', (edit) => {
      Object.assign(edit.parts.objects.get('content')!, { body: '/Filter/FlateDecode', data: zeros(300) });
    });
    await expect(inspectInThread(own(bytes), {}, never, { folder: built })).rejects.toThrow('unpacks to more than 94 MB in all');
  });
  test('objects that unpack to more memory than there may be', async () => {
    const bytes = makePdf('plain', (edit) => edit.add('packed', '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', zeros(60)));
    const bounds = { timeoutMs: 60_000, memoryMb: 40 };
    await expect(inspectInThread(own(bytes), {}, never, { bounds, folder: built })).rejects.toThrow(
      'asks for more memory (40 MB) than this command may take',
    );
  });
  test('a file that takes too long, and an interrupt', async () => {
    const busy = makePdf('plain', (edit) => {
      // Each form paints the next one ten times.
      for (let i = 0; i < 12; i++)
        edit.add(
          `f${i}`,
          `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</X1 @f${i + 1}>>>>`,
          '/X1 Do '.repeat(10),
        );
      edit.body('resources', '@form', '@f0');
    });
    const bounds = { timeoutMs: 10, memoryMb: 2048 };
    await expect(inspectInThread(own(busy), {}, never, { bounds, folder: built })).rejects.toThrow('asks for more time');
    const controller = new AbortController();
    const inspected = inspectInThread(own(busy), {}, controller.signal, { folder: built });
    setTimeout(() => controller.abort(), 20);
    await expect(inspected).rejects.toThrow('aborted');
  });
  test('brackets without end', async () => {
    const bytes = makePdf('plain', (edit) => edit.add('deep', '['.repeat(200_000)));
    const folder = makeFolder();
    writeFileSync(join(folder, 'deep.pdf'), bytes);
    const { stderr, code } = await runIn(folder, ['deep.pdf']);
    expect([code, stderr]).toEqual([3, 'error: deep.pdf: nests its arrays and dictionaries more than 500 deep\n']);
  });
});
