import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { randomFiles } from './trials.ts';

test('each name of a random test is that of one file', () => {
  const found = randomFiles.map((pattern) => [pattern, globSync(pattern).length] as const);
  expect(found.filter(([, count]) => count !== 1)).toEqual([]);
});
