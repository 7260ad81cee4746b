// What the guide to tables says, rendered.
import { expect, test } from 'vitest';
import { layOut, pageLines } from '../support/render.ts';
import { readGuide } from './guide.ts';

const { data, examples } = readGuide('tables');

/** The texts of a page, a line for those of one height, from left to right. */
function rowsOfLines(lines: readonly string[]): string {
  const rows = new Map<number, string[]>();
  for (const line of lines) {
    const [, y, text] = /^text [\d.-]+,([\d.-]+) "(.*?) ?"$/.exec(line.trim()) ?? [];
    if (y !== undefined) rows.set(Number(y), [...(rows.get(Number(y)) ?? []), text!]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, texts]) => texts.join(' | '))
    .join('\n');
}

test.each(examples)('%s prints what stands below it', async (component, { before, text }) => {
  expect(before).toBe('prints');
  const styles = { base: { size: 8, lineHeight: 1.25 } };
  const body = { cellPadding: 0, ...JSON.parse(component) } as Record<string, unknown>;
  if (!body.table) delete body.cellPadding;
  const laidOut = await layOut([body], data, { size: [200, 80], margin: 10 }, { styles });
  expect(laidOut.warnings).toEqual([]);
  expect(pageLines(laidOut).map(rowsOfLines).join('\n---\n')).toBe(text);
});
