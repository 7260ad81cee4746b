// What the guide to paragraphs says, rendered.
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { blocksOf, readPage } from './guide.ts';
import { renderTemplate } from './render-template.ts';

const page = readPage('docs/guides/paragraphs.md');
const section = page.slice(page.indexOf('## Hyphenation'));
const templates = blocksOf(section).filter(({ language, text }) => language === 'json' && text.includes('"pages"'));
const [hyphenated] = templates;

/** The ends of lines in words: soft hyphens in the content of the pages. */
const hyphensOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)]
    .flatMap(([, bytes]) => {
      try {
        return inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1');
      } catch {
        return [];
      }
    })
    .join('')
    .match(/\/ActualText/g)?.length ?? 0;

test.each(templates.map(({ text }) => text))('renders without a warning: %s', async (text) => {
  await renderTemplate(JSON.parse(text), {});
});

test('the template with hyphenation divides words', async () => {
  const template = JSON.parse(hyphenated!.text);
  expect(hyphensOf(await renderTemplate(template, {}))).toBeGreaterThan(0);
  template.styles.base.hyphenate = false;
  expect(hyphensOf(await renderTemplate(template, {}))).toBe(0);
});
