import { expect, test } from 'vitest';
import { TextBox } from '../../../../src/document/components/text/text-box.ts';
import type { Box } from '../../../../src/document/layout/box.ts';
import type { TextLine } from '../../../../src/document/text/shaped-text.ts';

/** Lines that are 10 pt high each, and hear how many of them are copied. */
function linesThatCount(length: number) {
  let copied = 0;
  class Lines extends Array<TextLine> {
    override slice(from?: number, to?: number) {
      const taken = Array.from(this).slice(from, to);
      copied += taken.length;
      return taken;
    }
  }
  const lines = Lines.from({ length }, () => ({ height: 10, baseline: 8 }) as TextLine) as Lines;
  return { lines, copied: () => copied };
}

const parts = { breaks: { orphans: 2, widows: 2 }, areBlank: false, watch: undefined };

test('the lines of a text over many sheets are copied once, and each part is as high as its lines', () => {
  const { lines, copied } = linesThatCount(1001);
  let rest: Box = new TextBox(lines, parts as never);
  let sheets = 0;
  for (let divided = rest.split(35); divided; divided = rest.split(35)) {
    expect(divided[0].height).toBe(30);
    rest = divided[1];
    sheets++;
    expect(rest.height).toBe(10 * (1001 - 3 * sheets));
  }
  expect([sheets, rest.height, rest.leastPart]).toEqual([333, 20, 20]);
  expect(rest.slice(15).map(({ height }) => height)).toEqual([10, 10]);
  expect(copied()).toBeLessThan(1100);
});
