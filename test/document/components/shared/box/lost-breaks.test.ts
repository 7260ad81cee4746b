// Page breaks and marks where they have no effect, and cells without a column.
import { expect, test } from 'vitest';
import { compile, layOut, pageTexts } from '../../../../support/render.ts';

const told = async (body: unknown, page: object = {}) => {
  const { diagnostics } = await compile({ pages: [{ body, ...page }] });
  return diagnostics.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);
};
const parts = ['a', { pageBreak: true }, 'b'];
const lost = (within: string) =>
  `No page begins inside of ${within}, so the page break has no effect. Move it out, before or after.`;

test.each<[within: string, place: string, component: object]>([
  ['a row', '/row/0/1', { row: [parts] }],
  ['a row', '/row/0/0/columns/0/body/1', { row: [[{ table: [1], columns: [{ body: parts }] }]] }],
  ['a cell of a table', '/columns/0/body/1', { table: [1], columns: [{ body: parts }] }],
  ['a cell of a table', '/footer/0/cells/0/stack/1', { table: [1], columns: ['x'], footer: [{ cells: [{ stack: parts }] }] }],
  ['a group', '/group/1', { group: parts }],
  ['a frame', '/frame/0/stack/1', { frame: [{ stack: parts, at: { x: 0 } }] }],
  ['a component with a box of its own', '/stack/1', { stack: parts, padding: 2 }],
  ['a component with a box of its own', '/repeat/body/1', { repeat: [1], body: parts, link: 'https://example.com/' }],
  ['a component with a box of its own', '/stack/1', { stack: parts, break: { inside: 'avoid' } }],
])('a page break inside of %s is told: %s', async (within, place, component) => {
  const at = `/pages/0/body/0${place.replace('/repeat', '')}`;
  expect(await told([component])).toContain(`no-effect ${at}: ${lost(within)}`);
});

test('so is a break of a component, and a page break in a band', async () => {
  const begins = { text: 'b', break: { before: 'page' } };
  expect(await told([{ row: [['a', begins]] }])).toEqual([`no-effect /pages/0/body/0/row/0/1/break: ${lost('a row')}`]);
  expect(await told('x', { header: parts })).toEqual([`no-effect /pages/0/header/1: ${lost('a header or footer')}`]);
  expect(await told('x', { overlay: [{ stack: parts }] })).toEqual([
    `no-effect /pages/0/overlay/0/stack/1: ${lost('a background or overlay')}`,
  ]);
});

test.each([
  [{ stack: parts, gap: 2, margin: 3 }],
  [{ repeat: [1], body: parts }],
  [{ list: [parts] }],
  [{ choose: [{ when: 'true', stack: parts }] }],
  [{ use: 'both' }],
])('a page break has its effect in %j', async (component) => {
  const define = { both: { body: parts } };
  const { diagnostics } = await compile({ define, pages: [{ body: [component] }] });
  expect(diagnostics.filter(({ code }) => code === 'no-effect')).toEqual([]);
  expect(pageTexts(await layOut([component], {}, {}, { define })).map((page) => page.at(-1))).toEqual(['a', 'b']);
});

test('a page break with a mark, which holds on the sheet that ends, is told', async () => {
  const body = ['a', { pageBreak: true, mark: { s: 'x' } }, { text: 'b', mark: { s: 'y' } }];
  const footer = ["{{ 's' | mark }}"];
  expect(await told(body, { footer })).toEqual([
    'misplaced-mark /pages/0/body/1/mark: A page break sets its mark on the sheet that ends, not on the next one. Set it on the component after the page break, or before it.',
  ]);
  expect(pageTexts(await layOut(body, {}, { footer }))).toEqual([
    ['a', 'x'],
    ['b', 'y'],
  ]);
});

test('written cells that stand in columns of an empty list alone are told', async () => {
  const columns = ['x', { each: 'months', as: 'm', body: '{{ m }}' }, { each: 'months', as: 'm', when: 'm > 1', body: 'y' }];
  const header = [{ cells: ['Name', { text: 'Months', span: 2 }] }];
  const footer = [{ cells: ['', 'sum', ''] }];
  const rows = [{ cells: [{ text: 'all', span: 3 }] }];
  const said = async (months: number[]) =>
    (await layOut([{ table: [1], columns, header, footer, rows }], { months })).warnings.map(
      ({ code, message }) => `${code} ${message}`,
    );
  expect(await said([])).toEqual([
    'cell-dropped A cell of the row /pages/0/body/0/header/0, the row /pages/0/body/0/footer/0 stands in the columns of an "each" whose list is empty, and is left out. Put its content into another column.',
  ]);
  // Here the template hides the column.
  expect(await said([1])).toEqual([]);
});
