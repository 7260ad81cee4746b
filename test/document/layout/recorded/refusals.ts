import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, noted, picture } from './lines.ts';

export const refusals: RecordedCases = {
  'space above the content that no sheet has': { body: [{ text: 'a', margin: [200, 0, 0, 0] }] },
  'bands that leave no room': { body: ['a'], page: { header: [lines('h', 9)] } },
  'a picture in a band that leaves no room': {
    body: ['a'],
    page: {
      footer: [
        { rect: 20, fill: '#cccccc' },
        { image: picture(9, 9), width: 70 },
      ],
    },
  },
  'bands that leave no room for a note': { body: [noted('a', 1, { 1: 3 })], page: { header: [lines('h', 8)] } },
  'more sheets than allowed': { body: [lines('a', 30)], limits: { maxPages: 2 } },
  'more boxes than allowed': {
    body: [{ repeat: 'rows', body: 'a' }],
    data: { rows: [1, 2, 3, 4, 5] },
    limits: { maxBoxes: 3 },
  },
  'no sheet at all': { body: ['a'], page: { each: 'none' }, data: { none: [] } },
  'a page layout whose condition is false': { body: ['a'], page: { when: 'x' }, data: { x: false } },
  'a table with more columns than allowed': {
    body: [{ table: [1], columns: [{ each: 'all', body: 'x' }] }],
    data: { all: Array.from({ length: 201 }, (_, i) => i) },
  },
  'a picture, a row and a text that no sheet holds': {
    body: [
      { image: picture(9, 9), width: 100 },
      { table: [1], columns: [{ header: 'H', body: { image: picture(9, 18), width: 50 } }], rowBreak: 'allow' },
      {
        table: [1, 2],
        as: 'l',
        columns: ['a', { body: { stack: [lines('b', 5), lines('c', 5)] } }],
        empty: 'x',
        footer: [{ cells: ['f', lines('g', 9)] }],
      },
      { text: 'Huge', size: 100 },
    ],
  },
  'bands for no sheet, and bands that are cut': {
    body: [lines('a', 9)],
    page: {
      header: [
        { on: 'first', body: 'a' },
        { on: 'even', body: 'b', when: 'x' },
      ],
      footer: [{ on: 'all', height: 15, body: lines('f', 3) }],
    },
    data: { x: false },
  },
  'more than one box': { body: ['a', 'b'], limits: { maxBoxes: 1 } },
};
