import { expect, test } from 'vitest';
import { FaultTally } from '../../../src/cli/batch/fault-tally.ts';

const fault = (line: number, rest: { columnName?: string; pointer?: string } = {}) => ({
  file: 'f',
  line,
  message: 'no',
  ...rest,
});

const list = (faults: readonly ReturnType<typeof fault>[]) => {
  const tally = new FaultTally();
  for (const one of faults) tally.add(one);
  return tally.list().map(({ column, count, example }) => [column, count, example.line]);
};

test('faults are counted by column, the most first, each with its first', () => {
  const faults = [
    fault(2, { columnName: 'a' }),
    fault(3, { columnName: 'b', pointer: '/other' }),
    fault(4),
    fault(5, { columnName: 'b' }),
  ];
  expect(list(faults)).toEqual([
    ['b', 2, 3],
    ['a', 1, 2],
    ['', 1, 4],
  ]);
});

test('elements of an array are one place of records', () => {
  const pointers = ['/lines/0/qty', '/lines/12/qty', '/lines/3', '/a1/b'];
  expect(list(pointers.map((pointer, i) => fault(i, { pointer })))).toEqual([
    ['/lines/*/qty', 2, 0],
    ['/lines/*', 1, 2],
    ['/a1/b', 1, 3],
  ]);
});

test('names without an end are no columns', () => {
  const counted = list(Array.from({ length: 5_000 }, (_, i) => fault(i, { pointer: `/n${i}` })));
  expect(counted.length).toBeLessThanOrEqual(1_001);
  expect(counted[0]).toEqual(['', 4_000, 1_000]);
});
