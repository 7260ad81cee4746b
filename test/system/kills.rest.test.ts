// Commands that are killed at many moments: what is there is whole, and a run that is continued makes nothing twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { letter } from '../contract/engine.suite.ts';
import { digests, linesOf, pdfs, rows, runBatch, startBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, makeWorkspace, runCli } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { startProgram, startServe } from '../support/serve-process.ts';

const kills = Number(process.env.PROOF_KILLS ?? 3);
/** No two kills of a run strike at the same place. */
const shortWhile = () => sleep(Math.random() * 40);

/** Kills a batch as soon as this is so. */
async function killWhen(cwd: string, args: readonly string[], isTime: () => boolean): Promise<void> {
  const { child, ended } = startBatch(cwd, args);
  child.stdin.end();
  while (child.exitCode === null && !isTime()) await sleep(2);
  await shortWhile();
  child.kill('SIGKILL');
  await ended;
}

test('a document that is killed at any moment leaves the old file or the whole new one', async () => {
  const cwd = makeWorkspace();
  for (const afterMs of [150, 200, 230, 260, 290, 320, 350, 400]) {
    writeFileSync(join(cwd, 'x.pdf'), 'old');
    const child = spawn(process.execPath, [program, 'generate', 'single', 'note', '-o', 'x.pdf'], { cwd, stdio: 'ignore' });
    const ended = once(child, 'close');
    await sleep(afterMs);
    child.kill('SIGKILL');
    await ended;
    const left = readFileSync(join(cwd, 'x.pdf'), 'latin1');
    expect(left === 'old' || (left.startsWith('%PDF-') && left.endsWith('%%EOF\n'))).toBe(true);
  }
});

test('an interrupt while a long document is made ends it, as the shell shows by 130; there is no file', async () => {
  const lines = Array.from({ length: 400_000 }, (_, i) => `line ${i} with a few words to be broken`);
  const table = { table: 'lines', columns: [{ header: 'Name', body: '{{ item }}' }] };
  const cwd = makeWorkspace({ 'templates/long/template.json': { pages: [{ body: [table] }] }, 'lines.json': { lines } });
  // Some while the data is read and parsed, some while the document is made.
  for (const afterMs of [500, 700, 900, 1_300]) {
    const args = [program, 'generate', 'single', 'long', '-d', 'lines.json', '-o', 'x.pdf'];
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
    const ended = once(child, 'close');
    await sleep(afterMs);
    child.kill('SIGINT');
    const [code, signal] = await ended;
    // A shell shows a process that SIGINT ended as 128 + 2.
    expect(signal === 'SIGINT' ? 130 : code).toBe(130);
    expect(readdirSync(cwd).filter((name) => /\.pdf$|tmp$/.test(name))).toEqual([]);
  }
});

test('a batch that is killed at any moment and continued leaves the files of a run that nobody ended', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(300) });
  const args = ['note', '-i', 'notes.csv', '--date', '2026-03-01'];
  expect((await runBatch(cwd, [...args, '-o', 'whole/'])).code).toBe(0);
  let next = [...args, '-o', 'killed/'];
  for (let i = 0; i < kills; i++) {
    const before = pdfs(join(cwd, 'killed')).length;
    // Somewhere after the first file that is new.
    await killWhen(cwd, next, () => pdfs(join(cwd, 'killed')).length > before);
    if (existsSync(join(cwd, 'killed/pdfgen-run.jsonl'))) next = ['--resume', 'killed/pdfgen-run.jsonl'];
  }
  expect((await runBatch(cwd, next)).code).toBe(0);
  expect(digests(join(cwd, 'killed'))).toEqual(digests(join(cwd, 'whole')));
  expect(readdirSync(join(cwd, 'killed')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  rmSync(join(cwd, 'killed/note-t7.pdf'));
  truncateSync(join(cwd, 'killed/note-t8.pdf'), 700);
  await ends(runBatch(cwd, ['--resume', 'killed/pdfgen-run.jsonl']), 0, '2 documents made');
  expect(digests(join(cwd, 'killed'))).toEqual(digests(join(cwd, 'whole')));
});

