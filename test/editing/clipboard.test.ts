import { describe, expect, test } from 'vitest';
import { copiedPart, copyPart, pastePart } from '../../src/editing/clipboard.ts';
import { applyOperations } from '../../src/editing/operations.ts';
import { type PartTree, readParts } from '../../src/editing/part-tree.ts';
import { type Json, templateOf } from './support.ts';

const partOf = (tree: PartTree, path: string) => tree.places.get(`/pages/0/body${path}`)!.part;
const copy = (template: Json, path: string) => {
  const tree = readParts(template);
  return copyPart(tree, partOf(tree, path));
};
const known: Parameters<typeof pastePart>[3] = { files: [], fonts: [] };

/** The body after a part was pasted at its beginning, and what is missing. */
function paste(template: Json, text: string, from = known) {
  const { edit, missing } = pastePart(readParts(template), { slot: '/pages/0/body', index: 0 }, text, from);
  const { pages } = applyOperations({ pages: template.pages }, edit.operations).value as { pages: Json[] };
  return {
    body: pages[0]!.body as unknown[],
    missing: missing.map(({ kind, name }) => `${kind} ${name}`),
    selection: edit.selection,
  };
}

test('a part is copied as text and pasted without its ids', () => {
  const text = copy(templateOf([{ stack: ['a', { text: 'b', id: 'x' }], id: 'y' }]), '/0');
  expect(copiedPart(text)).toBeDefined();
  expect(paste(templateOf(['c']), text)).toEqual({
    body: [{ stack: ['a', { text: 'b' }] }, 'c'],
    missing: [],
    selection: '/pages/0/body/0',
  });
  expect(paste(templateOf(['c']), copy(templateOf(['short']), '/0')).body).toEqual(['short', 'c']);
});

describe('another template', () => {
  const rich = {
    style: ['h1', '{{ bound }}'],
    color: 'accent/20',
    background: '#fff',
    font: 'brand',
    stack: [
      { image: 'logo.png' },
      { image: '{{ photo }}' },
      { image: 'data:image/png;base64,AA' },
      { use: 'address', with: { color: 'x' }, body: { pdf: 'terms.pdf' } },
      { barcode: 'x', symbology: 'qr', logo: 'sign.svg' },
      { table: 'l', headerStyle: 'th', columns: [{ body: 'a', color: 'muted' }, { use: 'money' }] },
      { list: ['a'], markerStyle: 'mark' },
    ],
  };
  const needs = [
    'style h1',
    'font brand',
    'file logo.png',
    'definition address',
    'file terms.pdf',
    'file sign.svg',
    'style th',
    'definition money',
    'style mark',
    'color accent',
    'color muted',
  ];

  test('lacks what it lacks, which is said', () => {
    const { missing, body } = paste(templateOf([]), copy(templateOf([rich]), '/0'));
    expect(missing.toSorted()).toEqual(needs.toSorted());
    expect(body[0]).toEqual(rich);
  });

  test('may have all of it', () => {
    const has = {
      styles: { h1: {}, th: {}, mark: {} },
      colors: { accent: '#000', muted: '#111' },
      define: { address: {}, money: {} },
      assets: { 'sign.svg': {} },
    };
    const text = copy(templateOf([rich]), '/0');
    expect(paste(templateOf([], {}, has), text, { files: ['logo.png', 'terms.pdf'], fonts: ['brand'] }).missing).toEqual([]);
    expect(paste(templateOf([], {}, { ...has, fonts: { brand: {} } }), text, { files: ['logo.png'], fonts: [] }).missing).toEqual(
      ['file terms.pdf'],
    );
  });

  test('may lack a name that the parts around gave', () => {
    const lines = (as: string) => [{ repeat: 'lines', as, body: ['{{ l.name }} {{ loop.index }}'] }];
    const text = copy(templateOf(lines('l')), '/0/body/0');
    expect(paste(templateOf([]), text).missing).toEqual(['name l', 'name loop']);
    const tree = readParts(templateOf(lines('l')));
    expect(pastePart(tree, { slot: '/pages/0/body/0/body', index: 0 }, text, known).missing).toEqual([]);
  });

  test('may have another unit, in which the lengths are then', () => {
    const placed = {
      at: { x: 10, y: 20, w: '50%', rotate: 45 },
      text: 'a',
      size: 12,
      margin: [10, 5],
      border: { width: 1 },
      tabs: [{ at: 30 }],
    };
    const text = copy(templateOf([{ height: 25.4, frame: [placed] }], {}, { unit: 'mm' }), '/0');
    expect(paste(templateOf([], {}, { unit: 'in' }), text).body[0]).toEqual({
      height: 1,
      frame: [
        {
          at: { x: 0.394, y: 0.787, w: '50%', rotate: 45 },
          text: 'a',
          size: 12,
          margin: [0.394, 0.197],
          border: { width: 1 },
          tabs: [{ at: 1.181 }],
        },
      ],
    });
    expect(paste(templateOf([]), text).body[0]).toEqual({ height: 25.4, frame: [placed] });
    const row = copy(
      templateOf(
        [
          {
            row: [
              { text: 'a', width: 2 },
              { text: 'b', width: '2*' },
            ],
          },
        ],
        {},
        { unit: 'cm' },
      ),
      '/0',
    );
    expect(paste(templateOf([]), row).body[0]).toEqual({
      row: [
        { text: 'a', width: 20 },
        { text: 'b', width: '2*' },
      ],
    });
  });
});

test.each([
  '',
  'some text',
  '5',
  '[]',
  '{"text":"a"}',
  '{"pdfgen/part":2,"unit":"mm","names":[],"part":"a"}',
  '{"pdfgen/part":1,"unit":"px","names":[],"part":"a"}',
  '{"pdfgen/part":1,"unit":"mm","names":[5],"part":"a"}',
  '{"pdfgen/part":1,"unit":"mm","part":"a"}',
  '{"pdfgen/part":1,"unit":"mm","names":[],"part":null}',
])('another text is no part: %s', (text) => {
  expect(copiedPart(text)).toBeUndefined();
  expect(() => paste(templateOf([]), text)).toThrow('The clipboard holds no part');
});

test('only components are copied', () => {
  const template = templateOf([{ table: 'l', columns: ['a'] }]);
  expect(() => copy(template, '/0/columns/0')).toThrow('Column cannot be copied');
});
