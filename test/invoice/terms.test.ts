import { expect, test } from 'vitest';
import { groups, terms } from '../../src/invoice/terms.ts';

test('EN 16931-1 has 32 groups and 164 terms: the numbers 1 to 165 without 4', () => {
  const european = <T extends { profile: string }>(all: Iterable<T>) => [...all].filter(({ profile }) => profile !== 'EXTENDED');
  expect(european(groups.values()).map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, i) => `BG-${i + 1}`));
  const numbers = european(terms.values())
    .map(({ id }) => Number(id.slice(3)))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 165 }, (_, i) => i + 1).filter((number) => number !== 4));
});

test('EXTENDED adds numbers of its own, each once', () => {
  const extended = [...groups.values(), ...terms.values()].filter(({ profile }) => profile === 'EXTENDED');
  expect(extended.length).toBeGreaterThan(90);
  for (const { id } of extended) expect(id).toMatch(/^B[TG]-X-\d+$|^BT-17[34569]$/);
});

test('the parent of each term and group is a group, and appears with the term or earlier', () => {
  const order = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED'];
  for (const { id, parent, profile } of [...groups.values(), ...terms.values()]) {
    if (parent === undefined) continue;
    const group = groups.get(parent);
    expect(group, id).toBeDefined();
    expect(order.indexOf(group!.profile), id).toBeLessThanOrEqual(order.indexOf(profile));
  }
});
