// `pdfgen templates fmt` writes template.json in one form.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ends } from '../../../support/ends.ts';
import { makeFolder, runCli } from '../../../support/run-cli.ts';

const examples = new URL('../../../../templates-examples/', import.meta.url);
const file = (folder: string) => join(folder, 'templates/note/template.json');
const read = (folder: string) => readFileSync(file(folder), 'utf8');

const canonical = `{
  "name": "Note",
  "pages": [{ "size": "A6", "body": ["Hello", { "text": "Bold", "width": 20, "bold": true }] }]
}
`;

function workspace(template: unknown): string {
  return makeFolder({
    'pdfgen.json': {},
    'templates/note/template.json': template,
    'templates/note/schema.json': { type: 'object' },
    'templates/note/example.json': {},
  });
}

const fmt = (cwd: string, ...more: string[]) => runCli(['templates', 'fmt', ...more], { cwd });

test('a file gets its canonical form, once', async () => {
  const body = [{ text: 'Hello' }, { bold: true, text: 'Bold', width: 20 }];
  const folder = workspace({ pages: [{ body, size: 'A6' }], name: 'Note' });
  const before = read(folder);
  expect(await fmt(folder, '--check')).toMatchObject({
    exitCode: 3,
    stdout: 'templates/note/template.json  is not in its canonical form\n',
    stderr: expect.stringContaining('1 template: 1 not in canonical form') as string,
  });
  expect(read(folder)).toBe(before);
  expect(await fmt(folder, 'note')).toMatchObject({ exitCode: 0, stdout: 'templates/note/template.json  formatted\n' });
  expect(read(folder)).toBe(canonical);
  expect(await fmt(folder)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await fmt(folder, '--check')).toMatchObject({ exitCode: 0, stdout: '' });
});

test('line ends of Windows stay, and are no difference', async () => {
  const folder = workspace({});
  writeFileSync(file(folder), canonical.replaceAll('\n', '\r\n'));
  expect(await fmt(folder, '--check')).toMatchObject({ exitCode: 0 });
  writeFileSync(file(folder), canonical.replace('"Hello"', '{ "text": "Hello" }').replaceAll('\n', '\r\n'));
  expect(await fmt(folder)).toMatchObject({ exitCode: 0 });
  expect(read(folder)).toBe(canonical.replaceAll('\n', '\r\n'));
});

test('the file keeps its permissions, and a read-only file stays', async () => {
  const folder = workspace({ pages: [{ body: ['a'] }] });
  chmodSync(file(folder), 0o600);
  expect(await fmt(folder)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('formatted') as string });
  expect(statSync(file(folder)).mode & 0o777).toBe(0o600);
  writeFileSync(file(folder), '{"pages":[]}');
  chmodSync(file(folder), 0o444);
  await ends(fmt(folder), 9, /template\.json.*there is no permission/);
  expect(read(folder)).toBe('{"pages":[]}');
});

test('a number that would lose digits is named with its place, and the file stays', async () => {
  const folder = workspace({});
  const text = canonical.replace('20', '20.00000000000000000001');
  writeFileSync(file(folder), text);
  await ends(fmt(folder), 3, /template\.json:3:\d+ the number 20\.00000000000000000001 loses digits .* Write fewer digits/);
  expect(read(folder)).toBe(text);
});

test('--json says what became of each file', async () => {
  const { stdout } = await fmt(workspace({ pages: [{ body: ['a'] }] }), '--json');
  expect(JSON.parse(stdout)).toEqual({
    templates: [{ template: 'note', file: 'templates/note/template.json', outcome: 'formatted' }],
  });
});

test('what init and create write is in canonical form, and so are the examples', async () => {
  const folder = makeFolder({
    'order.json': JSON.parse(readFileSync(new URL('invoice/example.json', examples), 'utf8')) as unknown,
  });
  await runCli(['init', 'demo'], { cwd: folder });
  const cwd = join(folder, 'demo');
  await runCli(['templates', 'create', 'order', '--from-data', '../order.json'], { cwd });
  await runCli(['templates', 'create', 'blank'], { cwd });
  expect(await fmt(cwd, '--check')).toMatchObject({ exitCode: 0, stdout: '' });
  for (const name of readdirSync(examples)) {
    const path = join(examples.pathname, name);
    expect([name, await fmt(folder, path, '--check')]).toEqual([name, expect.objectContaining({ exitCode: 0, stdout: '' })]);
  }
});
