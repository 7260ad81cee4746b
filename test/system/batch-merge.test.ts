// All documents of a batch in one PDF or one zip: what stands in it, and what becomes of it when the run is ended.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rows, runBatch as run } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { openServer } from '../support/open-server.ts';
import { makeWorkspace, runCli } from '../support/run-cli.ts';
import { unzip } from '../support/unzip.ts';

/** Three documents whose names are not in the order of the input. */
const three = 'title,text\nC,first\nA,second\nB,third\n';

/** Names and titles of a merged PDF, sound to outside checkers. */
function inspectPdf(path: string): { readonly titles: readonly string[]; readonly pages: readonly string[] } {
  execFileSync('qpdf', ['--check', path], { stdio: 'pipe' });
  const { outlines } = JSON.parse(execFileSync('qpdf', ['--json', '--json-key=outlines', path], { encoding: 'utf8' })) as {
    readonly outlines: readonly { readonly title: string; readonly destpageposfrom1: number }[];
  };
  const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });
  const pages = text.split('\f').slice(0, -1);
  expect(outlines.map((one) => one.destpageposfrom1)).toEqual(pages.map((_, i) => i + 1));
  return { titles: outlines.map(({ title }) => title), pages: pages.map((page) => page.trim().split(/\s+/).join(' ')) };
}

interface Manifest {
  readonly items: readonly Record<string, unknown>[];
}

function inspectZip(path: string): { readonly names: readonly string[]; readonly manifest: Manifest } {
  const files = unzip(path);
  const names = [...files.keys()];
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest;
  return { names, manifest };
}

const lastLine = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!) as Record<string, unknown>;

test('--merge says which standard of the template the merged file does not keep', async () => {
  const template = { document: { standard: ['PDF/A-2b', 'PDF/UA-1'], title: 'T', lang: 'en' }, pages: [{ body: ['A'] }] };
  const cwd = makeWorkspace({ 'templates/kept/template.json': template, 'notes.csv': three });
  const made = await run(cwd, ['kept', '-i', 'notes.csv', '--merge', 'all.pdf', '--zip', 'all.zip']);
  expect([made.code, made.stderr.match(/.*keeps no standard.*/g)]).toEqual([
    0,
    ['all.pdf keeps no standard; each document by itself keeps PDF/A-2b and PDF/UA-1. For an archive, use --zip.'],
  ]);
});

test('with --merge and --zip alone all documents stand in them, in the order of the input, and nowhere else', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  const made = await run(cwd, ['note', '-i', 'notes.csv', '--merge', 'all/all.pdf', '--zip', 'all/all.zip']);
  expect([made.code, made.stdout, made.stderr]).toEqual([
    0,
    '',
    expect.stringMatching(/^all\/all\.pdf {2}3 documents {2}\d+ kB$/m),
  ]);
  expect(readdirSync(join(cwd, 'all')).toSorted()).toEqual(['all.pdf', 'all.zip', 'pdfgen-run.jsonl']);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
  expect(inspectPdf(join(cwd, 'all/all.pdf'))).toEqual({
    titles: ['note-c', 'note-a', 'note-b'],
    pages: ['C first', 'A second', 'B third'],
  });
  const about = execFileSync('pdfinfo', [join(cwd, 'all/all.pdf')], { encoding: 'utf8' });
  expect(about).toMatch(/^Title: +all\nProducer: +pdfgen\n/);
  const { names, manifest } = inspectZip(join(cwd, 'all/all.zip'));
  expect(names).toEqual(['note-c.pdf', 'note-a.pdf', 'note-b.pdf', 'manifest.json']);
  expect(manifest).toMatchObject({
    batchUuid: null,
    items: [{ index: 0, file: 'note-c.pdf', state: 'completed', pages: 1 }, {}, {}],
  });
  expect(lastLine(join(cwd, 'all/pdfgen-run.jsonl'))).toMatchObject({
    kind: 'end',
    outputs: [
      { kind: 'merge', file: 'all/all.pdf', documents: 3, bytes: readFileSync(join(cwd, 'all/all.pdf')).length },
      { kind: 'zip', file: 'all/all.zip', documents: 3 },
    ],
  });
});

