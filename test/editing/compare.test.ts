import { expect, test } from 'vitest';
import { listDifferences, takeChoice } from '../../src/editing/compare.ts';
import { getValue } from '../../src/editing/operations.ts';

const bold = { text: 'b', bold: true };
const row = { row: ['c', 'd'] };
const pagesOf = (...body: readonly unknown[]) => [{ body, footer: ['f'] }];
const base = pagesOf('a', bold, row);

test('equal versions have no differences, whatever the order of their members', () => {
  expect(listDifferences(base, structuredClone(base))).toEqual([]);
});

test.each<[string, unknown, readonly string[]]>([
  ['a changed text', pagesOf('x', bold, row), ['/pages/0/body/0 /pages/0/body/0']],
  [
    'a changed property beside one that went',
    pagesOf('a', { text: 'B' }, row),
    ['/pages/0/body/1/text /pages/0/body/1/text', '/pages/0/body/1/bold undefined'],
  ],
  ['a part that came, and one that went', pagesOf('new', 'a', bold), ['undefined /pages/0/body/0', '/pages/0/body/2 undefined']],
  ['another kind of part', pagesOf('a', { image: 'x.png' }, row), ['/pages/0/body/1 /pages/0/body/1']],
  ['a page layout more', [...base, { body: [] }], ['undefined /pages/1']],
])('%s is one difference each', (_, theirs, expected) => {
  const found = listDifferences(base, theirs);
  expect(found.map(({ mine, theirs: other }) => `${mine} ${other}`)).toEqual(expected);
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
