import type { RecordedCases } from '../../../support/recorded.ts';
import { lines, tagged } from './lines.ts';

export const frames: RecordedCases = {
  'children push those below them down': {
    body: [
      {
        grow: 'push',
        height: 60,
        frame: [
          { at: { x: 0, y: 0, w: 60, h: 10 }, text: lines('a', 3) },
          { at: { x: 0, y: 15, w: 60 }, text: lines('b', 2) },
          { at: { x: 100, y: 15, w: 60 }, text: 'c' },
          { at: { x: 20, y: 40, w: 100 }, rect: 10, fill: '#cccccc' },
        ],
      },
      'Below',
    ],
    more: tagged,
  },
  'absent children let those below them move up': {
    body: [
      {
        grow: 'push',
        collapse: true,
        frame: [
          { at: { x: 0, y: 0, w: 60, h: 10 }, text: 'a' },
          { at: { x: 0, y: 12, w: 60, h: 20 }, text: 'b', when: 'x' },
          { at: { x: 0, y: 34, w: 60 }, text: lines('c', 2) },
          { at: { x: 80, y: 34, w: 60 }, text: 'd' },
        ],
      },
      'Below',
    ],
    data: { x: false },
  },
  'children that are cut, turned, or reach out of the frame': {
    body: [
      {
        grow: 'none',
        height: 50,
        background: '#eeeeee',
        frame: [
          { at: { x: 0, y: 0, w: 40, h: 15 }, text: lines('a', 3) },
          { at: { x: 60, y: 30, rotate: 30, w: 50 }, text: 'Turned' },
          { at: { x: 150, y: 40 }, text: lines('b', 2) },
          { at: { x: 120, y: 0, rotate: 90 }, text: 'Down' },
        ],
      },
      'Below',
    ],
  },
  'a text that grows over another one': {
    body: {
      height: 50,
      frame: [
        { at: { x: 0, y: 0, w: 30 }, text: 'A text of several lines' },
        { at: { x: 0, y: 22, w: 80 }, text: 'Covered' },
        { at: { x: 100, y: 0, w: 60, h: 10 }, stack: [{ rect: 25, fill: '#cccccc' }, 'x'] },
        { at: { x: 100, y: 30, w: 60 }, text: 'y' },
      ],
    },
  },
  'the order of reading, with a table and a link in a frame': {
    body: {
      height: 70,
      frame: [
        { at: { x: 0, y: 50, order: 2 }, text: 'Second' },
        { at: { x: 0, y: 0, order: 1 }, text: 'First', link: 'https://example.com/' },
        {
          at: { x: 60, y: 10, w: 100, order: 3 },
          table: [1, 2],
          as: 'l',
          columns: [{ header: 'Head', body: '{{ l }} of {{ page.total }}' }],
        },
      ],
    },
    more: tagged,
  },
  'frames as high as their children, turned ones too, and heights in percent': {
    body: [
      {
        frame: [
          { at: { x: 20, y: 0, w: 40, rotate: 90 }, text: 'Wide' },
          { at: { x: 60, y: 5, rotate: 90 }, text: 'Turned' },
          { at: { x: 90, y: 2, w: 20 }, rect: 10, fill: '#cccccc' },
        ],
      },
      {
        grow: 'none',
        height: 24,
        frame: [
          { at: { x: 0, y: 0, w: 40, h: '50%' }, text: lines('a', 3) },
          {
            at: { x: 50, y: 0, w: 90, h: 12 },
            row: [
              { width: 80, text: lines('b', 2) },
              { width: 80, text: 'c' },
            ],
          },
        ],
      },
      'Below',
    ],
  },
  'children that move up and do not push, and absent boxes': {
    body: {
      collapse: true,
      frame: [
        { at: { x: 0, y: 0, w: 40, h: 8 }, text: lines('a', 2) },
        { at: { x: 0, y: 12, w: 40 }, text: 'b' },
        { at: { x: 50, y: 0, w: 40, h: 20 }, stack: [{ text: 'c', when: 'x' }], background: '#eeeeee' },
        { at: { x: 50, y: 22, w: 40 }, text: 'd' },
        { at: { x: 100, y: 0, w: 40, h: 20 }, stack: [{ text: 'e', when: 'x' }], padding: 4, background: '#eeeeee' },
        { at: { x: 100, y: 22, w: 40 }, text: 'f' },
        { at: { x: 150, y: 0, w: 20, h: 10 }, stack: [{ text: 'g', when: 'x' }], opacity: 0.5 },
        { at: { x: 150, y: 12, w: 20 }, text: 'h' },
      ],
    },
    data: { x: false },
  },
};
