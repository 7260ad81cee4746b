// A history of many steps.
import { expect, test } from 'vitest';
import { edit, openHistory } from '../../src/editing/history.ts';
import type { Operation } from '../../src/editing/operations.ts';

const pages = [{ body: ['a', 'b'] }];

const title = 'Change';

const setText = (value: string): Operation => ({ op: 'set', at: '/pages/0/body/0', value });

test('the oldest steps are forgotten when there are many, and the last one stays', () => {
  const many = Array.from({ length: 600 }, (_, i) => setText(String(i)));
  const all = many.reduce((at, one) => edit(at, { operations: [one] }, { title }), openHistory(pages));
  expect([all.done.length, all.done[0]!.operations]).toEqual([500, [setText('100')]]);
  const large = Array.from({ length: 15_000 }, () => setText('x'));
  const two = edit(edit(openHistory(pages), { operations: large }, { title }), { operations: large }, { title });
  expect(two.done.length).toBe(1);
  expect(edit(openHistory(pages), { operations: [...large, ...large] }, { title }).done.length).toBe(1);
});
