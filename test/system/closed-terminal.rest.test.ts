// What a command does when its terminal is closed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linesOf, pdfs, rows, runBatch } from '../support/batch-process.ts';
import { makeWorkspace } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { openTerminal } from '../support/terminal.ts';

/** 128 and the number of SIGHUP. Node itself would abort, because it cannot restore a terminal that is gone. */
const endedByHangup = 129;

const batch = ['note', '-i', 'notes.csv', '-o', 'out/{{ title }}.pdf'];

test.each([
  ['by a signal', true],
  ['when it writes', false],
])('a batch that hears of the end of its terminal %s ends, with whole files', async (_, hearsEnd) => {
  const cwd = makeWorkspace({ 'notes.csv': rows(2_000) });
  const terminal = openTerminal([program, 'generate', 'batch', ...batch], { cwd, hearsEnd });
  await terminal.shows('of 2,000');
  while (pdfs(join(cwd, 'out')).length < 5) await sleep(10);
  expect(await terminal.close()).toBe(endedByHangup);
  const made = pdfs(join(cwd, 'out'));
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThan(2_000);
  for (const name of made) expect(readFileSync(join(cwd, 'out', name), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  expect(readdirSync(join(cwd, 'out')).filter((name) => !name.endsWith('.pdf'))).toEqual(['pdfgen-run.jsonl']);
  const recorded = linesOf(join(cwd, 'out/pdfgen-run.jsonl')).filter(({ kind }) => kind === 'item');
  expect(recorded).toHaveLength(made.length);
  expect((await runBatch(cwd, ['--resume', 'out/pdfgen-run.jsonl', '--limit', '20'])).code).toBe(0);
});

test.each([
  ['waits for an answer', ['templates', 'create'], 'Name of the template', true],
  ['waits for an answer, without a signal', ['templates', 'create'], 'Name of the template', false],
  ['serves', ['serve', '--data-dir', 'data', '--port', '0'], 'Ctrl-C stops the server', true],
])('a command that %s ends quietly with its terminal', async (_, args, shown, hearsEnd) => {
  const terminal = openTerminal([program, ...args], { cwd: makeWorkspace(), hearsEnd });
  await terminal.shows(shown);
  expect(await terminal.close()).toBe(endedByHangup);
});