test.each([
  ['a folder', (_: string) => 'out'],
  ['an absolute path', (cwd: string) => `${cwd}/out/`],
  ['a path upwards', (_: string) => './x/../out/'],
])('with -o, %s, there are files of their own as well', async (_, folder) => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  await ends(run(cwd, ['note', '-i', 'notes.csv', '-o', folder(cwd), '--merge', 'all.pdf', '--zip', 'all.zip']), 0);
  const own = readdirSync(join(cwd, 'out'));
  expect(own.toSorted()).toEqual(['note-a.pdf', 'note-b.pdf', 'note-c.pdf', 'pdfgen-run.jsonl']);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-c', 'note-a', 'note-b']);
  expect(inspectZip(join(cwd, 'all.zip')).names).toEqual(['note-c.pdf', 'note-a.pdf', 'note-b.pdf', 'manifest.json']);
  expect(unzip(join(cwd, 'all.zip')).get('note-a.pdf')).toEqual(readFileSync(join(cwd, 'out/note-a.pdf')));
});

test('names are those of -o below the folder that all share, titles the references', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  const args = ['note', '-i', 'notes.csv', '-o', 'out/{{ text }}/{{ title }}.pdf', '--merge', 'all.pdf', '--zip', 'all.zip'];
  expect((await run(cwd, args)).code).toBe(0);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['first/C', 'second/A', 'third/B']);
  expect(inspectZip(join(cwd, 'all.zip')).names.slice(0, 3)).toEqual(['first/C.pdf', 'second/A.pdf', 'third/B.pdf']);
  expect((await run(cwd, [...args, '--reference', 'title', '--overwrite'])).code).toBe(0);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['C', 'A', 'B']);
  expect(inspectZip(join(cwd, 'all.zip')).manifest.items.map(({ reference }) => reference)).toEqual(['C', 'A', 'B']);
});

test('documents of a template that calls each the same are told apart by their number', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  const path = join(cwd, 'templates/note/template.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('note-{{ title | slugify }}', 'note.pdf'));
  expect((await run(cwd, ['note', '-i', 'notes.csv', '--merge', 'all.pdf'])).code).toBe(0);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-1', 'note-2', 'note-3']);
  await ends(run(cwd, ['note', '-i', 'notes.csv', '-o', 'out/', '--merge', 'other.pdf']), 3, 'would go to the same file');
});

test.each([
  [['--merge', 'x', '--zip', 'x'], 2, 'name one file'],
  [['--merge', '-'], 2, 'takes the name of a file'],
  [['--zip', 'out/'], 2, 'takes the name of a file'],
  [['--zip', 'templates', '--overwrite'], 9, 'it is a folder'],
  [['--zip', 'notes.csv', '--overwrite'], 2, 'is not the name of a zip'],
  [['--merge', 'run.jsonl', '--manifest', 'run.jsonl'], 2, 'is not the name of a PDF'],
  [['--merge', 'run', '--manifest', 'run'], 2, 'is the record'],
  [['--merge', 'all.pdf', '--detach'], 2, 'pdfgen batches result'],
  [['--merge', 'stands.pdf'], 9, 'stands.pdf would be replaced'],
  [['-o', '{{ title }}.pdf', '--merge', 'a.pdf', '--overwrite'], 3, 'would go to the same file as --merge'],
  [['-o', 'o/{{ title }}/../../../{{ title }}.pdf', '--zip', 'all.zip'], 3, 'no such name in a zip'],
  [['-o', 'o/{{ title }}/../x.pdf', '--zip', 'all.zip'], 3, 'would go to the same file as the document at'],
])('%j is refused before anything is made', async (args, exitCode, words) => {
  const cwd = makeWorkspace({ 'notes.csv': three, 'stands.pdf': 'mine' });
  const before = readdirSync(cwd);
  await ends(run(cwd, ['note', '-i', 'notes.csv', ...args]), exitCode, words);
  expect(readdirSync(cwd).filter((name) => name !== '.pdfgen')).toEqual(before);
  expect(readFileSync(join(cwd, 'stands.pdf'), 'utf8')).toBe('mine');
});

