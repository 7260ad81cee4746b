import { describe, expect, test } from 'vitest';
import { compile, explain, layOut, pageLines } from '../../../support/render.ts';

const amount = '12,345,678.90';
const wide = 'DE89370400440532013000';

const said = async (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}, height = 400) => {
  const { pages, warnings } = await layOut(body, data, { size: [200, height] }, more);
  return { lines: pageLines({ pages, warnings }).flat(), warnings };
};
const textsOf = (lines: readonly string[]) => lines.map((line) => /"(.*)"$/.exec(line)?.[1]);

test('an amount that is too wide for its column stays whole, and is warned of with its place in the data', async () => {
  const table = { table: 'rows', id: 'items', as: 'r', columns: [{ width: 30, body: '{{ r.price }}' }, 'x'] };
  const rows = [{ price: '1.00' }, ...Array.from({ length: 8 }, () => ({ price: '2.00' })), { price: amount }];
  const { lines, warnings } = await said([table], { rows }, {}, 100);
  expect(textsOf(lines)).toContain(amount);
  expect(warnings).toEqual([
    {
      code: 'text-too-wide',
      component: '/pages/0/body/0/columns/0/body',
      dataPath: '/rows/9',
      page: 2,
      message: expect.stringMatching(
        /^"12,345,678\.90" needs \d+ pt, but its place has 22 pt\. Make its place wider, or set "wrap"/,
      ),
    },
  ]);
});

test.each([
  ['a text', [{ text: wide, margin: [0, 150, 0, 0] }]],
  ['a row', [{ row: [{ width: 20, stack: wide }] }]],
  ['a frame', [{ frame: [{ text: `no ${wide}`, at: { w: 30 } }] }]],
  ['a heading', [{ table: 'l', columns: [{ width: 30, header: wide, body: 'x' }] }]],
  ['a footer', [{ table: 'l', columns: [{ width: 30, body: 'x', footer: wide }] }]],
  [
    'a cell of several columns',
    [
      {
        table: 'l',
        columns: [
          { width: 20, body: 'x' },
          { width: 20, body: 'y' },
        ],
        footer: [{ cells: [{ span: 2, stack: wide }] }],
      },
    ],
  ],
  ['a list', [{ repeat: 'l', columns: 6, body: wide }]],
  ['a number of a page', [{ text: `${wide}{{ page.number }}`, margin: [0, 150, 0, 0] }]],
  ['the number of pages', [{ text: `${wide}{{ page.total }}`, margin: [0, 150, 0, 0] }]],
  ['a code', [{ barcode: wide, symbology: 'code128', width: 30, showText: true }]],
])('%s warns of a run that is too wide, once, and cuts it when that is asked for', async (name, body) => {
  const { warnings } = await said(body, { l: [1] });
  const told = warnings.filter(({ code }) => code !== 'barcode-too-small');
  expect(told.map(({ code, page }) => [code, page])).toEqual([['text-too-wide', 1]]);
  if (name !== 'a code') return;
  const cut = await said(
    body.map((one) => ({ ...one, wrap: 'anywhere' })),
    { l: [1] },
  );
  expect(cut.warnings.map(({ code }) => code)).toEqual(['barcode-too-small']);
});

test.each([
  ['on the component', { wrap: 'anywhere' }, {}],
  ['by a style', { style: 'codes' }, { styles: { base: { size: 8, lineHeight: 1.25 }, codes: { wrap: 'anywhere' } } }],
  ['by the base style', {}, { styles: { base: { size: 8, lineHeight: 1.25, wrap: 'anywhere' } } }],
])('wrap: anywhere is inherited: %s', async (_, on, more) => {
  for (const type of ['group', 'stack'])
    expect((await said([{ [type]: [{ text: wide, margin: [0, 150, 0, 0] }], ...on }], {}, more)).warnings).toEqual([]);
  const table = { ...on, table: 'l', columns: [{ width: 30, header: wide, body: wide, footer: wide }] };
  expect((await said([table], { l: [1] }, more)).warnings).toEqual([]);
  expect((await said([{ row: [{ width: 30, ...on, stack: wide }] }], {}, more)).warnings).toEqual([]);
  const column = { table: 'l', columns: [{ width: 30, ...on, body: wide }] };
  expect((await said([column], { l: [1] }, more)).warnings).toEqual([]);
});

