import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAssetCache } from '../../../src/store/filesystem/asset-cache.ts';
import { makeFolder } from '../../support/folders.ts';

const hour = 3_600;
const nameOf = (letter: string) => letter.repeat(64);

const cacheFolder = () => join(makeFolder(), 'cache');

function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}

test('bytes are fetched once, however many ask at the same moment and later', async () => {
  const folder = cacheFolder();
  const cache = createAssetCache(folder, 1_000);
  let fetches = 0;
  const read = async () => {
    fetches++;
    return Buffer.from('abc');
  };
  const paths = await Promise.all(Array.from({ length: 5 }, () => cache.path(nameOf('a'), read)));
  expect(new Set(paths)).toEqual(new Set([join(folder, nameOf('a'))]));
  await createAssetCache(folder, 1_000).path(nameOf('a'), read);
  expect([fetches, readFileSync(paths[0]!, 'utf8'), readdirSync(folder)]).toEqual([1, 'abc', [nameOf('a')]]);
});

test('a fetch that fails leaves nothing, and the next one succeeds', async () => {
  const folder = cacheFolder();
  const cache = createAssetCache(folder, 1_000);
  await expect(cache.path(nameOf('a'), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(readdirSync(folder)).toEqual([]);
  expect(readFileSync(await cache.path(nameOf('a'), async () => Buffer.from('abc')), 'utf8')).toBe('abc');
});

test('above its bound the cache drops copies that were not used for an hour, oldest first, and nothing else', async () => {
  const folder = cacheFolder();
  mkdirSync(folder, { mode: 0o700 });
  for (const [letter, seconds] of [
    ['a', 3 * hour],
    ['b', 2 * hour],
    ['c', 60],
  ] as const) {
    writeFileSync(join(folder, nameOf(letter)), Buffer.alloc(400));
    age(join(folder, nameOf(letter)), seconds);
  }
  writeFileSync(join(folder, 'notes.txt'), Buffer.alloc(5_000));
  age(join(folder, 'notes.txt'), 9 * hour);
  const cache = createAssetCache(folder, 1_300);
  await cache.path(nameOf('d'), async () => Buffer.alloc(400));
  expect(readdirSync(folder).sort()).toEqual([nameOf('b'), nameOf('c'), nameOf('d'), 'notes.txt']);
});

test('a folder that other users may change is refused', () => {
  const folder = cacheFolder();
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(() => createAssetCache(folder, 1_000)).toThrow(/Other users may change the folder/);
});
