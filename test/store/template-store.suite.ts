// What every driver of a server's template store promises.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TemplateContent, Templates } from '../../src/store/template-store.ts';
import { pixel } from '../support/pixel.ts';
import { unlimited } from './filesystem/workspace.ts';

export interface OpenedTemplates {
  readonly templates: Templates;
  /** The templates of another team. */
  readonly other: Templates;
  /** The same templates, as a process sees them that has read nothing before. */
  again(): Templates;
  /** Makes stored bytes look as if they had been stored two days ago. */
  makeOld(sha256: string): Promise<void>;
}

const day = 24 * 3_600_000;

const content = (slug: string, more: Partial<TemplateContent> = {}): TemplateContent => ({
  uuid: undefined,
  slug,
  document: {
    name: `Name of ${slug}`,
    tags: [slug.slice(0, 1), 'all'],
    pages: [{ body: [] }],
    dataSchema: true,
    exampleData: {},
  },
  assets: undefined,
  ...more,
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const picture = (title: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`);

async function put(templates: Templates, bytes: Uint8Array): Promise<string> {
  await templates.putAsset(sha256Of(bytes), bytes);
  return sha256Of(bytes);
}

export function templateStoreSuite(name: string, open: () => Promise<OpenedTemplates>): void {
  describe(name, () => {
    let templates: Templates;
    let opened: OpenedTemplates;
    const versionsOf = async (uuid: string) =>
      (await templates.listVersions(uuid, 100, undefined)).items.map((one) => one.version);

    beforeEach(async () => {
      opened = await open();
      ({ templates } = opened);
    });

    test('a created template is found by slug and UUID, with its content as version 1', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      expect(await templates.find('note')).toEqual({ uuid, slug: 'note' });
      expect(await templates.find(uuid)).toEqual({ uuid, slug: 'note' });
      expect(await templates.find(uuid.toUpperCase())).toEqual({ uuid, slug: 'note' });
      expect(await templates.find('other')).toBeUndefined();
      expect(await templates.find(randomUUID())).toBeUndefined();
      expect(await templates.slugs()).toEqual(['note']);
      const stored = await templates.get(uuid);
      expect(stored).toMatchObject({ uuid, slug: 'note', version: 1, assets: {} });
      expect(stored.document).toMatchObject(content('note').document);
      const described = await opened.again().describe(uuid);
      expect(described).toMatchObject({ version: 1, entries: {} });
      expect(Math.abs(Date.parse(described.createdAt) - Date.now())).toBeLessThan(60_000);
      expect(described.updatedAt).toBe(described.createdAt);
    });

    test('a missing template or version is TEMPLATE_NOT_FOUND', async () => {
      const missing = { code: 'TEMPLATE_NOT_FOUND' };
      const uuid = randomUUID();
      for (const call of [
        () => templates.get(uuid),
        () => templates.describe(uuid),
        () => templates.listVersions(uuid, 10, undefined),
        () => templates.stage(content('a'), uuid),
        () => templates.replace(uuid, content('a'), undefined),
        () => templates.delete(uuid, undefined),
        () => templates.getRecorded(uuid, 1),
        () => templates.getRecorded('../../etc', 1),
        () => templates.saveVersion(uuid),
      ])
        await expect(call()).rejects.toMatchObject(missing);
      const standing = await templates.create(content('note'), unlimited);
      await expect(templates.get(standing, 2)).rejects.toMatchObject(missing);
      await expect(templates.describe(standing, 2)).rejects.toMatchObject(missing);
    });

    test('a slug and a UUID are taken once', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      await expect(templates.create(content('note'), unlimited)).rejects.toMatchObject({ code: 'SLUG_TAKEN' });
      await expect(templates.create(content('other', { uuid }), unlimited)).rejects.toMatchObject({ code: 'TEMPLATE_EXISTS' });
      const second = await templates.create(content('second'), unlimited);
      await expect(templates.replace(second, content('note'), undefined)).rejects.toMatchObject({ code: 'SLUG_TAKEN' });
      expect(await templates.slugs()).toEqual(['note', 'second']);
      const both = await Promise.allSettled([1, 2, 3].map(() => templates.create(content('race'), unlimited)));
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('a team has at most the number of templates that it may have', async () => {
      await templates.create(content('one'), { maxTemplates: 2 });
      const calls = await Promise.allSettled(
        ['two', 'three'].map((slug) => templates.create(content(slug), { maxTemplates: 2 })),
      );
      expect(calls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(templates.create(content('four'), { maxTemplates: 2 })).rejects.toMatchObject({
        code: 'QUOTA_EXCEEDED',
        quota: { limit: 2, remaining: 0 },
      });
    });

    test('new content makes a version, equal content makes none, and every version stays', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      const changed = { ...content('note').document, name: 'Changed' };
      await templates.replace(uuid, content('note', { document: changed }), undefined);
      await templates.replace(uuid, content('note', { document: { exampleData: {}, ...changed } }), undefined);
      expect(await versionsOf(uuid)).toEqual([2, 1]);
      expect((await templates.get(uuid)).document.name).toBe('Changed');
      expect((await templates.get(uuid, 1)).document.name).toBe('Name of note');
      expect(await templates.saveVersion(uuid)).toEqual({ version: 2, created: false });
      // Earlier content that comes back is a new version, so that the newest version is the current content.
      await templates.replace(uuid, content('note'), undefined);
      expect(await versionsOf(uuid)).toEqual([3, 2, 1]);
      expect((await opened.again().get(uuid)).document.name).toBe('Name of note');
    });

    test('versions are listed in pages, newest first', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      for (const name of ['b', 'c', 'd'])
        await templates.replace(uuid, content('note', { document: { ...content('note').document, name } }), undefined);
      const first = await templates.listVersions(uuid, 3, undefined);
      expect([first.items.map((one) => one.version), first.hasMore]).toEqual([[4, 3, 2], true]);
      const rest = await templates.listVersions(uuid, 3, 2);
      expect([rest.items.map((one) => one.version), rest.hasMore]).toEqual([[1], false]);
      expect(new Set([...first.items, ...rest.items].map(({ digest }) => digest)).size).toBe(4);
    });

    test('a change with an outdated precondition is refused and changes nothing', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      const next = (name: string) => content('note', { document: { ...content('note').document, name } });
      await templates.replace(uuid, next('b'), [1]);
      const conflict = { code: 'REVISION_CONFLICT' };
      await expect(templates.replace(uuid, next('c'), [1])).rejects.toMatchObject(conflict);
      await expect(templates.delete(uuid, [1])).rejects.toMatchObject(conflict);
      await templates.replace(uuid, next('d'), 'any');
      await templates.replace(uuid, next('e'), [7, 3]);
      const both = await Promise.allSettled(['f', 'g'].map((name) => templates.replace(uuid, next(name), [4])));
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await versionsOf(uuid)).toEqual([5, 4, 3, 2, 1]);
    });

    test('a template with a new slug is the same template', async () => {
      const uuid = await templates.create(content('old'), unlimited);
      await templates.replace(uuid, content('new', { document: content('old').document }), undefined);
      expect(await templates.find('old')).toBeUndefined();
      expect(await templates.find('new')).toEqual({ uuid, slug: 'new' });
      expect(await opened.again().get(uuid)).toMatchObject({ slug: 'new' });
      expect(await templates.create(content('old'), unlimited)).not.toBe(uuid);
    });

    test('a recorded version is found after its template was deleted, and a new template with its UUID counts on', async () => {
      const digest = await put(templates, pixel);
      const uuid = await templates.create(content('note', { assets: { 'dot.png': digest } }), unlimited);
      await templates.delete(uuid, [1]);
      expect(await templates.find('note')).toBeUndefined();
      const recorded = await templates.getRecorded(uuid, 1);
      expect(recorded).toMatchObject({ uuid, slug: 'note', version: 1 });
      expect(readFileSync(recorded.assets['dot.png']!.path).equals(pixel)).toBe(true);
      await expect(templates.get(uuid, 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
      await expect(templates.getRecorded(uuid, 2)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
      expect(await opened.again().getRecorded(uuid, 1)).toEqual(recorded);
      expect(await templates.create(content('note', { uuid }), unlimited)).toBe(uuid);
      expect(await versionsOf(uuid)).toEqual([2]);
      await expect(templates.get(uuid, 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
    });

    test('an older version has the slug that the template had then, and the current one its slug of today', async () => {
      const uuid = await templates.create(content('note'), unlimited);
      await templates.replace(uuid, content('new', { document: { ...content('note').document, name: 'b' } }), undefined);
      await templates.replace(uuid, content('newest', { document: { ...content('note').document, name: 'b' } }), undefined);
      expect(await templates.get(uuid)).toMatchObject({ slug: 'newest' });
      expect(await templates.get(uuid, 1)).toMatchObject({ slug: 'note', version: 1 });
    });

    test('a list is newest first, in pages, and finds by slug, tag and words', async () => {
      const uuids: string[] = [];
      for (const slug of ['apple', 'banana', 'cherry']) uuids.push(await templates.create(content(slug), unlimited));
      const all = await templates.list({}, 10, undefined);
      expect(all.items.map(({ slug }) => slug)).toEqual(['cherry', 'banana', 'apple']);
      expect(all.items[0]).toMatchObject({
        uuid: uuids[2],
        name: 'Name of cherry',
        tags: ['c', 'all'],
        version: 1,
        pageCount: 1,
      });
      const first = await templates.list({}, 2, undefined);
      const rest = await templates.list({}, 2, first.items[1]);
      expect([first.hasMore, rest.hasMore]).toEqual([true, false]);
      expect([...first.items, ...rest.items]).toEqual(all.items);
      const slugs = async (filter: Parameters<Templates['list']>[0]) =>
        (await templates.list(filter, 10, undefined)).items.map(({ slug }) => slug);
      expect(await slugs({ slug: 'banana' })).toEqual(['banana']);
      expect(await slugs({ tag: 'b' })).toEqual(['banana']);
      expect(await slugs({ tag: 'all' })).toHaveLength(3);
      expect(await slugs({ q: 'NAME OF CH' })).toEqual(['cherry']);
      expect(await slugs({ q: '%' })).toEqual([]);
    });

    test('an odd name, description or list of tags is left out of the list', async () => {
      const document = { name: 7, tags: ['a', 3], pages: {}, dataSchema: true, exampleData: {} };
      await templates.create(content('odd', { document }), unlimited);
      expect((await templates.list({}, 10, undefined)).items).toMatchObject([
        { name: 'odd', description: '', tags: ['a'], pageCount: 0 },
      ]);
    });

    test('files come with a template, and a replacement without files keeps them', async () => {
      const digest = await put(templates, pixel);
      const uuid = await templates.create(content('note', { assets: { 'dot.png': digest } }), unlimited);
      const document = { ...content('note').document, name: 'Changed' };
      await templates.replace(uuid, content('note', { document }), undefined);
      const { assets, entries } = await templates.describe(uuid);
      expect(entries).toEqual({ 'dot.png': { sha256: digest, bytes: pixel.length, type: 'image/png' } });
      expect(readFileSync(assets['dot.png']!.path).equals(pixel)).toBe(true);
      await templates.replace(uuid, content('note', { assets: {} }), undefined);
      expect((await templates.describe(uuid)).entries).toEqual({});
    });

    test('content that names files which are not stored is refused, each by its name', async () => {
      const digest = await put(templates, pixel);
      const assets = { 'dot.png': digest, 'gone.png': 'f'.repeat(64), '../up.png': digest };
      const refusal = {
        code: 'TEMPLATE_INVALID',
        errors: [{ params: { name: 'gone.png' } }, { params: { name: '../up.png' } }],
      };
      await expect(templates.stage(content('note', { assets }), undefined)).rejects.toMatchObject(refusal);
      await expect(templates.create(content('note', { assets }), unlimited)).rejects.toMatchObject(refusal);
      expect(await templates.slugs()).toEqual([]);
    });

    test('staged content can be compiled and is not stored', async () => {
      const digest = await put(templates, pixel);
      const staged = await templates.stage(content('note', { assets: { 'dot.png': digest } }), undefined);
      expect(staged).toMatchObject({ slug: 'note', version: null });
      expect(readFileSync(staged.assets['dot.png']!.path).equals(pixel)).toBe(true);
      expect(await templates.slugs()).toEqual([]);
      const uuid = await templates.create(content('note', { assets: { 'dot.png': digest } }), unlimited);
      const replacing = await templates.stage(content('note', { document: { ...content('note').document, name: 'b' } }), uuid);
      expect(replacing.uuid).toBe(uuid);
      expect(Object.keys(replacing.assets)).toEqual(['dot.png']);
      expect(new Set([staged.key, replacing.key, (await templates.get(uuid)).key]).size).toBe(3);
    });

    test('teams see nothing of each other: neither templates nor versions nor files', async () => {
      const { other } = opened;
      const digest = await put(templates, pixel);
      const uuid = await templates.create(content('note', { assets: { 'dot.png': digest } }), unlimited);
      expect(await other.find('note')).toBeUndefined();
      expect(await other.find(uuid)).toBeUndefined();
      expect((await other.list({}, 10, undefined)).items).toEqual([]);
      await expect(other.getRecorded(uuid, 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
      expect(await other.findAsset(digest)).toBeUndefined();
      expect(await other.fetchAssets([digest])).toEqual(new Map());
      await expect(other.create(content('note', { assets: { 'dot.png': digest } }), unlimited)).rejects.toMatchObject({
        code: 'TEMPLATE_INVALID',
      });
      // The same slug and UUID may stand in both.
      expect(await other.create(content('note', { uuid }), unlimited)).toBe(uuid);
    });

    test('stored bytes can be read and have a path for a renderer; other bytes have none', async () => {
      const digest = await put(templates, pixel);
      await put(templates, pixel);
      expect(Buffer.from((await templates.findAsset(digest))!).equals(pixel)).toBe(true);
      expect(readFileSync((await templates.fetchAssets([digest])).get(digest)!).equals(pixel)).toBe(true);
      expect(await templates.findAsset('f'.repeat(64))).toBeUndefined();
      expect([...(await templates.fetchAssets([digest, 'f'.repeat(64)])).keys()]).toEqual([digest]);
    });

    test('unused bytes are removed after their time; new bytes and those of versions and clones stay', async () => {
      const digests = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => put(templates, picture(letter))));
      const [ofVersion, ofDeleted, ofClone, unused, storedAgain, fresh] = digests as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      await templates.create(content('stands', { assets: { 'a.svg': ofVersion } }), unlimited);
      const gone = await templates.create(content('gone', { assets: { 'b.svg': ofDeleted } }), unlimited);
      await templates.delete(gone, undefined);
      for (const digest of digests) if (digest !== fresh) await opened.makeOld(digest);
      await put(templates, picture('e'));
      expect(await templates.removeUnusedAssets(new Set([ofClone]), day)).toBe(1);
      expect(await templates.findAsset(unused)).toBeUndefined();
      for (const digest of [ofVersion, ofDeleted, ofClone, storedAgain, fresh])
        expect(await templates.findAsset(digest)).toBeDefined();
      expect(await templates.removeUnusedAssets(new Set([ofClone]), day)).toBe(0);
    });

    test('old bytes that a new template names are not removed', async () => {
      const digest = await put(templates, pixel);
      await opened.makeOld(digest);
      const [removed, created] = await Promise.allSettled([
        templates.removeUnusedAssets(new Set(), day),
        templates.create(content('note', { assets: { 'dot.png': digest } }), unlimited),
      ]);
      // One of them comes first: either the bytes are gone and the template is refused, or both stay.
      const stays = created.status === 'fulfilled';
      expect(removed).toEqual({ status: 'fulfilled', value: stays ? 0 : 1 });
      expect((await templates.findAsset(digest)) !== undefined).toBe(stays);
    });
  });
}
