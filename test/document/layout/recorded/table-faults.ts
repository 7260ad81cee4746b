import type { RecordedCases } from '../../../support/recorded.ts';
import { tagged } from './lines.ts';

const dataSchema = {
  type: 'object',
  required: ['rows', 'months', 'label'],
  additionalProperties: false,
  properties: {
    rows: {
      type: 'array',
      items: {
        type: 'object',
        required: ['v', 'k', 't'],
        additionalProperties: false,
        properties: { v: { type: 'number' }, k: { type: 'string' }, t: { type: 'string' }, o: { type: 'string' } },
      },
    },
    months: { type: 'array', items: { type: 'string' } },
    label: { type: 'string' },
  },
};
const more = { ...tagged, dataSchema };
const table = (rest: Record<string, unknown>) => ({
  table: 'rows',
  as: 'l',
  columns: [
    { header: 'A', body: 'a' },
    { header: 'B', body: 'b' },
  ],
  ...rest,
});
const faults = (...tables: Record<string, unknown>[]) => ({ body: tables.map(table), more });

export const tableFaults: RecordedCases = {
  'names that are taken': faults(
    { as: 'sums', sums: { s: 'sums.v' } },
    { as: 'group', groups: [{ by: 'group.k' }] },
    { sums: { if: 'l.v', 's/t': 'l.v' } },
  ),
  'sums of texts, and parts of sums where they are not known': faults(
    {
      sums: { s: 'l.k', t: 'l.v' },
      columns: [
        { header: '{{ sums.t.sofar }}', body: '{{ sums.t.page }}', footer: '{{ sums.t.page }}' },
        { header: '{{ sums.t.before }}', body: '{{ sums.t.before }}' },
      ],
    },
    {
      sums: { t: 'l.v' },
      header: [{ cells: ['{{ sums.t.page }}', '{{ sums.t.sofar }}'] }, { when: 'sums.t.before > 1', cells: ['x', ''] }],
    },
    {
      sums: { t: 'l.v' },
      footer: [
        { when: 'sums.t.sofar > 1', cells: ['x', '{{ sums.t }}'] },
        { when: 'sums.t.all > 1', cells: ['{{ sums.u }}', '{{ sums.t.total }}'] },
      ],
    },
    {
      sums: { t: 'l.v' },
      rows: [{ when: 'sums.t.sofar > 1', cells: ['{{ sums.t.sofar }}', '{{ sums.t.page }}'] }],
      groups: [
        {
          by: 'l.k',
          footer: [{ cells: ['{{ sums.t.page }}', '{{ group.sums.t }}'] }, { on: 'notLast', cells: ['{{ sums.t.page }}', ''] }],
          header: [{ cells: ['{{ sums.t.page }}', '{{ sums.t.before }}'] }],
        },
      ],
    },
  ),
  'groups: what they are by, and what the name has': faults(
    { groups: [{ by: 'label' }, { by: 'l.nope' }] },
    {
      groups: [
        { by: 'l.o', header: [{ cells: ['{{ group.key | upcase }}', '{{ group.items[0].nope }}'] }] },
        {
          by: 'l.k',
          header: [{ cells: ['{{ group.parent.key | upcase }}', '{{ group.parent.parent }}'] }],
          footer: [{ cells: ['{{ group.sums.s }}', '{{ group.count | upcase }}'] }],
          break: { before: 'column' },
        },
      ],
    },
    {
      sums: { s: 'l.v' },
      groups: [
        {
          by: 'l.k',
          footer: [
            { cells: ['{{ group.sums.s | upcase }}', '{{ group.sums.t }}'] },
            { when: 'group.nope', cells: ['', '{{ group.index | upcase }}'] },
          ],
        },
      ],
      columns: ['{{ group.key }}', '{{ group.sums.s }}'],
    },
  ),
  'columns of a list': faults(
    {
      columns: [
        { each: 'l.months', as: 'm', body: 'x' },
        { each: 'months', as: 'l', body: 'x' },
        { as: 'm', body: 'x' },
      ],
    },
    {
      columns: [
        {
          each: 'months',
          as: 'm',
          when: 'm.nope',
          header: '{{ m | money }}',
          body: '{{ column }}',
          footer: '{{ m.nope }}',
          merge: 'm',
        },
      ],
    },
    {
      columns: [
        { each: 'label', body: '{{ column }}' },
        { each: 'nope', body: 'x' },
      ],
    },
  ),
  spans: faults(
    { header: [{ cells: ['a'] }, { cells: [{ span: 3, text: 'b' }] }, { cells: [{ rowSpan: 2, text: 'c' }, 'd'] }] },
    {
      columns: [
        { header: 'A', rowSpan: 3, body: 'a' },
        { header: 'B', body: 'b' },
      ],
      rows: [{ cells: [{ rowSpan: 2, text: 'x' }] }, { cells: ['y', 'z'] }],
    },
    {
      header: [
        {
          cells: [
            { rowspan: 2, text: 'a' },
            { span: 0, text: 'b' },
          ],
        },
      ],
      footer: [{ cells: [{ colSpan: 2, text: 'a' }] }],
    },
    { header: [{ below: true, cells: [{ rowSpan: 2, text: 'a' }, 'b'] }] },
    {
      columns: [
        { header: 'A', body: 'a', rowSpan: 2 },
        { header: 'B', body: 'b' },
      ],
    },
  ),
  'merged cells, decimals and notes': faults(
    {
      columns: [
        { header: 'A', merge: 'l.nope', body: 'a', valign: 'bottom' },
        { header: 'B', merge: 'label', body: { text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } } },
      ],
      rows: [{ cells: ['', ''] }],
    },
    {
      columns: [
        { header: 'A', align: 'decimal', body: { stack: ['a', 'b'] } },
        { header: { text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } }, body: 'b' },
      ],
    },
    {
      repeatHeader: false,
      columns: [{ header: { text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } }, body: 'b' }],
      header: [
        { cells: [{ text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } }] },
        { on: 'notFirst', cells: [{ text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } }] },
      ],
    },
    {
      sums: { s: 'l.v' },
      columns: [{ body: 'a', header: 'A', footer: { text: '{{ sums.s.page }}[^1]', format: 'inline', footnotes: { 1: 'x' } } }],
      footer: [{ on: 'all', cells: [{ text: 'n[^1]', format: 'inline', footnotes: { 1: 'x' } }] }],
    },
  ),
  'looks that are wrong or have no effect': faults(
    {
      rules: { rows: { width: -1 }, inner: {} },
      zebra: 'nope',
      rowStyle: 'missing',
      headerStyle: 'missing',
      footerStyle: ['missing', 'base'],
    },
    {
      columns: [{ header: 'A', body: 'a', style: 'missing', background: 'nope', border: { width: 'x' } }],
      rows: [{ style: 'missing', cells: [{ text: 'a', style: 'missing', background: 'nope' }] }],
    },
    { headerStyle: '{{ nope }}', footerStyle: '{{ nope }}' },
    { cellPadding: 'wide', columns: [{ header: 'A', body: 'a', width: 'wide' }], empty: { txt: 'x' }, alt: '{{ nope }}' },
    {
      rowStyle: "{{ l.nope ? 'alert' : '' }}",
      header: [{ style: 'missing', cells: ['a', { text: 'b', height: 5, keepWithNext: true }] }],
    },
  ),
  'columns without headers': faults(
    { columns: ['a', { header: 'B', body: 'b' }] },
    { columns: ['a', 'b'], header: [{ on: 'notFirst', cells: ['x', 'y'] }] },
    { columns: ['a', 'b'], header: [{ cells: ['x', ''] }] },
    { columns: ['a', { header: '', body: 'b' }], header: [{ below: true, cells: ['', 'y'] }] },
    { columns: ['a', 'b'] },
    {
      columns: [
        { header: 'A', body: 'a' },
        { header: '', body: 'b' },
      ],
    },
  ),
  'tables without any header under PDF/UA': {
    body: [table({ columns: ['a', 'b'] }), table({ columns: [{ rowHeader: true, body: 'a' }, 'b'] })],
    more: { ...more, document: { ...tagged.document, standard: 'PDF/UA-1' } },
  },
  'parts as other tools write them': faults(
    { columns: [{ each: 5, body: 'x' }] },
    { columns: [{ merge: true, body: 'x' }] },
    { sums: 'l.v' },
    { sums: ['v', 'l.w'] },
    { sums: ['v', 5] },
    { as: undefined, sums: ['v'] },
    { groups: 'l.k' },
    { groups: { by: 'l.k' } },
    { groups: ['l.k'] },
    { header: { cells: ['a', 'b'] } },
    { footer: { last: { cells: ['a', 'b'] }, notLast: 'c' } },
    { header: { rest: ['a'] } },
    { groups: [{ by: 'l.k', footer: { all: [{ cells: ['x', 'y'] }] } }] },
    { header: [{ on: 'last', cells: ['a', 'b'] }] },
    { footer: [{ on: 'odd', cells: ['a', 'b'] }] },
    { groups: [{ by: 'l.k', header: [{ on: 'notLast', cells: ['a', 'b'] }] }] },
  ),
  'pairs that are wrong': {
    body: [
      { pairs: 'rows' },
      { pairs: 'rows', as: 'r', label: '{{ r.nope }}', value: '{{ r.v }}' },
      { pairs: [['a', 'b']], as: 'x', where: 'y', sort: 'z', let: { q: '1' }, label: 'l', value: 'v' },
      {
        pairs: [
          { label: 'a', value: '{{ nope }}', as: 'x', where: 'y', sort: 'z', let: { q: '1' } },
          { each: 'nope', label: 'a', value: 'b' },
          { when: 'nope', label: 'a', value: 'b', style: 'missing' },
        ],
      },
      { pairs: { Net: '{{ label }}', Gross: '5', More: 'x', Fourth: 'y' } },
      { pairs: [{ Net: '{{ label }}' }, ['a', 'b']] },
      { pairs: [{ text: 'a component' }] },
      { pairs: [{ label: 'a' }] },
      {
        pairs: [['a']],
        labels: { width: 'x', style: 'missing' },
        values: { background: 'nope' },
        rules: { rows: { width: -1 } },
        zebra: 'nope',
        cellPadding: 'x',
      },
    ],
    more,
  },
};
