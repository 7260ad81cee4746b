// The style with the name of a type is the default of its components.
import { describe, expect, test } from 'vitest';
import { typeStyles } from '../../../src/document/compile/type-styles.ts';
import { components } from '../../../src/document/components/all-components.ts';
import type { ComponentDefinition } from '../../../src/document/components/component.ts';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import { documentOf, explain, type LaidOut, layOut, pageLines } from '../../support/render.ts';
import { structureLines } from '../../support/structure.ts';

const base = { size: 8, lineHeight: 1.25 };
const styled = (styles: object, body: unknown, data: unknown = {}) => layOut(body, data, {}, { styles: { base, ...styles } });
const faults = (styles: object, body: unknown = ['x']) => explain(documentOf(body, {}, { styles: { base, ...styles } }));
const textsIn = (items: readonly PageItem[]): Extract<PageItem, { kind: 'text' }>[] =>
  items.flatMap((one) => (one.kind === 'text' ? [one] : one.kind === 'group' ? textsIn(one.items) : []));
const textItems = ({ pages }: LaidOut) => pages.flatMap(({ items }) => textsIn(items));
const colors = async (styles: object, body: unknown, data: unknown = {}) =>
  textItems(await styled(styles, body, data)).map(({ segment }) => segment.style.color);

/** Values that change the look, by the name of the property. */
const values: Readonly<Record<string, unknown>> = {
  marker: '–',
  markerStyle: 'red',
  markerWidth: 30,
  gap: 7,
  headings: 2,
  valign: 'bottom',
  columns: 3,
  rule: { width: 1 },
  balance: false,
  grow: 'push',
  collapse: true,
  repeatHeader: false,
  rowBreak: 'allow',
  headerStyle: 'red',
  footerStyle: 'red',
  zebra: '#eeeeee',
  cellPadding: 6,
  rules: 'all',
  labels: { color: '#ff0000', width: 40 },
  values: { align: 'right' },
  numbers: false,
  dots: false,
  indent: 9,
  pages: 'labels',
  fit: 'cover',
  align: 'end',
  dpi: 72,
  placeholder: '#cccccc',
  arrow: 'end',
  fill: '#00ff00',
  stroke: { width: 3 },
  radius: 2,
  colors: ['#0000ff'],
  height: 40,
  ec: 'high',
  showText: true,
  color: '#0000ff',
  cut: 'text',
  icon: 'note',
  open: true,
};
const special: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  polygon: { rule: 'evenodd' },
  path: { rule: 'evenodd' },
};

/** Bodies whose first component has the type. */
const bodies: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  list: [{ list: ['a', 'b'] }],
  markdown: [{ markdown: '# A\n\nb' }],
  stack: [{ stack: ['a', 'b'] }],
  row: [{ row: ['a', ['b', 'c']] }],
  flow: [{ flow: ['a', 'b', 'c', 'd'] }],
  frame: [
    {
      height: 30,
      frame: [
        { text: 'a b', at: { x: 0, y: 0, w: 6, h: 4 } },
        { text: 'c', at: { x: 0, y: 8 }, when: 'none' },
      ],
    },
  ],
  group: [{ group: ['a', 'b'] }],
  repeat: [{ repeat: 'rows', body: 'x' }],
  table: [
    {
      table: 'rows',
      columns: [
        { header: 'H', body: 'x' },
        { header: 'I', body: ['y', 'z'] },
      ],
      footer: [{ cells: 'f' }],
    },
  ],
  pairs: [
    {
      pairs: [
        ['a', ['b', 'c']],
        ['d', 'e'],
      ],
    },
  ],
  toc: [{ toc: 2 }, { text: 'A', role: 'heading1', number: '1' }, { text: 'B', role: 'heading2' }],
  image: [{ image: '{{ none }}', width: 40, height: 10, alt: '' }],
  line: [{ line: { width: 1 } }],
  rect: [{ rect: 10, fill: '#ff0000' }],
  ellipse: [{ ellipse: 10, width: 20, stroke: { width: 1 } }],
  polygon: [
    {
      polygon: [
        [0, 0],
        [10, 0],
        [0, 10],
      ],
      fill: '#ff0000',
    },
  ],
  path: [{ path: 'M0 0 L10 0 L0 10 Z', fill: '#ff0000' }],
  chart: [{ chart: 'bar', each: 'rows', as: 'r', x: '{{ r.n }}', value: 'r.n', alt: 'x' }],
  barcode: [{ barcode: 'AB12', symbology: 'code128', alt: 'x' }],
  annotation: [{ annotation: 'x' }],
};
/** Those without a body here: their files are missing, or a page of its own is needed. */
const elsewhere = ['pdf', 'payment'];
const data = { rows: [{ n: 1 }, { n: 2 }] };

