import { expect, test } from 'vitest';
import { countPlaces } from '../../../src/live-pages/worker/count-places.ts';
import { readExample } from '../../support/shown-documents.ts';
import { traceTemplate } from '../../support/traced-pages.ts';

async function counts(document: Record<string, unknown>, data: unknown, pointers: readonly string[]) {
  const pages = await traceTemplate({ unit: 'pt', ...document }, data);
  const sheets = pages.map(({ origins }) => origins);
  return [sheets.length, ...pointers.map((pointer) => countPlaces(sheets, pointer))];
}

test('a logo, a table and the facts of an invoice are shown once, and a cell once for each element', async () => {
  const { document, data, resources } = await readExample('invoice');
  const sheets = (await traceTemplate(document, data, resources)).map(({ origins }) => origins);
  const count = (at: string) => countPlaces(sheets, `/pages/0${at}`);
  expect(count('/header/0/body/0/row/0')).toBe(1);
  // A list that is a column of a row.
  expect(count('/body/0/row/0')).toBe(1);
  expect(count('/body/0/row/1')).toBe(1);
  expect(count('/body/2')).toBe(1);
  const { lines } = data as { readonly lines: readonly { readonly detail?: string }[] };
  expect(count('/body/2/columns/1/body/0')).toBe(lines.length);
  expect(count('/body/2/columns/2/body')).toBe(lines.length);
  expect(count('/body/2/columns/1/body/1')).toBe(lines.filter(({ detail }) => detail).length);
  expect(count('/body/2/columns/1/header')).toBe(1);
  expect(count('/body/9')).toBe(0);
});

test('what goes on over sheets is one place, and a footer is one on each sheet', async () => {
  const body = [{ stack: Array.from({ length: 9 }, (_, i) => `Line ${i}`) }];
  const page = { size: [200, 60], margin: 10, body, footer: ['Foot'] };
  expect(await counts({ pages: [page] }, {}, ['/pages/0/body/0', '/pages/0/footer/0'])).toEqual([5, 1, 5]);
});

test('each use of a definition shows its content once more', async () => {
  const define = { card: { body: [{ stack: [{ slot: 'body' }, { slot: 'body' }] }, 'Inner'] } };
  const body = [{ use: 'card', body: ['In the slot'] }];
  expect(await counts({ define, pages: [{ body }] }, {}, ['/pages/0/body/0', '/pages/0/body/0/body/0'])).toEqual([1, 1, 2]);
});

test('page layouts, headers, rows, cells and pairs are counted, too', async () => {
  const table = {
    table: 'lines',
    as: 'line',
    columns: ['{{ line }}'],
    header: [{ cells: [{ text: 'Head' }] }],
    footer: [{ cells: [{ text: 'Foot' }] }, { cells: [{ text: 'never' }], when: 'false' }],
  };
  const pairs = { pairs: [['Sum', '1'], { label: 'Each', value: '{{ line }}', each: 'lines', as: 'line' }] };
  const page = { size: [200, 90], margin: [20, 10], header: ['Top'], body: [table, pairs] };
  const body = '/pages/0/body';
  const parts = ['/pages/0', '/pages/0/header', `${body}/0/header/0`, `${body}/0/footer/0`, `${body}/0/footer/0/cells/0`];
  const others = [`${body}/0/footer/1`, `${body}/0/footer/1/cells/0`, `${body}/1/pairs/0`, `${body}/1/pairs/1`];
  const [sheets, ...found] = await counts({ pages: [page] }, { lines: ['a', 'b', 'c'] }, [...parts, ...others]);
  expect(sheets).toBeGreaterThan(1);
  expect(found).toEqual([sheets, sheets, 1, 1, 1, 0, 0, 1, 3]);
});
