// What the page of `pdfgen templates preview` is answered, without a browser.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ShownPages } from '../../../src/contract/shown-pages.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const note = { pages: [{ body: ['Hello {{ name }}'] }] };
const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

/** A workspace with the template `note`. Other files stand beside its folder `templates`. */
function makeNote(files: Readonly<Record<string, unknown>> = {}) {
  const cwd = makeFolder({
    'templates/note/template.json': note,
    'templates/note/schema.json': schema,
    'templates/note/example.json': { name: 'Ada' },
    ...files,
  });
  return { cwd, path: (name: string) => join(cwd, 'templates/note', name) };
}

async function open(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}, template = 'note') {
  const ending = new AbortController();
  let seen = '';
  const line = ['templates', 'preview', template, '--no-open', ...args];
  const ended = runCli(line, {
    cwd,
    env,
    signal: ending.signal,
    see: (text) => {
      seen += text;
    },
  });
  onTestFinished(async () => {
    ending.abort();
    await ended;
  });
  await expect.poll(() => seen, { timeout: 60_000 }).toContain('Ctrl-C ends');
  const address = /http:\S+/.exec(seen)![0];
  const headers = { authorization: `Bearer ${new URL(address).hash.slice(1)}` };
  const call = (path: string, init: RequestInit = {}) => fetch(new URL(`api/${path}`, address), { ...init, headers });
  return {
    call,
    async read(choice = '', after?: number, signal?: AbortSignal): Promise<ShownPages> {
      const query = new URLSearchParams({ choice, ...(after !== undefined && { after: String(after) }) });
      return (await (await call(`shown?${query}`, { signal: signal ?? null })).json()) as ShownPages;
    },
    async send(path: string, body: unknown) {
      const answer = await call(path, { method: 'POST', body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
    },
  };
}

test('the texts of the files are told with their places in the template, the data and what can be chosen', async () => {
  const { cwd, path } = makeNote({ 'order.json': { name: 'Grace' }, 'templates/note/b.yaml': '{}', 'templates/note/a.JSON': {} });
  writeFileSync(path('.hidden.json'), '{}');
  writeFileSync(path('schema.json'), `\ufeff${JSON.stringify(schema)}`);
  const { read } = await open(cwd, ['-d', 'order.json']);
  const shown = await read();
  expect(shown).toMatchObject({ name: 'note', isWatched: false, data: { name: 'Grace' }, faults: [] });
  expect(shown.texts.map(({ pointer, file, text }) => [pointer, file, text[0]])).toEqual([
    ['', 'templates/note/template.json', '{'],
    ['/dataSchema', 'templates/note/schema.json', '{'],
    ['/exampleData', 'templates/note/example.json', '{'],
  ]);
  expect(shown.choices).toEqual([
    { id: '', label: 'order.json' },
    { id: 'example', label: 'Example data' },
    { id: 'a.JSON', label: 'a.JSON' },
    { id: 'b.yaml', label: 'b.yaml' },
  ]);
  expect((await read('example')).data).toEqual({ name: 'Ada' });
  expect((await read('b.yaml')).faults).toMatchObject([
    { message: expect.stringContaining('name'), place: { file: 'templates/note/b.yaml', line: 1, column: 1 } },
  ]);
});

test('a data file that is a link out of the template is refused, and not read', async () => {
  const { cwd, path } = makeNote({ 'secret.json': { name: 'secret words' }, 'templates/note/own.json': { name: 'Own' } });
  symlinkSync(join(cwd, 'secret.json'), path('link.json'));
  symlinkSync('own.json', path('inside.json'));
  const { read } = await open(cwd);
  const shown = await read('link.json');
  expect(shown.faults).toMatchObject([
    { message: expect.stringContaining('link.json is a link out of the folder of the template') },
  ]);
  expect(JSON.stringify(shown)).not.toContain('secret words');
  expect((await read('inside.json')).data).toEqual({ name: 'Own' });
});

test('a fault of the template is answered with 422, and each answer has the headers of the server', async () => {
  const { cwd, path } = makeNote();
  const { call } = await open(cwd);
  writeFileSync(path('template.json'), '{ "pages": ');
  const answer = await call('file/assets/logo.png');
  expect([answer.status, await answer.json()]).toEqual([422, { message: expect.stringContaining('template.json') }]);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a template of one file has one text, and its data file stands once among the choices', async () => {
  const cwd = makeFolder({ 'note.json': { ...note, exampleData: { name: 'Ada' } }, 'order.json': '{\n  "name" 3 }' });
  const { texts, choices, faults } = await (await open(cwd, ['-d', 'order.json'], {}, './note.json')).read();
  expect(texts.map(({ file }) => file)).toEqual(['note.json']);
  expect(choices.map(({ label }) => label)).toEqual(['order.json', 'Example data']);
  expect(faults).toMatchObject([{ place: { file: 'order.json', line: 2, column: 10 } }]);
  expect(faults[0]!.message).not.toContain('order.json');
});

test('data that lose digits are shown with a warning at their line', async () => {
  const { cwd } = makeNote({ 'order.json': '{\n  "name": "Ada", "id": 12345678901234567890\n}' });
  const { data, faults } = await (await open(cwd, ['-d', 'order.json'])).read();
  expect(data).toMatchObject({ name: 'Ada' });
  expect(faults).toMatchObject([{ severity: 'warning', place: { file: 'order.json', line: 2 } }]);
});

test('faults of the example data have a pointer into the template, and those of its files a line', async () => {
  const { cwd, path } = makeNote({ 'templates/note/example.json': { name: 3 } });
  const { read } = await open(cwd);
  const { data, faults } = await read();
  expect([data, faults]).toMatchObject([undefined, [{ severity: 'error', pointer: '/exampleData/name' }]]);
  writeFileSync(path('template.json'), '{\n"pages" 3 }');
  const broken = await read();
  expect(broken.template).toBeUndefined();
  expect(broken.faults).toMatchObject([{ place: { file: 'templates/note/template.json', line: 2, column: 9 } }]);
  expect(broken.faults[0]!.message).not.toContain('template.json');
  rmSync(path(''), { recursive: true });
  expect((await read()).faults).toMatchObject([{ message: expect.stringContaining('no template "note"') }]);
});

test.each([
  [['--date', '2026-03-14'], {}, '2026-03-14T00:00:00.000Z'],
  [[], { SOURCE_DATE_EPOCH: '1773446400' }, '2026-03-14T00:00:00.000Z'],
  [[], {}, undefined],
])('with %j and %j the date is told', async (args, env, date) => {
  const { cwd } = makeNote();
  const given = (await (await open(cwd, args, env)).read()).date;
  expect(given === undefined ? undefined : new Date(given).toISOString()).toBe(date);
});

test('files are read where their paths lead', async () => {
  const { cwd } = makeNote({ 'templates/note/assets/a b.txt': 'attached' });
  const { read, call } = await open(cwd);
  const { files } = (await read()).template!;
  expect(await (await call(files.assets['a b.txt']!.path)).text()).toBe('attached');
  const shipped = Object.values(files.fonts)[0]!;
  expect((await call(shipped.path)).headers.get('content-type')).toBe('font/ttf');
});

test('a document is made as by the server, and data are checked', async () => {
  const { cwd, path } = makeNote();
  const { send } = await open(cwd);
  expect(await send('validate', { data: { name: 'Ada' } })).toEqual({ status: 200, body: { faults: [] } });
  expect((await send('validate', { data: {} })).body).toMatchObject({ faults: [{ severity: 'error', pointer: '/data' }] });
  expect(await send('validate', {})).toMatchObject({ status: 400, body: { message: 'The body has no "data".' } });
  const { body } = await send('check', { data: { name: 'Ada' } });
  expect(body).toMatchObject({ pages: 1, warnings: [], digest: expect.stringMatching(/^2:/) });
  expect(Buffer.from(String(body.pdf), 'base64').toString('latin1')).toMatch(/^%PDF-/);
  expect(await send('check', { data: {} })).toMatchObject({ status: 422, body: { faults: [{ severity: 'error' }] } });
  writeFileSync(path('template.json'), JSON.stringify({ pages: [{ body: [{ text: 'x', colour: 'red' }] }] }));
  expect(await send('check', { data: { name: 'Ada' } })).toMatchObject({
    status: 422,
    body: { faults: [{ message: expect.stringContaining('colour'), pointer: '/pages/0/body/0/colour' }] },
  });
});

// On a busy machine, the moment between two writes may be a long one.
test('a change is told once, and a file that is being written is read again', { retry: 3 }, async () => {
  const { cwd, path } = makeNote();
  const { read } = await open(cwd, ['--watch']);
  const { revision, isWatched } = await read();
  expect(isWatched).toBe(true);
  const next = read('', revision);
  const leaving = new AbortController();
  const left = read('', revision, leaving.signal).catch(() => 'left');
  leaving.abort();
  expect(await left).toBe('left');
  writeFileSync(path('example.json'), '');
  await wait(40);
  writeFileSync(path('example.json'), JSON.stringify({ name: 'Grace' }));
  const changed = await next;
  expect(changed.data).toEqual({ name: 'Grace' });
  expect(changed.revision).toBeGreaterThan(revision);
  const broken = read('', changed.revision);
  writeFileSync(path('example.json'), '{');
  expect((await broken).faults).toMatchObject([{ place: { file: 'templates/note/example.json' } }]);
});
