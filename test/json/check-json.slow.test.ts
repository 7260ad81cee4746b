import { expect, test } from 'vitest';
import { checkJson, readJson } from '../../src/json/read-json.ts';
import { createRandom } from '../support/random.ts';

test('checking a long text reports the same faults as reading it', () => {
  const random = createRandom(31);
  const parts = [
    ...['{', '}', '[', ']', ',', ':', '"a"', '"b"', ' "\\u0061" ', '1', '-2.5e3', '12345678901234567890', '1e999', 'true'],
    ...['nul', '\n'],
  ];
  const bounds = { maxDepth: 5, maxValues: 60 };
  const kinds = new Map<string, number>();
  for (let round = 0; round < 400; round++) {
    const name = () => ['a', 'b', 'c', '\\u0061'][Math.floor(random() * 4)];
    const valid = `{"${name()}":[1,{"${name()}":2,"c":[12345678901234567890,{}]}],"${name()}":{"a":1}}`;
    const cut = Math.floor(random() * valid.length);
    const more = Array.from(
      { length: Math.max(0, Math.floor(random() * 6) - 2) },
      () => parts[Math.floor(random() * parts.length)],
    ).join('');
    const text = ' '.repeat(66_000) + valid.slice(0, cut) + more + valid.slice(random() < 0.7 ? cut : cut + 1);
    for (const keepsInfinite of [true, false]) {
      const [checked, read] = [checkJson(text, { ...bounds, keepsInfinite }), readJson(text, { ...bounds, keepsInfinite })];
      const told = read.fault ? { fault: read.fault } : { inexact: read.inexact, inexactCount: read.inexactCount };
      expect(checked, text.trim()).toEqual(told);
      const kind = read.fault?.kind ?? 'good';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  // Each way out was taken.
  expect([...kinds.keys()].sort()).toEqual(expect.arrayContaining(['duplicate', 'good', 'number', 'syntax']));
});
