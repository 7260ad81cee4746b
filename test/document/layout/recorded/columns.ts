import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, tagged } from './lines.ts';

export const columns: RecordedCases = {
  'columns of the last sheet are balanced, with a rule between them': {
    body: [
      'Above',
      { flow: [lines('a', 13), lines('b', 9)], columns: 2, gap: 10, rule: { width: 1, color: '#cccccc' } },
      'Below',
    ],
    more: tagged,
  },
  'columns that are not balanced fill one after the other': {
    body: [{ flow: [lines('a', 5), { text: lines('b', 6), margin: [6, 0] }], columns: 3, gap: 6, balance: false }, 'Below'],
  },
  'breaks to a column and to a page': {
    body: [
      {
        flow: [
          lines('a', 2),
          { text: lines('b', 2), break: { before: 'column' } },
          { text: lines('c', 3), break: { before: 'page' } },
          { text: 'd', break: { after: 'column' } },
          lines('e', 2),
        ],
        columns: 2,
        gap: 10,
      },
      'Below',
    ],
  },
  'headings stay with their text, boxes too high for a column are cut': {
    body: {
      flow: [
        lines('a', 6),
        { text: 'Heading', keepWithNext: true },
        lines('b', 3),
        { text: 'Caption', keepWithNext: true },
        { rect: 100, fill: '#cccccc' },
        'c',
      ],
      columns: 2,
      gap: 10,
    },
  },
  'more boxes that stay together than a column holds': {
    body: {
      flow: [
        { text: lines('a', 4), keepWithNext: true },
        { text: lines('b', 3), keepWithNext: true },
        { group: [lines('c', 6)] },
        'd',
      ],
      columns: 2,
      gap: 10,
    },
  },
  'a table with a header in columns, and its sums': {
    body: {
      flow: [
        'Above',
        {
          table: 'rows',
          as: 'l',
          cellPadding: 0,
          sums: { s: 'l' },
          columns: [{ header: 'Head', body: '{{ l }}' }],
          header: [{ on: 'notFirst', cells: ['before {{ sums.s.before }}'] }],
          footer: [
            { on: 'notLast', cells: ['sofar {{ sums.s.sofar }} page {{ sums.s.page }}'] },
            { cells: ['all {{ sums.s.all }}'] },
          ],
        },
        'Below',
      ],
      columns: 2,
      gap: 10,
      rule: { width: 0.5 },
    },
    data: { rows: Array.from({ length: 20 }, (_, i) => i + 1) },
    more: tagged,
  },
  'columns from right to left, with marks for the header of the sheet': {
    body: {
      flow: [
        { text: 'שלום', mark: { m: 'one' } },
        { text: lines('a', 5), mark: { m: 'two' } },
        { text: lines('b', 4), mark: { m: 'three' } },
        { text: lines('c', 9), mark: { m: 'four' } },
      ],
      columns: 2,
      gap: 10,
      rule: { width: 1 },
    },
    page: { header: ["{{ 'm' | mark: 'start' }}/{{ 'm' | mark: 'first' }}/{{ 'm' | mark }}"] },
  },
  'a flow in a padded box with a background, over two sheets': {
    body: {
      stack: [{ flow: [lines('a', 12), lines('b', 8)], columns: 2, gap: 10 }, 'After'],
      padding: 5,
      background: '#eeeeee',
      border: { width: 1 },
    },
  },
  'columns whose last sheet has a high footer': {
    body: [{ flow: [lines('a', 14)], columns: 2, gap: 10 }],
    page: { footer: [{ on: 'last', height: 40, body: 'End' }] },
  },
};
