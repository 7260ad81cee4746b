// The old notation, in which a component had a "type", gives the same pages as the new one, and its faults stand where its author wrote them.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalForm, isOldNotation, keepsLook, renewNotation } from '../../../src/document/compile/canonical-form.ts';
import { randomData } from '../../support/random-template.ts';
import { compile, diagnose, layOut } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { makePng } from '../image/make-image.ts';

type Json = Readonly<Record<string, unknown>>;
const sentence = randomData.text;

/** Every component of the old notation, with all its parts, and the same in the new notation. */
const pairs: Readonly<Record<string, readonly [old: Json, now: unknown]>> = {
  text: [
    { type: 'text', text: 'T', bold: true },
    { text: 'T', bold: true },
  ],
  'text of lines': [{ type: 'text', text: ['T', 'U'] }, { text: ['T', 'U'] }],
  'text alone': [{ type: 'text', text: 'T' }, 'T'],
  stack: [
    { type: 'stack', gap: 2, children: ['T', { type: 'text', text: 'U' }] },
    { gap: 2, stack: ['T', 'U'] },
  ],
  row: [
    {
      type: 'row',
      gap: 5,
      columns: [
        { width: 30, children: 'T' },
        { width: '*', align: 'right', children: [{ type: 'text', text: 'U', size: 6 }, 'V'] },
        { width: 'auto', valign: 'bottom', children: { type: 'text', text: 'W', italic: true } },
        { gap: 3, children: ['X', 'Y'] },
      ],
    },
    {
      gap: 5,
      row: [
        { text: 'T', width: 30 },
        { align: 'right', stack: [{ text: 'U', size: 6 }, 'V'] },
        { text: 'W', width: 'auto', valign: 'bottom', italic: true },
        { gap: 3, stack: ['X', 'Y'] },
      ],
    },
  ],
  frame: [
    { type: 'frame', height: 20, children: [{ type: 'text', text: 'T', at: { x: 5, y: 3 } }] },
    { height: 20, frame: [{ text: 'T', at: { x: 5, y: 3 } }] },
  ],
  group: [{ type: 'group', children: ['T', { type: 'text', text: 'U' }] }, { group: ['T', 'U'] }],
  repeat: [
    { type: 'repeat', each: 'few', as: 'f', children: ['T', { type: 'text', text: 'U{{ f }}' }], separator: { type: 'line' } },
    { repeat: 'few', as: 'f', body: ['T', 'U{{ f }}'], separator: { line: true } },
  ],
  choose: [
    {
      type: 'choose',
      cases: [
        { when: 'none', children: 'T' },
        { when: 'few', children: ['U', { type: 'text', text: 'V', bold: true }] },
      ],
      else: { type: 'text', text: 'W' },
    },
    { choose: [{ text: 'T', when: 'none' }, { when: 'few', stack: ['U', { text: 'V', bold: true }] }, 'W'] },
  ],
  'choose without a case that holds': [
    { type: 'choose', cases: [{ when: 'none', children: 'T' }], else: ['U', 'V'] },
    { choose: [{ text: 'T', when: 'none' }, ['U', 'V']] },
  ],
  spacer: [{ type: 'spacer', height: 7 }, { spacer: 7 }],
  pageBreak: [{ type: 'pageBreak' }, { pageBreak: true }],
  table: [
    {
      type: 'table',
      each: 'few',
      as: 'f',
      columns: [
        { width: '*', header: { type: 'text', text: 'T' }, cell: 'U{{ f }}', footer: 'V' },
        { width: 30, header: 'W', cell: [{ type: 'text', text: 'X' }, 'Y'] },
      ],
      footer: [
        { cells: ['A', { content: { type: 'text', text: 'B', bold: true } }] },
        { cells: [{ span: 2, text: 'C', align: 'right' }] },
        { cells: [{ span: 2 }] },
        { cells: [{ span: 2, content: ['D', 'E'] }] },
      ],
      empty: { type: 'text', text: 'none' },
    },
    {
      table: 'few',
      as: 'f',
      columns: [
        { header: 'T', body: 'U{{ f }}', footer: 'V' },
        { width: 30, header: 'W', body: ['X', 'Y'] },
      ],
      footer: [
        { cells: ['A', { text: 'B', bold: true }] },
        { cells: [{ text: 'C', span: 2, align: 'right' }] },
        { cells: [{ span: 2 }] },
        { cells: [{ span: 2, stack: ['D', 'E'] }] },
      ],
      empty: 'none',
    },
  ],
  image: [
    { type: 'image', src: '{{ text }}', width: 20, height: 5, alt: 'a' },
    { image: '{{ text }}', width: 20, height: 5, alt: 'a' },
  ],
  line: [{ type: 'line' }, { line: true }],
  'line with a stroke': [{ type: 'line', stroke: { width: 2 } }, { line: { width: 2 } }],
  rect: [
    { type: 'rect', height: 9, fill: '#ff0000' },
    { rect: 9, fill: '#ff0000' },
  ],
  barcode: [
    { type: 'barcode', symbology: 'qr', value: 'T', width: 20, alt: 'a' },
    { barcode: 'T', symbology: 'qr', width: 20, alt: 'a' },
  ],
  field: [
    { type: 'field', kind: 'signature', name: 'seller', height: 9 },
    { field: 'seller', kind: 'signature', height: 9 },
  ],
};
const cases = Object.entries(pairs);

