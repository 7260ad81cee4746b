// What the guide to texts says, rendered.
import { expect, test } from 'vitest';
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { compile, type LaidOut, layOut, wordsOf } from '../support/render.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';

const page = readPage('docs/guides/text.md');
const [styleBlock, ...blocks] = blocksOf(page);
const styles: object = JSON.parse(styleBlock!.text);
const examples = blocks.filter(({ language }, i) => language === 'json' && blocks[i + 1]?.before === 'prints');

/** The lines of a document, with the pieces above and below a line in it. */
function linesOf({ pages }: LaidOut): string[] {
  const lines = new Map<number, string>();
  const texts = pages.flatMap(({ items }) =>
    items.filter((item): item is Extract<PageItem, { kind: 'text' }> => item.kind === 'text'),
  );
  for (const item of texts) {
    const y = Math.round(item.y + (item.segment.style.raised?.by ?? 0));
    lines.set(y, (lines.get(y) ?? '') + wordsOf(item));
  }
  return [...lines.values()].map((line) => line.replaceAll('\u00a0', ' ').trimEnd());
}

const print = async (body: unknown) => linesOf(await layOut(body, {}, { size: 'A4' }, { unit: 'mm', styles }));

test.each(examples.map(({ text }) => text))('%s prints what stands below it', async (text) => {
  const { text: printed } = blocks[blocks.findIndex((block) => block.text === text) + 1]!;
  const body: unknown = JSON.parse(text);
  expect((await print([body])).join('\n')).toBe(printed);
  expect((await compile({ styles, pages: [{ body: [body] }] })).diagnostics).toEqual([]);
});

test.each(rowsOf(page, 'mark'))('%s gives %s', async (written, gives) => {
  const text = written.replace(/^` (.*) `$/, '$1');
  const [, printed] = /^`?([^`,]+)`?/.exec(gives)!;
  expect(await print([{ text, format: 'inline' }])).toEqual([printed]);
});

test('the style of code is one', async () => {
  const { diagnostics } = await compile({
    ...JSON.parse(blocks.at(-1)!.text.replace('plex-mono', 'courier')),
    pages: [{ body: [{ text: 'a', format: 'code' }] }],
  });
  expect(diagnostics).toEqual([]);
});
