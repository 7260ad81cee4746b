// What the guide to charts shows, rendered, each with its picture.
import { expect, test } from 'vitest';
import { compile, layOut } from '../support/render.ts';
import { readGuide } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

type Json = Readonly<Record<string, unknown>>;

const { data, pictured } = readGuide('charts');

/** Heights of the pictures in mm. */
const heights: Readonly<Record<string, number>> = { horizontal: 46, sparklines: 46, donut: 48, line: 48, ends: 48 };

const templateOf = (name: string, example: Json): Json =>
  example.pages ? example : { currency: 'EUR', pages: [{ size: [140, heights[name] ?? 53], margin: 4, body: [example] }] };

test.each(pictured)('%s renders as its picture shows, without a warning', async (name, example) => {
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
  expect(JSON.stringify(pictured.at(-1)![1]).match(/"chart":"/g)).toHaveLength(5);
});
