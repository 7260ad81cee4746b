// A run is begun and continued with limits and offsets of the calls, some of them ended early. Continued without them, it has all its documents.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ManifestLine } from '../../src/batch/record/manifest.ts';
import { linesOf } from '../support/batch-process.ts';
import { openBatches, type RunOptions } from '../support/local-batch.ts';
import { createRandom } from '../support/random.ts';
import { makeWorkspace } from '../support/run-cli.ts';
import { trialSeeds } from '../support/trials.ts';

const all = 9;
const date = '2026-03-01';
const csv = (count: number) => `title,text\n${Array.from({ length: count }, (_, i) => `t${i},text ${i}`).join('\n')}\n`;

/** Where the documents go: only into files of all documents, or also into files of their own. */
const forms: readonly Partial<RunOptions>[] = [{}, { output: 'out/{{ title }}.pdf' }];
/** The part of the input that the first call names. */
const parts: readonly { readonly limit?: number; readonly offset?: number }[] = [{}, {}, { limit: 5 }, { offset: 3, limit: 4 }];

async function openRun(form: Partial<RunOptions>) {
  const cwd = makeWorkspace({ 'notes.csv': csv(all) });
  const run = await openBatches(cwd);
  const begin = { input: ['notes.csv'], merge: 'all.pdf', zip: 'all.zip', manifest: 'run.jsonl', date, ...form };
  const lines = () => linesOf(join(cwd, 'run.jsonl')) as unknown as ManifestLine[];
  return { cwd, run, begin, lines };
}

test.each(trialSeeds('limited-resumes.slow'))(
  'resumes with limits leave a run whole, and no file of all documents shrinks (%i)',
  async (seed) => {
    const random = createRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const part = parts[below(parts.length)]!;
    const form = forms[seed % 2]!;
    const { cwd, run, begin, lines } = await openRun(form);
    const inFile = () => lines().flatMap((line) => (line.kind === 'written' && line.file === 'all.pdf' ? [line.documents!] : []));
    const call = async (options: RunOptions) => {
      const controller = new AbortController();
      const ends = random() < 0.3 ? 1 + below(all) : 0;
      let made = 0;
      const onEvent = ({ kind }: { readonly kind: string }) => {
        if (kind === 'item' && ++made === ends) controller.abort(new Error('ended'));
      };
      await run({ ...options, onEvent, signal: controller.signal }).catch((error: unknown) => {
        if (!/^ended$|holds \d documents?, and would be replaced|no documents?/.test((error as Error).message)) throw error;
      });
    };
    await call({ ...begin, ...part });
    for (let step = 0; step < 1 + below(4); step++)
      await call({ resume: 'run.jsonl', limit: 1 + below(all + 2), ...(random() < 0.4 && { offset: below(all) }) });
    const counts = inFile();
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));

    // A call may have widened the run: then the larger file stays until someone overwrites it.
    const wanted = Math.min(part.limit ?? all, all - (part.offset ?? 0));
    const isWider = (counts.at(-1) ?? 0) > wanted;
    const last = await run({ resume: 'run.jsonl', ...(isWider && { overwrite: true }) });
    expect(last).toMatchObject({ succeeded: true, total: wanted, leftOut: 0 });
    expect(last.outputs.map(({ documents }) => documents)).toEqual([wanted, wanted]);
    expect(existsSync(join(cwd, 'run.documents'))).toBe(false);

    const fresh = await openRun(form);
    await fresh.run({ ...fresh.begin, ...part });
    for (const name of ['all.pdf', 'all.zip'])
      expect(readFileSync(join(cwd, name)).equals(readFileSync(join(fresh.cwd, name)))).toBe(true);
    if (form.output) expect(readdirSync(join(cwd, 'out'))).toEqual(expect.arrayContaining(readdirSync(join(fresh.cwd, 'out'))));
  },
);

