// What an engine promises of many documents in the foreground, for every implementation.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/contract/engine.ts';
import type { ItemGenerator, ItemRequest, ItemResult } from '../../src/contract/generate-items.ts';
import { makeFolder } from '../support/folders.ts';
import { letter } from './engine.suite.ts';

export interface OpenedItems {
  readonly engine: Engine & ItemGenerator;
  close(): Promise<void>;
}

const date = '2026-03-01T00:00:00Z';

/** Runs the suite on an implementation; `open` gives an engine without templates. */
export function itemsSuite(name: string, open: () => Promise<OpenedItems>): void {
  describe(`many documents in the foreground: ${name}`, () => {
    let opened: OpenedItems;
    let templateUuid: string;
    let folder: string;
    beforeEach(async () => {
      folder = makeFolder();
      opened = await open();
      templateUuid = (await opened.engine.createTemplate({ body: letter('letter') })).uuid;
    });
    afterEach(() => opened.close());

    let files = 0;
    const itemOf = (data: unknown): ItemRequest => ({ data, path: join(folder, `${files++}.pdf`) });
    const names = (count: number): ItemRequest[] => Array.from({ length: count }, (_, i) => itemOf({ name: `n${i}` }));
    const begin = (items: AsyncIterable<ItemRequest>, more: object = {}, signal?: AbortSignal) =>
      opened.engine.generateItems(
        { params: { uuid: templateUuid }, body: { options: { date }, ...more } },
        items,
        signal && { signal },
      );
    const all = async (items: readonly ItemRequest[], more: object = {}) => {
      const results: ItemResult[] = [];
      for await (const one of begin(toAsync(items), more)) results.push(one);
      return results.sort((a, b) => a.index - b.index);
    };
    const codes = (results: readonly ItemResult[]) => results.map((one) => ('made' in one ? 'ok' : one.error.code));

    test('each item gives, once, the bytes that a single call gives', async () => {
      const items = names(30);
      const results = await all(items);
      expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, i) => i));
      for (const [i, one] of results.entries()) {
        if (!('made' in one)) throw one.error;
        const single = await opened.engine.generateSingle({
          params: { uuid: templateUuid },
          body: { data: { name: `n${i}` }, options: { date } },
        });
        const bytes = readFileSync(items[i]!.path);
        expect(bytes.equals(Buffer.concat(single.body))).toBe(true);
        const { templateWarnings = 0, ...made } = one.made;
        expect(templateWarnings).toBe(0);
        expect(made).toEqual({
          bytes: bytes.length,
          pages: 1,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          warningCount: 0,
          warnings: [],
          templateVersion: 1,
        });
      }
    });

    test('a document with warnings is made, and its first warnings come along', async () => {
      const results = await all([{ name: 'Ada' }, { name: '\u{10ffff}' }].map(itemOf));
      expect(results).toMatchObject([
        { made: { warningCount: 0, warnings: [] } },
        { made: { warningCount: 1, warnings: [{ code: 'missing-glyph', page: 1 }] } },
      ]);
    });

    test('no item, no result', async () => {
      expect(await all([])).toEqual([]);
    });

    test('an item that breaks the contract is an error with its places; the others are made', async () => {
      const results = await all([{ name: 'Ada' }, { name: 5 }, {}, { name: 'Bob' }].map(itemOf));
      expect(codes(results)).toEqual(['ok', 'DATA_INVALID', 'DATA_INVALID', 'ok']);
      expect(results[1]).toMatchObject({ error: { errors: [{ path: '/data/name', keyword: 'type' }] } });
      expect(results[2]).toMatchObject({ error: { errors: [{ path: '/data', keyword: 'required' }] } });
    });

    test('a document that cannot be rendered is an error of its item', async () => {
      const item = (url: string) => itemOf({ name: url });
      const strict = letter('strict', { pages: [{ body: [{ image: '{{ name }}', alt: '', width: 10 }] }] });
      ({ uuid: templateUuid } = await opened.engine.createTemplate({ body: strict }));
      const pixel =
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const results = await all([item(pixel), item('none.png'), item(pixel)], { options: { date, strict: true } });
      expect(codes(results)).toEqual(['ok', 'RENDER_WARNINGS', 'ok']);
    });

    test('the documents keep the standard of the options', async () => {
      const item = (font: string) => itemOf({ name: font });
      const strict = letter('strict', {
        pages: [{ body: [{ text: 'x', style: '{{ name }}' }] }],
        styles: { plain: { font: 'noto-sans' }, typed: { font: 'courier' } },
      });
      ({ uuid: templateUuid } = await opened.engine.createTemplate({ body: strict }));
      const results = await all([item('plain'), item('typed')], { options: { date, standard: ['PDF/A-3b'] } });
      expect(codes(results)).toEqual(['ok', 'STANDARD_BREACH']);
    });

    test('an item that is refused before it is drawn has the code of a single call', async () => {
      const titled = letter('titled', { document: { title: '{{ name }}', lang: 'en', standard: 'PDF/UA-1' } });
      ({ uuid: templateUuid } = await opened.engine.createTemplate({ body: titled }));
      expect(codes(await all([itemOf({ name: 'A' }), itemOf({ name: '' }), itemOf({})]))).toEqual([
        'ok',
        'STANDARD_BREACH',
        'DATA_INVALID',
      ]);
    });

    test('a version that was asked for is used, though there is a newer one', async () => {
      const { version: _, ...body } = await opened.engine.getTemplate({ params: { uuid: templateUuid } });
      await opened.engine.replaceTemplate({
        params: { uuid: templateUuid },
        body: { ...letter('letter', { pages: [{ size: 'A4', body: ['Hello {{ name }}'] }] }), uuid: body.uuid },
      });
      const [old, latest] = [await all(names(1), { templateVersion: 1 }), await all(names(1))];
      expect(old[0]).toMatchObject({ made: { templateVersion: 1 } });
      expect(latest[0]).toMatchObject({ made: { templateVersion: 2 } });
    });

    test('a file that cannot be written ends the run with its name; earlier files stay, and no file is half-written', async () => {
      const lost = { data: { name: 'Eve' }, path: join(folder, 'missing', 'eve.pdf') };
      await expect(all([...names(40), lost])).rejects.toMatchObject({ code: 'ENOENT', path: lost.path });
      const there = readdirSync(folder);
      expect(there.filter((name) => !/^\d+\.pdf$/.test(name))).toEqual([]);
      for (const name of there) expect(readFileSync(join(folder, name)).subarray(-6).toString()).toBe('%%EOF\n');
    });

    test('an existing file at the path is replaced', async () => {
      const [item] = names(1);
      writeFileSync(item!.path, 'old');
      await all([item!]);
      expect(readFileSync(item!.path, 'latin1')).toMatch(/^%PDF-/);
    });

    test('making ready before changes nothing, nor does making ready for nothing', async () => {
      const input = { params: { uuid: templateUuid }, body: { options: { date } } };
      opened.engine.prepareItems?.(input);
      expect(codes(await all(names(3)))).toEqual(['ok', 'ok', 'ok']);
      opened.engine.prepareItems?.({ ...input, params: { uuid: '0190a1b2-0000-7000-8000-000000000000' } });
      opened.engine.prepareItems?.(input);
    });

    test('an error that concerns all items is raised', async () => {
      templateUuid = '0190a1b2-0000-7000-8000-000000000000';
      await expect(all(names(3))).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
    });

    test('items are taken no sooner than there is room', async () => {
      let taken = 0;
      async function* endless(): AsyncGenerator<ItemRequest> {
        for (;;) {
          taken++;
          yield itemOf({ name: `n${taken}` });
        }
      }
      let results = 0;
      for await (const one of begin(endless())) {
        expect('made' in one).toBe(true);
        if (++results === 20) break;
      }
      // A server gets two requests at a time, of at most 1,000 documents each.
      expect(taken).toBeLessThan(3_000);
      const before = taken;
      await sleep(50);
      expect(taken).toBe(before);
    });

    test('an error of the source is raised, and nothing is left waiting', async () => {
      async function* broken(): AsyncGenerator<ItemRequest> {
        yield itemOf({ name: 'Ada' });
        throw new Error('the file is gone');
      }
      await expect(async () => {
        for await (const _ of begin(broken()));
      }).rejects.toThrow('the file is gone');
    });

    test('a signal ends it', async () => {
      const stop = new AbortController();
      const reason = new Error('enough');
      let results = 0;
      await expect(async () => {
        for await (const _ of begin(toAsync(names(2_000)), {}, stop.signal)) if (++results === 3) stop.abort(reason);
      }).rejects.toThrow('enough');
      expect(results).toBeLessThan(400);
      // What was made is told: nothing stands there that nobody knows of.
      expect(readdirSync(folder)).toHaveLength(results);
    });
  });
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
