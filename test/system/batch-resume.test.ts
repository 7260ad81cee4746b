// A run of a batch taken up again: when that is refused, and by whom.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digests, linesOf, pdfs, rows, runBatch, runBatchProcess, startBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, makeWorkspace } from '../support/run-cli.ts';

const record = 'out/pdfgen-run.jsonl';

/** A workspace with a run of three documents, one of which is gone. */
async function makeRun() {
  const cwd = makeWorkspace({ 'notes.csv': rows(3) });
  await ends(runBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf', '--date', '2026-03-01']), 0);
  rmSync(join(cwd, 'out/t1.pdf'));
  return cwd;
}

test.each([
  ['another server', ['--remote', 'http://127.0.0.1:9'], 2, 'made on this machine; to continue it, add --local'],
  ['another name of the template', ['note'], 2, 'takes it from the record'],
  ['another pattern', ['-o', 'other/{{ title }}.pdf'], 2, 'go to out/{{ title }}.pdf'],
  ['another date', ['--date', '2026-03-02'], 2, 'have the date 2026-03-01'],
  ['another record', ['--manifest', 'other.jsonl'], 2, 'leave --manifest out'],
  ['jobs of the store', ['--detach'], 2, '--resume without --detach'],
])('%s makes another run, and is refused', async (_, more, exitCode, words) => {
  const cwd = await makeRun();
  const before = readFileSync(join(cwd, record), 'utf8');
  await ends(runBatch(cwd, [...more, '--resume', record]), exitCode, words);
  expect(readFileSync(join(cwd, record), 'utf8')).toBe(before);
  expect(pdfs(join(cwd, 'out')).toSorted()).toEqual(['t0.pdf', 't2.pdf']);
});

test('the record knows the table that is joined, and tells when it is another', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2), 'lines.csv': 'of,qty\nt0,1\nt1,2\n' });
  const joined = ['--join', 'lines=lines.csv', '--on', 'title=of', '-o', 'out/{{ title }}.pdf'];
  expect((await runBatch(cwd, ['note', '-i', 'notes.csv', ...joined])).code).toBe(0);
  const [head] = linesOf(join(cwd, record));
  expect(head!.inputs).toMatchObject([{ file: 'notes.csv' }, { file: 'lines.csv', bytes: 17 }]);
  writeFileSync(join(cwd, 'lines.csv'), 'of,qty\nt0,1\nt1,3\n');
  await ends(runBatch(cwd, ['--resume', record]), 0, /^lines\.csv: the data has changed .*\n1 document made .*, 1 already there/);
});

test('a run of a server is continued there alone', async () => {
  const cwd = await makeRun();
  const [head, ...lines] = linesOf(join(cwd, record));
  const far = { ...head, remote: 'https://pdf.example.com' };
  writeFileSync(join(cwd, record), [far, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  await ends(runBatch(cwd, ['--resume', record]), 2, 'to continue it, add --remote https://pdf.example.com');
});

test('another template of the same name is refused, with the place of the right one', async () => {
  const cwd = await makeRun();
  const other = makeWorkspace();
  const template = join(other, 'templates/note/template.json');
  writeFileSync(template, readFileSync(template, 'utf8').replace('A note', 'Another note'));
  // The first run of the other workspace makes a version 1 there too.
  writeFileSync(join(other, 'one.csv'), rows(1));
  expect((await runBatch(other, ['note', '-i', 'one.csv'])).code).toBe(0);
  await ends(
    runBatch(other, ['--resume', join(cwd, record), '--store', '.']),
    2,
    `has another content here than in the run`,
    cwd,
  );
  rmSync(join(other, 'templates/note'), { recursive: true });
  await ends(runBatch(other, ['--resume', join(cwd, record), '--store', '.']), 5, `Continue the run where it was begun: ${cwd}`);
  expect(existsSync(join(cwd, 'out/t1.pdf'))).toBe(false);
});

test('a template outside of a store that has changed is refused, unless the run is to go on with it', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  expect((await runBatch(cwd, ['./templates/note', '-i', 'notes.csv', '-o', 'out/'])).code).toBe(0);
  expect((await runBatch(cwd, ['--resume', record])).code).toBe(0);
  const template = join(cwd, 'templates/note/template.json');
  writeFileSync(template, readFileSync(template, 'utf8').replace('A note', 'Another note'));
  await ends(
    runBatch(cwd, ['--resume', record]),
    2,
    /has changed since the run began\. .* add --template-version current\. Or begin anew/,
  );
  rmSync(join(cwd, 'out/note-t1.pdf'));
  await ends(
    runBatch(cwd, ['--resume', record, '--template-version', 'current']),
    0,
    '1 document made',
    '1 document that was already there has another version of the template',
  );
});

test('a file that the record does not tell of is not replaced, also where nothing else has changed', async () => {
  const cwd = await makeRun();
  writeFileSync(join(cwd, 'out/t1.pdf'), 'mine');
  const path = join(cwd, record);
  const told = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, told.filter((line) => !line.includes('out/t1.pdf')).join('\n'));
  await ends(runBatch(cwd, ['--resume', record]), 9, 'out/t1.pdf would be replaced. The record does not say that this');
  expect(readFileSync(join(cwd, 'out/t1.pdf'), 'utf8')).toBe('mine');
});

