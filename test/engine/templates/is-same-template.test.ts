// `templates push` writes no version for a template that differs in its notation only.
import { expect, test } from 'vitest';
import type { TemplateInput } from '../../../src/contract/engine.ts';
import { isSameTemplate } from '../../../src/engine/templates/is-same-template.ts';

const withPage = (page: object) => ({ slug: 'a', name: 'A', pages: [page] }) as unknown as TemplateInput;
const isSame = (a: object, b: object) => isSameTemplate(withPage(a), withPage(b));

test('another notation of the same pages is the same template', async () => {
  expect(await isSame({ body: [{ text: 'a' }, { stack: ['b', 'c'] }] }, { body: ['a', ['b', 'c']] })).toBe(true);
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
    { body: [{ row: [{ width: '50%', stack: [{ image: 'a.png', width: '50%' }] }] }] },
    { body: [{ row: [{ image: 'a.png', width: '50%' }] }] },
  ],
  [
    'values of a literal list',
    { body: [{ repeat: [{ row: [{ stack: ['a'] }] }], body: 'x' }] },
    { body: [{ repeat: [{ row: ['a'] }], body: 'x' }] },
  ],
])('a change is one: %s', async (_name, a, b) => {
  expect(await isSame(a, b)).toBe(false);
});
