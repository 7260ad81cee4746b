// What the guide to pages says, rendered.
import { expect, test } from 'vitest';
import { bandNames } from '../../src/document/layout/page-layout.ts';
import { layOut, pageTexts } from '../support/render.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';

const page = readPage('docs/guides/pages.md');
const [dataBlock, ...blocks] = blocksOf(page);
const data: unknown = JSON.parse(dataBlock!.text);
const templates = blocks.filter(({ language }) => language === 'json');

test.each(templates.map((block) => [block.text, blocks[blocks.indexOf(block) + 1]!] as const))(
  '%s makes the sheets below it',
  async (pages, { before, text }) => {
    expect(before).toBe('makes');
    const laidOut = await layOut([], data, {}, { unit: 'mm', document: { lang: 'en' }, pages: JSON.parse(pages) });
    expect(laidOut.warnings).toEqual([]);
    expect(
      pageTexts(laidOut)
        .map((texts) => texts.join(' · '))
        .join('\n'),
    ).toBe(text);
  },
);

test('the table has all words for sheets', () => {
  const named = rowsOf(page, 'on').flatMap(([names]) => names!.replaceAll('`', '').split(', '));
  expect(named.sort()).toEqual([...bandNames].sort());
});
