// Cells of a table that are printed once for equal neighbours.
import { describe, expect, test } from 'vitest';
import type { Element } from '../../../../src/document/layout/tag.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { placedTexts } from '../../../support/placed-texts.ts';
import { syntaxOf } from '../../../support/read-pdf.ts';
import { compile, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { textsInOrder } from '../../../support/structure.ts';

const styles = { base: { size: 8, lineHeight: 1.25 }, box: { border: { width: 1 } }, red: { background: '#ff0000' } };
const data = (...regions: readonly string[]) => ({ lines: regions.map((region, i) => ({ region, name: `n${i + 1}` })) });
const many = (count: number, region = 'North') => data(...Array.from({ length: count }, () => region));
const table = (more: object = {}, column: object = {}) => ({
  table: 'lines',
  as: 'l',
  cellPadding: 0,
  columns: [{ width: 50, body: '{{ l.region }}', merge: 'l.region', ...column }, '{{ l.name }}'],
  ...more,
});
const rendered = (body: object, values: object, more: object = {}, page: Record<string, unknown> = {}) =>
  layOut([body], values, page, { styles, ...more });
const texts = async (...args: Parameters<typeof rendered>) => pageTexts(await rendered(...args));
const drawn = async (kind: string, ...args: Parameters<typeof rendered>) =>
  pageLines(await rendered(...args)).map((page) =>
    page.filter((line) => line.startsWith(kind)).map((line) => line.slice(kind.length + 1)),
  );

/** Elements with their types and spans: `TBody(TR(TD TD))`. */
function outline(element: Element): string {
  const kids = element.kids.filter((kid): kid is Element => kid.kind === 'element').map(outline);
  const { rowSpan } = element.facts;
  const inside = kids.filter((kid) => kid !== '').join(' ');
  if (element.type === undefined) return inside;
  return `${element.type}${rowSpan === undefined ? '' : `*${rowSpan}`}${inside === '' ? '' : `(${inside})`}`;
}
const tagged = { document: { title: 't', lang: 'en', standard: 'pdf/ua-1' } };

describe('a column with "merge"', () => {
  test('prints a cell once for equal neighbours', async () => {
    expect(await texts(table(), data('A', 'A', 'B', 'A'))).toEqual([['A', 'n1', 'n2', 'B', 'n3', 'A', 'n4']]);
  });

  test('keeps a cell for each element without the value, unless another value stands for it', async () => {
    const orders = [
      { name: 'Saw', order: 1 },
      { name: 'Bolt' },
      { name: 'Nut', order: null },
      { name: 'Pin' },
      { name: 'Peg', order: 1 },
    ];
    const shown = (merge: string) => texts(table({}, { body: "{{ l.order ?? ('for ' & l.name) }}", merge }), { lines: orders });
    expect(await shown('l.order')).toEqual([['1', 'Saw', 'for Bolt', 'Bolt', 'for Nut', 'Nut', 'for Pin', 'Pin', '1', 'Peg']]);
    expect(await shown('l.order + 1')).toEqual(await shown('l.order'));
    expect(await shown('l.order ?? 0')).toEqual([['1', 'Saw', 'for Bolt', 'Bolt', 'Nut', 'Pin', '1', 'Peg']]);
    const { structure } = await rendered(table({}, { body: 'x', merge: 'l.order' }), { lines: orders }, tagged);
    expect(outline(structure!)).toContain(`TBody(${Array.from(orders, () => 'TR(TD TD)').join(' ')})`);
  });

  test.each([
    ['between', 6],
    ['in', 4],
  ])('prints it again where a sheet ends %s the rows of an element', async (_, count) => {
    const long = Array.from({ length: count }, (_, i) => `l${i}`).join('\n');
    const values = { lines: ['x', long, 'y'].map((name) => ({ region: 'A', name })) };
    const body = table({ rowBreak: 'allow', rules: 'rows', rows: [{ cells: ['{{ l.name }}'] }] }, { rowSpan: 2 });
    expect((await texts(body, values)).map((page) => page.filter((text) => text === 'A'))).toEqual([['A'], ['A']]);
    expect((await drawn('line', body, values))[0]).toEqual(['60,30 190,30', '10,90 190,90']);
    const read = await rendered(body, values, tagged);
    expect(textsInOrder(read).filter((text) => text === 'A')).toHaveLength(1);
    expect(outline(read.structure!)).toContain('TBody(TR(TD*6 TD) TR(TD)');
  });

  test.each([
    ['top', [0, 0]],
    ['middle', [15, 5]],
    ['bottom', [30, 10]],
  ])('stands at the %s of its rows on each sheet', async (valign, offsets) => {
    const body = table({}, { valign, background: '#eeeeee' });
    const { pages } = await rendered(body, many(6), {}, { size: [200, 60] });
    const tops = pages.map(({ items }) =>
      placedTexts(items).flatMap(({ text, corners }) => (text === 'North' ? corners[0]![1] : [])),
    );
    const [top] = placedTexts(pages[0]!.items).flatMap(({ text, corners }) => (text === 'n1' ? corners[0]![1] : []));
    expect(tops.map((page) => page.map((one) => Math.round(one - top!)))).toEqual(offsets.map((offset) => [offset]));
    // No background of a further row covers it.
    for (const { items } of pages)
      expect(items.findIndex(({ kind }) => kind === 'group')).toSatisfy(
        (at: number) => at < 0 || at > items.findLastIndex(({ kind }) => kind === 'rect'),
      );
  });

  test('is printed again at the top of a column, and may be a picture that fills its rows', async () => {
    const flow = { flow: [table()], columns: 2, gap: 0, balance: false };
    const { pages } = await rendered(flow, many(6), {}, { size: [200, 60] });
    const found = placedTexts(pages[0]!.items).filter(({ text }) => text === 'North');
    expect(found.map(({ corners }) => Math.round(corners[0]![0]!))).toEqual([10, 100]);
  });

  test('has one background and one border for a cell, also with rows of further cells', async () => {
    const column = { border: { width: 1 }, rowSpan: 2 };
    const body = table({ zebra: '#eeeeee', rowStyle: "{{ l.name == 'n1' ? 'red' : '' }}", rows: [{ cells: ['more'] }] }, column);
    expect(await drawn('rect', body, data('A', 'A', 'B'))).toEqual([
      [
        '10,10 180x10 #ff0000',
        '10,10 50x20 #ff0000',
        '60,20 130x10 #ff0000',
        '60,30 130x10 #eeeeee',
        '10,30 50x20 #ff0000',
        '60,40 130x10 #eeeeee',
      ],
    ]);
    expect(await drawn('line', body, data('A', 'A', 'B'))).toEqual([
      [
        '10,10 60,10',
        '10,10 10,30',
        '60,10 60,30',
        '10,50 60,50',
        '10,30 10,50',
        '60,30 60,50',
        '10,50 60,50',
        '10,70 60,70',
        '10,50 10,70',
        '60,50 60,70',
      ],
    ]);
    expect(await texts(body, data('A', 'A', 'B'))).toEqual([['A', 'n1', 'more', 'n2', 'more', 'B', 'n3', 'more']]);
  });

  test('never crosses a group, and begins again after 200 elements', async () => {
    const groups = [{ by: 'l.name', footer: [{ when: 'false', cells: ['', ''] }] }];
    expect(await texts(table({ groups }), data('A', 'A'))).toEqual([['A', 'n1', 'A', 'n2']]);
    const [page] = await texts(table(), many(401), {}, { size: [200, 5000] });
    expect(page!.flatMap((text, i) => (text === 'North' ? [page![i + 1]] : []))).toEqual(['n1', 'n201', 'n401']);
  });

  test('is a cell over its rows to screen readers, on each sheet', async () => {
    const { structure } = await rendered(table(), data('A', 'A', 'B', 'C', 'C', 'C', 'C', 'C', 'C'), tagged);
    const row = 'TR(TD)';
    expect(outline(structure!)).toContain(
      `TBody(TR(TD*2 TD) ${row} TR(TD TD) TR(TD*5 TD) ${row} ${row} ${row} ${row} TR(TD TD))`,
    );
    // A page with a fault is placed again, to find who made it.
    const off = { text: 'off', margin: { left: -100 } };
    const again = await rendered({ stack: [off, table()] }, data('A', 'A', 'B'), tagged);
    expect(again.warnings.map(({ code }) => code)).toContain('off-sheet');
    expect(outline(again.structure!)).toContain(`TBody(TR(TD*2 TD) ${row} TR(TD TD))`);
    const rows = [{ cells: ['more'] }];
    const block = await rendered(table({ rows }, { rowSpan: 2, rowHeader: true }), data('A', 'A', 'B'), tagged);
    expect(outline(block.structure!)).toContain(`TBody(TR(TH*4 TD) ${row} ${row} ${row} TR(TH*2 TD) ${row})`);
  });

  test('is a cell over whole rows where all columns of a table are merged', async () => {
    const columns = [{ header: 'Region', body: '{{ l.region }}', merge: 'l.region' }];
    const pdf = await renderPdf({ ...tagged, pages: [{ body: [table({ columns })] }] }, { data: data('A', 'A', 'B', 'B') });
    const { check } = await inspectPdf(pdf, { check: true });
    expect(check!.findings).toEqual([]);
    expect(syntaxOf(pdf).match(/\/S\/TR/g)).toHaveLength(5);
  });

  test('stands in tables in cells and in columns that are divided', async () => {
    const pages = await texts({ row: [table({ rules: 'rows' })] }, many(10));
    expect(pages.map((page) => page.filter((text) => text === 'North').length)).toEqual([1, 1]);
  });

  test('says what is wrong', async () => {
    const faults = async (more: object, column: object) =>
      (await compile({ styles, pages: [{ body: [table(more, column)] }] })).diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ code, pointer, message }) => `${code} ${pointer.slice('/pages/0/body/0/columns/0/'.length)}: ${message}`);
    expect(await faults({}, { merge: 'region' })).toEqual([
      'wrong-value merge: "region" is the same for every element, because it does not use "l". Write "l.…".',
    ]);
    expect(await faults({ rows: [{ cells: ['a', 'b'] }] }, {})).toEqual([
      'wrong-spans merge: A merged cell covers all rows of each element, also the "rows" of the table: write "rowSpan": 2.',
    ]);
    expect(await faults({}, { merge: '{{ l.region }}' })).toEqual([
      'syntax merge: Braces do not belong here: write the bare expression, l.region.',
    ]);
  });
});

test('a flag in place of what neighbours have in common is told with the right form', async () => {
  const columns = [{ merge: true, body: '{{ l.name }}' }];
  const { diagnostics } = await compile({ pages: [{ body: [{ table: 'lines', as: 'l', columns }] }] });
  expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toContainEqual(
    expect.stringMatching(/columns\/0\/merge must say what equal neighbours have in common: write "l\.…"$/),
  );
});
