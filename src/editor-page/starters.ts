// What a part is at first when it is added. Each can be laid out in any template.
import { headerLook, tableLook } from '../editing/field-columns.ts';

/** A new component, as it is added. */
export type Starter = Readonly<Record<string, unknown>>;

interface PaletteGroup {
  readonly name: 'text' | 'layout' | 'table' | 'graphic' | 'chart' | 'code';
  /** By the type of the component, or a name in `palette.names`. */
  readonly starters: Readonly<Record<string, Starter>>;
}

/** Shapes are seen on white paper. */
const look = { fill: '#c5d9f1', stroke: { width: 0.75, color: '#1f5fbf' } };

/** The points of a chart, until it shows a list of the data. */
const points = {
  each: [
    { name: 'First', value: 3 },
    { name: 'Second', value: 5 },
    { name: 'Third', value: 4 },
  ],
  as: 'point',
  x: '{{ point.name }}',
  value: 'point.value',
};

export const paletteGroups: readonly PaletteGroup[] = [
  {
    name: 'text',
    starters: {
      text: { text: 'New text' },
      list: { list: ['First', 'Second'] },
      pairs: { pairs: [['Label', 'Value']] },
    },
  },
  {
    name: 'layout',
    starters: {
      stack: { stack: ['New text'] },
      row: { row: ['Start', 'End'] },
      frame: { frame: [{ text: 'New text', at: { x: 0, y: 0 } }], height: 30 },
      spacer: { spacer: 10 },
      pageBreak: { pageBreak: true },
    },
  },
  {
    name: 'table',
    starters: {
      table: {
        table: [{ name: 'First' }, { name: 'Second' }],
        as: 'row',
        ...tableLook,
        columns: [{ header: { text: 'Name', ...headerLook }, body: '{{ row.name }}' }],
      },
    },
  },
  {
    name: 'graphic',
    starters: {
      line: { line: { width: 1 } },
      rect: { rect: 20, ...look },
      ellipse: { ellipse: 20, ...look },
    },
  },
  {
    name: 'chart',
    starters: {
      barChart: { chart: 'bar', ...points, height: 45, alt: 'Bar chart' },
      lineChart: { chart: 'line', ...points, height: 45, alt: 'Line chart' },
      pieChart: { chart: 'pie', ...points, height: 45, alt: 'Pie chart' },
    },
  },
  {
    name: 'code',
    starters: {
      qr: { barcode: 'https://example.com', symbology: 'qr', width: 25, alt: 'QR code' },
      barcode: { barcode: '12345678', symbology: 'code128', width: 40, height: 12, alt: 'Barcode 12345678' },
    },
  },
];
