import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../src/batch/record/read-manifest.ts';
import { makeFolder } from '../../support/run-cli.ts';

const run = {
  kind: 'run',
  manifest: 1,
  version: '0.1.0',
  startedAt: '2026-03-01T08:00:00.000Z',
  inputs: [],
  cwd: '/work',
  template: { reference: 'note', uuid: '0190a1b2-0000-7000-8000-000000000001', slug: 'note', version: 1, sha256: null },
  remote: null,
  date: '2026-03-01T08:00:00.000Z',
};

const read = (...lines: readonly unknown[]) => {
  const folder = makeFolder({ 'run.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  return readManifest(join(folder, 'run.jsonl'), 'run.jsonl');
};

test('the options of an older version are read, which are as they stood on the command line', async () => {
  const older = { input: ['a.csv'], output: 'out/', limit: '3', workers: '2', strict: true, fontSubset: 'document', color: true };
  const resumed = { ...older, limit: '5', color: false };
  const { options } = (await read({ ...run, options: older }, { ...run, kind: 'resume', options: resumed })).run;
  expect(options).toEqual({ input: ['a.csv'], output: 'out/', limit: 3, workers: 2, strict: true, fontSubset: 'document' });
});

test.each([
  [{ input: ['a.csv'], limit: 'ten' }, 'holds options that cannot be used: limit takes a whole number, got "ten"'],
  [{ input: ['a.csv'], colour: true }, 'holds options that cannot be used: There is no option "colour"'],
])('a record with the options %j is refused', async (options, message) => {
  await expect(read({ ...run, options })).rejects.toMatchObject({
    exitCode: 3,
    file: 'run.jsonl',
    message: expect.stringContaining(message),
  });
});

test('references and names with the line separators of Unicode stay in their lines', async () => {
  const item = { kind: 'item', item: 1, reference: 'A\u2028B', file: 'out/a\u2029b.pdf', state: 'completed', data: 'd' };
  const earlier = await read({ ...run, cwd: '/w\u2028ork', options: { input: ['a.csv'] } }, item);
  expect(earlier.run.cwd).toBe('/w\u2028ork');
  expect([...earlier.items.values()]).toEqual([{ ...item, templateVersion: 1 }]);
});

test('a record of an older version has the number of warnings in the place of the warnings', async () => {
  const item = { kind: 'item', item: 1, reference: null, file: 'out/1.pdf', state: 'completed', data: 'd' };
  const { items } = await read({ ...run, options: { input: [] } }, { ...item, warnings: 2 });
  expect(items.get('out/1.pdf')).toMatchObject({ ...item, warningCount: 2, warnings: [] });
});

test('the last line is read without its line feed, and left out when it was cut off', async () => {
  const item = { kind: 'item', item: 1, reference: null, file: 'out/1.pdf', state: 'completed', data: 'd' };
  const whole = `${JSON.stringify({ ...run, options: { input: [] } })}\n${JSON.stringify(item)}`;
  const folder = makeFolder({ 'whole.jsonl': whole, 'cut.jsonl': whole.slice(0, -5), 'empty.jsonl': '' });
  const read = (name: string) => readManifest(join(folder, name), name);
  expect([...(await read('whole.jsonl')).items.keys()]).toEqual(['out/1.pdf']);
  expect((await read('cut.jsonl')).items.size).toBe(0);
  expect((await read('whole.jsonl')).isCut).toBe(false);
  expect((await read('cut.jsonl')).isCut).toBe(true);
  await expect(read('empty.jsonl')).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('is empty') });
  await expect(read('none.jsonl')).rejects.toMatchObject({
    exitCode: 9,
    message: expect.stringContaining('there is no such file'),
  });
  mkdirSync(join(folder, 'folder'));
  await expect(read('folder')).rejects.toMatchObject({ exitCode: 9, message: expect.stringContaining('it is a folder') });
});

test('broken lines are left out, and told by isCut', async () => {
  const first = JSON.stringify({ ...run, options: { input: [] } });
  const item = JSON.stringify({ kind: 'item', item: 1, reference: null, file: 'out/1.pdf', state: 'completed', data: 'd' });
  const resume = JSON.stringify({ ...run, kind: 'resume', options: { input: [] } });
  const folder = makeFolder({
    'resumed.jsonl': `${first}\n{"kind":"it\n${resume}\n${item}\n`,
    'twice.jsonl': `${first}\n{"kind":"it\n{"kind":"res`,
    'middle.jsonl': `${first}\n{"kind":"it\n${item}\n${resume}\n`,
    'number.jsonl': `${first}\n12\n${item}\n`,
    'last.jsonl': `${first}\n${item}\n{"kind":"it\n`,
    'first.jsonl': first.slice(0, -3),
    'other.jsonl': '{"kind":"r',
  });
  const read = (name: string) => readManifest(join(folder, name), name);
  expect(await read('resumed.jsonl')).toMatchObject({ isCut: true, items: new Map([['out/1.pdf', expect.anything()]]) });
  for (const name of ['twice.jsonl', 'middle.jsonl', 'number.jsonl', 'last.jsonl'])
    expect((await read(name)).isCut, name).toBe(true);
  const refused = (line: number, message: string) => ({ exitCode: 3, line, message: expect.stringContaining(message) });
  await expect(read('first.jsonl')).rejects.toMatchObject(refused(1, 'was cut off in its first line'));
  await expect(read('other.jsonl')).rejects.toMatchObject(refused(1, 'its first line does not describe a run'));
});
