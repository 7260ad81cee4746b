import { expect, test } from 'vitest';
import type { ShownFault } from '../../src/contract/shown-pages.ts';
import { groupFaults } from '../../src/live-pages/fault-groups.ts';

const fault = (message: string, more: Partial<ShownFault> = {}): ShownFault => ({ severity: 'warning', message, ...more });
const at = (line: number) => ({ file: 'template.json', line, column: 1 });

test('faults that say the same are one group, in the order of the first', () => {
  const groups = groupFaults([fault('a'), fault('b'), fault('a', { severity: 'error' }), fault('b'), fault('a')]);
  expect(groups.map(({ first, count }) => [first.severity, first.message, count])).toEqual([
    ['warning', 'a', 2],
    ['warning', 'b', 2],
    ['error', 'a', 1],
  ]);
});

test('a group has each place once, with its pages', () => {
  const [group] = groupFaults([
    fault('a', { place: at(3), pointer: '/x', page: 2 }),
    fault('a', { place: at(3), pointer: '/y', page: 2 }),
    fault('a', { place: at(3), page: 5 }),
    fault('a', { place: at(4), page: 1 }),
    fault('a', { pointer: '/x' }),
    fault('a', { pointer: '/y', page: 1 }),
    fault('a'),
  ]);
  expect(group!.first).toEqual(fault('a', { place: at(3), pointer: '/x', page: 2 }));
  expect(group!.sites).toEqual([
    { place: at(3), pointer: '/x', pages: [2, 5] },
    { place: at(4), pointer: undefined, pages: [1] },
    { place: undefined, pointer: '/x', pages: [] },
    { place: undefined, pointer: '/y', pages: [1] },
    { place: undefined, pointer: undefined, pages: [] },
  ]);
});