test.each(['*', 'auto', '2*'])('a column of width %s widens to its longest run, and the others give way', async (width) => {
  for (const type of ['table', 'row']) {
    const long = 'many short words that wrap as they like '.repeat(3);
    const content = type === 'table' ? 'body' : 'text';
    const columns = [
      { width, [content]: wide },
      { width: '6*', [content]: long },
    ];
    const { lines, warnings } = await said([type === 'table' ? { table: 'l', columns } : { row: columns }], { l: [1] });
    expect(warnings, type).toEqual([]);
    expect(textsOf(lines), type).toContain(wide);
  }
});

test('a text of width auto wraps before it takes the room of a line beside it', async () => {
  const title = { text: 'A title that is longer than the line of the contents', width: 'auto' };
  const row = { row: [title, { line: { width: 1 } }, { text: '12', width: 'auto' }] };
  const { lines, warnings } = await said([row]);
  expect(warnings).toEqual([]);
  expect(lines.filter((line) => line.startsWith('text'))).toHaveLength(3);
  const [, from, to] = /^line (\S+),\S+ (\S+),/.exec(lines.find((line) => line.startsWith('line'))!)!;
  expect(Number(to) - Number(from)).toBeGreaterThanOrEqual(19.9);
});

test('the longest run of a long table is found wherever it is', async () => {
  const rows = Array.from({ length: 700 }, (_, i) => ({ t: i === 650 ? wide : 'ab' }));
  const table = { table: 'rows', as: 'r', columns: ['{{ r.t }}', { width: '5*', body: 'x' }] };
  expect((await said([table], { rows })).warnings).toEqual([]);
  const stacked = { ...table, columns: [{ body: ['{{ r.t }}', 'y'] }, { width: '5*', body: 'x' }] };
  expect((await said([stacked], { rows })).warnings).toEqual([]);
});

test('the warning shows the run that is too wide, not what stands beside it', async () => {
  const text = `an unbelievable-${wide} https://example.com/path`;
  const { warnings } = await said([{ text, margin: [0, 120, 0, 0] }]);
  expect(warnings.map(({ message }) => /^"(.*?)"/.exec(message)![1])).toEqual([wide]);
});

test('columns that cannot all be as wide as their longest runs make a table that is too wide', async () => {
  const columns = Array.from({ length: 4 }, () => ({ body: wide }));
  const { warnings, lines } = await said([{ table: 'l', columns }], { l: [1] });
  expect(warnings.map(({ code }) => code)).toEqual(['table-too-wide', 'off-sheet']);
  expect(textsOf(lines)).toEqual([wide, wide, wide, wide]);
});

test('text that shrinks does so until its longest run fits, and text that must fit fails', async () => {
  const body = (overflow: string) => [{ text: amount, size: 12, maxLines: 1, overflow, margin: [0, 125, 0, 0] }];
  const { warnings, lines } = await said(body('shrink'));
  expect([warnings, lines.length, textsOf(lines)]).toEqual([[], 1, [amount]]);
  await expect(said(body('error'))).rejects.toMatchObject({ code: 'RENDER_WARNINGS' });
});

