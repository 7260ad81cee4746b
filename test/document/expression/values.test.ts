// JSON of values in expressions.
import Big from 'big.js';
import { expect, test } from 'vitest';
import { areEqual, contentKey, maxText, toJson } from '../../../src/document/expression/values.ts';
import { createRandom } from '../../support/random.ts';

function makeValue(random: () => number, depth = 0): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const many = () => Array.from({ length: Math.floor(random() * 4) }, () => makeValue(random, depth + 1));
  const makers = [
    () => pick(['', 'a', 'ä"\\\n\u0001', '\ud800', 'b'.repeat(50)]),
    () => pick([0, -1.5, 1e21, 1e-9]),
    () => pick([true, false, null]),
    many,
    () => Object.fromEntries(many().map((member, i) => [pick(['a', 'b', '"', `c${i}`]), member])),
  ];
  return depth > 3 ? null : pick(makers)();
}

test('is that of JSON.stringify, and cut at its limit', () => {
  const random = createRandom(3);
  for (let i = 0; i < 500; i++) {
    const value = makeValue(random);
    expect(toJson(value)).toBe(JSON.stringify(value));
    expect(toJson(value, 7)).toBe(JSON.stringify(value).slice(0, 7));
    expect(areEqual([value], structuredClone([value]))).toBe(true);
  }
  expect(toJson({ a: undefined, b: [undefined], c: Number.NaN })).toBe('{"b":[null],"c":null}');
  expect(toJson([new Big('1.50')])).toBe('[1.5]');
});

test('content is the same in any order of members', () => {
  expect(contentKey({ b: [1, { d: 1, c: 2 }], a: 3 })).toBe('{"a":3,"b":[1,{"c":2,"d":1}]}');
  expect(areEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(areEqual([1, 2], [2, 1])).toBe(false);
});

test.each([
  ['lists', (value: unknown) => [value, value]],
  ['objects', (value: unknown) => ({ a: value, b: value })],
])('of %s that hold the same one twice, 60 levels deep, ends at the limit', (_name, double) => {
  // Long, so that few of them reach the limit.
  let value: unknown = ['a'.repeat(1000)];
  for (let i = 0; i < 60; i++) value = double(value);
  expect(toJson(value)).toHaveLength(maxText);
  expect(contentKey(value)).toHaveLength(maxText);
});
