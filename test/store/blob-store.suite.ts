// What every driver of the blob store promises.
import { randomUUID } from 'node:crypto';
import { buffer as readAll } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../src/store/blob-store.ts';
import { resultOf } from '../support/result-of.ts';

export const newKey = (): string => `${randomUUID()}-1.pdf`;

export function blobStoreSuite(name: string, open: () => BlobStore | Promise<BlobStore>): void {
  describe(name, () => {
    let store: BlobStore;
    const keys = async () => {
      const found: string[] = [];
      for await (const page of store.list()) found.push(...page.map(({ teamId, key }) => `${teamId}/${key}`));
      return found.sort();
    };

    beforeEach(async () => {
      store = await open();
    });

    test('a written result is read whole and in ranges', async () => {
      const blobs = store.team('a');
      const key = newKey();
      const bytes = Buffer.alloc(200_000, 'abcdefghijk');
      await blobs.write(key, resultOf(bytes.subarray(0, 70_000), bytes.subarray(70_000)));
      expect(await blobs.size(key)).toBe(200_000);
      expect((await readAll(blobs.read(key))).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 1],
        [199_999, 200_000],
        [65_535, 131_073],
        [100, 100],
      ] as const)
        expect((await readAll(blobs.read(key, start, end))).equals(bytes.subarray(start, end))).toBe(true);
      await expect(readAll(blobs.read(key, 150_000, 200_001))).rejects.toMatchObject({ code: 'RESULT_LOST' });
    });

    test('a missing result has no size, is RESULT_LOST to a reader, and may be deleted', async () => {
      const blobs = store.team('a');
      const key = newKey();
      expect(await blobs.size(key)).toBeUndefined();
      await expect(readAll(blobs.read(key))).rejects.toMatchObject({ code: 'RESULT_LOST' });
      await blobs.delete(key);
      await blobs.write(key, resultOf('x'));
      await blobs.delete(key);
      expect(await blobs.size(key)).toBeUndefined();
    });

    test('teams have separate results, and a list names team and age of each', async () => {
      const [one, two] = [newKey(), newKey()];
      await store.team('a').write(one, resultOf('1'));
      await store.team('b').write(two, resultOf('2'));
      expect(await store.team('b').size(one)).toBeUndefined();
      expect(await keys()).toEqual([`a/${one}`, `b/${two}`]);
      for await (const page of store.list()) for (const { ageMs } of page) expect(Math.abs(ageMs)).toBeLessThan(60_000);
    });

    test('a list goes on behind a place, also if its result is gone', async () => {
      const places: string[] = [];
      for (const team of ['a', 'a-b', 'b']) {
        for (const key of [newKey(), newKey()]) {
          await store.team(team).write(key, resultOf('1'));
          places.push(`${team}/${key}`);
        }
      }
      const listed = async (after?: string) => {
        const found: string[] = [];
        for await (const page of store.list(after)) found.push(...page.map(({ teamId, key }) => `${teamId}/${key}`));
        return found;
      };
      const all = await listed();
      expect([...all].sort()).toEqual(places.sort());
      for (const [index, place] of all.entries()) expect(await listed(place)).toEqual(all.slice(index + 1));
      const [team, key] = all[2]!.split('/') as [string, string];
      await store.team(team).delete(key);
      expect(await listed(all[2])).toEqual(all.slice(3));
    });

    test('results that are written together are all there', async () => {
      const blobs = store.team('a');
      const written = Array.from({ length: 20 }, newKey);
      await Promise.all(written.map((key) => blobs.write(key, resultOf(key))));
      for (const key of written) expect((await readAll(blobs.read(key))).toString()).toBe(key);
      await blobs.write(written[0]!, resultOf('again'));
      expect((await readAll(blobs.read(written[0]!))).toString()).toBe('again');
    });

    test('a write that breaks off leaves nothing new and keeps the old result', async () => {
      const blobs = store.team('a');
      const [fresh, standing] = [newKey(), newKey()];
      await blobs.write(standing, resultOf('old'));
      const broken = function* () {
        yield Buffer.from('half');
        throw new Error('the render died');
      };
      for (const key of [fresh, standing])
        await expect(blobs.write(key, { ...resultOf('half of it'), chunks: broken() })).rejects.toThrow('the render died');
      expect(await blobs.size(fresh)).toBeUndefined();
      expect((await readAll(blobs.read(standing))).toString()).toBe('old');
      expect(await keys()).toEqual([`a/${standing}`]);
    });

    test.each([
      ['other bytes', { ...resultOf('as said'), chunks: [Buffer.from('as sent')] }],
      ['fewer bytes', { ...resultOf('as said'), chunks: [Buffer.from('as')] }],
      ['more bytes', { ...resultOf('as said'), chunks: [Buffer.from('as said'), Buffer.from('before')] }],
    ])('%s than were said of a result are not stored', async (_, result) => {
      const blobs = store.team('a');
      const [fresh, standing] = [newKey(), newKey()];
      await blobs.write(standing, resultOf('old'));
      for (const key of [fresh, standing]) await expect(blobs.write(key, result)).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await blobs.size(fresh)).toBeUndefined();
      expect((await readAll(blobs.read(standing))).toString()).toBe('old');
    });

    test('a result is written from chunks that come one by one', async () => {
      const blobs = store.team('a');
      const key = newKey();
      const result = resultOf('one ', 'by ', 'one');
      const chunks = (async function* () {
        yield* result.chunks;
      })();
      await blobs.write(key, { ...result, chunks });
      expect((await readAll(blobs.read(key))).toString()).toBe('one by one');
    });

    test.each([
      '',
      'a.pdf',
      '../x.pdf',
      `../${randomUUID()}-1.pdf`,
      `${randomUUID()}-1.pdf\n`,
      `${randomUUID()}.pdf`,
      `${randomUUID()}-1.PDF`,
    ])('the key %j is refused', async (key) => {
      const blobs = store.team('a');
      await expect(blobs.write(key, resultOf(''))).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect((async () => blobs.size(key))()).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect((async () => readAll(blobs.read(key)))()).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect((async () => blobs.delete(key))()).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await keys()).toEqual([]);
    });

    test.each(['', '..', 'a/b', 'A', '.a'])('the team %j is refused', (team) => {
      expect(() => store.team(team)).toThrow(/is not a valid id of a team/);
    });

    test('there is room for more', async () => {
      expect(await store.freeBytes()).toBeGreaterThan(0);
    });
  });
}
