// `templates push` writes no version for a template that differs in its notation only.
import { expect, test } from 'vitest';
import type { TemplateInput } from '../../../src/contract/engine.ts';
import { isSameTemplate } from '../../../src/engine/templates/is-same-template.ts';

const withPage = (page: object) => ({ slug: 'a', name: 'A', pages: [page] }) as unknown as TemplateInput;
const isSame = (a: object, b: object) => isSameTemplate(withPage(a), withPage(b));

test('another notation of the same pages is the same template', async () => {
  expect(await isSame({ body: [{ text: 'a' }, { stack: ['b', 'c'] }] }, { body: ['a', ['b', 'c']] })).toBe(true);
  expect(await isSame({ body: [{ type: 'text', text: 'a' }] }, { body: ['a'] })).toBe(true);
  const product = { text: '{{ a * b }} *c*', format: 'inline' };
  expect(await isSame({ body: [{ type: 'text', ...product }] }, { body: [product] })).toBe(true);
});

test.each([
  ['the children of a stack in place of the stack', { gap: 10, body: { stack: ['a', 'b'] } }, { gap: 10, body: ['a', 'b'] }],
  [
    'a code as wide as its column, and one with a width of its own',
    { body: [{ row: [{ barcode: 'a', symbology: 'qr', width: '*' }] }] },
    { body: [{ row: [{ barcode: 'a', symbology: 'qr' }] }] },
  ],
  [
    'a picture of half a column, and one as wide as its column',
    { body: [{ type: 'row', columns: [{ width: '50%', children: [{ type: 'image', src: 'a.png', width: '50%' }] }] }] },
    { body: [{ row: [{ image: 'a.png', width: '50%' }] }] },
  ],
  [
    'a star between spaces, which was a mark once',
    { body: [{ type: 'text', format: 'inline', text: 'a ** ** b' }] },
    { body: [{ text: 'a ** ** b', format: 'inline' }] },
  ],
  [
    'values of a literal list',
    { body: [{ repeat: [{ row: [{ stack: ['a'] }] }], body: { type: 'text', text: 'x' } }] },
    { body: [{ repeat: [{ row: ['a'] }], body: 'x' }] },
  ],
])('a change is one: %s', async (_name, a, b) => {
  expect(await isSame(a, b)).toBe(false);
});
