// Rectangles, lines and images that are as high as the row of their table.
import { describe, expect, test } from 'vitest';
import { type TableCell, TableRowBox } from '../../../../src/document/components/table/table-row-box.ts';
import { ColumnBox, SpaceBox } from '../../../../src/document/layout/box.ts';
import { compile, layOut, pageLines } from '../../../support/render.ts';

const table = (cell: unknown, more: object = {}) => ({
  table: 'rows',
  as: 'r',
  cellPadding: 0,
  columns: [{ width: 20, body: cell }, '{{ r }}'],
  ...more,
});
const picture = { width: 40, height: 20, dpi: undefined };
const drawn = async (body: object, rows: readonly string[] = ['a', 'b\nc']) =>
  pageLines(await layOut([body], { rows }, {}, {}, undefined, () => picture as never)).map((page) =>
    page.map((line) => line.trim()).filter((line) => /^(rect|line|image)/.test(line)),
  );
const fill = '#ff0000';

describe('a height of "100%" in a cell', () => {
  test('is that of the row, for a rectangle, a line and an image', async () => {
    expect(await drawn(table({ rect: '100%', fill }))).toEqual([['rect 10,10 20x10 #ff0000', 'rect 10,20 20x20 #ff0000']]);
    expect(await drawn(table({ line: { width: 2 }, direction: 'vertical', height: '100%' }))).toEqual([
      ['line 11,10 11,20', 'line 11,20 11,40'],
    ]);
    expect(await drawn(table({ line: true, direction: 'up', height: '100%' }))).toEqual([
      ['line 10,20 30,10', 'line 10,40 30,20'],
    ]);
    const image = { image: '{{ r }}', height: '100%', fit: 'fill' };
    expect(await drawn(table(image))).toEqual([['image 10,10 20x10', 'image 10,20 20x20']]);
    expect(await drawn(table({ ...image, width: 10, align: 'right' }))).toEqual([['image 20,10 10x10', 'image 20,20 10x20']]);
  });

  test('leaves room for padding, margin and border, and for the cells below', async () => {
    expect(await drawn(table([{ rect: '100%', fill, margin: [1, 2], opacity: 0.5 }]), ['b\nc'])).toEqual([
      ['rect 12,11 16x18 #ff0000'],
    ]);
    const padded = { columns: [{ body: { rect: '100%', fill }, padding: [2, 0], valign: 'bottom', rowSpan: 2 }, '{{ r }}'] };
    expect(await drawn(table('', { ...padded, rows: [{ cells: ['below'] }] }), ['a'])).toEqual([['rect 10,12 90x16 #ff0000']]);
  });

  test('is there in header and footer cells, and beside pairs', async () => {
    const cells = [{ rect: '100%', fill }, 'x\ny'];
    const footer = [{ cells }];
    expect(await drawn(table('', { footer, header: [{ cells }] }), [])).toEqual([
      ['rect 10,10 20x20 #ff0000', 'rect 10,30 20x20 #ff0000'],
    ]);
    const pairs = { pairs: [[{ rect: '100%', fill }, 'x\ny']], labels: { width: 5 }, cellPadding: 0 };
    expect(await drawn(pairs)).toEqual([['rect 10,10 5x20 #ff0000']]);
  });

  test('fills both parts of a divided row', async () => {
    const rows = [Array.from({ length: 10 }, (_, i) => i).join('\n')];
    expect(await drawn(table({ rect: '100%', fill }, { rowBreak: 'allow' }), rows)).toEqual([
      ['rect 10,10 20x80 #ff0000'],
      ['rect 10,10 20x20 #ff0000'],
    ]);
  });

  test('fills both parts of a cell over several rows', async () => {
    const text = Array.from({ length: 6 }, (_, i) => i).join('\n');
    const columns = [{ width: 20, body: { rect: '100%', fill }, rowSpan: 2 }, '{{ r }}'];
    expect(await drawn(table('', { columns, rowBreak: 'allow', rows: [{ cells: ['{{ r }}'] }] }), [text])).toEqual([
      ['rect 10,10 20x80 #ff0000'],
      ['rect 10,10 20x40 #ff0000'],
    ]);
  });

  test('is an error elsewhere', async () => {
    const faults = async (body: unknown) =>
      (await compile({ pages: [{ body }] })).diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
    expect(await faults([{ rect: '100%' }, { line: true, direction: 'vertical', height: '100%' }])).toEqual([
      'wrong-value /pages/0/body/0/rect "100%" is the height of a table row. Only a "rect", "ellipse", "line" or "image" takes it, alone in a cell and not turned by a quarter. Write a length.',
      'wrong-value /pages/0/body/1/height "100%" is the height of a table row. Only a "rect", "ellipse", "line" or "image" takes it, alone in a cell and not turned by a quarter. Write a length.',
    ]);
    expect(await faults({ row: [{ rect: '100%', fill }, 'a'] })).toHaveLength(1);
    expect(await faults(table([{ rect: '100%' }, 'text']))).toHaveLength(1);
    expect(await faults(table({ stack: [{ rect: '100%' }] }))).toHaveLength(1);
    expect(await faults(table({ rect: 1, height: '100%' }))).toEqual([
      'wrong-type /pages/0/body/columns/0/body/height is not the height of a rectangle: write "rect": "100%"',
    ]);
    expect(await faults(table({ line: true, height: '100%' }))).toEqual([
      'no-effect /pages/0/body/columns/0/body/height A horizontal line has no height. Write "direction": "vertical" beside it.',
    ]);
    expect(await faults(table({ rect: '50%' }))).toEqual([
      'wrong-type /pages/0/body/columns/0/body/rect "50%" is a text, not a length: write a number (the unit is mm)',
    ]);
  });
});

test('a row that may break is divided only between its ends: no sheet begins with nothing of it', () => {
  const padding = { top: 1, right: 0, bottom: 1, left: 0 };
  const box = new ColumnBox([new SpaceBox(10), new SpaceBox(20)]);
  const cell: TableCell = {
    ...{ x: 0, width: 50, box, padding, valign: 'top', rowSpan: 1 },
    ...{ background: undefined, border: undefined, merged: undefined, isShared: false },
  };
  const none = { background: undefined, top: undefined, bottom: undefined, left: undefined, right: undefined };
  const look = { ...none, dir: 'ltr' as const, x: 0, width: 50, between: undefined, cut: undefined, table: {}, tag: undefined };
  const row = new TableRowBox({ cells: [cell], covered: [], look }, true);
  const heights = (available: number) => row.split(available)?.map(({ height }) => height);
  expect(row.height).toBe(32);
  expect([heights(11), heights(12), heights(31), heights(32), heights(33)]).toEqual([
    undefined,
    [12, 22],
    [12, 22],
    undefined,
    undefined,
  ]);
});