test('a document that somebody has changed is not replaced unless that is said', async () => {
  const cwd = await makeRun();
  const path = join(cwd, 'out/t2.pdf');
  const signed = Buffer.concat([readFileSync(path), Buffer.from('% signed\n%%EOF\n')]);
  writeFileSync(path, signed);
  await ends(runBatch(cwd, ['--resume', record]), 9, 'out/t2.pdf would be replaced. It was changed since this run made it');
  expect(readFileSync(path)).toEqual(signed);
  expect((await runBatch(cwd, ['--resume', record, '--overwrite'])).stderr).toContain('2 documents made');
});

test.each([
  ['empty', (pdf: Buffer) => pdf.subarray(0, 0)],
  ['cut off', (pdf: Buffer) => pdf.subarray(0, pdf.length / 2)],
  ['full of zeros', (pdf: Buffer) => Buffer.alloc(pdf.length)],
])('a document that a failing machine left %s is made again', async (_, damage) => {
  const cwd = await makeRun();
  const path = join(cwd, 'out/t2.pdf');
  const whole = readFileSync(path);
  writeFileSync(path, damage(whole));
  await ends(runBatch(cwd, ['--resume', record]), 0, '2 documents made');
  expect(readFileSync(path)).toEqual(whole);
});

test('a file that appears while the run is at work is not replaced', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(400) });
  const run = startBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf']);
  await hold(run, join(cwd, 'out'));
  writeFileSync(join(cwd, 'out/t399.pdf'), 'mine');
  run.child.kill('SIGCONT');
  await ends(run.ended, 9, 'out/t399.pdf would be replaced. It appeared while this run was at work');
  expect(readFileSync(join(cwd, 'out/t399.pdf'), 'utf8')).toBe('mine');
  await ends(runBatch(cwd, ['--resume', record]), 9, 'out/t399.pdf would be replaced');
  rmSync(join(cwd, 'out/t399.pdf'));
  expect((await runBatch(cwd, ['--resume', record])).code).toBe(0);
  expect(pdfs(join(cwd, 'out'))).toHaveLength(400);
});

test('data that changed meanwhile are said, and replace only what the run made', async () => {
  const cwd = await makeRun();
  writeFileSync(join(cwd, 'notes.csv'), 'title,text\nt0,new\nmine,x\n');
  writeFileSync(join(cwd, 'out/mine.pdf'), 'mine');
  await ends(runBatch(cwd, ['--resume', record]), 9, 'out/mine.pdf would be replaced');
  expect(readFileSync(join(cwd, 'out/mine.pdf'), 'utf8')).toBe('mine');
  const before = digests(join(cwd, 'out'));
  rmSync(join(cwd, 'out/mine.pdf'));
  await ends(runBatch(cwd, ['--resume', record]), 0, 'notes.csv: the data has changed since the run began', '2 documents made');
  expect(digests(join(cwd, 'out'))['t0.pdf']).not.toBe(before['t0.pdf']);
});

test.each([
  ['its last line cut off', (text: string) => text.slice(0, -30)],
  ['a line that is not JSON', (text: string) => text.replace(/^.*"kind":"end".*$/m, 'gar{bage')],
  ['the line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
])('a record with %s is continued, and stays one', async (_, damage) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(3) });
  const begun = ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'];
  expect((await runBatch(cwd, begun)).code).toBe(0);
  const before = digests(join(cwd, 'out'));
  const path = join(cwd, record);
  const text = damage(readFileSync(path, 'utf8'));
  writeFileSync(path, text);
  await ends(runBatch(cwd, ['--resume', record]), 0, '3 already there');
  expect(digests(join(cwd, 'out'))).toEqual(before);
  // What was written now begins on a line of its own.
  const added = readFileSync(path, 'utf8').slice(text.length).trim().split('\n');
  expect(added.map((line) => JSON.parse(line).kind)).toEqual(['resume', 'end']);
});

