import { expect, test } from 'vitest';
import { rowByKey } from '../../../src/editor-page/screen/list-keys.ts';

const names = ['Name', 'City', ' zip', 'name of the bank'];

test.each<[key: string, from: number, to: number | undefined]>([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 3, 3],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['n', -1, 0],
  ['n', 0, 3],
  ['N', 3, 0],
  ['z', 0, 2],
  ['x', 0, undefined],
  [' ', 0, undefined],
  ['Tab', 0, undefined],
])('%s goes from row %i to %s', (key, from, to) => {
  expect(rowByKey(from, key, names)).toBe(to);
});

test('a list without rows has nowhere to go', () => {
  for (const key of ['Home', 'End', 'ArrowDown', 'a']) expect(rowByKey(-1, key, []), key).toBeUndefined();
});