const page = { size: [200, 300], margin: 10 };
const base = { unit: 'pt', styles: { base: { size: 8, lineHeight: 1.25 } }, document: { title: 'A' } };
const images = {
  [sentence]: readFileSync(new URL('../../../templates-examples/invoice/assets/logo.png', import.meta.url)),
  'dot.png': makePng({ width: 3, height: 2, bits: 8, colorType: 0, sample: () => 1 }),
};

/** The document of a component, and what it warns of. Names of components differ, as they are places in the template. */
async function look(component: unknown): Promise<unknown> {
  const pdf = await renderPdf({ ...base, pages: [{ ...page, body: [component] }] }, { data: randomData, images });
  return pdf.toString('latin1');
}

test.each(cases)('%s: both notations give the same pages', async (_name, [old, now]) => {
  expect(await look(old)).toEqual(await look(now));
});

test.each(cases)('%s: the old notation becomes the new one', (_name, [old, now]) => {
  const renewed = canonicalForm(renewNotation({ pages: [{ body: [old] }] }));
  expect(renewed).toEqual({ pages: [{ body: [now] }] });
  expect(isOldNotation({ pages: [{ body: [old] }] })).toBe(true);
  expect(isOldNotation(renewed)).toBe(false);
});

describe('a picture in a column keeps its width', () => {
  const widths = [undefined, 30, '30%', '*', 'auto'];
  const column = (width: unknown, image: Json) => ({ ...(width !== undefined && { width }), ...image });
  const dot = { image: 'dot.png', alt: '' };
  test.each(widths)('in the old notation with a column of %s', async (width) => {
    for (const own of [undefined, 30, '30%', 12]) {
      const picture = { type: 'image', src: 'dot.png', alt: '', ...(own !== undefined && { width: own }) };
      const old = { type: 'row', columns: [column(width, { children: picture }), { children: 'T' }] };
      const now = canonicalForm(renewNotation({ pages: [{ body: [old] }] })) as { pages: { body: Json[] }[] };
      expect([own, await look(now.pages[0]!.body[0])]).toEqual([own, await look(old)]);
    }
  });
  test.each(widths)('in the canonical form with a column of %s', async (width) => {
    const row = { row: [column(width, dot), 'T'] };
    const now = canonicalForm({ pages: [{ body: [row] }] }) as { pages: { body: Json[] }[] };
    expect(await look(now.pages[0]!.body[0])).toEqual(await look(row));
  });
});

test('a cell keeps the box of its content', async () => {
  const styles = { pad: { padding: 5 }, back: { background: '#ff0000' }, line: { border: { width: 1 } }, apart: { margin: 3 } };
  const own = [{ padding: 5 }, { background: '#ff0000' }, { border: { width: 1 } }, { margin: 3 }, { minHeight: 20 }];
  const named = ['pad', 'back', 'line', 'apart', ['pad', 'back'], '{{ look }}'].map((style) => ({ style }));
  const data = { few: [1], look: 'back' };
  for (const box of [...own, ...named]) {
    for (const cell of [{}, { align: 'right' }, { padding: 2 }]) {
      const footer = [{ cells: [{ ...cell, content: { type: 'text', text: 'T', ...box } }] }];
      const old = {
        ...base,
        styles,
        pages: [{ ...page, body: [{ type: 'table', each: 'few', columns: [{ cell: 'U' }], footer }] }],
      };
      const now = canonicalForm(renewNotation(old)) as Json;
      expect([box, cell, keepsLook(old)]).toEqual([box, cell, true]);
      expect([box, cell, (await renderPdf(now, { data })).equals(await renderPdf(old, { data }))]).toEqual([box, cell, true]);
    }
  }
});

