import { expect, test } from 'vitest';
import { BoundedCache } from '../../src/cache/bounded-cache.ts';

test('the value used longest ago is dropped first', () => {
  const cache = new BoundedCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('weights together stay within the capacity', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'four', 4);
  cache.set('b', 'five', 5);
  cache.set('a', 'lighter', 1);
  cache.set('c', 'four again', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['lighter', 'five', 'four again']);
  cache.set('d', 'one more', 1);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'five']);
});

test('a value heavier than the whole cache is not kept, and the value that it replaces is dropped', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'light');
  cache.set('a', 'heavy', 11);
  expect(cache.get('a')).toBeUndefined();
});

test('a deleted value makes room', () => {
  const cache = new BoundedCache<string>(2);
  cache.set('a', 'two', 2);
  cache.delete('a');
  cache.set('b', 'two', 2);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'two']);
});
