import { expect, test } from 'vitest';
import { createTextCache, type TemplateText } from '../../../src/renderer/pool/template-texts.ts';

const mib = 1024 ** 2;
// Shared memory is not touched, so that large texts cost nothing.
const text = (key: string, bytes: number): TemplateText =>
  ({ key, slug: key, assets: [], json: new Uint8Array(new SharedArrayBuffer(bytes)) }) as never;
const held = (cache: { get(key: string): unknown }, keys: readonly string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test('texts of templates take 64 MiB at most, and the text that was used longest ago goes first', () => {
  const cache = createTextCache<true>();
  const keys = Array.from({ length: 100 }, (_, i) => `t${i}`);
  for (const key of keys) cache.set(text(key, mib), true);
  expect(held(cache, keys)).toEqual(keys.slice(-63));
});

test('many small templates are kept', () => {
  const cache = createTextCache<true>();
  const keys = Array.from({ length: 5_000 }, (_, i) => `t${i}`);
  for (const key of keys) cache.set(text(key, 2_000), true);
  expect(held(cache, keys)).toHaveLength(5_000);
});

test('a text larger than the cache is kept alone until the next', () => {
  const cache = createTextCache<true>();
  cache.set(text('small', 10), true);
  cache.set(text('huge', 100 * mib), true);
  expect(held(cache, ['small', 'huge'])).toEqual(['huge']);
  cache.set(text('next', 10), true);
  expect(held(cache, ['small', 'huge', 'next'])).toEqual(['next']);
});
