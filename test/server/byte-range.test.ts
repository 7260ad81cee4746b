import { expect, test } from 'vitest';
import { parseRange } from '../../src/server/byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['bytes=5-99', { start: 5, end: 10 }],
  ['Bytes = 1-2', { start: 1, end: 3 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['bytes=x', undefined],
  ['lines=0-1', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('%s of 10 bytes', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});
