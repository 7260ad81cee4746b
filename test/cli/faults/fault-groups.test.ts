import { expect, test } from 'vitest';
import { describeMore, FaultGroups, kindOf } from '../../../src/cli/faults/fault-groups.ts';

const say = (kinds: readonly (string | undefined)[]) => {
  const groups = new FaultGroups<number>();
  for (const [i, kind] of kinds.entries()) groups.add(i + 1, kind);
  return groups.lines().map((line) => `${line.fault}${describeMore(line, 'fault', String)}`);
};
const many = (count: number, kind: string | undefined) => Array.from({ length: count }, () => kind);

test('up to three faults of a kind have a line each, and more have one line with their number and the first places', () => {
  expect(say(many(3, 'a'))).toEqual(['1', '2', '3']);
  expect(say(many(4, 'a'))).toEqual(['1; 3 more faults like this: 2, 3, 4']);
  expect(say(many(6, 'a'))).toEqual(['1; 5 more faults like this: 2, 3, 4, 5, 6']);
  expect(say(many(7, 'a'))).toEqual(['1; 6 more faults like this: 2, 3, 4, 5, 6, …']);
  expect(say(many(5_000, 'a'))).toEqual(['1; 4,999 more faults like this: 2, 3, 4, 5, 6, …']);
  expect(say(many(5, undefined))).toEqual(['1', '2', '3', '4', '5']);
});

test('kinds stand in the order of their first fault', () => {
  expect(say(['b', undefined, 'a', 'b', 'b', 'b', 'a'])).toEqual(['1; 3 more faults like this: 4, 5, 6', '2', '3', '7']);
});

test('a fault of one kind too many is in no group', () => {
  const groups = new FaultGroups<number>();
  const taken = Array.from({ length: 1_001 }, (_, i) => groups.add(i, `kind ${i}`));
  expect(taken.indexOf(false)).toBe(1_000);
  expect([groups.add(0, 'kind 7'), groups.lines().length]).toEqual([true, 1_001]);
});

test('places that are the same, or unknown, are not repeated', () => {
  const line = { fault: 'x', more: 3, others: ['1:1', '1:1', ''] };
  expect(describeMore(line, 'error', (place) => place || undefined)).toBe('; 3 more errors like this: 1:1');
  expect(describeMore({ ...line, others: [] }, 'error', String)).toBe('; 3 more errors like this');
});

test.each([
  ['the row has 4 cells, but the header has 3', 'the row has 12 cells, but the header has 3', true],
  ['goes to the same file as notes.csv:2: "a \\"b\\".pdf"', 'goes to the same file as notes.csv:19: "c.pdf"', true],
  ['holds a null character', 'has no "customer"', false],
])('%s | %s', (one, other, same) => {
  expect(kindOf(one) === kindOf(other)).toBe(same);
});