const declared = components.flatMap(({ type, looks }: ComponentDefinition) =>
  elsewhere.includes(type) ? [] : looks.map((property) => [type, property] as const),
);

test.each(declared)('%s takes its %s from it', async (type, property) => {
  const [first, ...rest] = bodies[type]!;
  const value = special[type]?.[property] ?? values[property];
  expect(value, 'a value for this test').toBeDefined();
  const { [property]: _own, ...bare } = first!;
  // What the type needs stays, and what it says itself wins.
  const styles = { red: { color: '#ff0000' } };
  const look = async (one: object, more: object = {}) => {
    const laidOut = await styled({ ...styles, ...more }, [one, ...rest], data);
    return [pageLines(laidOut), JSON.stringify(laidOut.pages.map(({ items }) => items.map(({ kind }) => kind)))];
  };
  const said = await look({ ...bare, [property]: value });
  expect(await look(bare, { [type]: { [property]: value } })).toEqual(said);
  expect(await look({ ...bare, [property]: value }, { [type]: { [property]: value === false ? true : value } })).toEqual(said);
});

describe('the order is base, the style of the type, what stands around, its own style, its own words', () => {
  const text = { color: '#111111' };
  const styles = { text, named: { color: '#333333' } };
  test.each<[string, unknown, string]>([
    ['a string', 'x', '#111111'],
    ['what stands around', { color: '#222222', stack: ['x'] }, '#222222'],
    ['its style', { color: '#222222', stack: [{ text: 'x', style: 'named' }] }, '#333333'],
    ['its words', { text: 'x', style: 'named', color: '#444444' }, '#444444'],
    ['a style that data choose', { text: 'x', style: "{{ 'named' }}" }, '#333333'],
    ['a column', { table: [{}], columns: [{ color: '#555555', body: 'x' }] }, '#555555'],
    ['a pair', { values: { color: '#555555' }, pairs: [['', 'x']] }, '#555555'],
  ])('%s', async (_name, body, color) => {
    expect((await colors(styles, [body])).at(-1)).toBe(color);
  });
  test('the type of the component is nearer than the types around it', async () => {
    const both = { ...styles, row: { color: '#666666', size: 6 }, stack: { size: 7 } };
    const items = textItems(await styled(both, [{ row: [{ stack: ['x'] }] }]));
    expect(items.map(({ segment: { style } }) => [style.color, style.size])).toEqual([['#111111', 7]]);
    expect(await colors(both, [{ color: '#222222', row: [{ stack: ['x'] }] }])).toEqual(['#222222']);
  });
  test('a colour of the data holds too, and a base of the data lies below', async () => {
    const bound = { base: { ...base, color: '{{ a }}' }, text: { color: '{{ b }}' } };
    expect(
      await colors(bound, ['x', { row: [{ line: true }, { color: '{{ c }}', stack: ['y'] }] }], {
        a: '#010101',
        b: '#020202',
        c: '#030303',
      }),
    ).toEqual(['#020202', '#030303']);
  });
  test('right columns stay right where texts are justified', async () => {
    const table = { table: [{}], columns: [{ align: 'right', body: 'x' }] };
    expect(pageLines(await styled({ text: { align: 'justify' } }, [table]))).toEqual(pageLines(await styled({}, [table])));
  });
  test('the icon of an annotation, and a code, do not inherit a colour', async () => {
    const around = (one: object) => [{ color: '#222222', stack: [one] }];
    const icons = await styled({ annotation: { color: '#123456' } }, around({ annotation: 'x' }));
    expect(icons.pages[0]!.items).toMatchObject([{ kind: 'annotation', color: '#123456' }]);
    const code = { barcode: 'x', symbology: 'qr', alt: 'x' };
    expect(pageLines(await styled({ barcode: { color: '#123456' } }, around(code)))).toEqual(
      pageLines(await styled({}, around({ ...code, color: '#123456' }))),
    );
  });
});

test('box and behaviour are those of each component, also of cells that are written', async () => {
  const box = { margin: 3, padding: 2, background: '#eeeeee', border: { width: 1 } };
  expect(pageLines(await styled({ text: box }, ['x']))).toEqual(pageLines(await styled({}, [{ text: 'x', ...box }])));
  const cells = (cell: unknown) => [{ table: [{}], columns: [{ body: 'b' }], footer: [{ cells: [cell] }] }];
  const heightOf = async (styles: object, body: unknown) => pageLines(await styled(styles, [body, 'end']))[0]!.at(-1);
  expect(await heightOf({ text: { margin: [4, 0] } }, cells({ text: 'x' }))).toBe(
    await heightOf({ text: { margin: [4, 0] } }, cells('x')),
  );
  const laidOut = await styled({ text: { role: 'quote' }, list: { dir: 'rtl', keepWithNext: true } }, ['x', { list: ['y'] }]);
  expect(structureLines(laidOut)[0]).toBe('BlockQuote > P "x"');
});

