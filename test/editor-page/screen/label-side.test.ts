import { expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import type { OwnedPart } from '../../../src/editor-page/screen/drop-goal.ts';
import { labelSide } from '../../../src/editor-page/screen/label-side.ts';

const tree = readParts({ pages: [{ body: [{ stack: ['a', 'b', 'c'] }] }] });
const owned = (pointer: string, left: number, top: number, width: number, height: number): OwnedPart => {
  const { part } = tree.places.get(pointer)!;
  return { shown: { kind: 'component', pointer, uses: [], dataPath: null, left, top, width, height }, part };
};
const at = '/pages/0/body/0';
/** Where the label of `b` stands between `a` and `c`, if 2 pixels are a pt: it is 10 pt high and 60 pt wide. */
const sideAt = (endOfA: number, topOfC: number, left = 0, right = 100): string | undefined => {
  const b = owned(`${at}/stack/1`, 50, 100, 20, 20);
  const others = [owned(`${at}/stack/0`, left, endOfA - 5, right - left, 5), owned(`${at}/stack/2`, 0, topOfC, 100, 5)];
  return labelSide(b.shown, [owned(at, 0, 0, 200, 300), ...others, b], 2);
};

test('a label stands above a part, else below it, and on no side where it would cover another part', () => {
  expect(sideAt(90, 120)).toBe('above');
  expect(sideAt(91, 130)).toBe('below');
  expect(sideAt(91, 129)).toBeUndefined();
});

test('what is beside the label is not covered', () => {
  expect(sideAt(100, 120, 0, 50)).toBe('above');
  expect(sideAt(100, 120, 110, 150)).toBe('above');
  expect(sideAt(100, 120, 109, 150)).toBeUndefined();
});
