// What the guide to numbers and references says, rendered.
import { expect, test } from 'vitest';
import { layOut, printedLines } from '../support/render.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data, examples } = readGuide('numbers');

test.each(examples)('%s prints what stands below it', async (body, { before, text }) => {
  expect(before).toMatch(/prints$/);
  const styles: unknown = JSON.parse(`{${/`"styles": (.*)` prints$/.exec(before)?.[0].slice(1, -8) ?? ''}}`);
  const laidOut = await layOut(JSON.parse(body), data, { size: 'A4' }, { unit: 'mm', ...(styles as object) });
  expect(laidOut.warnings).toEqual([]);
  // No blank is printed between the marker of a list and its item.
  expect(printedLines(laidOut).flat().join('\n')).toBe(text.replaceAll(/^(\([a-z]\)) /gm, '$1'));
});

test.each(rowsOf(page, 'number'))('the third heading with the number %s is %s', async (number, third) => {
  const heading = { text: 'x', role: 'heading1', number };
  expect(printedLines(await layOut([heading, heading, heading], {}, { size: 'A4' }, { unit: 'mm' }))[0]![2]).toBe(`${third} x`);
});
