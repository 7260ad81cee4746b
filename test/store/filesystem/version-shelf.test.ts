import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryIn } from '../../../src/files/temporary-name.ts';
import { createFilesystemStore } from '../../../src/store/filesystem/create-filesystem-store.ts';
import { countFileCalls } from '../../support/count-file-calls.ts';
import { pixel } from '../../support/pixel.ts';
import { greeting, makeWorkspace, unlimited } from './workspace.ts';

const open = (folder: string) => createFilesystemStore(folder).team('default').templates;
/** The templates of a workspace, and the UUID of its template `a`. */
async function openA(folder: string) {
  const templates = open(folder);
  return { templates, uuid: (await templates.find('a'))!.uuid };
}

test('a version is recorded only when the content is new, however the JSON is laid out', async () => {
  const { folder, path, write } = makeWorkspace({ ...greeting('a'), 'templates/a/assets/logo.png': pixel });
  const { templates, uuid } = await openA(folder);
  expect(await templates.saveVersion(uuid)).toEqual({ version: 1, created: true });
  expect(readFileSync(path('.pdfgen/.gitignore'), 'utf8')).toBe('*\n');
  expect(await templates.saveVersion(uuid)).toEqual({ version: 1, created: false });
  write(
    'templates/a/template.json',
    JSON.stringify({ pages: [{ body: ['Hello {{ name }}'], size: 'A6' }], $schema: 'x', name: 'a' }, null, 4),
  );
  expect(await templates.saveVersion(uuid)).toEqual({ version: 1, created: false });
  write('templates/a/assets/logo.png', Buffer.concat([pixel, Buffer.of(0)]));
  expect(await templates.get(uuid)).toMatchObject({ version: null });
  expect(await templates.saveVersion(uuid)).toEqual({ version: 2, created: true });
});

test('a recorded version keeps its document and its files when the working files change', async () => {
  const { folder, write } = makeWorkspace({ ...greeting('a'), 'templates/a/assets/logo.png': pixel });
  const { templates, uuid } = await openA(folder);
  await templates.saveVersion(uuid);
  write('templates/a/example.json', { name: 'Bob' });
  write('templates/a/assets/logo.png', Buffer.concat([pixel, Buffer.of(0)]));
  const { document, assets, version } = await templates.get(uuid, 1);
  expect({ version, example: document.exampleData }).toEqual({ version: 1, example: { name: 'Ada' } });
  expect(readFileSync(assets['logo.png']!.path).equals(pixel)).toBe(true);
});

test('what a replacement overwrites is recorded first', async () => {
  const { folder } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  await templates.replace(
    uuid,
    { uuid: undefined, slug: 'a', document: { pages: [], dataSchema: true, exampleData: {} }, assets: undefined },
    undefined,
  );
  expect((await templates.listVersions(uuid, 10, undefined)).items.map((one) => one.version)).toEqual([2, 1]);
  expect((await templates.get(uuid, 1)).document.name).toBe('a');
});

test('a template with a new slug keeps the uuid of its old slug', async () => {
  const { folder, path } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  const { document } = await templates.get(uuid);
  await templates.replace(uuid, { uuid: undefined, slug: 'b', document, assets: undefined }, undefined);
  expect(await open(folder).find('b')).toEqual({ uuid, slug: 'b' });
  expect(readdirSync(path('templates'))).toEqual(['b']);
});

test('what is no asset survives a replacement, files that were assets do not', async () => {
  const { folder, path } = makeWorkspace({
    ...greeting('a'),
    'templates/a/assets/logo.png': pixel,
    'templates/a/assets/logo.blend': Buffer.from([7, 0, 7, 0]),
    'templates/a/assets/terms.txt': 'free',
    'templates/a/README.md': '#',
  });
  const { templates, uuid } = await openA(folder);
  const { document } = await templates.get(uuid);
  await templates.replace(uuid, { uuid: undefined, slug: 'a', document, assets: {} }, undefined);
  expect(readdirSync(path('templates/a/assets'))).toEqual(['logo.blend']);
  expect(readdirSync(path('templates/a'))).toContain('README.md');
});

