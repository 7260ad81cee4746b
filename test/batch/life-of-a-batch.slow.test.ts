// A batch is begun, its data are edited, somebody meddles with its files, and it is continued, again and again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ManifestLine } from '../../src/batch/record/manifest.ts';
import { linesOf } from '../support/batch-process.ts';
import { openBatches } from '../support/local-batch.ts';
import { createRandom } from '../support/random.ts';
import { makeWorkspace } from '../support/run-cli.ts';
import { trialSeeds } from '../support/trials.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A folder of documents, the people who edit its data and its files, and the runs that work in it: one, or two with a record each. */
async function openLife(seed: number, shareOfSecond = 0) {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const cwd = makeWorkspace();
  const run = await openBatches(cwd);
  const path = (name: string) => join(cwd, 'out', `${name}.pdf`);
  /** What people put in the places of documents. */
  const theirs = new Map<string, string>();
  let edits = 0;
  mkdirSync(join(cwd, 'out'));

  const editData = () => {
    const rows = names.filter(() => random() < 0.7).map((name) => `${name},${below(3)}`);
    writeFileSync(join(cwd, 'notes.csv'), ['title,text', ...rows, 'always,0', ''].join('\n'));
  };
  const meddle = () => {
    const name = names[below(names.length)]!;
    if (random() < 0.3) {
      rmSync(path(name), { force: true });
      theirs.delete(name);
      return;
    }
    const text = `%PDF-1.7 of somebody, ${edits++} %%EOF`;
    // Into the file that stands there, or another in its place.
    if (random() < 0.5) writeFileSync(path(name), text);
    else {
      writeFileSync(join(cwd, 'other'), text);
      renameSync(join(cwd, 'other'), path(name));
    }
    theirs.set(name, text);
  };
  /** Begins or continues a run into the same folder; people meddle while it is at work, or end it. */
  const work = async () => {
    const record = `${random() < shareOfSecond ? 'two' : 'one'}.jsonl`;
    const controller = new AbortController();
    const begin = existsSync(join(cwd, record))
      ? { resume: record }
      : { input: ['notes.csv'], output: 'out/{{ title }}.pdf', manifest: record, date: '2026-03-01' };
    const onEvent = ({ kind }: { readonly kind: string }) => {
      if (kind !== 'making' && kind !== 'item' && kind !== 'checked') return;
      if (random() < 0.2) meddle();
      if (random() < 0.05) controller.abort(new Error('ended'));
    };
    const prune = 'resume' in begin && random() < 0.3;
    await run({ ...begin, ...(prune && { prune }), onEvent, signal: controller.signal }).catch((error: unknown) => {
      if (!/would be replaced|^ended$/.test((error as Error).message)) throw error;
    });
  };
  const standing = (name: string) => (existsSync(path(name)) ? readFileSync(path(name)) : undefined);
  return { cwd, random, editData, meddle, work, theirs, standing };
}

const seeds = trialSeeds('life-of-a-batch.slow');

test.each(seeds)('no run replaces a file of somebody else, whenever that appears (%i)', async (seed) => {
  const { random, editData, meddle, work, theirs, standing } = await openLife(seed, 0.3);
  editData();
  for (let step = 0; step < 12; step++) {
    if (random() < 0.4) editData();
    if (random() < 0.3) meddle();
    await work();
    for (const [name, text] of theirs) expect([name, standing(name)?.toString()]).toEqual([name, text]);
  }
});

/** What was told in these lives. */
const told = new Set<string>();

test.each(seeds)('the last line about a file tells what stands on the disk (%i)', async (seed) => {
  const { cwd, random, editData, meddle, work, standing, theirs } = await openLife(seed + 4_000);
  editData();
  for (let step = 0; step < 12; step++) {
    if (random() < 0.4) editData();
    if (random() < 0.1) meddle();
    await work();
    const lines = existsSync(join(cwd, 'one.jsonl')) ? (linesOf(join(cwd, 'one.jsonl')) as unknown as ManifestLine[]) : [];
    const last = new Map(lines.flatMap((line) => (line.kind === 'item' || line.kind === 'gone' ? [[line.file, line]] : [])));
    for (const [of, line] of last) {
      const name = line.file.replace(/^out\/|\.pdf$/g, '');
      const there = standing(name);
      told.add(line.kind === 'gone' ? `gone${line.removed ? ' and removed' : ''}` : line.state);
      // What people did is theirs to know: they changed a file, or took it away.
      if (theirs.has(name) || !there) continue;
      if (line.kind === 'gone') expect([of, line.removed]).toEqual([of, undefined]);
      else if (line.state === 'completed')
        expect([of, createHash('sha256').update(there).digest('hex')]).toEqual([of, line.sha256]);
    }
    for (const name of names.filter((one) => standing(one) && !theirs.has(one)))
      expect([name, last.has(`out/${name}.pdf`)]).toEqual([name, true]);
  }
});

test('these lives had documents that were completed and failed, gone and removed', () => {
  expect([...told].toSorted()).toEqual(['completed', 'failed', 'gone', 'gone and removed']);
});
