import type { RecordedCases } from '../../../support/recorded.ts';
import { records } from '../../../support/records.ts';
import { tagged } from './lines.ts';

const high = { size: [200, 260] };
const heading = (text: string, level = 1, more = {}) => ({
  text,
  role: `heading${level}`,
  number: level === 1 ? '1' : '1.1',
  ...more,
});

export const outlines: RecordedCases = {
  'numbers of headings and counters, and what refers to them': {
    body: [
      { toc: 2 },
      heading('One', 1, { bookmark: { title: 'One', anchor: 'one' } }),
      heading('Two', 2),
      { ...heading('Three', 2), bookmark: { title: 'Third', anchor: 'three' }, number: '1.a' },
      { text: "See {{ 'three' | number_of }} {{ 'three' | title_of }} on {{ 'three' | page_number }}, {{ 'one' | number_of }}" },
      { rect: 5, fill: '#cccccc', count: 'figure', alt: 'x', bookmark: { title: 'Figure', anchor: 'fig' } },
      { text: "Figure {{ 'figure' | counter }}" },
      { repeat: [1, 2], as: 'x', body: [{ text: "Item {{ 'item' | counter }}", count: 'item' }, heading('In {{ x }}', 2)] },
      heading('Four', 1, { break: { before: 'page' } }),
      { text: '{{ anchor | number_of }} {{ anchor | title_of }} {{ anchor | page_number }}' },
    ],
    data: { anchor: 'nowhere' },
    page: high,
    more: tagged,
  },
  'numbered headings in the cells of a table, in its groups and in its hidden columns': {
    body: [
      { toc: 1, dots: false },
      {
        table: 'rows',
        as: 'l',
        sums: { s: 'l.v' },
        header: [{ cells: [heading('Header'), '', ''] }, { on: 'notFirst', cells: [heading('Not first'), '', ''] }],
        groups: [
          {
            by: 'l.g',
            header: [
              { cells: [{ span: 2, ...heading('Group {{ group.key }}') }, ''] },
              { on: 'notFirst', cells: ['again', '', heading('Never')] },
            ],
            footer: [
              { cells: ['', heading('End of {{ group.key }} at {{ sums.s.sofar }}'), ''] },
              { on: 'notLast', cells: [heading('Never'), '', ''] },
            ],
          },
        ],
        columns: [{ body: heading('Cell {{ l.v }}') }, 'b', { when: 'hidden', body: heading('Hidden') }],
        rows: [{ when: 'l.v == 2', cells: ['', heading('Further'), heading('Hidden too')] }],
        footer: [{ when: 'hidden', cells: [heading('Left out'), '', ''] }, { cells: [heading('Footer'), '', ''] }],
      },
      {
        table: [1],
        columns: [{ when: 'hidden', body: 'h' }, 'b', 'c'],
        footer: [{ cells: [heading('Above the hidden column'), { span: 2, ...heading('Over two') }] }],
      },
      { table: 'none', columns: [heading('None')].map((body) => ({ body })), empty: heading('Empty') },
      { table: 'rows', as: 'l', columns: ['x'], empty: heading('Not empty') },
      {
        pairs: [
          [heading('Label'), 'v'],
          { label: 'l', value: heading('Value'), when: 'hidden' },
          { each: 'rows', as: 'r', label: heading('Each {{ r.v }}'), value: 'x' },
        ],
      },
      heading('Last'),
    ],
    data: {
      rows: records('g v', [1, 1], [2, 2], [1, 3]),
      hidden: false,
      none: [],
    },
    page: { size: [200, 400] },
    more: tagged,
  },
  'headings in groups within groups, and in the further rows of elements': {
    body: [
      { toc: 1 },
      {
        table: 'rows',
        as: 'l',
        cellPadding: 0,
        groups: [{ by: 'l.g' }, { by: 'l.v', header: [{ cells: [heading('Inner {{ group.key }}'), ''] }] }],
        columns: ['x', 'y'],
        rows: [{ cells: ['z', heading('Further {{ l.v }}')] }],
      },
    ],
    data: {
      rows: records('g v', [1, 1], [2, 2], [1, 3]),
    },
    page: high,
  },
  'notes are counted through tables and lists, in the order of reading': {
    body: [
      { text: 'a[^n]', format: 'inline', footnotes: { n: 'one' } },
      {
        table: [1, 2],
        as: 'l',
        columns: [{ body: { text: 'b[^n]', format: 'inline', footnotes: { n: 'cell {{ l }}' } } }, 'c'],
        footer: [{ cells: [{ text: 'd[^n]', format: 'inline', footnotes: { n: 'foot' } }, ''] }],
        groups: [
          {
            by: 'l',
            header: [
              { on: 'first', cells: [{ span: 2, text: 'g[^n]', format: 'inline', footnotes: { n: 'group {{ group.key }}' } }] },
            ],
          },
        ],
      },
      { list: [{ text: 'e[^n]', format: 'inline', footnotes: { n: 'item' } }] },
    ],
    page: high,
    more: tagged,
  },
  'marks set in boxes that are turned, framed, faded and kept together': {
    body: [
      { text: 'a', mark: { m: 'a' }, rotate: 90 },
      { frame: [{ at: { x: 0, y: 0 }, text: 'b', mark: { m: 'b' } }] },
      { group: ['c', { text: 'd', mark: { m: 'd' }, opacity: 0.5 }] },
      { table: [1, 2, 3, 4], as: 'l', columns: [{ header: 'H', body: { text: '{{ l }}', mark: { m: 'row {{ l }}' } } }] },
      { text: 'e', break: { before: 'page' } },
      { text: 'h', mark: { m: 'h' }, break: { before: 'page' } },
      {
        row: [
          { stack: ['i', { text: 'j', mark: { m: 'j' } }], rotate: 270 },
          { text: 'k', mark: { m: 'k' } },
        ],
      },
      { text: 'f', mark: { m: 'f' } },
      { stack: [{ text: 'g', mark: { m: 'g', n: 'n' } }], padding: 3, background: '#eeeeee' },
    ],
    page: { header: ["{{ 'm' | mark: 'start' }}|{{ 'm' | mark: 'first' }}|{{ 'm' | mark: 'last' }}|{{ 'n' | mark }}"] },
  },
};
