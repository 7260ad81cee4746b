import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { LocalEngine } from '../../src/engine/local-engine.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import type { Renderer, RenderRequest } from '../../src/renderer/renderer.ts';
import { UsageError } from '../../src/words/usage-error.ts';
import { greeting, makeWorkspace } from '../store/filesystem/workspace.ts';
import { raises } from '../support/ends.ts';
import { pixel } from '../support/pixel.ts';

async function openGreeting(
  files: Readonly<Record<string, unknown>> = {},
): Promise<{ engine: LocalEngine; uuid: string; path: (name: string) => string }> {
  const { folder, path } = makeWorkspace({ ...greeting('hello'), ...files });
  const engine = await createLocalEngine({ workspace: folder });
  return { engine, path, uuid: (await engine.findTemplate('hello')).uuid };
}

test('a name that is almost right is suggested', async () => {
  const { engine } = await openGreeting();
  await raises(engine.findTemplate('helo'), 'TEMPLATE_NOT_FOUND', 'did you mean "hello"?');
});

test('an empty workspace says how to begin', async () => {
  const { folder } = makeWorkspace();
  const engine = await createLocalEngine({ workspace: folder });
  await expect(engine.findTemplate('hello')).rejects.toThrow('pdfgen templates create');
  await expect(createLocalEngine({ workspace: `${folder}/none` })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('the linter gives each fault with the file it is in and the pointer in that file', async () => {
  const { engine, uuid, path } = await openGreeting({
    'templates/hello/template.json': { pages: [{ body: ['{{ nam }}'] }] },
    'templates/hello/schema.json': {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { name: { type: 'string' } },
    },
    'templates/hello/example.json': { name: 1 },
  });
  const found = (await engine.lintTemplate(uuid)).map(({ file, pointer, severity }) => ({ file, pointer, severity }));
  expect(found).toEqual([
    { file: path('templates/hello/template.json'), pointer: '/pages/0/body/0', severity: 'error' },
    { file: path('templates/hello/example.json'), pointer: '/name', severity: 'error' },
  ]);
});

test('the linter tells the values of the example data that payments, barcodes and fields do not take', async () => {
  const body = [
    { payment: 'epc', account: '{{ iban }}', creditor: 'Gratwerk', amount: 5, alt: '' },
    { id: 'code', barcode: '{{ ean }}', symbology: 'ean13', alt: '' },
    { field: 'size', kind: 'choice', options: ['S', 'M'], value: '{{ size }}', alt: 'Size' },
  ];
  const data = { iban: 'DE71110220330123456789', ean: '4006381333931', size: 'M' };
  const lint = async (values: object) => {
    const { engine, uuid } = await openGreeting({
      'templates/hello/template.json': { pages: [{ body }] },
      'templates/hello/schema.json': { type: 'object', properties: { iban: {}, ean: {}, size: {} }, required: Object.keys(data) },
      'templates/hello/example.json': values,
    });
    return (await engine.lintTemplate(uuid)).map(
      ({ file, pointer, severity, code }) => `${severity} ${code} ${basename(file)} ${pointer}`,
    );
  };
  expect(await lint(data)).toEqual([]);
  expect(await lint({ iban: 'DE00110220330123456789', ean: '4006381333932', size: 'L' })).toEqual([
    'warning bad-payment template.json /pages/0/body/0',
    'warning bad-barcode example.json ',
    'warning field-value template.json /pages/0/body/2',
  ]);
});

test('a broken schema is told in schema.json', async () => {
  const { engine, uuid, path } = await openGreeting({
    'templates/hello/schema.json': { type: 'object', properties: { name: { type: 'text' } } },
  });
  const found = await engine.lintTemplate(uuid);
  expect(found.find((one) => one.pointer === '/properties/name/type')).toMatchObject({
    file: path('templates/hello/schema.json'),
    severity: 'error',
  });
});

test('of a template in one file all faults are in that file', async () => {
  const { path } = makeWorkspace({
    'all.json': {
      pages: [{ body: ['{{ nam }}'] }],
      dataSchema: { type: 'object', properties: { name: {} }, required: ['name'] },
      exampleData: {},
    },
  });
  const engine = await createLocalEngine({ template: path('all.json') });
  const [item] = (await engine.listTemplates({})).items;
  const found = (await engine.lintTemplate(item!.uuid)).filter((one) => one.severity === 'error');
  expect(found.map(({ file, pointer }) => ({ file, pointer }))).toEqual([
    { file: path('all.json'), pointer: '/pages/0/body/0' },
    { file: path('all.json'), pointer: '/exampleData' },
  ]);
});

test('a file is added under its own name and not replaced unless that is said', async () => {
  const { engine, uuid, path } = await openGreeting();
  const add = async (name: string, bytes: Uint8Array, replace = false) =>
    (await engine.addTemplateAssets(uuid, new Map([[name, bytes]]), { replace }))[name];
  expect(await add('logo.png', pixel)).toMatchObject({ type: 'image/png', bytes: pixel.length });
  await expect(add('logo.png', pixel)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const other = Buffer.concat([pixel, Buffer.of(0)]);
  await add('logo.png', other, true);
  expect(readFileSync(path('templates/hello/assets/logo.png')).equals(other)).toBe(true);
  await expect(add('../logo.png', pixel)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(add('text.png', Buffer.from('text'))).rejects.toMatchObject({ code: 'ASSET_INVALID' });
  await expect(add('font.woff2', Buffer.from('wOF2'.padEnd(100, '\0')))).rejects.toThrow(/is cut short or damaged/);
  await expect(add('fonts.ttc', Buffer.from('ttcf'.padEnd(100, '\0')))).rejects.toThrow(/is an empty collection/);
  await expect(add('big.png', Buffer.concat([pixel, Buffer.alloc(32 * 1024 ** 2)]))).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  expect((await engine.getTemplate({ params: { uuid } })).assets).toHaveProperty(['logo.png']);
});

test('of several files none is added when one is wrong', async () => {
  const { engine, uuid, path } = await openGreeting();
  const add = (files: readonly (readonly [string, Uint8Array])[]) =>
    engine.addTemplateAssets(uuid, new Map(files), { replace: false });
  await expect(
    add([
      ['one.png', pixel],
      ['two.png', Buffer.from('text')],
    ]),
  ).rejects.toMatchObject({ code: 'ASSET_INVALID' });
  await add([['two.png', pixel]]);
  await expect(
    add([
      ['one.png', pixel],
      ['two.png', pixel],
    ]),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(existsSync(path('templates/hello/assets/one.png'))).toBe(false);
});

test('a template that does not compile is not recorded', async () => {
  const { engine, uuid } = await openGreeting({ 'templates/hello/template.json': { pages: [{ body: ['{{ name'] }] } });
  await expect(engine.saveTemplateVersion(uuid)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
  expect((await engine.listTemplateVersions({ params: { uuid } })).items).toEqual([]);
});

test('rendering gets the working files, the limits and the options, and is not begun after a cancellation', async () => {
  const { folder } = makeWorkspace(greeting('hello'));
  const requests: RenderRequest[] = [];
  const renderer: Renderer = {
    lint: async () => [],
    validate: async () => {},
    validateItems: async () => ({ breaches: [], truncated: false }),
    inspectAsset: async () => ({ width: null, height: null }),
    fontFamilies: async () => [],
    writeInvoice: async () => ({ xml: '', profile: 'EN 16931', filename: 'x.xml', warnings: [] }),
    close: async () => {},
    async render(request) {
      requests.push(request);
      return { body: [], bytes: 0, sha256: '', pages: 1, warnings: [], templateWarnings: 0, filename: 'x.pdf' };
    },
  };
  const engine = await createLocalEngine({ workspace: folder }, { renderer, limits: { maxPages: 7 } });
  const { uuid } = await engine.findTemplate('hello');
  const body = { data: { name: 'Ada' }, options: { strict: true, date: '2026-01-31T00:00:00Z' } };
  expect(await engine.generateSingle({ params: { uuid }, body })).toMatchObject({
    contentType: 'application/pdf',
    templateVersion: null,
  });
  expect(requests[0]).toMatchObject({
    data: body.data,
    options: body.options,
    template: { slug: 'hello' },
    limits: { maxPages: 7, validationMs: 5000 },
  });
  await expect(engine.generateSingle({ params: { uuid }, body }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(requests).toHaveLength(1);
});

test('a request that is nested too deep is refused before anything recurses over it', async () => {
  const { engine } = await openGreeting();
  let deep: unknown = 'x';
  for (let i = 0; i < 100; i++) deep = [deep];
  const body = { slug: 'deep', pages: [{ body: deep }], dataSchema: true, exampleData: {} };
  await expect(engine.createTemplate({ body })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ path: '/pages', keyword: 'depth' }],
  });
});

test.each<[given: readonly unknown[], message: string]>([
  [[], "Write createLocalEngine({ workspace: 'FOLDER' }) or createLocalEngine({ template: 'FOLDER' }), not undefined"],
  [['demo'], "Write createLocalEngine({ workspace: 'FOLDER' }) or createLocalEngine({ template: 'FOLDER' }), not \"demo\""],
  [[{ workspce: 'demo' }], 'There is no option "workspce"; did you mean "workspace"?'],
  [[{}], 'Give either "workspace" or "template"'],
  [[{ workspace: 'demo', template: 'demo' }], 'Give either "workspace" or "template"'],
  [[{ workspace: new URL('file:///demo') }], 'workspace takes a path as text, got a URL: write fileURLToPath(url)'],
  [[{ workspace: '.' }, { limit: {} }], 'There is no option "limit"; did you mean "limits"?'],
  [[{ workspace: '.' }, { limits: { maxPage: 1 } }], 'There is no limit "maxPage"; did you mean "maxPages"?'],
  [[{ workspace: '.' }, { limits: { maxPages: '1' } }], 'maxPages takes a number above 0, got "1"'],
  [[{ workspace: '.' }, { now: new Date() }], 'now takes a function, got a Date'],
])('createLocalEngine of %j is refused', async (given, message) => {
  const error = await createLocalEngine(...(given as Parameters<typeof createLocalEngine>)).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(message);
});

test.each<[input: unknown, message: string]>([
  [undefined, 'Write generateSingle({ params, body }), not generateSingle()'],
  ['hello', 'Write generateSingle({ params, body }), not generateSingle("hello")'],
  [{ parms: { uuid: 'hello' } }, 'generateSingle: There is no member "parms"; did you mean "params"?'],
  [{ params: { id: 'hello' } }, 'generateSingle: There is no parameter "id"; there is uuid'],
])('a call with %j says how it is written', async (input, message) => {
  const { engine } = await openGreeting();
  await expect(engine.generateSingle(input as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
});

test('generateItems says which name of the template it does not know', async () => {
  const { engine, uuid } = await openGreeting();
  const results = engine.generateItems({ params: { templateUuid: uuid }, body: {} } as never, (async function* () {})());
  await expect(results[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'generateItems: There is no parameter "templateUuid"; there is uuid',
  });
});

test.each<[options: unknown, message: string]>([
  ['now', 'Write the options of listTemplates as { signal }, not "now"'],
  [{ singal: AbortSignal.timeout(10) }, 'listTemplates: There is no option "singal"; did you mean "signal"?'],
  [{ signal: 'stop' }, 'listTemplates: signal takes the signal of an AbortController, got "stop"'],
])('a call with the options %j says what they may be', async (options, message) => {
  const { engine } = await openGreeting();
  await expect(engine.listTemplates({}, options as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
});

test('an engine that is closed says so, and is closed once', async () => {
  const { engine, uuid } = await openGreeting();
  await engine.close();
  const message = 'getTemplate was called after close(). Open another engine with createLocalEngine.';
  await expect(engine.getTemplate({ params: { uuid } })).rejects.toThrow(new UsageError(message));
  const input = { params: { uuid }, body: {} };
  expect(() => engine.generateItems(input, (async function* () {})())).toThrow('generateItems was called after close()');
  await engine.close();
});
