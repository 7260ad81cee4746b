// Batches whose input is written in a way of its own: made, continued, corrected.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBatch as run } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeLetters } from '../support/letters.ts';

const batch = (cwd: string, ...args: readonly string[]) => run(cwd, ['note', ...args]);

test('a run that goes on knows how its input is written', async () => {
  const cwd = makeLetters({ 'report.csv': 'Report of May\n\ntitle;text\nA;NULL\nB;x\n' });
  await ends(
    batch(cwd, '-i', 'report.csv', '--header-row', '3', '--null', 'NULL', '-o', 'out/{{ title }}.pdf'),
    0,
    '2 documents made',
  );
  await ends(run(cwd, ['--resume', 'out/pdfgen-run.jsonl']), 0, '2 already there');
  const plain = makeLetters({ 'plain.csv': 'A,x\nB,y\n' });
  await batch(plain, '-i', 'plain.csv', '--no-header', '--columns', 'title,text', '-o', 'out/{{ title }}.pdf');
  await ends(run(plain, ['--resume', 'out/pdfgen-run.jsonl']), 0, '2 already there');
});

test('rejected rows of a file without a header are corrected and read by the same options', async () => {
  const cwd = makeLetters({ 'plain.csv': 'A,x,t\nB,y,maybe\n' });
  const options = ['--no-header', '--columns', 'title,text,paid'];
  expect((await batch(cwd, '-i', 'plain.csv', ...options, '--skip-invalid', '-o', 'out/{{ title }}.pdf')).code).toBe(6);
  const rejected = join(cwd, 'plain.rejected.csv');
  const text = readFileSync(rejected, 'utf8');
  expect(text).toMatch(/^title,text,paid,pdfgen_error\nB,y,maybe,/);
  writeFileSync(rejected, text.replace('maybe', 'f'));
  await ends(batch(cwd, '-i', 'plain.rejected.csv', ...options, '-o', 'more/{{ title }}.pdf'), 0, '1 document made');
});