test('bare lists, and what components make, have no style of their type', async () => {
  const styles = { stack: { gap: 9 }, row: { padding: 9 }, text: { color: '#111111' } };
  expect(pageLines(await styled(styles, [['x', 'y']]))).toEqual(pageLines(await styled({ text: styles.text }, [['x', 'y']])));
  const toc = [{ toc: 1 }, { text: 'A', role: 'heading1', color: '#222222' }];
  expect(pageLines(await styled({ ...styles, text: {} }, toc))).toEqual(pageLines(await styled({}, toc)));
});

test('tables of Markdown are tables', async () => {
  const markdown = { markdown: '| A | B |\n| - | - |\n| b | c c c c c c c c c c c c c c c c c c c c |' };
  const lines = async (table: object) => pageLines(await styled({ table }, [{ width: 60, stack: markdown }]));
  expect(await lines({ valign: 'bottom' })).not.toEqual(await lines({}));
  expect(await faults({ table: { valign: 'bottom', rowBreak: 'allow' } }, [markdown])).toEqual([]);
});

test('the size of charts stays where their style says something else', async () => {
  const chart = { chart: 'bar', each: [1, 2], as: 'n', x: '{{ n }}', value: 'n', alt: 'x', labels: true };
  const sizeIn = async (styles: object, more = {}) =>
    Math.max(...textItems(await styled(styles, [{ ...more, stack: [chart] }])).map(({ segment }) => segment.style.size));
  expect(await sizeIn({ chart: { color: '#123456' } })).toBe(8);
  expect(await sizeIn({ chart: { size: 5 } })).toBe(5);
  expect(await sizeIn({ chart: { size: 5 } }, { size: 6 })).toBe(6);
});

describe('what it cannot hold is an error', () => {
  const ofAll = (type: string) => `The style "${type}" is the default of each component "${type}"`;
  const atComponents = ': write it at the components, or into a definition ("define").';
  const takeOut = ': leave it out, or give the style another name and write "style" where you want it.';
  test.each<[object, string]>([
    [
      { table: { columns: [] } },
      `unknown-property /styles/table/columns ${ofAll('table')}, and no style holds its "columns"${atComponents}`,
    ],
    [
      { repeat: { as: 'x' } },
      `unknown-property /styles/repeat/as ${ofAll('repeat')}, and no style holds its "as"${atComponents}`,
    ],
    [
      { text: { width: 40 } },
      `unknown-property /styles/text/width ${ofAll('text')}, and no style holds its "width"${atComponents}`,
    ],
    [{ row: { zebra: '#eeeeee' } }, `unknown-property /styles/row/zebra ${ofAll('row')}, which has no "zebra"${takeOut}`],
    [{ image: { size: 9 } }, `unknown-property /styles/image/size ${ofAll('image')}, which has no "size"${takeOut}`],
    [{ list: { number: '1' } }, `unknown-property /styles/list/number ${ofAll('list')}, which has no "number"${takeOut}`],
    [
      { pairs: { style: 'th' }, th: { headerStyle: 'base' } },
      `no-effect /styles/pairs/style ${ofAll('pairs')}, which has no "headerStyle"${takeOut}`,
    ],
    [
      { table: { cellpading: 1 } },
      'unknown-property /styles/table/cellpading "cellpading" is not known here; did you mean "cellPadding"?',
    ],
    [{ list: { marker: 5 } }, 'wrong-type /styles/list/marker must be text, got 5: write "5"'],
    [{ row: { valign: '' } }, 'wrong-value /styles/row/valign must be one of "top", "middle", "bottom", got ""'],
    [{ stack: { gap: 1e9 } }, 'wrong-value /styles/stack/gap must be at most 100000, got 1000000000'],
  ])('%j: %s', async (styles, message) => {
    expect(await faults(styles)).toContain(`error ${message}`);
  });
  test('a fault of what it says stands at the style', async () => {
    const told = await faults({ text: { lang: 'nonsense' } });
    expect(told).toEqual([expect.stringMatching('^error unknown-lang /styles/text/lang ')]);
  });
  test('other styles hold what they held', async () => {
    expect(await faults({ a: { gap: 1 } })).toEqual([expect.stringMatching('error unknown-property /styles/a/gap')]);
    expect(await faults({ a: { style: 'row' }, row: { gap: 1 } }, [{ row: ['x'], style: 'a' }])).toEqual([]);
  });
});

test('each type has one, which holds no content', () => {
  for (const { type, required } of components)
    for (const name of [type, ...required, 'when', 'id', 'width', 'as', 'body'])
      expect(Object.keys(typeStyles[type]!.properties!)).not.toContain(name);
});
