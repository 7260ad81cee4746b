// What a batch says of its template: the places of warnings, and what compiling the template warns of.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, runBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { doubtful, makeOrder, place, quoted } from '../support/order-template.ts';

const args = ['order', '-i', 'orders.json', '-o', 'out/'];

test('a warning of rendering has the place of its component', async () => {
  const { stderr } = await ends(
    runBatch(makeOrder(), args),
    0,
    `out/order.pdf (item 1)  ${place}  warning: ${quoted} (text-cut, page 1, cut, data /lines/1)\n`,
  );
  expect(stderr).not.toContain('of the template');
});

test('a recorded version that the user names has no file', async () => {
  const cwd = makeOrder(doubtful);
  await runBatch(cwd, args);
  const { stderr } = await runBatch(cwd, ['order@1', ...args.slice(1, -1), 'again/']);
  expect(stderr).toContain(`again/order.pdf (item 1)  warning: ${quoted}`);
  expect(stderr).toContain('warning: 1 warning of the template\n');
});

test('warnings of the template are counted once, also in the record', async () => {
  const cwd = makeOrder(doubtful);
  const { code, stderr } = await runBatch(cwd, args);
  expect([code, stderr.match(/^warning: 1 warning of the template: see .* templates lint order$/gm)]).toEqual([
    0,
    [expect.any(String)],
  ]);
  const lines = readFileSync(join(cwd, 'out/pdfgen-run.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ kind: 'end', completed: 1, templateWarnings: 1 });
  const good = { 'orders.json': [{ customer: { name: 'Ada' }, lines: [] }] };
  expect((await runBatch(makeOrder(doubtful, good), [...args, '--fail-on-warnings'])).code).toBe(6);
  expect((await runBatch(makeOrder(undefined, good), [...args, '--fail-on-warnings'])).code).toBe(0);
});

test('a resumed run that makes no document fails on the warnings of the template, even if the first run was interrupted', async () => {
  const cwd = makeOrder(doubtful, { 'orders.json': [{ customer: { name: 'Ada' }, lines: [] }] });
  expect((await runBatch(cwd, [...args, '--fail-on-warnings'])).code).toBe(6);
  for (const _ of ['first', 'second'])
    await ends(runBatch(cwd, ['--resume', 'out/pdfgen-run.jsonl']), 6, 'warning: 1 warning of the template');
  const record = join(cwd, 'out/pdfgen-run.jsonl');
  const lines = linesOf(record).filter(({ kind }) => kind !== 'end');
  writeFileSync(record, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect((await runBatch(cwd, ['--resume', 'out/pdfgen-run.jsonl'])).code).toBe(6);
});

test('--dry-run --strict refuses the template as the run does', async () => {
  const cwd = makeOrder(doubtful);
  const real = await runBatch(cwd, [...args, '--strict']);
  const dry = await runBatch(cwd, [...args, '--strict', '--dry-run']);
  expect([dry.code, dry.stderr]).toEqual([real.code, real.stderr]);
  expect((await runBatch(cwd, [...args, '--dry-run'])).code).toBe(0);
});

test('--strict ends the run with one message, and makes nothing', async () => {
  const cwd = makeOrder(doubtful);
  await ends(
    runBatch(cwd, [...args, '--strict']),
    3,
    /^templates\/order\/template\.json:4:\d+ {2}"customer\.phone" is not required/m,
    /\nerror: Strict rendering: 1 warning of the template "order"\.\n$/,
  );
  expect(existsSync(join(cwd, 'out/pdfgen-run.jsonl'))).toBe(false);
});
