import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, noted, tagged } from './lines.ts';

export const footnotes: RecordedCases = {
  'a note takes the room of the last lines of its sheet': { body: [noted('a', 8, { 2: 2, 7: 1 })], more: tagged },
  'a long note goes on at the foot of the next sheets, with text above it': {
    body: [noted('a', 6, { 3: 14 }), lines('b', 9)],
  },
  'notes that go on have a sheet of their own, if the next line has a note that needs the room': {
    body: [noted('a', 4, { 1: 9, 2: 7, 3: 3 }), noted('b', 3, { 1: 2 })],
  },
  'a sheet with nothing but notes, since the text has ended': {
    body: [noted('a', 2, { 1: 7, 2: 20 })],
    page: { footer: [{ on: 'last', height: 30, body: 'End' }] },
  },
  'notes in the cells of a row, by the height of their lines': {
    body: [lines('a', 3), { row: [noted('l', 4, { 3: 1 }), noted('r', 5, { 1: 1, 4: 2 })], valign: 'bottom' }],
  },
  'notes in rows of a table that may break': {
    body: {
      table: [1, 2, 3],
      as: 'l',
      rowBreak: 'allow',
      cellPadding: 0,
      columns: [
        { header: 'Head', body: noted('a', 5, { 2: 1 }) },
        { header: 'Head', body: 'b' },
      ],
    },
    more: tagged,
  },
  'a note to a line that must stay with the next box': {
    body: [lines('a', 4), { ...noted('h', 1, { 1: 2 }), keepWithNext: true }, noted('b', 3, { 1: 3 })],
  },
  'the last sheet gives its foot to a footer of its own': {
    body: [noted('a', 5, { 5: 2 })],
    page: {
      footer: [
        { on: 'last', height: 30, body: 'End' },
        { on: 'rest', body: 'More' },
      ],
    },
  },
  'two texts with the same note, and a note in a group': {
    body: [
      { group: [noted('a', 3, { 1: 1 }), { ...noted('b', 3, { 3: 4 }), margin: [5, 0] }] },
      { text: 'Again[^n] and[^n]', format: 'inline', footnotes: { n: 'Once' }, padding: 3, border: { width: 1 } },
    ],
    more: tagged,
  },
  'a line with more notes than a sheet has room for': {
    body: [
      'a',
      {
        text: 'b[^1] c[^2] d[^3]',
        format: 'inline',
        footnotes: { 1: lines('x', 6), 2: lines('y', 5), 3: lines('z', 3) },
      },
      'e',
    ],
    page: { size: [200, 70] },
  },
  'notes are as wide as the body, and begin at the right in texts from right to left': {
    body: {
      text: 'a[^1]\nb[^2]',
      format: 'inline',
      footnotes: { 1: 'A note whose text is a little wider than the body of its sheet is, so it has two lines', 2: 'שלום' },
    },
    page: { margin: [10, 30, 10, 15] },
  },
  'notes in boxes that are turned, faded or cut': {
    body: [
      lines('a', 2),
      { ...noted('b', 2, { 2: 1 }), opacity: 0.5, margin: [4, 0] },
      { group: [{ rect: 60, fill: '#cccccc' }, noted('c', 4, { 1: 1, 3: 2 })] },
    ],
    more: tagged,
  },
  'a note stands whole, and one below it begins and goes on': {
    body: [noted('a', 8, { 2: 1, 6: 9 }), noted('b', 3, { 1: 1, 2: 4 })],
    page: { size: [200, 120] },
  },
  'a line with a note moves if little of the sheet stays empty': {
    body: [lines('a', 12), noted('b', 1, { 1: 6 })],
    page: { size: [200, 180] },
  },
};
