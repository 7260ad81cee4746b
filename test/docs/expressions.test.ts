// What the guide to expressions says, rendered.
import { expect, test } from 'vitest';
import { layOut, pageTexts } from '../support/render.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';

const page = readPage('docs/guides/expressions.md');
const [dataBlock, ...blocks] = blocksOf(page);
const data: unknown = JSON.parse(dataBlock!.text);

/** The lines that a body prints, with spaces as they are typed. */
async function linesOf(body: unknown): Promise<string[]> {
  const laidOut = await layOut(body, data, { size: [600, 100] }, {}, undefined, undefined, undefined, {
    locale: 'en-GB',
    currency: 'EUR',
  });
  return pageTexts(laidOut).flatMap((texts) => texts.map((text) => text.replaceAll('\u00a0', ' ')));
}

test.each(rowsOf(page, 'text'))('%s prints %s', async (text, prints) => {
  expect(await linesOf([text])).toEqual([prints]);
});

test.each(rowsOf(page, 'expression'))('{{ %s }} prints %s', async (expression, prints) => {
  expect((await linesOf([`{{ ${expression} }}`])).join('')).toBe(prints === '``' ? '' : prints);
});

const printing = blocks.filter(({ language }) => language === 'json');
test.each(printing.map((block) => [block.text, blocks[blocks.indexOf(block) + 1]!] as const))(
  '%s prints what stands below it',
  async (body, { before, text }) => {
    expect(before).toBe('prints');
    expect((await linesOf(JSON.parse(body))).join('\n')).toBe(text);
  },
);
