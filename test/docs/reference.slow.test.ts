// The examples of docs/reference/components.md, each rendered and held to its picture.
import { expect, test } from 'vitest';
import { components } from '../../src/document/components/all-components.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { assets, data, examples, type Json, sized, templateOf } from './reference-examples.ts';
import { renderTemplate } from './render-template.ts';

test.each(examples)('the example of %s renders as its picture shows', async (title, example, shown) => {
  const pdf = await renderTemplate(templateOf(example, shown), data, assets);
  await holdPicture(`reference/${title.replaceAll(/\W+/g, '-')}`, pdf);
});

test('the picture of each component has a size, and no other', () => {
  expect(sized.toSorted()).toEqual(components.map(({ type }) => type).sort());
});

test('the page shows every example', () => {
  const shown = blocksOf(readPage('docs/reference/components.md')).map(({ text }) => JSON.parse(text) as unknown);
  expect(shown).toEqual(expect.arrayContaining(examples.map(([, example]) => example)));
  expect(shown).toHaveLength(examples.length);
});

test('the page says what every property means', () => {
  const rows = rowsOf(readPage('docs/reference/components.md'), 'property');
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(([, , meaning]) => meaning === '')).toEqual([]);
});

test('the template of the README renders', async () => {
  const template = blocksOf(readPage('README.md')).find(({ language }) => language === 'json')!;
  await renderTemplate(JSON.parse(template.text) as Json, data);
});
