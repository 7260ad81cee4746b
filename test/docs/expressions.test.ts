// What the guide to expressions says, rendered.
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/schema.ts';
import { layOut, pageTexts } from '../support/render.ts';
import { readGuide, rowsOf } from './guide.ts';

const { page, data: given, examples } = readGuide('expressions');
const data = given as { readonly customer: object };

/** A data schema of an example, as a person writes it: everything is required but `phone`. */
function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value !== 'object' || value === null) return { type: typeof value };
  const names = Object.keys(value);
  const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, schemaOf(member)]));
  return { type: 'object', required: names.filter((name) => name !== 'phone'), properties };
}

const dataSchema = schemaOf({ ...data, customer: { ...data.customer, phone: '' } });

/** The lines that a body prints, with spaces as they are typed. */
async function linesOf(body: unknown, { locale = 'en-GB', timezone = 'Europe/Berlin' } = {}): Promise<string[]> {
  const more = { dataSchema, currency: 'EUR' };
  const words = { locale, timezone, currency: 'EUR' };
  const laidOut = await layOut(body, data, { size: [600, 100] }, more, undefined, undefined, undefined, words);
  return pageTexts(laidOut).flatMap((texts) => texts.map((text) => text.replaceAll('\u00a0', ' ')));
}

test.each(rowsOf(page, 'text'))('%s prints %s', async (text, prints) => {
  expect(await linesOf([text])).toEqual([prints]);
});

test.each(rowsOf(page, 'text in German'))('in German, %s prints %s', async (text, prints) => {
  expect(await linesOf([text], { locale: 'de-DE' })).toEqual([prints]);
});

test.each(rowsOf(page, 'expression'))('{{ %s }} prints %s', async (expression, prints) => {
  expect((await linesOf([`{{ ${expression} }}`])).join('')).toBe(prints === '``' ? '' : prints);
});

test.each(rowsOf(page, '`timezone`'))('in the time zone %s, the time prints %s', async (timezone, prints) => {
  const time = "{{ '2026-01-01T00:30:00+01:00' | datetime: 'dd.MM.yyyy HH:mm' }}";
  expect(await linesOf([time], { timezone: timezone === 'none' ? 'written' : timezone })).toEqual([prints]);
});

test.each(examples)('%s prints what stands below it', async (body, { before, text }) => {
  expect(before).toBe('prints');
  expect((await linesOf(JSON.parse(body))).join('\n')).toBe(text);
});

test('a written zero to divide by is an error, a zero in the data prints nothing', async () => {
  await expect(linesOf(['{{ 10 / 0 }}'])).rejects.toThrow('divides by zero');
  expect(await linesOf(['a{{ 10 / (lines[0].quantity - 4) }}b'])).toEqual(['ab']);
});
