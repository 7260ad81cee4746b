import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkInstallation } from '../../../src/engine/administration/check-installation.ts';
import { inferTemplate } from '../../../src/engine/templates/infer-template.ts';
import { initWorkspace } from '../../../src/engine/templates/init-workspace.ts';
import { createLocalEngine } from '../../../src/engine/wiring/create-local-engine.ts';
import { makeWorkspace } from '../../store/filesystem/workspace.ts';

test('a new workspace has a template that lints clean and renders', async () => {
  const { path } = makeWorkspace();
  const { files, template } = await initWorkspace(path('demo'));
  for (const file of files) expect(existsSync(path(`demo/${file}`))).toBe(true);
  const engine = await createLocalEngine({ workspace: path('demo') });
  const { uuid } = await engine.findTemplate(template);
  expect((await engine.lintTemplate(uuid)).filter((one) => one.severity === 'error')).toEqual([]);
  const { exampleData } = await engine.getTemplate({ params: { uuid } });
  expect((await engine.generateSingle({ params: { uuid }, body: { data: exampleData } })).pages).toBeGreaterThan(0);
});

test('nothing that exists is overwritten, and then nothing is written', async () => {
  const { folder, path, write } = makeWorkspace({ '.gitignore': 'mine' });
  await expect(initWorkspace(folder)).rejects.toThrow(/Nothing was written, because these exist .*\.gitignore/);
  expect(existsSync(path('pdfgen.json'))).toBe(false);
  expect(readFileSync(path('.gitignore'), 'utf8')).toBe('mine');
  write('file', '');
  await expect(initWorkspace(path('file'))).rejects.toThrow(/is a file/);
});

const order = {
  number: 'A-17',
  date: '2026-02-03',
  paid: false,
  note: null,
  page: 3,
  'line-no': 4,
  "it's": '{{ not an expression }}',
  '{{brace': 1,
  tags: ['a', 'b'],
  mixed: [1, ['x']],
  nothing: [],
  customer: { name: 'Ada', address: { street: '1 High Street' } },
  lines: [
    { item: 'A', qty: 2, unitPrice: 10, size: { w: 1 }, discount: 0.5 },
    { item: 'B', qty: 1, unitPrice: 5.25, size: { w: 2 }, note: 'hi' },
  ],
  groups: { rows: [{ a: 1, b: null }] },
};

test('a template made from data compiles without a warning and renders that data', async () => {
  const { folder } = makeWorkspace();
  const engine = await createLocalEngine({ workspace: folder });
  const { uuid } = await engine.createTemplate({ body: inferTemplate(order, { slug: 'order', name: 'Order {{ 1 }}' }) });
  expect(await engine.lintTemplate(uuid)).toEqual([]);
  expect(await engine.generateSingle({ params: { uuid }, body: { data: order } })).toMatchObject({ warnings: [] });
});

test.each([
  [{ at: '2026-01-01T00:30:00+01:00' }, 'written'],
  [{ a: { b: [{ at: '2026-01-01T00:30:00Z' }] } }, 'UTC'],
  [{ at: '2026-01-01T00:30:00Z', more: ['2026-01-01T00:30:00+01:00'] }, 'written'],
  [{ at: '2026-01-01 00:30:00', day: '2026-01-01' }, undefined],
])('times in data print as they stand there: %j', async (data, timezone) => {
  const { folder } = makeWorkspace();
  const engine = await createLocalEngine({ workspace: folder });
  const body = inferTemplate(data, { slug: 'times', name: 'Times' });
  expect(body.timezone).toBe(timezone);
  const { uuid } = await engine.createTemplate({ body });
  expect(await engine.lintTemplate(uuid)).toEqual([]);
  expect(JSON.stringify(body.pages)).toContain(" | datetime: 'medium'");
  expect(await engine.generateSingle({ params: { uuid }, body: { data } })).toMatchObject({ warnings: [] });
});

test('lists of objects become tables with numbers to the right', () => {
  const text = JSON.stringify(inferTemplate(order, { slug: 'order', name: 'Order' }).pages);
  expect(text).toContain('"table":"lines"');
  expect(text).toContain('{"width":"auto","align":"right","header":"Unit price","body":"{{ item.unitPrice | number: 2 }}"}');
  expect(text).toContain('"table":"groups.rows"');
  expect(text).toContain("{{ data['line-no'] }}");
  expect(text).toContain('{{ data.page }}');
});

test('empty data makes a page, too', async () => {
  const { folder } = makeWorkspace();
  const engine = await createLocalEngine({ workspace: folder });
  await expect(engine.createTemplate({ body: inferTemplate({}, { slug: 'empty', name: 'Empty' }) })).resolves.toMatchObject({
    version: 1,
  });
});

test('a sound installation and workspace pass every check', async () => {
  const { path } = makeWorkspace();
  await initWorkspace(path('demo'));
  const checks = await checkInstallation({ workspace: path('demo') });
  expect(checks.filter((one) => !one.ok)).toEqual([]);
  expect(checks.map((one) => one.name)).toContain('templates');
});

test('a template that does not compile is named with what to do', async () => {
  const { folder } = makeWorkspace({ 'templates/a/template.json': { pages: [{ body: ['{{ x |'] }] } });
  const checks = await checkInstallation({ workspace: folder });
  expect(checks.find((one) => one.name === 'templates')).toEqual({
    name: 'templates',
    ok: false,
    detail: 'with errors: a',
    remedy: 'Run: pdfgen templates lint',
  });
});
