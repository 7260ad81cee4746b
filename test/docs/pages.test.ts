// What the guide to pages says, rendered.
import { expect, test } from 'vitest';
import { bandNames } from '../../src/document/layout/page-layout.ts';
import { layOut, pageTexts } from '../support/render.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data, examples } = readGuide('pages');

test.each(examples)('%s makes the sheets below it', async (pages, { before, text }) => {
  expect(before).toBe('makes');
  const laidOut = await layOut([], data, {}, { unit: 'mm', document: { lang: 'en' }, pages: JSON.parse(pages) });
  expect(laidOut.warnings).toEqual([]);
  expect(
    pageTexts(laidOut)
      .map((texts) => texts.join(' · '))
      .join('\n'),
  ).toBe(text);
});

test('a style that follows the side puts the number at the outer edge', async () => {
  const [, component] = /a style can follow the side: `([^`]*)`/.exec(page)!;
  const styles = JSON.parse(`{${/`("left": \{[^`]*\})`/.exec(page)![1]}, ${/`("right": \{[^`]*\})`/.exec(page)![1]}}`);
  const footer = [JSON.parse(component!)];
  const pages = [{ size: [100, 50], margin: 10, footer, body: ['a', { pageBreak: true }, 'b'] }];
  const laidOut = await layOut([], {}, {}, { styles, pages, unit: 'mm' });
  const xs = laidOut.pages.map(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item.x + item.segment.x] : [])));
  expect(xs.map(([body, number]) => Math.sign(Math.round(number! - body!)))).toEqual([1, 0]);
});

test('the table has all words for sheets', () => {
  const named = rowsOf(page, 'on').flatMap(([names]) => names!.replaceAll('`', '').split(', '));
  expect(named.sort()).toEqual([...bandNames].sort());
});