/** Pointers of all texts in a component. */
function textPlaces(part: unknown, pointer: string): string[] {
  if (typeof part === 'string') return /^[A-Z](?:\{\{ f \}\})?$/.test(part) ? [pointer] : [];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, member]) => textPlaces(member, `${pointer}/${name}`));
}

function replaced(component: unknown, pointer: string, text: string): unknown {
  const copy = structuredClone(component) as Record<string, unknown>;
  const steps = pointer.split('/').slice(1);
  let at = copy;
  for (const step of steps.slice(0, -1)) at = at[step] as Record<string, unknown>;
  at[steps.at(-1)!] = text;
  return copy;
}

const places = cases.flatMap(([name, [old]]) => textPlaces(old, '').map((place) => [name, place, old] as const));

describe('faults in the old notation stand where the author wrote them', () => {
  test.each(places)('an error in %s at %s', async (_name, place, old) => {
    const body = [replaced(old, place, '{{ nowhere }}')];
    const dataSchema = { type: 'object', properties: { few: { type: 'array' }, none: { type: 'array' }, text: {} } };
    const faults = (await diagnose({ pages: [{ body }], dataSchema })).filter((one) => one.startsWith('error'));
    expect(faults).toEqual([`error unknown-path /pages/0/body/0${place}`]);
  });

  test('a warning of a rendered document', async () => {
    for (const [name, place, old] of places) {
      if (name === 'barcode' || place.includes('cases/0') || name === 'choose' || place.startsWith('/empty')) continue;
      const { warnings } = await layOut([replaced(old, place, '\u{13080}')], randomData, { size: [200, 300] });
      const [missing] = warnings.filter(({ code }) => code === 'missing-glyph');
      // The component of a text is the object around it.
      const component = place.replace(/\/text(?:\/\d+)?$/, '');
      expect([name, place, missing?.component]).toEqual([name, place, `/pages/0/body/0${component}`]);
    }
  });

  test('a component that lacks its main property, and a type that there is not', async () => {
    const body = [{ type: 'row' }, { type: 'image', alt: 'x' }, { type: 'tabel', each: 'few' }];
    const { diagnostics } = await compile({ pages: [{ body }] });
    expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/pages/0/body/0 needs "columns"',
      '/pages/0/body/1 needs "src"',
      '/pages/0/body/2/type There is no component type "tabel"; did you mean "table"?',
    ]);
  });
});

test('columns and cells of the old notation ignore the box of their style, with a warning; in the new one they have it', async () => {
  const styles = { base: { size: 8, lineHeight: 1.25 }, box: { padding: 5, bold: true } };
  const topOf = async (body: unknown) => {
    const { pages } = await layOut([body], randomData, {}, { styles });
    return pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.y] : []))[0]!;
  };
  const oldRow = { type: 'row', columns: [{ style: 'box', children: 'T' }] };
  const oldTable = { type: 'table', each: 'few', cellPadding: 0, columns: [{ style: 'box', cell: 'T' }] };
  const row = { row: [{ text: 'T', style: 'box' }] };
  const table = { table: 'few', cellPadding: 0, columns: [{ style: 'box', body: 'T' }] };
  expect(await topOf(row)).toBeCloseTo((await topOf(oldRow)) + 5);
  expect(await topOf(table)).toBeCloseTo((await topOf(oldTable)) + 5);
  expect(await diagnose({ styles, pages: [{ body: [oldRow, oldTable] }] })).toEqual([
    'warning no-effect /pages/0/body/0/columns/0/style',
    'warning no-effect /pages/0/body/1/columns/0/style',
  ]);
  expect(await diagnose({ styles, pages: [{ body: [row, table] }] })).toEqual([]);
});

test('data in a literal value that looks like an old component is left alone', () => {
  const page = { header: [{ on: 'first', body: [{ text: 'a', note: 'x' }] }], body: [{ text: 'type' }] };
  expect(isOldNotation({ pages: [page], exampleData: { type: 'text', text: 'a' } })).toBe(false);
});

