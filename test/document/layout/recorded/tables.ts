import type { RecordedCases } from '../../../support/recorded.ts';
import { records } from '../../../support/records.ts';
import { lines, picture, tagged } from './lines.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
/** A table of these rows without padding. */
const plain = (table: unknown) => ({ table, as: 'l', cellPadding: 0 });
const black = { width: 1, color: '#000000' };

export const tables: RecordedCases = {
  'header and sums on each sheet, zebra and rules': {
    body: [
      'Above',
      {
        table: 'rows',
        as: 'l',
        cellPadding: [1, 2],
        zebra: '#eeeeee',
        rules: 'all',
        sums: { s: 'l' },
        header: [
          { cells: [{ span: 2, text: 'Both', align: 'center' }] },
          { on: 'notFirst', below: true, cells: ['Brought forward', '{{ sums.s.before }}'] },
        ],
        footer: [
          { on: 'notLast', cells: ['Carried forward', '{{ sums.s.sofar }} ({{ sums.s.page }})'] },
          { cells: ['Total', '{{ sums.s.all }}'] },
        ],
        columns: [
          { header: 'Name', rowHeader: true, body: 'Row {{ l }}' },
          { header: 'Amount', width: 50, align: 'right', body: '{{ l }}' },
        ],
      },
      'Below',
    ],
    data: { rows: numbers(9) },
    more: tagged,
  },
  'groups in groups, with headers that go on and sums': {
    body: [
      {
        ...plain('rows'),
        sums: { s: 'l.v' },
        groups: [
          {
            by: 'l.a',
            header: [
              { on: 'first', cells: [{ span: 2, text: 'A {{ group.key }} ({{ group.count }})' }] },
              { on: 'notFirst', cells: [{ span: 2, text: 'A {{ group.key }} goes on' }] },
            ],
            footer: [{ on: 'all', cells: ['Sum A', '{{ group.sums.s }}'] }],
          },
          {
            by: 'l.b',
            header: [{ cells: ['B {{ group.key }}', 'in {{ group.parent.key }} from {{ sums.s.before }}'] }],
            footer: [
              { on: 'last', cells: ['Sum B', '{{ group.sums.s }}'] },
              { on: 'notLast', cells: ['B goes on', '{{ sums.s.sofar }}'] },
            ],
          },
        ],
        columns: ['Row {{ loop.index }}', '{{ l.v }}'],
      },
      'Below',
    ],
    data: { rows: 'x11 y12 x23 x14 x15 y26 y27'.split(' ').map(([a, b, v]) => ({ a, b: Number(b), v: Number(v) })) },
    page: { size: [200, 110] },
    more: tagged,
  },
  'groups that begin on a new sheet, under a header that is not repeated': {
    body: [
      'Above',
      {
        ...plain('rows'),
        repeatHeader: false,
        groups: [{ by: 'l.a', break: { before: 'page' }, header: [{ cells: [{ span: 2, text: 'Group {{ group.index }}' }] }] }],
        columns: [
          { header: 'Head', body: '{{ l.v }}' },
          { header: 'Head', body: { rect: 5, fill: '#cccccc' } },
        ],
        footer: [{ cells: ['End', ''] }],
      },
    ],
    data: { rows: records('a v', [1, 1], [2, 2], [1, 3]) },
  },
  'cells that cover columns and rows, with lines around and between them': {
    body: [
      {
        table: [1, 2],
        as: 'l',
        cellPadding: 1,
        rules: 'all',
        columns: [
          { header: 'A', rowSpan: 3, body: lines('a', 2), background: '#eeeeee' },
          { header: 'B', body: 'b' },
          { header: 'C', rowSpan: 2, body: lines('c', 3), valign: 'bottom' },
        ],
        rows: [
          { cells: ['b2'], background: '#dddddd' },
          { when: 'l > 1', cells: [{ span: 2, text: lines('d', 2), valign: 'middle', background: '#cccccc' }] },
        ],
      },
      'Below',
    ],
    more: tagged,
  },
  'rows that sheets divide, in cells that cover rows': {
    body: [
      'Above',
      {
        table: [1],
        as: 'l',
        rowBreak: 'allow',
        cellPadding: [2, 3],
        rules: 'all',
        columns: [
          { header: 'A', rowSpan: 2, body: lines('a', 14) },
          { header: 'B', body: lines('b', 4), background: '#eeeeee' },
        ],
        rows: [{ cells: [{ text: lines('c', 6), valign: 'bottom' }] }],
        footer: [{ on: 'notLast', cells: [{ span: 2, text: 'Goes on' }] }],
      },
      'Below',
    ],
  },
  'equal neighbours share a cell, which is printed again on the next sheet': {
    body: {
      table: 'rows',
      as: 'l',
      cellPadding: 1,
      rules: 'all',
      zebra: '#eeeeee',
      columns: [
        { header: 'Key', merge: 'l.k', body: 'Key {{ l.k }}', border: { bottom: black } },
        { header: 'Value', merge: 'l.v > 3', body: '{{ l.v }}', background: '#dddddd' },
        '{{ l.v }}',
      ],
    },
    data: { rows: numbers(9).map((v) => ({ k: Math.floor(v / 3), v })) },
    more: tagged,
  },
  'equal neighbours in groups, and rows that may break': {
    body: {
      ...plain('rows'),
      rowBreak: 'allow',
      rules: 'rows',
      groups: [{ by: 'l.g', footer: [{ cells: [{ span: 2, text: 'End of {{ group.key }}' }] }] }],
      columns: [{ merge: 'l.k', rowSpan: 2, rowHeader: true, body: 'Key {{ l.k }}' }, '{{ l.t }}'],
      rows: [{ when: 'l.more', cells: ['{{ l.more }}'] }],
    },
    data: {
      rows: records(
        'g k t more',
        [1, 1, lines('a', 3), ''],
        [1, 1, lines('b', 5), 'More'],
        [2, 1, lines('c', 4), ''],
        [2, 1, lines('d', 2), ''],
      ),
    },
    more: tagged,
  },
  'decimal separators line up, beside texts, signs and units': {
    body: {
      table: ['1', '22.5', '-3.125', '1,000.5 kg', 'none', '', '(4.50)', '7 %'],
      as: 'l',
      cellPadding: [0, 2],
      columns: [
        { header: 'Decimal', align: 'decimal', body: '{{ l }}' },
        { header: 'Auto', width: 'auto', align: 'decimal', body: '{{ loop.index | number: 2 }}' },
        { header: 'Narrow', width: 12, align: 'decimal', body: '{{ l }}' },
      ],
    },
    page: { size: [200, 200] },
  },
  'columns of a list, columns that are hidden, and rows over them': {
    body: [
      {
        ...plain([1, 2]),
        header: [{ cells: ['Top', { span: 1, text: 'Months' }, 'Hidden'] }],
        columns: [
          { header: 'Name', rowHeader: true, body: 'Row {{ l }}' },
          { each: 'months', as: 'm', header: '{{ m }}', body: '{{ m }}{{ l }}', footer: 'end {{ m }}', width: 'auto' },
          { header: 'Hidden', when: 'x', body: 'x' },
        ],
        rows: [{ when: 'l == 2', cells: [{ span: 3, text: 'Further', bold: true }] }],
      },
      { table: [1], columns: [{ when: 'x', body: 'nothing' }] },
      { table: [1], columns: ['a', { each: 'none', body: 'b' }], footer: [{ cells: ['c', 'dropped'] }] },
    ],
    data: { months: ['Jan', 'Feb'], x: false, none: [] },
    more: tagged,
  },
  'looks of rows, columns, cells, headers and footers': {
    body: {
      table: 'rows',
      as: 'l',
      cellPadding: 2,
      rules: 'rows',
      style: 'looks',
      rowStyle: "{{ l.bad ? 'alert' : '' }}",
      columns: [
        { header: 'A', body: 'a {{ l.v }}', footer: 'sum', padding: [4, 1], border: { right: black } },
        { header: 'B', body: 'b', footer: 'x', background: '#ddddff', style: 'strong' },
      ],
      rows: [{ cells: [{ span: 2, text: 'more', padding: 6, border: { top: black } }], style: 'small' }],
    },
    data: { rows: [{ v: 1 }, { v: 2, bad: true }, { v: 3 }] },
    page: { size: [200, 200] },
    more: {
      ...tagged,
      styles: {
        base: { size: 8, lineHeight: 1.25 },
        looks: { headerStyle: 'head', footerStyle: 'foot', zebra: '#f5f5f5' },
        head: { background: '#222222', color: '#ffffff', padding: [1, 3], border: { bottom: { width: 2 } } },
        foot: { background: '#eeeeee', border: { top: { width: 1, color: '#ff0000' } } },
        alert: { background: '#ffcccc' },
        strong: { bold: true },
        small: { size: 6 },
      },
    },
  },
  'rows with a border of their style, which sheets divide': {
    body: {
      table: [1, 2],
      as: 'l',
      rowStyle: 'framed',
      rowBreak: 'allow',
      cellPadding: 1,
      rules: { rows: { width: 1, color: '#999999' }, outer: { width: 3 }, footer: { width: 2 }, header: { width: 0.5 } },
      border: { width: 1 },
      columns: [
        { header: 'A', body: lines('a', 5), padding: 0, border: { bottom: black }, background: '#eeeeee' },
        { header: 'B', body: 'b', valign: 'bottom' },
      ],
      rows: [
        { cells: ['c', { span: 1, text: lines('d', 2), padding: 3, border: { left: black } }] },
        { when: 'l > 1', cells: [{ span: 2, text: 'e' }] },
      ],
      footer: [{ on: 'all', cells: ['f', 'g'], border: { top: black } }],
    },
    more: {
      ...tagged,
      styles: {
        base: { size: 8, lineHeight: 1.25 },
        framed: { background: '#ffeeee', border: { width: 1, color: '#ff0000' }, padding: 4 },
      },
    },
  },
  'outlines and rules of several strokes, around groups and where sheets end': {
    body: {
      ...plain('rows'),
      sums: { s: 'l.v' },
      rules: {
        rows: { width: 1, color: '#999999' },
        outer: { width: 2 },
        footer: { width: 3, dash: [2, 1] },
        columns: { width: 0.5 },
      },
      header: [
        { on: 'first', below: true, cells: ['first', '{{ sums.s.all }}'] },
        { on: 'notFirst', cells: [{ span: 2, text: 'again {{ sums.s.before }}' }] },
      ],
      groups: [
        {
          by: 'l.g',
          footer: [{ on: 'all', cells: ['Sum', '{{ sums.s.sofar }}'] }],
          header: [{ on: 'all', when: 'group.count > 1', cells: [{ span: 2, text: 'Group {{ group.key }}' }] }],
          break: { before: 'page' },
        },
        { by: 'l.h', footer: [{ on: 'notLast', cells: ['inner', '{{ sums.s.sofar }}'] }] },
      ],
      footer: [
        { on: 'notLast', cells: ['goes on', '{{ sums.s.page }}'] },
        { cells: ['all', '{{ sums.s.all }}'] },
        { when: 'sums.s.all > 100', cells: ['never', ''] },
      ],
      columns: [
        { body: 'v {{ l.v }}', merge: 'l.h' },
        { body: '{{ l.t }}', header: 'T' },
      ],
    },
    data: { rows: [1, 2, 3, 4, 5, 6].map((v) => ({ v, g: v > 4, h: v % 2, t: lines('t', v % 3) })) },
    more: tagged,
  },
  'footer rows that are higher than a sheet together, below a group that ends': {
    body: {
      ...plain([1, 2, 3]),
      rules: 'rows',
      groups: [{ by: 'l > 2', footer: [{ cells: ['End of {{ group.index }}'] }] }],
      columns: ['{{ l }}'],
      footer: [{ cells: [lines('f', 5)] }, { on: 'all', cells: [lines('g', 2)] }, { cells: [lines('h', 5)] }],
    },
  },
  'automatic widths: headers, groups, sums, further rows and padding decide': {
    body: [
      {
        table: 'rows',
        as: 'l',
        sums: { s: 'l.v' },
        groups: [
          {
            by: 'l.g',
            header: [
              { cells: ['A wide header of a group', '', ''] },
              { on: 'notFirst', cells: ['A much wider header that never stands', '', ''] },
            ],
          },
        ],
        header: [{ cells: ['', '', { text: 'Padded', padding: [0, 9] }] }],
        columns: [
          { width: 'auto', body: '{{ l.v }}' },
          { width: 'auto', align: 'decimal', body: '{{ l.v }}', footer: '{{ sums.s.all }}.125' },
          { width: 'auto', body: '{{ l.t }}', padding: [0, 5] },
        ],
        rows: [{ when: 'l.v == 2', cells: ['', '', { text: 'x y', padding: [0, 14] }] }],
      },
      {
        table: 'rows',
        as: 'l',
        style: 'wide',
        rowStyle: 'wide',
        columns: [
          { width: 'auto', body: 'a' },
          { width: '25%', body: 'b' },
          { width: '2*', body: 'c' },
          { width: 20, body: 'd' },
        ],
      },
      {
        table: [1],
        columns: [
          { width: 'auto', body: 'An automatic column that has far too little room for all of its words' },
          { width: 'auto', body: 'Another one with several words' },
          { width: 40, body: 'x' },
        ],
      },
      {
        table: [1],
        columns: [
          { width: 120, body: 'fixed' },
          { width: 'auto', body: 'Unbreakable-Unbreakable' },
        ],
      },
    ],
    data: { rows: records('v g t', [1000, 1, 'a'], [2, 2, 'bb']) },
    page: { size: [200, 220] },
    more: { styles: { base: { size: 8, lineHeight: 1.25 }, wide: { padding: [0, 7] } } },
  },
  'an empty list, with and without a header, and what stands for it': {
    body: [
      { table: 'none', columns: [{ header: 'Head', body: 'x' }, 'y'], empty: 'Nothing', footer: [{ cells: ['Foot', ''] }] },
      { table: 'none', columns: [{ rowHeader: true, body: 'x' }, 'y'], empty: 'Nothing' },
      { table: 'none', columns: [{ header: 'Alone', body: 'x' }] },
      { table: 'none', columns: ['x'] },
    ],
    data: { none: [] },
    more: tagged,
  },
  'headers and footers that are too high to be repeated': {
    body: {
      ...plain('rows'),
      groups: [{ by: 'l > 0', header: [{ cells: [lines('g', 3)] }], footer: [{ on: 'notLast', cells: [lines('f', 4)] }] }],
      columns: [{ header: lines('h', 3), body: lines('r', 2) }],
    },
    data: { rows: [1, 2, 3] },
  },
  'pairs, with lists of the data and a box around': {
    body: {
      pairs: [
        ['Net', '{{ net }}'],
        { each: 'taxes', as: 't', label: 'VAT {{ t }}', value: '{{ t }}' },
        { label: 'Left out', value: '{{ nothing }}' },
        { label: 'Total', value: '9.50', style: 'strong' },
      ],
      labels: { width: 60, color: '#666666' },
      values: { align: 'right' },
      cellPadding: 1,
      rules: 'rows',
      width: 120,
    },
    data: { net: '7.00', taxes: [1, 1.5], nothing: '' },
    more: { ...tagged, styles: { base: { size: 8, lineHeight: 1.25 }, strong: { bold: true } } },
  },
  'cells as high as their row, and tables in cells': {
    body: {
      table: [1, 2],
      as: 'l',
      cellPadding: 2,
      rules: 'all',
      columns: [
        { width: 20, body: { rect: '100%', fill: '#cccccc' } },
        { body: { table: [1, 2, 3], as: 'x', columns: [{ header: 'Inner', body: '{{ x }}' }], rules: 'all', cellPadding: 1 } },
        { valign: 'middle', body: lines('a', 2) },
      ],
    },
    more: tagged,
  },
  'shapes, pictures and faded cells below the rules, beside boxes with a background': {
    body: [
      {
        row: [
          {
            table: [1, 2],
            as: 'l',
            rules: 'all',
            cellPadding: 0,
            columns: [
              { body: { path: 'M0 0H20V10H0Z', viewBox: [0, 0, 20, 10], fill: '#cccccc', width: 20 }, width: 20 },
              { body: { stack: ['a'], opacity: 0.5, background: '#eeeeee', margin: [0, 0, 6, 0] } },
              { body: { image: picture(9, 9), width: 9, alt: '' }, width: 12 },
            ],
          },
          {
            stack: [
              { stack: ['b'], background: '#dddddd', opacity: 0.7 },
              { text: 'c', background: '#cccccc', height: 12 },
            ],
          },
        ],
      },
      { text: 'd', background: '#eeeeee' },
      { table: [1], columns: ['e'], rules: 'all', cellPadding: 0 },
      {
        table: [1, 2],
        rules: 'rows',
        cellPadding: 0,
        columns: [{ body: { path: 'M0 0H20V10H0Z', viewBox: [0, 0, 20, 10], fill: '#cccccc', width: 20 } }],
      },
      { table: [1, 2], rules: 'rows', cellPadding: 0, columns: [{ body: { image: picture(9, 9), width: 9, alt: '' } }] },
      {
        grow: 'none',
        height: 20,
        frame: [
          { at: { x: 0, y: 0, w: 60, h: 8 }, rect: 20, fill: '#cccccc' },
          { at: { x: 0, y: 8, w: 180 }, table: [1], columns: ['f'], rules: 'all', cellPadding: 0 },
        ],
      },
    ],
  },
  'a row that no sheet holds, below the header of its group, in the body and in a stack': {
    body: [
      {
        ...plain([1, 2]),
        groups: [{ by: 'l', header: [{ cells: ['Group {{ group.key }}'] }], footer: [{ cells: ['End'] }] }],
        columns: [{ header: 'Head', body: { stack: [lines('a', 5), lines('b', 5)] } }],
      },
      {
        stack: [
          'Above',
          {
            ...plain([1]),
            groups: [{ by: 'l', header: [{ cells: ['Group'] }] }],
            columns: [{ body: lines('c', 10) }],
            footer: [{ on: 'all', cells: ['Foot'] }],
          },
        ],
      },
    ],
    more: tagged,
  },
  'what stands for an empty list stays with the footer, and is read below the header': {
    body: [
      lines('a', 7),
      { table: 'none', cellPadding: 0, columns: ['x'], empty: 'Nothing', footer: [{ cells: ['Foot'] }] },
      {
        table: 'none',
        cellPadding: 0,
        columns: [
          { rowHeader: true, header: 'Head', body: 'x' },
          { header: 'B', body: 'y' },
        ],
        empty: lines('n', 8),
      },
      {
        table: [1],
        cellPadding: 0,
        columns: [{ rowHeader: true, body: 'x' }, 'y', 'z'],
        footer: [{ cells: [{ span: 2, text: 'over both' }, 'z'] }],
      },
    ],
    data: { none: [] },
    more: tagged,
  },
  'merged cells in rows that sheets divide': {
    body: [
      'Above',
      {
        ...plain('rows'),
        rowBreak: 'allow',
        rules: 'all',
        columns: [
          { merge: 'l.k', body: 'Key {{ l.k }}', background: '#eeeeee', border: { bottom: black } },
          { header: 'T', body: '{{ l.t }}' },
        ],
        footer: [{ on: 'notLast', cells: ['goes on', ''] }],
      },
      {
        flow: [
          { table: 'rows', as: 'l', rules: 'rows', cellPadding: 0, columns: [{ merge: 'l.k', body: 'K{{ l.k }}' }, '{{ l.t }}'] },
        ],
        columns: 2,
        gap: 10,
      },
      {
        role: 'artifact',
        stack: [{ table: 'rows', as: 'l', cellPadding: 0, columns: [{ merge: 'l.k', body: 'K{{ l.k }}' }, 'x'] }],
      },
    ],
    data: { rows: [3, 6, 9, 2].map((count, i) => ({ k: i < 3 ? 1 : 2, t: lines('abcd'[i]!, count) })) },
    more: tagged,
  },
  'sums of values that are missing or texts, and running sums in automatic columns': {
    body: {
      ...plain('rows'),
      sums: { s: 'l.v', t: 'l.v * 2', u: 'l.a.b', w: 'l.x + l.v' },
      columns: [
        { width: 'auto', header: 'S', body: '{{ sums.s.sofar }}' },
        { width: 'auto', header: 'T', body: '{{ sums.t.sofar }}' },
        { header: 'U', body: '{{ sums.u.sofar }} {{ sums.w.sofar }}' },
      ],
      groups: [{ by: 'l.g', footer: [{ cells: ['{{ group.sums.s }}', '{{ group.sums.t }}', '{{ group.sums.u }}'] }] }],
    },
    data: {
      rows: [
        { v: 1000, g: 1 },
        { v: 'text', g: 2 },
        { g: 1, x: 1 },
        { v: 2, a: { b: 5 }, g: 2, x: 4 },
        { v: null, g: 1, a: {} },
      ],
    },
    page: { size: [200, 150] },
  },
  'decimal separators in groups, further rows, footers and texts from right to left': {
    body: [
      {
        ...plain('rows'),
        groups: [{ by: 'l.g', header: [{ cells: ['1234567.5', 'x'] }], footer: [{ cells: ['', '7.25'] }] }],
        columns: [
          { width: 'auto', align: 'decimal', header: 'A', body: '{{ l.v }}' },
          { width: 'auto', align: 'decimal', header: '0.12345678', body: { text: '{{ l.v }}', dir: 'rtl' }, footer: '1.2345' },
        ],
        rows: [{ when: 'l.g == 2', cells: [lines('two', 2), '3.5 שח'] }],
      },
      {
        ...plain('rows'),
        columns: [
          { width: 30, align: 'decimal', body: { stack: ['{{ l.v }}'] } },
          { width: 40, align: 'decimal', body: 'A longer text' },
        ],
      },
    ],
    data: { rows: records('g v', [1, '12.5'], [2, '3.125'], [1, '100']) },
    page: { size: [200, 260] },
  },
  'the rows grow for a cell over three of them, and a cell over a column without elements stays': {
    body: [
      {
        ...plain([1]),
        rules: 'all',
        columns: [
          { rowSpan: 3, body: lines('a', 6) },
          { body: 'b', background: '#eeeeee' },
          { rowSpan: 2, body: lines('c', 3) },
        ],
        rows: [{ cells: ['d'] }, { cells: ['e', 'f'] }],
      },
      { table: [1], cellPadding: 0, columns: ['g', { each: 'none', body: 'h' }], footer: [{ cells: [{ span: 2, text: 'i' }] }] },
    ],
    data: { none: [] },
  },
  'a header row that stands where enough is brought forward': {
    body: {
      ...plain('rows'),
      sums: { s: 'l' },
      header: [{ when: 'sums.s.before > 30', cells: [{ span: 2, text: 'More than 30' }] }],
      columns: [
        { header: 'Row', body: '{{ l }}' },
        { header: 'Sum', body: '{{ sums.s.sofar }}' },
      ],
    },
    data: { rows: numbers(20) },
  },
  'running sums that fall again, digits in header rows, decimals with units in little room': {
    body: [
      {
        ...plain('rows'),
        sums: { s: 'l.v' },
        header: [{ cells: ['1', '22', '3.25'] }],
        columns: [
          { width: 'auto', header: '{{ sums.s.all }}', body: '{{ sums.s.sofar }}' },
          { width: 'auto', header: 'B', body: '{{ sums.s.sofar }}' },
          { width: 'auto', align: 'decimal', header: 'C', body: '{{ l.t }}' },
        ],
      },
      {
        ...plain('rows'),
        columns: [
          { width: 'auto', align: 'decimal', body: '{{ l.t }}' },
          { width: 'auto', body: { stack: [{ text: 'q', lang: 'de' }] } },
          { width: 165, body: 'x' },
        ],
      },
    ],
    data: { rows: records('v t', [100000, '12345.5 kg'], [-99999, '100 kg'], [5, 'none at all']) },
    page: { size: [200, 160] },
  },
  'sheets that end within merged cells, above rows that carry a sum forward': {
    body: {
      ...plain('rows'),
      rules: { outer: black },
      sums: { s: 'l.v' },
      columns: [{ merge: 'l.g', border: { width: 1 }, body: '{{ l.g }}' }, '{{ l.v }}'],
      footer: [{ on: 'notLast', cells: ['Carried forward', '{{ sums.s.sofar }}'] }],
    },
    data: { rows: numbers(10).map((v) => ({ v, g: v < 10 ? 'same' : 'other' })) },
  },
  'the footer of a group that closes a table keeps no room for rows that carry forward': {
    body: {
      ...plain('rows'),
      sums: { s: 'l' },
      groups: [
        { by: 'l > 3', header: [{ on: 'first', cells: ['Group', ''] }], footer: [{ cells: ['Sum', '{{ group.sums.s }}'] }] },
      ],
      columns: ['Row', '{{ l }}'],
      footer: [{ on: 'notLast', cells: ['Carried forward', '{{ sums.s.sofar }}'] }],
    },
    data: { rows: numbers(11) },
  },
  'numbers without a separator, with kerned units, in columns that are no wider': {
    body: {
      row: [
        {
          ...plain(['1.5', '1000', '7.25', '20']),
          columns: [{ width: 'auto', align: 'decimal', body: '{{ l }}' }, 'x y z'],
          footer: [{ cells: [{ span: 2, text: '3.25' }] }],
        },
        {
          ...plain(['7.5T', '7/m', '4T', 'LAVATORY AVENUE TO']),
          columns: [
            { width: 'auto', align: 'decimal', body: '{{ l }}' },
            { width: 200, body: 'wide' },
          ],
        },
      ],
    },
  },
  'a paragraph alone in a cell is its text, unless it says more of itself': {
    body: {
      ...plain(['a']),
      columns: [
        { header: 'H', body: { stack: ['{{ l }}'] } },
        { header: 'I', body: { stack: [{ text: '{{ l }}', lang: 'de' }] } },
        { header: 'J', body: { stack: [{ text: '{{ l }}', alt: 'read so' }] } },
        { header: 'K', body: { stack: [{ stack: ['{{ l }}'] }] } },
      ],
    },
    more: tagged,
  },
};
