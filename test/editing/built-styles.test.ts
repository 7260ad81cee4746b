import { expect, test } from 'vitest';
import { builtStyles, styledWidthOf } from '../../src/editing/built-styles.ts';
import type { Part } from '../../src/editing/part.ts';
import type { PartTree } from '../../src/editing/part-tree.ts';

const treeWith = (styles: unknown) => ({ written: { styles } }) as unknown as PartTree;

test('a column takes the width of the last of its styles that has one, also from a style on which it builds', () => {
  const tree = treeWith({
    narrow: { width: 10 },
    wide: { width: 20 },
    sum: { style: 'narrow', bold: true },
    bold: { bold: true },
  });
  const widthOf = (style: unknown) => styledWidthOf(tree, { value: { style } } as Part);
  expect([widthOf('sum'), widthOf(['wide', 'sum']), widthOf(['wide', 'bold']), widthOf('bold'), widthOf(undefined)]).toEqual([
    10,
    10,
    20,
    undefined,
    undefined,
  ]);
});

test.each([[5], [true], [{}], [null], [[5]], [[{}, 'b']], [['b', null]], ['none'], ['a'], ['{{ x }}']])(
  'a style that names %j keeps what it says itself',
  (style) => {
    expect(builtStyles(treeWith({ a: { style, size: 8 }, b: { width: 2 }, c: 7 }))).toMatchObject({
      a: { size: 8 },
      b: { width: 2 },
    });
  },
);
