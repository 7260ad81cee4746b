import { expect, test } from 'vitest';
import { listDifferences, takeChoice } from '../../src/editing/compare.ts';
import { getValue } from '../../src/editing/operations.ts';

const base = [{ body: ['a', { text: 'b', bold: true }, { row: ['c', 'd'] }], footer: ['f'] }];

test('equal versions have no differences, whatever the order of their members', () => {
  expect(listDifferences(base, structuredClone(base))).toEqual([]);
});

test.each<[string, unknown, readonly unknown[]]>([
  [
    'a changed text',
    [{ body: ['x', { text: 'b', bold: true }, { row: ['c', 'd'] }], footer: ['f'] }],
    [{ mine: '/pages/0/body/0', theirs: '/pages/0/body/0' }],
  ],
  [
    'a changed property beside one that went',
    [{ body: ['a', { text: 'B' }, { row: ['c', 'd'] }], footer: ['f'] }],
    [
      { mine: '/pages/0/body/1/text', theirs: '/pages/0/body/1/text' },
      { mine: '/pages/0/body/1/bold', theirs: undefined },
    ],
  ],
  [
    'a part that came, and one that went',
    [{ body: ['new', 'a', { text: 'b', bold: true }], footer: ['f'] }],
    [
      { mine: undefined, theirs: '/pages/0/body/0' },
      { mine: '/pages/0/body/2', theirs: undefined },
    ],
  ],
  [
    'another kind of part',
    [{ body: ['a', { image: 'x.png' }, { row: ['c', 'd'] }], footer: ['f'] }],
    [{ mine: '/pages/0/body/1', theirs: '/pages/0/body/1' }],
  ],
  ['a page layout more', [...base, { body: [] }], [{ mine: undefined, theirs: '/pages/1' }]],
])('%s is one difference each', (_, theirs, expected) => {
  const found = listDifferences(base, theirs);
  expect(found).toEqual(expected);
  for (const { mine, theirs: other } of found) {
    if (mine !== undefined) expect(getValue({ pages: base }, mine)).toBeDefined();
    if (other !== undefined) expect(getValue({ pages: theirs }, other)).toBeDefined();
  }
  expect(takeChoice(base, theirs, () => false)).toEqual(base);
  expect(takeChoice(base, theirs, () => true)).toEqual(theirs);
});

test('each difference is chosen by itself', () => {
  const mine = [{ body: ['one', 'two', { text: 'three', size: 9 }] }];
  const theirs = [{ body: ['eins', 'two', { text: 'drei', size: 9 }, 'vier'] }];
  expect(takeChoice(mine, theirs, (index) => index === 1)).toEqual([{ body: ['one', 'two', { text: 'drei', size: 9 }] }]);
  expect(takeChoice(mine, theirs, (index) => index !== 1)).toEqual([
    { body: ['eins', 'two', { text: 'three', size: 9 }, 'vier'] },
  ]);
});
