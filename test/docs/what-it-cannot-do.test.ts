// Every row of the page "What pdfgen cannot do" is refused. When something becomes possible, its row fails here and must leave the page.
import { expect, test } from 'vitest';
import { diagnose } from '../support/render.ts';
import { readPage, rowsOf } from './guide.ts';

const page = readPage('docs/guides/what-it-cannot-do.md');
const dataSchema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
const faultsOf = (body: unknown) => diagnose({ name: 'Wish', dataSchema, exampleData: { total: 5 }, pages: [{ body: [body] }] });

test('a component of the page without its wish compiles', async () => {
  expect(await faultsOf({ text: '{{ total }}' })).toEqual([]);
});

test.each(rowsOf(page, 'component'))('the component %s is refused for its wish alone', async (text) => {
  const component = JSON.parse(text) as object;
  const names = Object.keys(component);
  // The wish is the type, or the last member.
  const wish = names[0] === 'text' || names[0] === 'barcode' ? names.at(-1) : names[0];
  const [fault, ...others] = await faultsOf(component);
  expect(fault).toMatch(/^error (?:unknown-component|unknown-property|wrong-value|wrong-type) /);
  expect(fault).toContain(`/pages/0/body/0/${wish}`);
  expect(others).toEqual([]);
});

test.each(rowsOf(page, 'expression'))('the expression {{ %s }} is refused', async (expression) => {
  const faults = await faultsOf({ text: `{{ ${expression} }}` });
  expect(faults).toEqual([expect.stringMatching(/^error (?:syntax|unknown-path) /)]);
});
