import type { RecordedCases } from '../../../support/recorded.ts';
import { records } from '../../../support/records.ts';
import { lines, noted, tagged } from './lines.ts';

export const sheets: RecordedCases = {
  'the last sheet has a higher footer, which moves a heading with its text': {
    body: [lines('a', 4), { text: 'Heading', keepWithNext: true }, lines('b', 3)],
    page: {
      footer: [
        { on: 'last', height: 25, body: 'End' },
        { on: 'rest', body: 'Page {{ page.number }} of {{ page.total }}' },
      ],
    },
    more: tagged,
  },
  'a footer as high as the sheet gets a sheet of its own': {
    body: [{ group: [lines('a', 7)] }],
    page: { footer: [{ on: 'last', height: 60, body: 'End' }] },
  },
  'mirrored margins, bands that bleed, a background and an overlay': {
    body: [lines('a', 14)],
    page: {
      margin: { top: 10, bottom: 10, inner: 30, outer: 10 },
      style: 'paper',
      header: [
        { on: 'odd', body: 'Odd {{ page.number }}' },
        { on: 'even', body: { text: 'Even', margin: [2, 0, 5, 0] } },
      ],
      footer: [
        { on: 'first', bleed: true, body: { rect: 12, fill: '#cccccc' } },
        { on: 'rest', body: 'Rest {{ page.total }}' },
      ],
      background: [{ watermark: 'Copy' }],
      overlay: [{ text: 'Over', margin: [50, 0, 0, 20] }],
    },
    more: { ...tagged, styles: { base: { size: 8, lineHeight: 1.25 }, paper: { background: '#fafafa' } } },
  },
  'space above the content: kept at the start and after a break, dropped where a sheet is full': {
    body: [
      { text: lines('a', 6), margin: [7, 0, 9, 0] },
      { text: lines('b', 3), margin: [8, 0] },
      { text: 'c', margin: [6, 0], break: { before: 'page' } },
      { pageBreak: true },
      { text: 'd', margin: [-4, 0, 3, 0], break: { after: 'page' } },
      { text: 'e', margin: [5, 0] },
    ],
  },
  'boxes that stay together and are too high for a sheet': {
    body: [
      'a',
      { text: lines('b', 4), keepWithNext: true },
      { text: lines('c', 3), keepWithNext: true },
      { text: lines('d', 6), keepWithNext: true },
      'e',
    ],
  },
  'a row that no sheet holds is cut below its header, and a heading above it': {
    body: [
      { text: 'Heading', keepWithNext: true },
      { table: [1, 2], as: 'l', cellPadding: 0, columns: [{ header: 'Head', body: lines('a', 11) }, 'b {{ l }}'] },
      'After',
    ],
  },
  'a picture and a drawing that no sheet holds': {
    body: ['a', { rect: 130, fill: '#cccccc' }, { row: [{ rect: 90, fill: '#dddddd' }, lines('b', 12)] }, 'c'],
  },
  'content beside the sheet is warned of, once for each component': {
    body: [
      { text: 'left', margin: [0, 0, 0, -30] },
      { repeat: [1, 2], body: { rect: 10, width: 260, fill: '#cccccc' } },
      {
        table: [1],
        columns: [
          { width: 150, body: lines('wide', 1) },
          { width: 100, body: 'narrow' },
        ],
      },
      { frame: [{ at: { x: 150, y: 5 }, text: 'A text that is longer than its frame' }], height: 20 },
    ],
  },
  'parts of elements, each with its first and last sheet': {
    body: ['{{ c.name }}', { repeat: 'c.rows', as: 'x', body: '{{ x }}' }],
    page: {
      each: 'parts',
      as: 'c',
      start: 'right',
      header: [
        { on: 'first', body: 'First {{ page.part.number }} of {{ page.part.total }}' },
        { on: 'notFirst', body: 'Next {{ page.number }}' },
      ],
      footer: [{ on: 'last', body: 'Last of {{ c.name }}' }],
      size: [200, 70],
    },
    data: {
      parts: records('name rows', ['One', [1, 2, 3, 4]], ['Two', []], ['Three', [5]]),
    },
    more: tagged,
  },
  'a text of two notes that the last footer covers': {
    body: [lines('a', 2), noted('b', 4, { 2: 1, 4: 1 })],
    page: { footer: [{ on: 'last', height: 20, body: 'End' }] },
  },
  'a background is warned of where its middle lies off the sheet': {
    body: ['a'],
    page: {
      background: [
        { at: { x: -10, y: 20, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: -11, y: 40, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 190, y: 20, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 191, y: 40, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 50, y: -5, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 80, y: -6, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 50, y: 95, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 80, y: 96, w: 20 }, rect: 10, fill: '#cccccc' },
        { at: { x: 190, y: 60, w: 40 }, text: 'Text' },
      ],
    },
  },
  'what reaches over an edge: bleed, letters below the line, shapes without an area, turned and cut boxes': {
    body: {
      height: 80,
      frame: [
        { at: { x: -19, y: 0, w: 5 }, rect: 5, fill: '#cccccc' },
        { at: { x: -20, y: 8, w: 5 }, rect: 5, fill: '#cccccc' },
        { at: { x: -30, y: 16, w: 5 }, path: 'M0 0V10', viewBox: [0, 0, 10, 10], fill: '#cccccc', height: 5 },
        { at: { x: -30, y: 24, w: 5 }, path: 'M0 0V10H10', viewBox: [0, 0, 10, 10], stroke: { width: 1 }, height: 5 },
        { at: { x: 100, y: 82.5 }, text: 'gyp' },
        { at: { x: 20, y: 82.5 }, text: 'ABC' },
        { at: { x: 186, y: 10, rotate: 90 }, text: 'Turned text' },
        { at: { x: 60, y: 60, rotate: 45 }, rect: 60, width: 60, fill: '#dddddd' },
        { at: { x: 150, y: 30 }, line: { width: 1 }, width: 60 },
        { at: { x: 150, y: 50 }, barcode: '12345', symbology: 'qr', width: 45 },
      ],
    },
  },
  'a body that prints nothing': { body: [{ text: "{{ '' }}", when: 'x' }, { spacer: 10 }], data: { x: false } },
  'variants of bands: none for the third sheet, conditions on the data and the page': {
    body: [lines('a', 15)],
    page: {
      header: [
        { on: 'first', when: 'x and page.number == 1', body: 'First' },
        { on: 'even', when: 'x', body: 'Even' },
      ],
      footer: [
        { on: 'rest', when: 'page.number > 3', body: 'Rest' },
        { on: 'notLast', when: 'page.side == "left"', height: 30, body: 'Left' },
        { on: 'first', body: { text: 'One', margin: [3, 0, 4, 0] } },
      ],
    },
    data: { x: true },
    more: tagged,
  },
  'a background whose children are lower than planned, absent, or read': {
    body: ['a'],
    page: {
      background: [
        { at: { x: 20, y: 20, w: 50, h: 20 }, text: 'absent', when: 'x' },
        { at: { x: 20, y: 45, w: 50, h: 10 }, text: lines('b', 3) },
        { at: { x: 20, y: 58, w: 50 }, text: 'covered' },
        { at: { x: 100, y: 20, w: '25%', h: '10%' }, rect: 5, fill: '#cccccc' },
      ],
      overlay: [{ at: { x: 100, y: 70 }, text: 'Read', alt: 'Read', role: 'paragraph' }],
    },
    data: { x: false },
    more: tagged,
  },
  'a body with nothing but the place of a link': {
    body: [{ stack: [{ spacer: 5 }], bookmark: { title: 'Place', anchor: 'place' } }],
  },
  'a body with nothing but a link': { body: [{ stack: [{ spacer: 5 }], link: 'https://example.com/' }] },
  'a body with nothing but empty faded boxes': {
    body: [
      { stack: [{ spacer: 5 }], opacity: 0.5 },
      { stack: [{ spacer: 5 }], rotate: 90 },
    ],
  },
  'a heading before a break stays on its sheet, and breaks of divided boxes come after their rest': {
    body: [
      { text: 'Heading', keepWithNext: true },
      { text: lines('a', 10), break: { before: 'page', after: 'page' } },
      { stack: [lines('b', 12)], margin: [4, 0, 6, 0], break: { after: 'page' } },
      { row: [lines('c', 3), { stack: [] }], keepWithNext: true },
      'd',
    ],
  },
  'space between the boxes of a stack where sheets divide it': {
    body: [
      lines('a', 1),
      {
        stack: [
          { text: lines('b', 3), margin: [0, 0, 9, 0] },
          { text: lines('c', 6), margin: [4, 0, 7, 0] },
          { text: 'd', keepWithNext: true },
          { text: lines('e', 4), margin: [-3, 0, 0, 0] },
        ],
      },
      { row: [{ group: [{ rect: 60, fill: '#cccccc' }, lines('f', 4)] }, lines('g', 12)] },
    ],
  },
};