test('a limit of a resume holds for that call only, also in records of older versions', async () => {
  const { run, begin, lines, cwd } = await openRun({});
  await run(begin);
  await run({ resume: 'run.jsonl', limit: 2, overwrite: true });
  expect(lines().findLast(({ kind }) => kind === 'resume')).toMatchObject({ options: { limit: 2 }, documents: all });
  const path = join(cwd, 'run.jsonl');
  // Older versions recorded neither the number of documents of the run, nor that of a file of all documents.
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/,"documents":\d(?=,"options|\})/g, ''));
  expect(await run({ resume: 'run.jsonl' })).toMatchObject({
    total: all,
    leftOut: 0,
    outputs: [{ documents: all }, { documents: all }],
  });
});

test.each([
  [
    'a limit',
    { limit: 5 },
    'all.pdf holds 9 documents, and would be replaced by a file of 5. Leave out limit, or add overwrite.',
  ],
  ['an offset', { offset: 7 }, 'by a file of 2. Leave out offset, or add overwrite.'],
  ['both', { offset: 1, limit: 2 }, 'by a file of 2. Leave out limit and offset, or add overwrite.'],
])('%s never makes a finished file of all documents smaller', async (_, part, message) => {
  const { cwd, run, begin } = await openRun({ output: 'out/{{ title }}.pdf' });
  await run(begin);
  const before = readFileSync(join(cwd, 'all.pdf'));
  await expect(run({ resume: 'run.jsonl', ...part })).rejects.toMatchObject({
    exitCode: 9,
    message: expect.stringContaining(message),
  });
  await expect(run({ resume: 'run.jsonl', dryRun: true, ...part })).rejects.toThrow(message);
  expect(readFileSync(join(cwd, 'all.pdf')).equals(before)).toBe(true);
  const smaller = await run({ resume: 'run.jsonl', overwrite: true, ...part });
  expect(smaller).toMatchObject({ succeeded: true, total: smaller.kept, leftOut: all - smaller.total });
});

test('rows that are gone or rejected do not make the file smaller either', async () => {
  const { cwd, run, begin } = await openRun({ skipInvalid: true });
  await run(begin);
  const message = 'all.pdf holds 9 documents, and would be replaced by a file of 8. Add overwrite.';
  writeFileSync(join(cwd, 'notes.csv'), csv(all - 1));
  await expect(run({ resume: 'run.jsonl' })).rejects.toThrow(message);
  writeFileSync(join(cwd, 'notes.csv'), csv(all).replace('t3,', ','));
  await expect(run({ resume: 'run.jsonl' })).rejects.toThrow(message);
  expect((await run({ resume: 'run.jsonl', overwrite: true })).outputs.map(({ documents }) => documents)).toEqual([8, 8]);
});

test('a file of rejected rows stays while a call reads other documents', async () => {
  const { cwd, run, begin } = await openRun({ skipInvalid: true });
  writeFileSync(join(cwd, 'notes.csv'), csv(all).replace('t7,', ','));
  await run(begin);
  const rejected = join(cwd, 'notes.rejected.csv');
  const before = readFileSync(rejected, 'utf8');
  rmSync(join(cwd, 'all.pdf'));
  rmSync(join(cwd, 'all.zip'));
  expect(await run({ resume: 'run.jsonl', limit: 3 })).toMatchObject({ total: 3, leftOut: 6, rejected: 0 });
  expect(readFileSync(rejected, 'utf8')).toBe(before);
  expect(await run({ resume: 'run.jsonl' })).toMatchObject({
    total: all,
    rejected: 1,
    outputs: [{ documents: 8 }, { documents: 8 }],
  });
});

test('a part of the same size does not replace the documents of another part, unless it is asked to', async () => {
  const { cwd, run, begin, lines } = await openRun({ output: 'out/{{ title }}.pdf' });
  const parts = () => lines().flatMap((line) => (line.kind === 'written' && line.file === 'all.pdf' ? [line.part] : []));
  await run({ ...begin, limit: 4 });
  const before = readFileSync(join(cwd, 'all.pdf'));
  const other = { resume: 'run.jsonl', offset: 2, limit: 4 };
  await expect(run(other)).rejects.toThrow(
    'all.pdf holds 4 documents, and would be replaced by a file of 4, which lacks some of them. Leave out offset, or add overwrite.',
  );
  expect(readFileSync(join(cwd, 'all.pdf')).equals(before)).toBe(true);
  // A part with all documents that are there, and more, is no loss.
  await run({ resume: 'run.jsonl', limit: 6 });
  await run({ ...other, overwrite: true });
  expect(parts()).toEqual([
    [0, 4],
    [0, 6],
    [2, 6],
  ]);
  expect((await run({ resume: 'run.jsonl' })).outputs.map(({ documents }) => documents)).toEqual([4, 4]);
});
