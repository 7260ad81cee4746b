import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createFilesystemStore, openTemplateFolder } from '../../../src/store/filesystem/create-filesystem-store.ts';
import { deriveUuid } from '../../../src/store/uuid.ts';
import { pixel } from '../../support/pixel.ts';
import { age, greeting, makeWorkspace, unlimited } from './workspace.ts';

const open = (folder: string) => createFilesystemStore(folder).team('default').templates;
const uuid = '0190a1b2-0000-7000-8000-00000000000a';

describe('finding', () => {
  test('a template is found by slug and by UUID in either case', async () => {
    const { folder } = makeWorkspace({ ...greeting('a', { uuid }), ...greeting('b') });
    expect(await open(folder).find('a')).toEqual({ uuid, slug: 'a' });
    expect(await open(folder).find(uuid.toUpperCase())).toEqual({ uuid, slug: 'a' });
    expect(await open(folder).find('c')).toBeUndefined();
  });

  test('without a uuid, it has a UUID derived from its slug', async () => {
    const { folder } = makeWorkspace(greeting('b'));
    expect(await open(folder).find('b')).toEqual({ uuid: deriveUuid('b'), slug: 'b' });
    expect(deriveUuid('b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('two folders with one UUID are an error that names both', async () => {
    const { folder } = makeWorkspace({ ...greeting('a', { uuid }), ...greeting('b', { uuid }) });
    await expect(open(folder).get(uuid)).rejects.toThrow(/templates\/a and .*templates\/b have the same UUID/);
    expect((await open(folder).list({}, 10, undefined)).items).toEqual([]);
    expect((await open(folder).listFaults()).map(({ slug }) => slug)).toEqual(['a', 'b']);
  });

  test.each(['../a', '..', '.', 'A', 'a/b', '/etc', 'a\0'])('%j is not a valid name of a template', async (name) => {
    const { folder } = makeWorkspace(greeting('a'));
    expect(await open(folder).find(name)).toBeUndefined();
  });

  test('a broken template neither hides others nor prevents new ones', async () => {
    const { folder } = makeWorkspace({ ...greeting('a', { uuid }), 'templates/b/template.json': '{' });
    await expect(open(folder).get(uuid)).resolves.toMatchObject({ slug: 'a' });
    expect((await open(folder).list({}, 10, undefined)).items).toMatchObject([{ slug: 'a' }]);
    const document = { pages: [], dataSchema: true, exampleData: {} };
    const made = await open(folder).create({ uuid: undefined, slug: 'c', document, assets: undefined }, unlimited);
    await expect(open(folder).get(made)).resolves.toMatchObject({ slug: 'c', version: 1 });
    await expect(open(folder).get(deriveUuid('zzz'))).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
  });
});

describe('files that are not a template', () => {
  const faults: readonly (readonly [string, string, unknown, RegExp])[] = [
    ['a comma too many', 'template.json', '{\n  "name": "x",\n}', /template\.json:3:1 is not JSON/],
    ['a file that ends early', 'schema.json', '{"type": "object"', /schema\.json:1:18 is not JSON/],
    ['a line break in a text', 'example.json', '{\n"a": "x\ny"}', /example\.json:2:8 is not JSON/],
    [
      'a name that appears twice',
      'template.json',
      '{\n "pages": [],\n "pages": []\n}',
      /template\.json:3:2 .*"pages" appears twice .*line 2, column 2/,
    ],
    [
      'a name twice in a schema',
      'schema.json',
      '{"type": "object", "type": "array"}',
      /schema\.json:1:20 .*first in line 1, column 2/,
    ],
    ['a number too large', 'example.json', '{"n": 1e400}', /example\.json:1:7 the number 1e400 is too large/],
    ['bytes that are not UTF-8', 'example.json', Buffer.from([0x7b, 0x0a, 0x22, 0xff]), /example\.json:2:2 is not UTF-8/],
    ['a list', 'template.json', '[]', /template\.json:1:1 must hold a JSON object/],
    ['an invalid uuid', 'template.json', '{"uuid": "x"}', /"uuid" must be a UUID/],
    ['nesting without end', 'example.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested deeper than 64/],
    ['a schema in two places', 'template.json', '{"dataSchema": {}}', /"dataSchema" is both in/],
  ];
  test.each(faults)('%s is reported with its place', async (_what, file, content, message) => {
    const { folder } = makeWorkspace({ ...greeting('a'), [`templates/a/${file}`]: content });
    const error = (await open(folder)
      .find('a')
      .catch((one: unknown) => one)) as { code: string; message: string };
    expect(error).toMatchObject({ code: 'TEMPLATE_INVALID' });
    expect(error.message).toMatch(message);
  });

  test('a folder whose name is not a slug is reported with a valid name', async () => {
    const { folder } = makeWorkspace({ 'templates/My Invoice/template.json': { pages: [] } });
    const [fault] = await open(folder).listFaults();
    expect(fault).toMatchObject({ slug: 'My Invoice' });
    expect(fault!.error.message).toMatch(/Rename it, for example to "my-invoice"/);
  });

  test.each(['template.json', 'example.json', 'assets/pipe'])('%s as a named pipe is refused, not waited for', async (file) => {
    const { folder, path } = makeWorkspace({ ...greeting('a'), 'templates/a/assets/logo.png': pixel });
    rmSync(path(`templates/a/${file}`), { force: true });
    execFileSync('mkfifo', [path(`templates/a/${file}`)]);
    await expect(open(folder).find('a')).rejects.toThrow(/is not a regular file/);
  });

  test('a member called __proto__ changes nothing but itself', async () => {
    const { folder } = makeWorkspace({
      ...greeting('a'),
      'templates/a/template.json': '{"__proto__": {"name": "x"}, "pages": []}',
    });
    const { uuid: found } = (await open(folder).find('a'))!;
    const { document } = await open(folder).get(found);
    expect(Object.keys(document)).toContain('__proto__');
    expect(document.name).toBeUndefined();
  });
});

describe('links', () => {
  test.each(['templates/a/schema.json', 'templates/a/assets/logo.png', 'templates/a/assets', 'templates/a', 'assets'])(
    '%s as a link out of its place is refused',
    async (name) => {
      const outside = makeWorkspace({ ...greeting('a'), 'file.json': '{}' });
      const { folder, path } = makeWorkspace({
        'templates/a/template.json': { pages: [] },
        ...(name === 'templates/a' && { 'templates/b/template.json': {} }),
      });
      const target = name.endsWith('.json') || name.endsWith('.png') ? 'file.json' : 'templates/a';
      const at = name === 'templates/a' ? 'templates/linked' : name;
      if (name.endsWith('.png')) mkdirSync(path('templates/a/assets'));
      symlinkSync(outside.path(target), path(at));
      expect((await open(folder).listFaults()).map(({ error }) => error.message)).toEqual([expect.stringMatching(/is a link/)]);
    },
  );

  test.each(['.pdfgen', 'templates'])(
    '%s as a link out of the workspace is refused, and nothing is written through it',
    async (name) => {
      const outside = makeWorkspace(greeting('a'));
      const { folder, path } = makeWorkspace(name === 'templates' ? {} : greeting('a'));
      mkdirSync(outside.path('records'));
      symlinkSync(name === 'templates' ? outside.path('templates') : outside.path('records'), path(name));
      const create = async () =>
        open(folder).create({ uuid: undefined, slug: 'b', document: { pages: [] }, assets: undefined }, unlimited);
      await expect(create()).rejects.toThrow(/is a link out of/);
      expect(readdirSync(outside.path('templates'))).toEqual(['a']);
      expect(readdirSync(outside.path('records'))).toEqual([]);
    },
  );

  test('a link that stays inside is followed', async () => {
    const { folder, path } = makeWorkspace({ ...greeting('a'), 'templates/a/assets/logo.png': pixel });
    symlinkSync('logo.png', path('templates/a/assets/same.png'));
    const templates = open(folder);
    const { entries } = await templates.describe((await templates.find('a'))!.uuid);
    expect(entries['same.png']).toEqual(entries['logo.png']);
  });
});

describe('what is rendered', () => {
  test('a change to any part is seen at once, and equal files have one key', async () => {
    const { folder, path, write } = makeWorkspace({
      ...greeting('a'),
      'templates/a/assets/logo.png': pixel,
      'assets/shared.png': pixel,
    });
    const files = ['template.json', 'schema.json', 'example.json'].map((name) => `templates/a/${name}`);
    for (const name of [...files, 'templates/a/assets/logo.png', 'assets/shared.png']) age(path(name));
    const templates = open(folder);
    const { uuid: found } = (await templates.find('a'))!;
    const keyNow = async () => (await templates.get(found)).key;
    const keys = [await keyNow()];
    expect(await keyNow()).toBe(keys[0]);
    for (const [name, content] of [
      [files[0], { pages: [] }],
      [files[1], {}],
      [files[2], { name: 'Bob' }],
      ['templates/a/assets/logo.png', Buffer.concat([pixel, Buffer.of(0)])],
      ['templates/a/assets/more.png', pixel],
      ['assets/shared.png', Buffer.concat([pixel, Buffer.of(0)])],
    ] as const) {
      write(name!, content);
      keys.push(await keyNow());
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("a file of the template's own hides one of the workspace", async () => {
    const { folder, path } = makeWorkspace({
      ...greeting('a'),
      'templates/a/assets/logo.png': pixel,
      'assets/logo.png': 'x',
      'assets/other.png': pixel,
    });
    const templates = open(folder);
    const { assets } = await templates.get((await templates.find('a'))!.uuid);
    expect(assets).toEqual({
      'logo.png': { path: path('templates/a/assets/logo.png') },
      'other.png': { path: path('assets/other.png') },
    });
  });

  test('the workspace files that a template names belong to its content, others do not', async () => {
    const { folder } = makeWorkspace({
      ...greeting('a', { pages: [{ body: [{ image: 'named.png' }] }] }),
      'assets/named.png': pixel,
      'assets/other.png': pixel,
    });
    const templates = open(folder);
    const { entries } = await templates.describe((await templates.find('a'))!.uuid);
    expect(Object.keys(entries)).toEqual(['named.png']);
  });

  test('a read-only checkout can be read', async () => {
    const { folder, path } = makeWorkspace(greeting('a'));
    chmodSync(path('templates/a'), 0o555);
    chmodSync(folder, 0o555);
    const templates = open(folder);
    const found = (await templates.find('a'))!;
    expect(await templates.get(found.uuid)).toMatchObject({ version: null });
    await templates.describe(found.uuid);
    await templates.list({}, 10, undefined);
    expect(readdirSync(folder)).toEqual(['templates']);
    chmodSync(folder, 0o755);
    chmodSync(path('templates/a'), 0o755);
  });
});

describe('a template by path', () => {
  const only = async (path: string) => {
    const { templates } = openTemplateFolder(path).team('default');
    const [slug] = await templates.slugs();
    return { templates, found: (await templates.find(slug!))! };
  };

  test('the folder and its template.json mean the same, outside of any workspace', async () => {
    const { path } = makeWorkspace({
      'My Letter/template.json': { pages: [{ body: ['x'] }] },
      'My Letter/example.json': { a: 1 },
    });
    for (const name of ['My Letter', 'My Letter/template.json']) {
      const { templates, found } = await only(path(name));
      expect(found.slug).toBe('my-letter');
      expect(await templates.get(found.uuid)).toMatchObject({
        version: null,
        document: { dataSchema: true, exampleData: { a: 1 } },
      });
      await expect(templates.saveVersion(found.uuid)).rejects.toThrow(/outside of a workspace/);
    }
  });

  test('one file may hold everything', async () => {
    const { path } = makeWorkspace({
      'letter.json': { pages: [{ body: ['x'] }], dataSchema: { type: 'object' }, exampleData: { a: 1 } },
    });
    const { templates, found } = await only(path('letter.json'));
    const { files, slug } = await templates.get(found.uuid);
    expect({ slug, files }).toEqual({
      slug: 'letter',
      files: { document: path('letter.json'), schema: path('letter.json'), example: path('letter.json') },
    });
  });

  test('a path into a workspace means its template, with its versions', async () => {
    const { folder, path } = makeWorkspace({ ...greeting('a'), ...greeting('b') });
    const { uuid: found } = (await open(folder).find('a'))!;
    await open(folder).saveVersion(found);
    const { templates } = await only(path('templates/a'));
    expect(await templates.slugs()).toEqual(['a']);
    expect(await templates.get(found)).toMatchObject({ version: 1 });
  });

  test('a path without a template is not found', () => {
    expect(() => openTemplateFolder(tmpdir())).toThrow(/is not a template/);
    expect(() => openTemplateFolder('/nowhere/at/all')).toThrow(expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }) as Error);
  });
});
