// What the guide to Markdown says, rendered.
import { expect, test } from 'vitest';
import { layOut, printedLines } from '../support/render.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data, examples } = readGuide('markdown');
const sheet = { size: [300, 200], margin: 0 };

test.each(examples)('%s prints what stands below it', async (body, { before, text }) => {
  expect(before).toBe('prints');
  const laidOut = await layOut(JSON.parse(body), data, sheet);
  expect(laidOut.warnings).toEqual([]);
  const lines = printedLines(laidOut)[0]!.map((line) => line.replace(/^([•–☑☐]|\d\.)(?=\S)/, '$1 '));
  expect(lines.map((line) => line.replace(/(?<=^(?:Part|Hinge|Screw))(?=\S)/, ' ')).join('\n')).toBe(text);
});

const rows = rowsOf(page, 'in the text');

test('the page says what ten texts do', () => {
  expect(rows).toHaveLength(10);
});

test.each(rows)('%s: %s', async (markdown, what) => {
  const laidOut = await layOut(
    [{ text: '', bookmark: { title: 'x', anchor: 'terms' } }, { markdown: '{{ text }}' }],
    { text: markdown },
    sheet,
  );
  const printed = printedLines(laidOut)[0]!.join('|');
  const told = laidOut.warnings.map(({ code }) => code);
  const [, code] = /the warning `([\w-]+)`/.exec(what!) ?? [];
  // The test has no assets.
  expect(told).toEqual(markdown === '![Logo](logo.png)' ? ['missing-image'] : code === undefined ? [] : [code]);
  if (what!.includes('alternative text')) expect(printed).toMatch(/Logo$/);
  if (what!.includes('as it is written')) expect(printed).toBe(markdown);
  if (what!.includes('line break')) expect(printed).toBe('a|b');
  if (what!.includes('prints nothing')) expect(printed).toBe('a  b');
  if (what!.includes('characters')) expect(printed).toMatch(/^A & B\s+©$/);
  const links = laidOut.pages[0]!.items.filter(({ kind }) => kind === 'link');
  expect(links).toHaveLength(what!.startsWith('A link') ? 1 : 0);
});