test('options that ask for more documents replace only what the run made', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(4) });
  expect((await runBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf', '--limit', '2'])).code).toBe(0);
  rmSync(join(cwd, 'out/t0.pdf'));
  writeFileSync(join(cwd, 'out/t3.pdf'), 'mine');
  await ends(runBatch(cwd, ['--resume', record, '--limit', '4']), 9, 'out/t3.pdf would be replaced');
  expect(readFileSync(join(cwd, 'out/t3.pdf'), 'utf8')).toBe('mine');
  await ends(runBatch(cwd, ['--resume', record, '--limit', '3', '--workers', '1']), 0, '2 documents made');
});

test('what a run writes into the folder of its data is no data when it is continued', async () => {
  const cwd = makeWorkspace({ 'data/notes.csv': 'title,lines[0].qty\nA,1\nB,many\nC,2\n' });
  const begun = ['note', '-i', 'data', '-o', 'data/', '--skip-invalid'];
  expect((await runBatch(cwd, begun)).code).toBe(6);
  const all = readdirSync(join(cwd, 'data')).toSorted();
  expect(all).toEqual(['note-a.pdf', 'note-c.pdf', 'notes.csv', 'notes.rejected.csv', 'pdfgen-run.jsonl']);
  rmSync(join(cwd, 'data/note-a.pdf'));
  await ends(runBatch(cwd, ['--resume', 'data/pdfgen-run.jsonl']), 6, '1 document made', '1 already there, 1 rejected');
  expect(readdirSync(join(cwd, 'data')).toSorted()).toEqual(all);
});

test('a file that was given later is that of the next time as well, wherever it was named from', async () => {
  const cwd = await makeRun();
  mkdirSync(join(cwd, 'below'));
  writeFileSync(join(cwd, 'below/corrected.csv'), 'title,text\nt0,"Text 0, and more"\nt1,corrected\n');
  const below = join(cwd, 'below');
  await ends(runBatch(below, ['--resume', join('..', record), '-i', 'corrected.csv']), 0, '1 document made');
  const corrected = digests(join(cwd, 'out'));
  const again = await ends(runBatch(cwd, ['--resume', record]), 0, '2 already there');
  expect(again.stderr).not.toContain('not the data');
  expect(digests(join(cwd, 'out'))).toEqual(corrected);
});

test('a map and a second table that are given later are of the folder in which they are given', async () => {
  const cwd = makeWorkspace({
    'notes.csv': 'Titel\nA\nB\n',
    'lines.csv': 'title,lines.qty\nA,1\n',
    'map.json': '{ "Titel": "title" }',
    'below/lines.csv': 'of,lines.qty\nA,1\nB,2\n',
    'below/map.json': '{ "Titel": "title", "of": null }',
  });
  const record = 'out/pdfgen-run.jsonl';
  const begun = ['-i', 'notes.csv', '--map', 'map.json', '--join', 'lines=lines.csv', '--on', 'Titel=title'];
  expect((await runBatch(cwd, ['note', ...begun])).code).toBe(0);
  const given = ['--map', 'map.json', '--join', 'lines=lines.csv', '--on', 'Titel=of'];
  await ends(runBatch(join(cwd, 'below'), ['--resume', join('..', record), ...given]), 0, '1 document made');
  const { options } = linesOf(join(cwd, record)).findLast(({ kind }) => kind === 'resume') as { options: unknown };
  expect(options).toMatchObject({ map: ['below/map.json'], join: 'lines=below/lines.csv' });
  // Then and the next time, from whatever folder.
  await ends(runBatch(join(cwd, 'out'), ['--resume', 'pdfgen-run.jsonl', '--map', 'Titel=title']), 0, '2 already there');
});

test('a data file that is gone is said', async () => {
  const cwd = await makeRun();
  rmSync(join(cwd, 'notes.csv'));
  await ends(runBatch(cwd, ['--resume', record]), 9, 'notes.csv', 'there is no such file');
});

/** Waits until the run has made some files, and stops it there without ending it. */
async function hold({ child }: ReturnType<typeof startBatch>, folder: string) {
  child.stdin.end();
  while (child.exitCode === null && pdfs(folder).length < 3) await sleep(2);
  child.kill('SIGSTOP');
}