test('old components in bands, backgrounds and beside new ones are read', () => {
  const old = { type: 'text', text: 'T' };
  const page = {
    header: [old],
    footer: [{ on: 'all', body: [old, { text: 'U' }] }],
    background: [{ ...old, at: { x: 1 } }],
    body: [old],
  };
  expect(canonicalForm(renewNotation({ pages: [page] }))).toEqual({
    pages: [
      {
        header: ['T'],
        footer: [{ on: 'all', body: ['T', 'U'] }],
        background: [{ text: 'T', at: { x: 1 } }],
        body: ['T'],
      },
    ],
  });
});

test('values of literal lists and of params stay as they are, whatever their members are called', () => {
  const value = {
    row: [{ stack: ['a'] }],
    choose: [{ stack: 'b' }],
    cells: [{ stack: ['c'] }],
    footer: [{ cells: [{ stack: ['d'] }] }],
  };
  const define = { d: { params: { v: { default: value } }, body: ['a'] } };
  const body = [
    { repeat: [value], body: ['x'] },
    { use: 'd', with: { v: value } },
  ];
  const old = { type: 'text', text: 'x' };
  expect(renewNotation({ define, pages: [{ body: [...body, old] }] })).toEqual({
    define,
    pages: [{ body: [...body, { text: 'x' }] }],
  });
});

test('a picture with a width in percent of its column keeps its place in it', () => {
  const renewed = (width: unknown) =>
    canonicalForm(
      renewNotation({
        pages: [{ body: [{ type: 'row', columns: [{ width, children: [{ type: 'image', src: 'a.png', width }] }] }] }],
      }),
    );
  expect(renewed(20)).toEqual({ pages: [{ body: [{ row: [{ image: 'a.png', width: 20 }] }] }] });
  for (const width of ['50%', '{{ w }}'])
    expect(renewed(width)).toEqual({ pages: [{ body: [{ row: [{ width, stack: [{ image: 'a.png', width }] }] }] }] });
});

describe('headers and footers of the old notation', () => {
  const old = { type: 'text', text: 'T' };
  const first = {
    header: [{ on: 'rest', body: [old] }],
    footer: [{ on: 'odd', body: [old] }],
    body: ['a', { type: 'pageBreak' }, 'b'],
  };
  const second = {
    footer: [
      { on: 'odd', body: [old] },
      { on: 'even', when: 'few or none', body: [old] },
      { on: 'rest', body: [old] },
    ],
    body: ['c'],
  };
  const template = {
    ...base,
    pages: [
      { ...page, ...first },
      { ...page, ...second },
    ],
  };

  test('keep the meaning of "rest", "odd" and "even"', async () => {
    expect(canonicalForm(renewNotation({ pages: [first, second] }))).toEqual({
      pages: [
        {
          header: [{ on: 'notFirst', body: ['T'] }],
          body: ['a', { pageBreak: true }, 'b'],
          footer: [{ on: 'odd', body: ['T'] }],
        },
        {
          body: ['c'],
          footer: [
            { on: 'all', when: 'page.part.number % 2 == 1', body: ['T'] },
            { on: 'all', when: '(few or none) and page.part.number % 2 == 0', body: ['T'] },
            { on: 'notFirst', body: ['T'] },
          ],
        },
      ],
    });
    const now = canonicalForm(renewNotation(template)) as Json;
    const more = { data: randomData };
    expect((await renderPdf(now, more)).equals(await renderPdf(template, more))).toBe(true);
  });

  test('a "rest" that takes the first sheet gives a warning that says what to write', async () => {
    const warningsOf = async (header: unknown) =>
      await diagnose({ document: { tagged: false }, pages: [{ header, body: ['a'] }] });
    const rest = { on: 'rest', body: ['r'] };
    const first = ['warning rest-takes-first /pages/0/header/0/on'];
    expect(await warningsOf([rest])).toEqual(first);
    expect(await warningsOf([rest, { on: 'notFirst', body: ['n'] }])).toEqual(first);
    expect(await warningsOf([{ on: 'even', body: ['e'] }, rest])).toEqual(['warning rest-takes-first /pages/0/header/1/on']);
    for (const on of ['first', 'last', 'odd', 'notLast']) expect(await warningsOf([rest, { on, body: ['f'] }])).toEqual([]);
    expect(await warningsOf([{ on: 'notFirst', body: ['n'] }, { body: ['f'] }])).toEqual([]);
    const { diagnostics } = await compile({ pages: [{ header: [rest], body: ['a'] }] });
    expect(diagnostics[0]!.message).toContain('Write "notFirst" for all sheets but the first');
  });
});