test('a run that is over has nothing left to do, until its file is lost or its data change', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  const args = ['note', '-i', 'notes.csv', '--merge', 'all.pdf'];
  expect((await run(cwd, args)).code).toBe(0);
  const whole = readFileSync(join(cwd, 'all.pdf'));
  expect((await run(cwd, args)).code).toBe(9);
  expect((await run(cwd, ['--resume'])).stderr).toMatch(/^0 documents made in .*, 3 already there/m);
  rmSync(join(cwd, 'all.pdf'));
  expect((await run(cwd, ['--resume'])).stderr).toContain('3 documents made');
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(whole);
  writeFileSync(join(cwd, 'fewer.csv'), 'title,text\nB,third\nC,first\n');
  await ends(run(cwd, ['--resume', '-i', 'fewer.csv']), 9, 'by a file of 2. Add --overwrite.');
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(whole);
  expect((await run(cwd, ['--resume', '-i', 'fewer.csv', '--overwrite'])).code).toBe(0);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-b', 'note-c']);
  expect(readdirSync(cwd).filter((name) => name.startsWith('pdfgen-run'))).toEqual(['pdfgen-run.jsonl']);
});

test('files of an earlier run are merged when it is taken up again', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three, 'theirs.pdf': 'mine' });
  expect((await run(cwd, ['note', '-i', 'notes.csv'])).code).toBe(0);
  await ends(run(cwd, ['--resume', '--merge', 'theirs.pdf']), 9, 'theirs.pdf would be replaced');
  const merged = await run(cwd, ['--resume', '--merge', 'all.pdf', '--json']);
  expect([merged.code, merged.stderr]).toEqual([0, '']);
  const lines = merged.stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { kind: 'resume', options: { merge: 'all.pdf' } },
    { kind: 'end', completed: 3, outputs: [{ kind: 'merge', documents: 3 }] },
  ]);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-c', 'note-a', 'note-b']);
});

test('what failed or was rejected is missing and told; the others are kept until it is made', async () => {
  const cwd = makeWorkspace({
    'notes.csv': 'title,lines[0].qty\nA,1\n\u{10ffff}x,2\nC,many\n',
    'good.csv': 'title,lines[0].qty\nA,1\nx,2\nC,3\n',
  });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '--strict', '--skip-invalid', '--merge', 'all.pdf', '--zip', 'all.zip']),
    6,
    /^all\.pdf {2}1 of 3 documents \(1 failed, 1 rejected\)/m,
    'Until then the other documents are kept in pdfgen-run.documents.',
  );
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-a']);
  expect(inspectZip(join(cwd, 'all.zip')).manifest.items).toEqual([
    expect.objectContaining({ index: 0, state: 'completed', file: 'note-a.pdf', error: null }),
    expect.objectContaining({
      index: 1,
      state: 'failed',
      file: null,
      error: expect.objectContaining({ code: 'RENDER_WARNINGS' }),
    }),
  ]);
  await ends(run(cwd, ['--resume', '-i', 'good.csv']), 0, /^2 documents made in .*, 1 already there/m);
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toEqual(['note-a', 'note-x', 'note-c']);
  expect(existsSync(join(cwd, 'pdfgen-run.documents'))).toBe(false);
});

test('a call with a limit says how many documents its file holds, and how to go on', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(36) });
  expect((await run(cwd, ['note', '-i', 'notes.csv', '--merge', 'all.pdf'])).code).toBe(0);
  const whole = readFileSync(join(cwd, 'all.pdf'));
  const refused = await run(cwd, ['--resume', '--limit', '5']);
  expect([refused.code, refused.stderr]).toEqual([
    9,
    'error: all.pdf holds 36 documents, and would be replaced by a file of 5. Leave out --limit, or add --overwrite.\n',
  ]);
  rmSync(join(cwd, 'all.pdf'));
  const part = await run(cwd, ['--resume', '--limit', '5']);
  expect(
    part.stderr
      .replace(/[\d.]+ (s|kB)/g, 'N $1')
      .replace(/: .*(?= generate batch)/, ': pdfgen')
      .split('\n'),
  ).toEqual([
    '5 documents made in N s. Record: pdfgen-run.jsonl',
    'all.pdf  5 of 36 documents (31 left out)  N kB',
    '--limit left out 31 documents of the run. Continue with: pdfgen generate batch --resume pdfgen-run.jsonl',
    'Until then the other documents are kept in pdfgen-run.documents.',
    '',
  ]);
  await ends(run(cwd, ['--resume']), 0, /^all\.pdf {2}36 documents {2}/m);
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(whole);
});

