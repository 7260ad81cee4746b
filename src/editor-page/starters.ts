import { headerLook, tableLook } from '../editing/field-columns.ts';

// What a part is at first when it is added. Each can be laid out in any template.

/** A component, or what must be asked for before there is one. */
export type Starter = Readonly<Record<string, unknown>>;

interface PaletteGroup {
  readonly name: 'text' | 'layout' | 'table' | 'graphic';
  /** By the type of the component. */
  readonly starters: Readonly<Record<string, Starter>>;
}

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
      rect: { rect: 20, fill: '#eef3f8' },
      barcode: { barcode: 'https://example.com', symbology: 'qr', width: 25, alt: 'QR code' },
    },
  },
];
