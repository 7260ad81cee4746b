// Attachments, read by other programs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, runCli } from '../support/run-cli.ts';

test('other programs list and save attachments of every source', async () => {
  const attachments = [
    { asset: 'papers/terms.xml', description: 'Our terms', relationship: 'Supplement' },
    { text: 'name\n{{ name }}\n', filename: 'Übersicht {{ name }}.csv' },
    { base64: '{{ file }}', filename: 'raw.bin' },
    { data: true, relationship: 'Source' },
  ];
  const properties = { name: { type: 'string' }, file: { type: 'string' } };
  const data = { name: 'Ä', file: Buffer.from([0, 1, 255]).toString('base64') };
  const cwd = makeFolder({
    't/template.json': { document: { attachments }, pages: [{ body: ['x'] }] },
    't/schema.json': { type: 'object', properties },
    't/assets/papers/terms.xml': '<terms/>',
    'data.json': data,
  });
  const { exitCode, stderr } = await runCli(['generate', 'single', './t', '-d', 'data.json', '-o', 'a.pdf'], { cwd });
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd, encoding: 'utf8' });
  expect(run('qpdf', '--check', 'a.pdf')).toContain('No syntax or stream encoding errors');
  expect(run('pdfdetach', '-list', 'a.pdf').trim().split('\n')).toEqual([
    '4 embedded files',
    '1: data.json',
    '2: raw.bin',
    '3: terms.xml',
    '4: Übersicht Ä.csv',
  ]);
  run('pdfdetach', '-saveall', '-o', '.', 'a.pdf');
  const saved = (name: string) => readFileSync(join(cwd, name));
  expect(JSON.parse(saved('data.json').toString())).toEqual(data);
  expect(saved('raw.bin')).toEqual(Buffer.from([0, 1, 255]));
  expect(saved('terms.xml').toString()).toBe('<terms/>');
  expect(saved('Übersicht Ä.csv').toString()).toBe('name\nÄ\n');
});