test('a batch in one file that is killed while it renders and while it collects becomes that of a run that nobody ended', async () => {
  const cwd = makeWorkspace({ 'notes.csv': rows(300) });
  const args = ['note', '-i', 'notes.csv', '--date', '2026-03-01'];
  expect((await runBatch(cwd, [...args, '--merge', 'whole/all.pdf', '--zip', 'whole/all.zip'])).code).toBe(0);
  const held = () => {
    const folder = join(cwd, 'killed/pdfgen-run.documents');
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };
  const isCollecting = () =>
    existsSync(join(cwd, 'killed')) && readdirSync(join(cwd, 'killed')).some((name) => name.startsWith('.pdfgen-'));
  let next = [...args, '--merge', 'killed/all.pdf', '--zip', 'killed/all.zip'];
  for (const isTime of [() => held() > 20, () => held() > 120, isCollecting]) {
    const { child, ended } = startBatch(cwd, next);
    child.stdin.end();
    while (child.exitCode === null && !isTime()) await sleep(2);
    child.kill('SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    next = ['--resume', 'killed/pdfgen-run.jsonl'];
  }
  await ends(runBatch(cwd, next), 0, /^0 documents made in .*, 300 already there/m);
  for (const name of ['all.pdf', 'all.zip'])
    expect(readFileSync(join(cwd, 'killed', name)).equals(readFileSync(join(cwd, 'whole', name)))).toBe(true);
  expect(readdirSync(join(cwd, 'killed')).toSorted()).toEqual(['all.pdf', 'all.zip', 'pdfgen-run.jsonl']);
});

test('a batch on a server that is killed when the server has taken batches takes these up when it is continued', async () => {
  const cwd = makeFolder({ 'names.csv': ['name', ...Array.from({ length: 300 }, (_, i) => `n${i}`)].join('\n') });
  mkdirSync(join(cwd, 'server'));
  const server = await startServe(join(cwd, 'server'));
  onTestFinished(() => server.kill());
  const engine = createHttpEngine({ baseUrl: server.url, token: server.token });
  await engine.createTemplate({ body: letter('letter') });
  const place = ['--remote', server.url, '--token-file', 'server/first-token'];
  const args = ['letter', '-i', 'names.csv', '--date', '2026-03-01', ...place];
  const record = join(cwd, 'killed/pdfgen-run.jsonl');
  const countTaken = () =>
    existsSync(record) ? (readFileSync(record, 'utf8').match(/"kind":"sent".*"batchUuid":"/g) ?? []).length : 0;
  let next = [...args, '-o', 'killed/{{ name }}.pdf'];
  for (let i = 0; i < 2; i++) {
    const [taken, made] = [countTaken(), pdfs(join(cwd, 'killed')).length];
    // First with a batch that was taken, later with results that are there.
    await killWhen(cwd, next, () => (i === 0 ? countTaken() > taken : pdfs(join(cwd, 'killed')).length > made));
    next = ['--resume', 'killed/pdfgen-run.jsonl', ...place];
  }
  const left = 300 - linesOf(record).filter(({ kind }) => kind === 'item').length;
  expect(left).toBeGreaterThan(0);
  await ends(runBatch(cwd, next), 0, 'made in');
  expect(pdfs(join(cwd, 'killed'))).toHaveLength(300);
  const batches = (await engine.listRenderBatches({ query: { limit: 200 } })).items;
  expect(batches.map(({ counts }) => counts.total)).toEqual([300]);
  for (const { batchUuid } of batches) {
    const { items } = await engine.listRenderJobs({ query: { batchUuid, limit: 200 } });
    expect(items.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 200 }, () => 1));
  }
  expect((await runBatch(cwd, [...args, '-o', 'whole/{{ name }}.pdf'])).code).toBe(0);
  expect(digests(join(cwd, 'killed'))).toEqual(digests(join(cwd, 'whole')));
});

test('a backup that is killed is never taken for a whole one, and the next is whole', async () => {
  const cwd = makeFolder();
  const server = await startServe(join(cwd, 'data'));
  onTestFinished(() => server.kill());
  const engine = createHttpEngine({ baseUrl: server.url, token: server.token });
  const { uuid: templateUuid } = await engine.createTemplate({ body: letter('letter') });
  const items = Array.from({ length: 200 }, (_, i) => ({ data: { name: `n${i}` } }));
  const { batchUuid } = await engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
  await engine.getRenderBatch({ params: { batchUuid }, query: { wait: 60 } });
  let killed = 0;
  for (let round = 0; round < 6; round++) {
    const copy = join(cwd, `copy${round}`);
    const backup = startProgram(['backup', '--data-dir', join(cwd, 'data'), '-o', copy]);
    // From the moment that it writes: before, nothing could be half there.
    const findPart = () => readdirSync(cwd).find((name) => name.startsWith('.pdfgen-') && name.includes(`-${backup.child.pid}-`));
    while (findPart() === undefined && backup.child.exitCode === null) await sleep(1);
    await sleep(round * 15);
    await backup.kill();
    if (existsSync(copy)) continue; // it was quicker, and is whole: below
    killed++;
    const part = findPart()!;
    const { exitCode, stderr } = await runCli(['restore', part, '--data-dir', `restored${round}`], { cwd });
    // The manifest is written last; with it the copy is whole though its folder has not its name yet.
    if (existsSync(join(cwd, part, 'manifest.json'))) continue;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not a backup') });
    expect(existsSync(join(cwd, `restored${round}`))).toBe(false);
  }
  expect(killed).toBeGreaterThan(0);
  expect(await runCli(['backup', '--data-dir', 'data', '-o', 'last'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(cwd, 'data/.backup'))).toBe(false);
  const { stdout } = await runCli(['restore', 'last', '--data-dir', 'restored', '--json'], { cwd });
  expect(JSON.parse(stdout).files).toBeGreaterThan(200);
});
