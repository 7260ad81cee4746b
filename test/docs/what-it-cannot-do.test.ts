// Every row of the page "What pdfgen cannot do" is refused. When something becomes possible, its row fails here and must leave the page.
import { expect, test } from 'vitest';
import { diagnose } from '../support/render.ts';
import { readPage, rowsOf } from './guide.ts';

const page = readPage('docs/guides/what-it-cannot-do.md');
const dataSchema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
const faultsOf = (body: unknown) => diagnose({ name: 'Wish', dataSchema, exampleData: { total: 5 }, pages: [{ body: [body] }] });

test('a component of the page without its wish compiles', async () => {
  expect(await faultsOf({ type: 'text', text: '{{ total }}' })).toEqual([]);
});

test.each(rowsOf(page, 'component'))('the component %s is refused', async (component) => {
  expect((await faultsOf(JSON.parse(component))).join('\n')).toMatch(/error/);
});

test.each(rowsOf(page, 'expression'))('the expression {{ %s }} is refused', async (expression) => {
  expect((await faultsOf({ type: 'text', text: `{{ ${expression} }}` })).join('\n')).toMatch(/error/);
});