test.each([
  [{ 'overflow-wrap': 'anywhere' }, /"overflow-wrap" is not known here; did you mean "wrap": "anywhere"\?/],
  [{ overflowWrap: 'break-word' }, /did you mean "wrap": "anywhere"\?/],
  [{ wordBreak: 'break-all' }, /did you mean "wrap": "anywhere"\?/],
  [{ 'word-break': 'break-all' }, /did you mean "wrap": "anywhere"\?/],
  [{ wordWrap: true }, /did you mean "wrap": "anywhere"\?/],
  [{ wrap: 'letters' }, /must be one of "normal", "anywhere", got "letters"/],
  [{ wrap: 'anywere' }, /did you mean "anywhere"\?/],
  [{ wrap: 'break-all' }, /did you mean "anywhere"\?/],
  [{ wrap: true }, /must be one of "normal", "anywhere"/],
  [{ Wrap: 'anywhere' }, /did you mean "wrap"\?/],
])('%j is told how to say it', async (props, message) => {
  const { diagnostics } = await compile({ pages: [{ body: [{ text: 'x', ...props }] }] });
  expect(diagnostics.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
  const styled = await compile({ styles: { base: props }, pages: [{ body: ['x'] }] });
  expect(styled.diagnostics.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['table', 160, (columns: readonly Record<string, unknown>[]) => ({ table: 'l', columns })],
  [
    'row',
    156,
    (columns: readonly Record<string, unknown>[]) => ({
      row: columns.map(({ body, ...column }) => ({ ...column, stack: body })),
      gap: 4,
    }),
  ],
])('a %s that is too wide names the column that is to blame, or asks for narrower ones', async (_, least, make) => {
  const messageOf = async (columns: readonly Record<string, unknown>[]) => {
    const { warnings } = await said([make(columns)], { l: [1] });
    expect(warnings.filter(({ code }) => code !== 'off-sheet')).toHaveLength(1);
    return warnings[0]!.message;
  };
  const blamed = /^The columns need \d+ pt, \d+ pt more than there is room for\. Column (\d) needs \d+ pt .*"wrap": "anywhere"/;
  const set = /^The columns need 320 pt, \d+ pt more than there is room for; make some columns narrower or "\*"\.$/;
  expect(blamed.exec(await messageOf([{ body: 'x' }, { width: 'auto', body: `${wide}1` }, { body: wide }]))?.[1]).toBe('2');
  expect(blamed.exec(await messageOf([{ width: 170, body: 'x' }, { body: amount }]))?.[1]).toBe('2');
  expect(
    await messageOf([
      { width: least, body: 'x' },
      { width: 160, body: 'y' },
    ]),
  ).toMatch(set);
  expect(
    await messageOf([
      { width: '80%', body: 'x' },
      { width: 280, body: 'y' },
    ]),
  ).toContain('make some columns narrower');
});

test('columns whose rounded shares are wider by a part that nobody sees are not told', async () => {
  const shares = (width: string) => [1, 2, 3].map(() => ({ width, body: 'x' }));
  const codesOf = async (width: string) => {
    const row = { row: shares(width).map(({ body, ...column }) => ({ ...column, stack: body })) };
    const { warnings } = await said([row, { table: 'l', columns: shares(width) }], { l: [1] });
    return warnings.map(({ code }) => code);
  };
  expect([await codesOf('33.4%'), await codesOf('34%')]).toEqual([[], ['row-too-wide', 'table-too-wide']]);
});

test('a part that nobody sees is as wide before any data comes as on the page', async () => {
  const toldOf = async (width: number) => {
    const body = [{ row: [{ text: 'a', width }] }];
    const { diagnostics } = await compile({ unit: 'pt', pages: [{ size: [200, 100], margin: 10, body }] });
    return [diagnostics, (await said(body)).warnings].map((all) => all.map(({ code }) => code));
  };
  expect([await toldOf(180.5), await toldOf(180.6)]).toEqual([
    [[], []],
    [['row-too-wide'], ['row-too-wide']],
  ]);
});

describe('set widths that no page has room for are told before any data comes', () => {
  const told = async (component: unknown, page = {}) => {
    const pages = [{ size: [200, 100], margin: 10, body: [component], ...page }];
    const define = { sheet: { page: { size: [200, 100], margin: 10, body: [{ slot: 'body' }] } } };
    const found = await explain({ unit: 'mm', styles: { apart: { margin: [0, -10] } }, define, pages });
    return found.filter((fault) => !fault.includes(' unused-definition '));
  };
  const columns = (...widths: unknown[]) => widths.map((width) => ({ width, body: 'x' }));
  const advice = 'Make some of them narrower, or give them the width "*".';
  test('in tables and rows', async () => {
    expect(await told({ table: [1], columns: columns(100, 81, '*') })).toEqual([
      `warning table-too-wide /pages/0/body/0 The columns with a set width take 181 mm, and the body of the page is 180 mm wide. ${advice}`,
    ]);
    expect(await told({ row: [{ text: 'a', width: 100 }, { text: 'b', width: 70 }, 'c'], gap: 6 })).toEqual([
      `warning row-too-wide /pages/0/body/0 The columns with a set width take 182 mm, and the body of the page is 180 mm wide. ${advice}`,
    ]);
    expect(await told({ row: [null, { text: 'a', width: 190 }] })).toContainEqual(
      expect.stringMatching(/^warning row-too-wide /),
    );
    const body = { table: [1], columns: columns(190) };
    expect(await told('x', { body })).toEqual([expect.stringMatching(/^warning table-too-wide \/pages\/0\/body /)]);
  });
  test.each([
    [{ table: [1], columns: columns(100, 80) }, {}],
    [{ table: [1], columns: columns(100, '90%', 'auto', '2*') }, {}],
    [{ table: [1], columns: [{ width: 190, when: 'wide', body: 'x' }] }, {}],
    [{ table: [1], columns: columns(190), margin: [0, -10] }, {}],
    [{ table: [1], columns: columns(190), width: 100 }, {}],
    [{ table: [1], columns: columns(190), style: 'apart' }, {}],
    [
      {
        row: [
          { text: 'a', width: 90 },
          { text: 'b', width: 90 },
        ],
        gap: '{{ gap }}',
      },
      {},
    ],
    [
      {
        row: [
          { text: 'a', width: 90 },
          { text: 'b', width: 90.1 },
        ],
      },
      {},
    ],
    [{ table: [1], columns: columns(190) }, { size: '{{ size }}' }],
    [{ table: [1], columns: columns(190) }, { use: 'sheet' }],
  ])('%j gives none %j', async (component, page) => {
    expect((await told(component, page)).filter((one) => one.includes('too-wide'))).toEqual([]);
  });
});

test('a definition of a page layout is not looked at for set widths: the layout may change its sheet', async () => {
  const body = [{ table: [1], columns: [{ width: 190, body: 'x' }] }];
  const define = { sheet: { page: { size: [200, 100], margin: 10, body } } };
  const { diagnostics } = await compile({ unit: 'mm', define, pages: [{ use: 'sheet', size: [300, 100] }] });
  expect(diagnostics.map(({ code }) => code)).toEqual([]);
});

describe('a component wider than its place', () => {
  const picture = { key: 'p', bytes: new Uint8Array(), format: 'png', width: 100, height: 50 } as const;
  const told = async (child: unknown, around: (child: unknown) => unknown = beside) => {
    const { warnings } = await layOut([around(child)], { l: ['x'] }, { size: [200, 400] }, {}, undefined, () => picture);
    return warnings.map(({ code, message }) => `${code} ${message}`);
  };
  const beside = (child: unknown) => ({ row: [{ width: 50, stack: child }, 'beside'] });
  const kinds: readonly Record<string, unknown>[] = [
    { text: 'many words in a line' },
    { stack: ['many words'] },
    { row: ['many'] },
    { frame: ['many'] },
    { table: 'l', columns: ['x'] },
    { repeat: 'l', body: 'x' },
    { image: '{{ l[0] }}' },
    { rect: 5 },
    { line: true },
    { field: 'n', kind: 'signature' },
  ];
  test.each(kinds)('is told once: %j', async (kind) => {
    const warning = 'component-too-wide The component is 20 pt wider than its place and may cover what stands beside it.';
    expect(await told({ ...kind, width: 70 })).toEqual([warning]);
    expect(await told({ ...kind, width: '140%' })).toEqual([warning]);
    expect(await told({ ...kind, width: 50 })).toEqual([]);
    expect((await told({ ...kind, width: 200 }, (child) => child))[0]).toBe(warning);
    const cell = (child: unknown) => ({ table: 'l', cellPadding: 0, columns: [{ width: 50, body: child }, 'b'] });
    expect(await told({ ...kind, width: 70 }, cell)).toEqual([warning]);
  });
  test('is told of a picture with a height', async () => {
    expect(await told({ image: '{{ l[0] }}', height: 20 })).toEqual([]);
    expect(await told({ image: '{{ l[0] }}', height: 35 })).toHaveLength(1);
  });
  test('is not told where a negative margin says so, or beside the `at` of a frame', async () => {
    expect(await told({ rect: 5, width: 70, margin: { left: -10 } })).toEqual([]);
    expect(await told({ frame: [{ rect: 5, width: 70, at: { x: 0, w: 60 } }] }, (child) => child)).toEqual([]);
  });
});

test('a frame is as wide as its width', async () => {
  const text = { text: 'right', align: 'right' };
  const { lines } = await said([{ frame: [text, { ...text, at: { w: '50%' } }], width: 80, background: '#eeeeee' }]);
  expect(lines[0]).toMatch(/^rect 10,10 80x/);
  expect(lines.slice(1).map((line) => Math.round(Number(/^text ([\d.]+)/.exec(line)![1])))).toEqual([72, 32]);
});
