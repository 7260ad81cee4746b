import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, tagged } from './lines.ts';

const border = { width: 2, color: '#333333' };

export const boxes: RecordedCases = {
  'a visible box is closed on each sheet': {
    body: ['Above', { stack: [lines('a', 5), lines('b', 9)], padding: [4, 6, 8, 10], background: '#eeeeee', border }, 'Below'],
  },
  'an invisible box goes on without its padding': {
    body: [lines('a', 2), { stack: [lines('b', 9)], padding: [10, 0, 20, 0] }, 'Below'],
  },
  'padding and least height that a sheet cuts': {
    body: [
      lines('a', 7),
      { text: 'b', padding: [25, 0, 30, 5], background: '#eeeeee' },
      { text: lines('c', 2), minHeight: 130, border: { left: border, bottom: { width: 1, color: '#999999' } } },
      'Below',
    ],
  },
  'rounded corners clip what reaches into them, and not the text': {
    body: [
      {
        stack: [
          { rect: 20, fill: '#cccccc' },
          'Text',
          { barcode: '123', symbology: 'qr', width: 15 },
          { image: 'none.png', height: 5 },
        ].slice(0, 3),
        border: { ...border, radius: [10, 4, 0, 20] },
        background: '#eeeeee',
      },
      { stack: [{ text: 'Small', background: '#dddddd' }], padding: 6, border: { width: 1, radius: 6 }, margin: [5, 0] },
    ],
  },
  'groups move to the next sheet, and are divided only if no sheet holds them': {
    body: [
      lines('a', 5),
      { group: [lines('b', 2), { text: 'c', margin: [6, 0, 4, 0] }], margin: [3, 0] },
      { group: [lines('d', 6), { group: [lines('e', 3)] }, lines('f', 4)] },
      'Below',
    ],
  },
  'a row is as high as its highest cell, and each cell is divided at the same height': {
    body: [
      { row: ['low', lines('b', 3), { rect: 12, fill: '#cccccc' }], gap: 5, valign: 'middle' },
      {
        row: [lines('c', 7), { stack: ['d', { group: [lines('e', 4)] }, 'f'] }, { width: 30, text: 'g' }],
        gap: 5,
        valign: 'bottom',
      },
      'Below',
    ],
  },
  'a cell whose first line has no room begins on the next sheet': {
    body: [
      lines('a', 6),
      { row: [lines('b', 4), { text: 'Large', size: 24 }, { padding: [14, 0, 0, 0], text: lines('c', 2) }], gap: 5 },
      'Below',
    ],
  },
  'turned boxes': {
    body: [
      { text: 'Right', rotate: 90 },
      {
        row: [
          { text: lines('a', 2), rotate: 270, width: 30 },
          { stack: ['b', { text: 'Upside down', rotate: 180, background: '#eeeeee' }] },
        ],
        gap: 5,
      },
      { row: [{ stack: [lines('c', 4)], rotate: 90, padding: 3, border }, 'd'] },
    ],
    more: tagged,
  },
  'faded, linked and bookmarked boxes that a sheet divides': {
    body: [
      lines('a', 5),
      { stack: [lines('b', 3), 'Page {{ page.number }} of {{ page.total }}'], opacity: 0.5, background: '#eeeeee' },
      {
        stack: [lines('c', 4), { rect: 10, fill: '#cccccc' }],
        link: 'https://example.com/',
        bookmark: { title: 'Here', anchor: 'here' },
      },
      { text: "See page {{ 'here' | page_number }}", link: '#here' },
    ],
    more: tagged,
  },
  'a stack with rows of its own where sheets divide it': {
    body: [
      {
        header: [
          { on: 'first', body: 'First' },
          { on: 'notFirst', body: 'Continued' },
        ],
        footer: [
          { on: 'notLast', body: 'Goes on' },
          { on: 'last', body: 'End' },
        ],
        stack: [lines('a', 4), { group: [lines('b', 3)] }, lines('c', 8)],
      },
      'Below',
    ],
    more: tagged,
  },
  'negative margins draw boxes over each other': {
    body: [
      { text: lines('a', 2), margin: [0, 0, -15, 0] },
      { text: 'b', margin: [0, 0, 0, 40] },
      { group: [{ text: lines('c', 3), margin: [-10, 0, -20, 0], background: '#eeeeee' }, 'd'] },
      { row: [{ text: 'e', margin: [-5, 0] }, lines('f', 2)] },
      lines('g', 6),
    ],
  },
  'lists with numbers, nested and over sheets': {
    body: [
      {
        list: [lines('a', 2), { stack: ['b', { list: ['c', lines('d', 3)], marker: '1.1' }] }, { group: [lines('e', 3)] }],
        marker: '1.',
        gap: 3,
      },
      { list: 'none', body: 'x' },
    ],
    data: { none: [] },
    more: tagged,
  },
  'borders whose sides differ, and what reaches out of rounded corners': {
    body: [
      { text: 'a', border: { width: 1, bottom: { width: 3 } } },
      { text: 'b', border: { width: 1, left: { width: 3 } }, margin: [3, 0] },
      { text: 'c', border: { width: 1, right: { width: 3, color: '#ff0000' } } },
      {
        stack: [
          { rect: 8, width: 60, fill: '#cccccc', margin: [0, 0, 0, -10] },
          { rect: 8, fill: '#dddddd' },
        ],
        border: { width: 1, radius: 6 },
        margin: [3, 0],
      },
      {
        stack: [{ stack: [{ text: 'd', margin: [0, 0, 0, 20] }, 'corner'], opacity: 0.5 }],
        border: { width: 1, radius: 9 },
        width: 60,
      },
    ],
  },
};
