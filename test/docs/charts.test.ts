// What the guide to charts shows, rendered, each with its picture.
import { expect, test } from 'vitest';
import { warningTable } from '../../src/contract/warnings.ts';
import { compile, layOut } from '../support/render.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

type Json = Readonly<Record<string, unknown>>;

const page = readPage('docs/guides/charts.md');
const [dataBlock, ...blocks] = blocksOf(page);
const data: unknown = JSON.parse(dataBlock!.text);
const examples = blocks.map(({ text }) => {
  const after = page.slice(page.indexOf(text) + text.length);
  const [, name] = /^\n```\n\n!\[[^\]]*\]\(\.\.\/pictures\/charts\/([\w-]+)\.png\)/.exec(after) ?? [];
  return [name!, JSON.parse(text) as Json] as const;
});

/** Heights of the pictures in mm. */
const heights: Readonly<Record<string, number>> = { horizontal: 46, sparklines: 46, donut: 48, line: 48, ends: 48 };

const templateOf = (name: string, example: Json): Json =>
  example.pages ? example : { currency: 'EUR', pages: [{ size: [140, heights[name] ?? 53], margin: 4, body: [example] }] };

test.each(examples)('%s renders as its picture shows, without a warning', async (name, example) => {
  const template = templateOf(name, example);
  const { diagnostics } = await compile({ ...template, exampleData: data });
  expect(diagnostics).toEqual([]);
  const { pages: _pages, ...more } = template;
  const [layout] = template.pages as readonly Json[];
  const { pages, warnings } = await layOut(layout!.body, data, { size: 'A4', ...layout }, { unit: 'mm', styles: {}, ...more });
  expect(warnings).toEqual([]);
  expect(pages).toHaveLength(1);
  await holdPicture(`charts/${name}`, await renderTemplate({ ...template, exampleData: data }, data), example.pages ? 80 : 110);
});

test('the report has five charts', () => {
  expect(JSON.stringify(examples.at(-1)![1]).match(/"chart":"/g)).toHaveLength(5);
});

test.each(rowsOf(page, 'warning'))('the warning %s is one', (code) => expect(Object.keys(warningTable)).toContain(code));