test('what a crash left behind is cleaned up by the next writer and never read', async () => {
  const { folder, path } = makeWorkspace(greeting('a'));
  // Nobody has this process id.
  const left = (place: string) => temporaryIn(path(place)).replace(`-${process.pid}-`, '-999999999-');
  const folderLeft = left('templates');
  mkdirSync(folderLeft);
  for (const file of [join(folderLeft, 'template.json'), left('templates/a')]) writeFileSync(file, '{');
  const { templates, uuid } = await openA(folder);
  await templates.saveVersion(uuid);
  const versions = `.pdfgen/versions/${uuid}`;
  writeFileSync(left(versions), '{');
  expect(await templates.slugs()).toEqual(['a']);
  const content = { uuid: undefined, document: { pages: [], dataSchema: true, exampleData: {} }, assets: undefined };
  await templates.replace(uuid, { ...content, slug: 'a' }, undefined);
  await templates.create({ ...content, slug: 'b' }, unlimited);
  expect(readdirSync(path('templates'))).toEqual(['a', 'b']);
  expect(readdirSync(path('templates/a')).sort()).toEqual(['example.json', 'schema.json', 'template.json']);
  expect(readdirSync(path(versions)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('the lock of a dead process is broken, the lock of a running one is waited for', async () => {
  const { folder, path, write } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  write('.pdfgen/lock', { host: hostname(), pid: 2 ** 22 + 1, start: '1', token: 'x' });
  expect(await templates.saveVersion(uuid)).toEqual({ version: 1, created: true });
  const isLinux = process.platform === 'linux';
  const start = isLinux ? readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19] : null;
  write('.pdfgen/lock', { host: hostname(), pid: process.pid, start, token: 'y' });
  let done = false;
  const saving = templates.saveVersion(uuid).then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(done).toBe(false);
  rmSync(path('.pdfgen/lock'));
  await saving;
  expect(readdirSync(path('.pdfgen')).sort()).toEqual(['versions']);
});

test('a template whose folder was removed begins again with higher version numbers', async () => {
  const { folder, path } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  await templates.saveVersion(uuid);
  rmSync(path('templates/a'), { recursive: true });
  await templates.create(
    { uuid, slug: 'a', document: { pages: [], dataSchema: true, exampleData: {} }, assets: undefined },
    unlimited,
  );
  expect((await templates.listVersions(uuid, 10, undefined)).items.map((one) => one.version)).toEqual([2]);
});

test('a new template refers to the published schema if the workspace has it', async () => {
  const { folder, path } = makeWorkspace({ '.schema/template.v1.json': {} });
  await open(folder).create(
    {
      uuid: undefined,
      slug: 'a',
      document: { pages: [], dataSchema: true, exampleData: {} },
      assets: undefined,
    },
    unlimited,
  );
  expect(Object.keys(JSON.parse(readFileSync(path('templates/a/template.json'), 'utf8')) as object).slice(0, 2)).toEqual([
    '$schema',
    'uuid',
  ]);
});

test('a template has a limit of versions, and no unrecorded content is overwritten at the limit', async () => {
  const { folder, path } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  const content = (name: string) => ({
    uuid,
    slug: 'a',
    document: { name, pages: [], dataSchema: true, exampleData: {} },
    assets: undefined,
  });
  await templates.replace(uuid, content('First'), undefined);
  writeFileSync(path(`.pdfgen/versions/${uuid}/4997-1-${'0'.repeat(64)}.json`), '{}');
  await templates.replace(uuid, content('Last'), undefined);
  expect((await templates.get(uuid)).version).toBe(4998);
  writeFileSync(path(`.pdfgen/versions/${uuid}/4999-1-${'1'.repeat(64)}.json`), '{}');
  const refusal = {
    code: 'QUOTA_EXCEEDED',
    message: expect.stringContaining('5000') as string,
    quota: { limit: 5000, remaining: 0 },
  };
  await expect(templates.replace(uuid, content('Over'), undefined)).rejects.toMatchObject(refusal);
  expect((await templates.get(uuid)).document.name).toBe('Last');
  await templates.delete(uuid, undefined);
  await expect(templates.create(content('Again'), unlimited)).rejects.toMatchObject(refusal);
});

test('a change reads the folder of the versions once, however often it asks for them', async () => {
  const { folder, path } = makeWorkspace(greeting('a'));
  const { templates, uuid } = await openA(folder);
  const replace = (name: string) =>
    templates.replace(
      uuid,
      { uuid, slug: 'a', document: { name, pages: [], dataSchema: true, exampleData: {} }, assets: undefined },
      undefined,
    );
  await replace('First');
  const few = await countFileCalls(() => replace('Second'));
  for (let n = 10; n < 210; n++) writeFileSync(path(`.pdfgen/versions/${uuid}/${n}-1-${String(n).padStart(64, '0')}.json`), '{}');
  expect((await countFileCalls(() => replace('Third'))) - few).toBeLessThan(300);
});
