// What the guide to definitions says, rendered.
import { expect, test } from 'vitest';
import { compile, layOut, printedLines } from '../support/render.ts';
import { listOf, objectOf } from '../support/schemas.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data, examples } = readGuide('reuse');

const text = { type: 'string' };
const person = { type: 'object', required: ['name', 'city'], properties: { name: text, city: text, phone: text } };
const dataSchema = objectOf({
  customer: person,
  delivery: person,
  total: { type: 'number' },
  days: { type: 'integer' },
  rooms: listOf(text),
});

interface Template {
  readonly define?: Readonly<Record<string, unknown>>;
  readonly styles?: Readonly<Record<string, unknown>>;
  readonly pages: readonly object[];
}

test.each(examples)('%s prints what stands below it', async (source, { before, text: printed }) => {
  const { define = {}, styles = {}, pages } = JSON.parse(source) as Template;
  expect(before).toBe('prints');
  const small = pages.map((one) => ({ size: [200, 100], margin: 10, ...one }));
  const { diagnostics } = await compile({ define, styles, dataSchema, pages });
  expect(diagnostics).toEqual([]);
  const laidOut = await layOut([], data, {}, { define, styles, dataSchema, pages: small });
  expect(printedLines(laidOut).flat().join('\n')).toBe(printed?.replaceAll(' | ', ''));
});

test.each(rowsOf(page, 'colour'))('the colour %s is %s', async (color, is) => {
  const [, colors] = /`"colors": (\{[^`]*\})`/.exec(page)!;
  const { pages } = await layOut([{ rect: 5, fill: color }], {}, {}, { colors: JSON.parse(colors!) });
  expect(pages[0]!.items).toMatchObject([{ fill: is }]);
});

test.each(rowsOf(page, 'wrong'))('%s has the fault %s', async (use, code) => {
  const { define } = JSON.parse(examples[0]![0]) as Template;
  const { diagnostics } = await compile({ define, dataSchema, pages: [{ body: [JSON.parse(use!)] }] });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map((one) => one.code)).toEqual([code]);
});