test('of two processes on one record the second is refused, and the first comes to its end', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(400) });
  const args = ['note', '-i', 'notes.csv', '-o', 'out/'];
  const first = startBatch(cwd, args);
  await hold(first, join(cwd, 'out'));
  const words = `Another run (process ${first.child.pid}) is writing ${record}.`;
  for (const other of [['--resume', record], ['--resume'], args, [...args, '--overwrite'], [...args, '--dry-run']]) {
    await ends(runBatch(cwd, other), 9, words);
  }
  expect((await runBatch(cwd, ['--resume', record, '--dry-run'])).code).toBe(0);
  first.child.kill('SIGCONT');
  expect((await first.ended).code).toBe(0);
  expect(pdfs(join(cwd, 'out'))).toHaveLength(400);
  expect(readdirSync(join(cwd, 'out')).filter((name) => name.includes('.lock'))).toEqual([]);
});

test('the record of a run that was killed is taken up by one of two, and nothing is made twice', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(300) });
  const first = startBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/']);
  await hold(first, join(cwd, 'out'));
  first.child.kill('SIGKILL');
  await first.ended;
  // The lock of the process that was killed lies there still.
  expect(existsSync(join(cwd, `${record}.lock`))).toBe(true);
  const both = await Promise.all([1, 2].map(() => runBatchProcess(cwd, ['--resume', record])));
  // One that came when the other had ended found everything there.
  expect([
    [0, 0],
    [0, 9],
  ]).toContainEqual(both.map(({ code }) => code).toSorted());
  const files = linesOf(join(cwd, record)).flatMap(({ kind, file }) => (kind === 'item' ? [file] : []));
  // The first run may have been killed between the record of a document and its file.
  expect([files.length - 300 <= 1, new Set(files).size]).toEqual([true, 300]);
  expect(readdirSync(join(cwd, 'out')).filter((name) => !name.endsWith('.pdf'))).toEqual(['pdfgen-run.jsonl']);
});

test('a run that fails before its first document leaves no record, and the one that it would replace', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(3) });
  const args = ['./templates/note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'];
  const template = join(cwd, 'templates/note/template.json');
  const good = readFileSync(template, 'utf8');
  const broken = good.replace('{{ title }}', '{{ title | nothing }}');
  writeFileSync(template, broken);
  const failed = await ends(runBatch(cwd, args), 3, 'There is no filter "nothing"');
  expect(failed.stderr).not.toContain('--resume');
  expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  writeFileSync(template, good);
  expect((await runBatch(cwd, args)).code).toBe(0);

  const before = readFileSync(join(cwd, record), 'utf8');
  rmSync(join(cwd, 'out/t1.pdf'));
  writeFileSync(template, broken);
  expect((await runBatch(cwd, [...args, '--overwrite'])).code).toBe(3);
  expect(readFileSync(join(cwd, record), 'utf8')).toBe(before);
  writeFileSync(template, good);
  expect((await runBatch(cwd, ['--resume', record])).stderr).toMatch(/^1 document made in .*, 2 already there/m);
  expect((await runBatch(cwd, [...args, '--overwrite'])).code).toBe(0);
  expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual(['pdfgen-run.jsonl', 't0.pdf', 't1.pdf', 't2.pdf']);
  expect(linesOf(join(cwd, record)).filter(({ kind }) => kind === 'run')).toHaveLength(1);
});

test.each(['note', './templates/note'])('a run of the template %s is continued from any folder', async (reference) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2) });
  expect((await runBatch(cwd, [reference, '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'])).code).toBe(0);
  const before = digests(join(cwd, 'out'));
  for (const elsewhere of [makeFolder(), makeWorkspace()]) {
    rmSync(join(cwd, 'out/t1.pdf'));
    await ends(runBatch(elsewhere, ['--resume', join(cwd, record)]), 0, '1 document made');
    expect(digests(join(cwd, 'out'))).toEqual(before);
  }
});

test.each([
  ['out/pdfgen-run.jsonl', /were made\. The record of the run was removed, too: put out\/pdfgen-run\.jsonl back/],
  ['run.jsonl', /were made\. Continue with: .*generate batch --resume run\.jsonl$/m],
])('a folder that is removed under a run with the record %s is told as it is', async (manifest, words) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(20_000) });
  const { child, ended } = startBatch(cwd, ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf', '--manifest', manifest]);
  while (child.exitCode === null && pdfs(join(cwd, 'out')).length === 0) await sleep(20);
  renameSync(join(cwd, 'out'), join(cwd, 'gone'));
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([9, expect.stringMatching(words)]);
  expect(stderr).toMatch(/^error: Cannot write out\/t\d+\.pdf: its folder was removed while the run was at work\.$/m);
  expect(stderr).not.toContain('make it first');
});
