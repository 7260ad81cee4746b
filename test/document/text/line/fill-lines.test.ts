// Lines that are wider than their place.
import { expect, test } from 'vitest';
import type { Atom, HardLine } from '../../../../src/document/text/line/atom.ts';
import { fillLines } from '../../../../src/document/text/line/fill-lines.ts';

test('a line without a place to break looks for one a few times, however many pieces it has', () => {
  let looks = 0;
  const piece = {
    width: 10,
    hangs: false,
    canEnd: false,
    get breaks() {
      looks++;
      return undefined;
    },
  } as unknown as Atom;
  const hard = { atoms: Array.from({ length: 1000 }, () => piece), endsInLineFeed: false } as unknown as HardLine;
  const lines = fillLines(hard, 100, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] } }, () => {});
  expect(lines.map(({ width }) => width)).toEqual([10_000]);
  expect(looks).toBeLessThan(10_000);
});
