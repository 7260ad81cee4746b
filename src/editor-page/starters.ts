// What a part is at first when it is added. Each can be laid out in any template.
import { headerLook, tableLook } from '../editing/field-columns.ts';
import { newParts, palette } from '../editor-words/index.ts';

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
    { name: newParts.first, value: 3 },
    { name: newParts.second, value: 5 },
    { name: newParts.third, value: 4 },
  ],
  as: 'point',
  x: '{{ point.name }}',
  value: 'point.value',
};

export const paletteGroups: readonly PaletteGroup[] = [
  {
    name: 'text',
    starters: {
      text: { text: newParts.text },
      list: { list: [newParts.first, newParts.second] },
      pairs: { pairs: [[newParts.label, newParts.value]] },
    },
  },
  {
    name: 'layout',
    starters: {
      stack: { stack: [newParts.text] },
      row: { row: [newParts.start, newParts.end] },
      frame: { frame: [{ text: newParts.text, at: { x: 0, y: 0 } }], height: 30 },
      spacer: { spacer: 10 },
      pageBreak: { pageBreak: true },
    },
  },
  {
    name: 'table',
    starters: {
      table: {
        table: [{ name: newParts.first }, { name: newParts.second }],
        as: 'row',
        ...tableLook,
        columns: [{ header: { text: newParts.name, ...headerLook }, body: '{{ row.name }}' }],
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
      barChart: { chart: 'bar', ...points, height: 45, alt: palette.names.barChart },
      lineChart: { chart: 'line', ...points, height: 45, alt: palette.names.lineChart },
      pieChart: { chart: 'pie', ...points, height: 45, alt: palette.names.pieChart },
    },
  },
  {
    name: 'code',
    starters: {
      qr: { barcode: 'https://example.com', symbology: 'qr', width: 25, alt: palette.names.qr },
      barcode: { barcode: '12345678', symbology: 'code128', width: 40, height: 12, alt: newParts.barcode('12345678') },
    },
  },
];