test('a file of all documents stays when a document fails that it holds', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  expect((await run(cwd, ['note', '-i', 'notes.csv', '--strict', '--merge', 'all.pdf', '--zip', 'all.zip'])).code).toBe(0);
  const whole = readFileSync(join(cwd, 'all.pdf'));
  writeFileSync(join(cwd, 'notes.csv'), three.replace('second', '\u{10ffff}'));
  const failed = await run(cwd, ['--resume']);
  expect([failed.code, failed.stderr.match(/^all.*/gm)]).toEqual([
    6,
    ['all.pdf', 'all.zip'].map(
      (file) => `${file} stays as it was: it holds 3 documents, and the new file would hold 2. To replace it, add --overwrite.`,
    ),
  ]);
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(whole);
  expect((await run(cwd, ['--resume', '--overwrite'])).stderr).toMatch(/^all\.pdf {2}2 of 3 documents \(1 failed\)/m);
  writeFileSync(join(cwd, 'notes.csv'), three);
  expect((await run(cwd, ['--resume'])).code).toBe(0);
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(whole);
});

test('without a document there is no file', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title\n\u{10ffff}x\n' });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '--strict', '--merge', 'all.pdf', '--zip', 'all.zip']),
    1,
    'all.zip is not written: there is no document to put into it.',
  );
  expect(existsSync(join(cwd, 'all.pdf')) || existsSync(join(cwd, 'all.zip'))).toBe(false);
});

test('on a full disk the documents stay for the run that goes on', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  await ends(
    run(cwd, ['note', '-i', 'notes.csv', '--merge', '/dev/full', '--overwrite', '--manifest', 'run.jsonl']),
    9,
    'the disk is full',
    /^3 of 3 documents are there\. Continue with: .*generate batch --resume run\.jsonl$/m,
  );
  expect(readdirSync(join(cwd, 'run.documents'))).toHaveLength(3);
  writeFileSync(join(cwd, 'run.documents/mine.txt'), 'of somebody else');
  await ends(run(cwd, ['--resume', 'run.jsonl', '--merge', 'all.pdf']), 0, '0 documents made');
  expect(inspectPdf(join(cwd, 'all.pdf')).titles).toHaveLength(3);
  expect(readdirSync(join(cwd, 'run.documents'))).toEqual(['mine.txt']);
});

test('a document that was changed since it was made is not put into a file of all', async () => {
  const cwd = makeWorkspace({ 'notes.csv': three });
  const args = ['note', '-i', 'notes.csv', '-o', 'out/', '--merge', '/dev/full', '--overwrite'];
  expect((await run(cwd, args)).code).toBe(9);
  writeFileSync(join(cwd, 'out/note-a.pdf'), readFileSync(join(cwd, 'out/note-b.pdf')));
  await ends(run(cwd, ['--resume', '--merge', 'all.pdf']), 0, '1 document made');
  expect(inspectPdf(join(cwd, 'all.pdf')).pages).toEqual(['C first', 'A second', 'B third']);
});

test('a server gives the same files', async () => {
  const server = await openServer();
  onTestFinished(() => server.close());
  const cwd = makeWorkspace({ 'notes.csv': three });
  await runCli(['login', server.url, '--profile', 'dev', '--with-token'], { cwd, stdin: `${server.token}\n` });
  expect((await runCli(['templates', 'push', 'note', '--remote', 'dev'], { cwd })).exitCode).toBe(0);
  const args = ['note', '-i', 'notes.csv', '--date', '2026-03-01'];
  expect((await run(cwd, [...args, '--merge', 'here/all.pdf', '--zip', 'here/all.zip'])).code).toBe(0);
  expect((await run(cwd, [...args, '--merge', 'far/all.pdf', '--zip', 'far/all.zip', '--remote', 'dev'])).code).toBe(0);
  for (const name of ['all.pdf', 'all.zip'])
    expect(readFileSync(join(cwd, 'far', name)).equals(readFileSync(join(cwd, 'here', name)))).toBe(true);
  expect(readdirSync(join(cwd, 'far')).toSorted()).toEqual(['all.pdf', 'all.zip', 'pdfgen-run.jsonl']);
});
