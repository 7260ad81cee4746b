// Numbers of components that are bindings.
import { describe, expect, test } from 'vitest';
import { records } from '../../../../support/records.ts';
import { compile, explain, itemLines, layOut, pageLines } from '../../../../support/render.ts';
import { listOf, objectOf } from '../../../../support/schemas.ts';

const linesOf = async (body: unknown, data: unknown = {}) => pageLines(await layOut(body, data)).flat();

/** What compiling a body reports, with messages. */
const faults = (body: unknown, more: Record<string, unknown> = {}) => explain({ pages: [{ body }], ...more });

const number = { type: 'number' };
const dataSchema = objectOf(
  {
    n: number,
    name: { type: 'string' },
    width: { type: 'string' },
    more: number,
    lines: listOf(objectOf({ w: number })),
  },
  'n name width lines',
);

describe('a bound number', () => {
  test.each([
    ['a width', { rect: 3, width: '{{ n }}', fill: '#000000' }, 40],
    ['a width in percent', { rect: 3, width: '{{ share }}', fill: '#000000' }, '25%'],
    ['a width with a percent sign', { rect: 3, width: '{{ n }}%', fill: '#000000' }, '40%'],
    ['a height', { rect: '{{ n / 2 }}', fill: '#000000' }, 20],
    ['a main number of another component', ['a', { spacer: '{{ n }}' }, 'b'], 40],
    ['a gap', { gap: '{{ n }}', stack: ['a', 'b'] }, 40],
    ['a margin', { text: 'a', margin: '{{ n }}' }, 40],
    ['a side of a margin', { text: 'a', margin: [0, '{{ n }}'] }, 40],
    ['a side of a padding', { text: 'a', padding: { left: '{{ n }}' } }, 40],
    ['a font size', { text: 'a', size: '{{ n }}' }, 40],
    ['a stroke', { line: { width: '{{ n }}' } }, 40],
    ['a dash', { line: { width: 1, dash: ['{{ n }}', 2] } }, 40],
    ['a side of a border', { text: 'a', padding: 50, border: { top: { width: '{{ n }}' } } }, 40],
    ['a number of lines', { text: 'a\nb\nc', maxLines: '{{ two }}', overflow: 'clip' }, 2],
    ['a column of a row', { row: [{ text: 'a', width: '{{ n }}' }, 'b'] }, 40],
    ['a share in a row', { row: [{ text: 'a', width: '{{ two }}*' }, 'b'] }, '2*'],
    ['a place in a frame', { frame: [{ text: 'a', at: { x: '{{ n }}', y: '{{ n }}', w: '{{ share }}' } }] }, 0],
    ['a column of a table', { table: 'list', columns: [{ width: '{{ n }}', body: 'a' }, 'b'] }, 40],
    ['the padding of cells', { table: 'list', cellPadding: ['{{ n }}', 1], columns: ['a', 'b'] }, 40],
  ])('may be %s', async (_name, body, value) => {
    const data = { n: 40, two: 2, share: '25%', list: [1] };
    const source = JSON.stringify(body);
    const written = JSON.parse(
      value === 0
        ? source.replaceAll('"{{ n }}"', '40').replace('{{ share }}', '25%')
        : source.replace(/"\{\{[^}]*\}\}[%*]?"/, JSON.stringify(value)),
    );
    const bound = await layOut([body], data);
    const expected = await layOut([written], data);
    expect(pageLines(bound)).toEqual(pageLines(expected));
    expect(bound.warnings).toEqual(expected.warnings);
  });
  test('differs for each element, and stands beside others', async () => {
    const body = [
      { repeat: 'lines', as: 'l', body: { rect: '{{ l.h }}', width: "{{ 60 * l.w / (lines | max: 'w') }}", fill: '#000000' } },
    ];
    expect(
      await linesOf(body, {
        lines: records('w h', [1, 2], [3, 1], ['2', 2]),
      }),
    ).toEqual(['rect 10,10 20x2 #000000', 'rect 10,12 60x1 #000000', 'rect 10,13 40x2 #000000']);
  });
  test('is computed only where `when` holds', async () => {
    const { warnings } = await layOut(['a', { rect: 3, when: 'n', width: '{{ n }}' }]);
    expect(warnings).toEqual([]);
    expect(await faults([{ rect: 3, when: 'more', width: '{{ more }}', fill: '#000000' }], { dataSchema })).toEqual([]);
  });
  test('keeps an auto column that prints page numbers as wide as they need', async () => {
    const row = (width: unknown) => [
      { row: ['a', { text: '{{ page.number }}/{{ page.total }}', width: 'auto' }, { text: 'b', width }] },
    ];
    expect(await linesOf(row('{{ n }}'), { n: 40 })).toEqual(await linesOf(row(40)));
  });
  test.each([
    [-3, 'must be at least 0, got -3', ' To take 0, write "| at_least: 0".'],
    [1e9, 'must be at most 100000, got 1000000000', ' To take 100000, write "| at_most: 100000".'],
    [null, 'has no value'],
    ['', 'has no value'],
    ['wide', 'must be a number of pt, or a percentage such as "50%", got "wide"'],
    [[4], 'must be a number of pt, or a percentage such as "50%", got [4]'],
    [Number.NaN, 'must be a finite number'],
    [Number.POSITIVE_INFINITY, 'must be a finite number'],
    [true, 'must be a number of pt, or a percentage such as "50%", got true'],
  ])('of %j gives a warning and the default', async (n, message, limit = '') => {
    const { warnings } = await layOut([{ repeat: 'list', body: { text: 'a', width: '{{ item }}' } }], { list: [n] });
    expect(warnings).toMatchObject([
      {
        code: 'wrong-number',
        component: '/pages/0/body/0/body/width',
        dataPath: '/list/0',
        message: `"width" ${message}. The default is taken, as if "width" were left out.${limit}`,
      },
    ]);
  });
  test('says in its warning what is taken', async () => {
    const message = async (component: object) => (await layOut([component], { n: -1 })).warnings[0]!.message;
    expect(await message({ rect: '{{ n }}' })).toBe('"rect" must be at least 0, got -1. 0 is taken.');
    expect(await message({ rect: 3, fill: '#000000', opacity: '{{ n }}' })).toContain('The default is taken, 1. To take 0');
  });
  test('that the component needs is 0, or the least that it may be', async () => {
    expect(await linesOf([{ rect: '{{ n }}', fill: '#000000' }, { row: [{ text: 'a', width: '{{ n }}' }, 'b'] }])).toEqual(
      await linesOf([{ rect: 0, fill: '#000000' }, { row: ['a', 'b'] }]),
    );
    expect(await linesOf([{ text: 'a', margin: ['{{ n }}', 4] }])).toEqual(await linesOf([{ text: 'a', margin: [0, 4] }]));
  });
  test('is proved', async () => {
    const width = (source: string) => faults([{ rect: 3, width: source, fill: '#000000' }], { dataSchema });
    expect(await width('{{ n * 2 }}')).toEqual([]);
    expect(await width('{{ width }}')).toEqual([]);
    expect(await width('{{ nn }}')).toEqual([
      'error unknown-path /pages/0/body/0/width The data schema has no "nn"; did you mean "n"?',
    ]);
    expect(await width('{{ n > 1 }}')).toEqual([
      expect.stringContaining(
        'error wrong-type /pages/0/body/0/width must give a number, but the data schema gives a boolean here',
      ),
    ]);
    expect(await width('{{ more }}')).toEqual([expect.stringContaining('warning possibly-missing /pages/0/body/0/width')]);
    expect(await faults([{ rect: '{{ name }}' }], { dataSchema })).toEqual([
      expect.stringContaining('error wrong-type /pages/0/body/0/rect must give a number'),
    ]);
    expect(await faults([{ rect: '{{ n }}mm' }], { dataSchema })).toEqual([
      expect.stringContaining('error wrong-type /pages/0/body/0/rect must be a number or a single binding'),
    ]);
  });
  test('hides no fault of its component', async () => {
    expect(await faults([{ text: '{{ nn }}', size: '{{ n }}' }], { dataSchema })).toEqual([
      expect.stringContaining('error unknown-path /pages/0/body/0/text'),
    ]);
  });
  test('of a table does not depend on the element of a row', async () => {
    expect(await faults([{ table: 'lines', as: 'l', columns: [{ width: '{{ l.w }}', body: 'a' }] }], { dataSchema })).toEqual([
      expect.stringContaining(
        'error unknown-path /pages/0/body/0/columns/0/width The data schema has no "l"; "l" is the element of a row',
      ),
    ]);
    expect(
      await faults([{ table: 'lines', as: 'l', columns: [{ body: { rect: 1, width: '{{ l.w }}', fill: '#000000' } }] }], {
        dataSchema,
      }),
    ).toEqual([]);
  });
  test('may not depend on pages in a body, and may on the number of the page in a header', async () => {
    const rect = [{ rect: 3, width: '{{ page.number * 10 }}' }];
    expect(await faults(rect)).toEqual([expect.stringContaining('error too-early /pages/0/body/0/width')]);
    const { pages } = await layOut(['a', { pageBreak: true }, 'b'], {}, { header: rect });
    const widths = pages.map(({ items }) => items.flatMap((item) => (item.kind === 'rect' ? [item.width] : [])));
    expect(widths).toEqual([[10], [20]]);
  });
  test.each([
    [
      [{ table: 'a', columns: ['a'], footer: [{ cells: [{ text: 'a', span: '{{ n }}' }] }] }],
      '/pages/0/body/0/footer/0/cells/0/span',
    ],
    [[{ frame: [{ text: 'a', at: { order: '{{ n }}' } }] }], '/pages/0/body/0/frame/0/at/order'],
  ])('cannot be a span or an order', async (body, place) => {
    expect(await faults(body)).toContainEqual(
      expect.stringMatching(`^error wrong-type ${place} .*this number cannot be a binding$`),
    );
  });
  test('cannot stand in a style or a page layout, and the error says so', async () => {
    const styles = { a: { size: '{{ n }}', padding: '{{ n }}' } };
    const { diagnostics } = await compile({
      styles,
      pages: [{ margin: '{{ n }}', overlay: [{ text: 'a', at: { x: '{{ n }}' } }], body: 'a' }],
    });
    expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message.includes('cannot be a binding')}`).sort()).toEqual([
      '/pages/0/margin true',
      '/pages/0/overlay/0/at/x true',
      '/styles/a/padding true',
      '/styles/a/size true',
    ]);
  });
});

test.each([
  [-1, '', -1],
  [[-1, 1], '/0', -1],
  [[1, 1, 1, -0.5], '/3', -0.5],
  [{ left: -1 }, '/left', -1],
])('a negative padding is an error: %j', async (padding, place, got) => {
  const bodies = [
    [{ text: 'a', padding }, `/padding${place}`],
    [{ table: [1], columns: ['a'], cellPadding: padding }, `/cellPadding${place}`],
    [{ table: [1], columns: [{ body: 'a', padding }] }, `/columns/0/padding${place}`],
    [{ table: [1], columns: ['a'], footer: [{ cells: [{ text: 'a', padding }] }] }, `/footer/0/cells/0/padding${place}`],
  ] as const;
  for (const [component, at] of bodies)
    await expect(layOut([component])).rejects.toThrow(`/pages/0/body/0${at} must be at least 0, got ${got}`);
  await expect(layOut(['a'], {}, {}, { styles: { base: { padding } } })).rejects.toThrow(`/styles/base/padding${place}`);
});

test('a negative padding of the data gives a warning and the default', async () => {
  const body = [
    { text: 'a', padding: '{{ n }}' },
    { text: 'a', padding: ['{{ n }}', 1] },
    { text: 'a', padding: { top: '{{ n }}' } },
  ];
  const { pages, warnings } = await layOut(body, { n: -3 });
  expect(warnings.map(({ code, component }) => `${code} ${component}`)).toEqual([
    'wrong-number /pages/0/body/0/padding',
    'wrong-number /pages/0/body/1/padding/0',
    'wrong-number /pages/0/body/2/padding/top',
  ]);
  const plain = await layOut(['a', { text: 'a', padding: [0, 1] }, 'a']);
  expect(itemLines(pages[0]!.items)).toEqual(itemLines(plain.pages[0]!.items));
});

describe('numbers that do not fit together', () => {
  type Part = Record<string, unknown>;
  const fill = (first: unknown, second: unknown) => ({
    from: '#000000',
    stops: [
      { at: first, color: '#111111' },
      { at: second, color: '#222222' },
    ],
    to: '#333333',
  });
  const cases: readonly (readonly [
    (a: unknown, b: unknown) => Part,
    readonly [number, number],
    readonly [number, number],
    string,
  ])[] = [
    [(a, b) => ({ rect: 9, fill: fill(a, b) }), [0.5, 0.9], [0.9, 0.5], '/fill/stops'],
    [(a, b) => ({ path: 'M0 0H9V9Z', viewBox: [0, 0, a, b], height: 9, fill: '#111111' }), [9, 9], [9, 0], '/viewBox'],
    [
      (a, b) => ({
        polygon: [
          [0, 0],
          [5, 0],
          [5, 5],
        ],
        viewBox: [0, 0, a, b],
        height: 9,
        fill: '#111111',
      }),
      [9, 9],
      [-1, 9],
      '/viewBox',
    ],
    [(a, b) => ({ line: { dash: [a, b] } }), [1, 2], [0, 0], '/line/dash'],
    [(a, b) => ({ ellipse: 9, stroke: { dash: [a, b] } }), [1, 2], [0, 3], '/stroke/dash'],
    [(a, b) => ({ stack: ['x'], padding: 3, border: { bottom: { dash: [a, b] } } }), [1, 0], [0, 1], '/border/bottom/dash'],
    [(a) => ({ list: ['x'], marker: 'I.', start: a }), [1, 0], [0, 0], '/start'],
  ];

  test.each(cases.map(([make, good, bad, place]) => [JSON.stringify(make('a', 'b')), make, good, bad, place] as const))(
    '%s: an error if they are written, a warning if they are data',
    async (_name, make, good, bad, place) => {
      expect(await faults([make(...good)])).toEqual([]);
      expect(await faults([make(...bad)])).toEqual([expect.stringContaining(`error wrong-value /pages/0/body/0${place} `)]);
      const [a, b] = bad;
      for (const bound of [make('{{ a }}', '{{ b }}'), make('{{ a }}', b), make(a, '{{ b }}')]) {
        if (!JSON.stringify(bound).includes('{{')) continue;
        const told = async (data: unknown) =>
          (await layOut([bound, 'x'], data)).warnings.map(({ code, component }) => `${code} ${component}`);
        expect(await told({ a, b })).toContain(`wrong-number /pages/0/body/0${place}`);
      }
      expect((await layOut([make('{{ a }}', '{{ b }}')], { a: good[0], b: good[1] })).warnings).toEqual([]);
    },
  );

  test('a component with other bound numbers is told of written ones when it is compiled', async () => {
    const shape = { rect: 9, width: '{{ n }}', fill: fill(0.9, 0.5) };
    const around = { gap: '{{ n }}', stack: [{ line: { dash: [0, 0] } }] };
    expect(await faults([shape, around])).toEqual([
      expect.stringContaining('error wrong-value /pages/0/body/0/fill/stops '),
      expect.stringContaining('error wrong-value /pages/0/body/1/stack/0/line/dash '),
    ]);
  });
});
