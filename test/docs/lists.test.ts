// What the guide to lists says, rendered.
import { expect, test } from 'vitest';
import { layOut, pageLines, printedLines } from '../support/render.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data, examples } = readGuide('lists');
const sheet = { size: [300, 200], margin: 0 };
/** About how far each level of a list stands to the right of the one around it, in pt. */
const level = 12;

/** The lines from above, with two blanks for each level. */
function drawnLines(lines: readonly string[]): string[] {
  const rows = new Map<number, { readonly x: number; readonly text: string }[]>();
  for (const line of lines) {
    const [, x, y, text] = /^text ([\d.-]+),([\d.-]+) "(.*?) ?"$/.exec(line) ?? [];
    rows.set(Number(y), [...(rows.get(Number(y)) ?? []), { x: Number(x), text: text! }]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, texts]) => '  '.repeat(Math.round(texts[0]!.x / level)) + texts.map(({ text }) => text).join(' '));
}

test.each(examples)('%s prints what stands below it', async (body, { before, text }) => {
  expect(before).toBe('prints');
  const laidOut = await layOut(JSON.parse(body), data, sheet);
  expect(laidOut.warnings).toEqual([]);
  expect(drawnLines(pageLines(laidOut)[0]!).join('\n')).toBe(text);
});

test.each(rowsOf(page, 'marker'))('the third item with the marker %s has %s', async (marker, third) => {
  const laidOut = await layOut({ list: ['x', 'x', 'x'], marker }, {}, sheet);
  expect(printedLines(laidOut)[0]![2]).toBe(`${third}x`);
});
