import { expect, test } from 'vitest';
import { groups, terms } from '../../src/invoice/terms.ts';

test('EN 16931-1 has 32 groups and 164 terms: the numbers 1 to 165 without 4', () => {
  expect([...groups.keys()]).toEqual(Array.from({ length: 32 }, (_, i) => `BG-${i + 1}`));
  const numbers = [...terms.keys()].map((id) => Number(id.slice(3))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 165 }, (_, i) => i + 1).filter((number) => number !== 4));
});

test('the parent of each term and group is a group, and appears with the term or earlier', () => {
  const order = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931'];
  for (const { id, parent, profile } of [...groups.values(), ...terms.values()]) {
    if (parent === undefined) continue;
    const group = groups.get(parent);
    expect(group, id).toBeDefined();
    expect(order.indexOf(group!.profile), id).toBeLessThanOrEqual(order.indexOf(profile));
  }
});
