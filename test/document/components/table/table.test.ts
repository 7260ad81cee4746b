import { describe, expect, test } from 'vitest';
import { records } from '../../../support/records.ts';
import { compile, diagnose, type LaidOut, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';

const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, i) => ({ name: `row ${i + 1}`, price: i + 1 })) });
const table = (more: Record<string, unknown> = {}) => ({
  table: 'rows',
  as: 'r',
  cellPadding: 0,
  columns: [
    { header: 'Name', body: '{{ r.name }}' },
    { width: 40, header: 'Price', body: '{{ r.price }}', align: 'right' },
  ],
  ...more,
});

const columnsOf80 = ['{{ r.name }}', { width: 80, body: '{{ r.price }}', align: 'right' }];

describe('a table', () => {
  test('repeats its header on every page it runs onto', async () => {
    const texts = pageTexts(await layOut([table()], rows(20)));
    expect(texts.map((page) => page.slice(0, 2))).toEqual([
      ['Name', 'Price'],
      ['Name', 'Price'],
      ['Name', 'Price'],
    ]);
    expect(texts.flat().filter((text) => text.startsWith('row'))).toHaveLength(20);
  });
  test('shows header rows of later sheets though the header of its columns does not repeat', async () => {
    const header = [{ on: 'notFirst', cells: ['again', ''] }];
    const texts = pageTexts(await layOut([table({ repeatHeader: false, header })], rows(20)));
    expect(texts.map(([first]) => first)).toEqual(['Name', 'again', 'again']);
  });
  test('keeps its header with its first row', async () => {
    const filler = Array.from({ length: 7 }, (_, i) => `line ${i}`);
    expect(pageTexts(await layOut([...filler, table()], rows(2)))[1]).toEqual(['Name', 'Price', 'row 1', '1', 'row 2', '2']);
  });
  test('keeps the lines of a row together unless it may break', async () => {
    const data = { rows: [...rows(6).rows, { name: 'a\nb\nc\nd\ne', price: 7 }] };
    expect(pageTexts(await layOut([table()], data)).map((page) => page.includes('a'))).toEqual([false, true]);
    expect(
      pageTexts(await layOut([table({ rowBreak: 'allow', repeatHeader: false })], { rows: [...rows(5).rows, data.rows[6]] })).map(
        (page) => page.includes('b'),
      ),
    ).toEqual([true, false]);
  });
  test('divides a row that is taller than a page, with a warning', async () => {
    const laidOut = await layOut([table()], {
      rows: [{ name: Array.from({ length: 30 }, (_, i) => `l${i}`).join('\n'), price: 1 }],
    });
    expect(
      pageTexts(laidOut)
        .flat()
        .filter((text) => /^l\d/.test(text)),
    ).toHaveLength(30);
    expect(laidOut.warnings.map((one) => one.code)).toContain('unit-too-tall');
  });
  test('closes a divided row as between rows, or as the row itself is closed', async () => {
    const tall = Array.from({ length: 20 }, (_, i) => `l${i}`);
    const widthsOf = ({ pages }: LaidOut) =>
      pages.map(({ items }) => items.flatMap((item) => (item.kind === 'line' ? [item.stroke.width] : [])).join(' '));
    const widths = async (props: Record<string, unknown>, footer?: string) =>
      widthsOf(await layOut([{ table: [1], cellPadding: 0, columns: [{ body: tall, footer }], ...props }]));
    const rules = (...names: string[]) => ({ rules: Object.fromEntries(names.map((name, i) => [name, { width: i + 1 }])) });
    expect(await widths(rules('rows', 'footer'), 'f')).toEqual(['1', '1', '2 1']);
    expect(await widths(rules('rows', 'outer'))).toEqual(['2 2 2 2', '2 2 2 2', '2 2 2 2']);
    expect(await widths(rules('footer'), 'f')).toEqual(['', '', '1']);
    const styles = { base: { size: 8, lineHeight: 1.25 }, th: { border: { bottom: { width: 4 } } } };
    const columns = [{ header: tall, body: 'x' }];
    const headed = await layOut(
      [{ table: [1], cellPadding: 0, headerStyle: 'th', columns, ...rules('rows') }],
      {},
      {},
      { styles },
    );
    expect(widthsOf(headed)).toEqual(['4', '4', '4 1']);
  });
  test('drops a header of more than half a page when it would repeat, with a warning', async () => {
    const laidOut = await layOut([table({ columns: [{ header: 'a\nb\nc\nd\ne', body: '{{ r.name }}' }] })], rows(12));
    expect(laidOut.warnings.map((one) => one.code)).toEqual(['header-dropped']);
    expect(
      pageTexts(laidOut)
        .flat()
        .filter((text) => text === 'a'),
    ).toHaveLength(1);
  });
  test('whose columns are all hidden is left out with a warning, unless `empty` stands in its place', async () => {
    const columns = [
      { when: 'shown', header: 'A', body: 'a', footer: 'b' },
      { when: 'shown', body: 'c' },
    ];
    const table = { table: 'rows', id: 'prices', columns, empty: 'No items' };
    const codes = async (body: unknown, data: unknown) =>
      (await layOut([body, 'x'], data)).warnings.map(({ code, component, message }) => [code, component, message]);
    const message = 'All columns of the table prices are hidden. It is left out, with its header and footer.';
    const warned = [['no-columns', 'prices', message]];
    expect(await codes(table, { rows: [1], shown: false })).toEqual(warned);
    expect(await codes({ ...table, empty: undefined }, { rows: [], shown: false })).toEqual(warned);
    expect(await codes(table, { rows: [], shown: false })).toEqual([]);
    expect(await codes(table, { rows: [1], shown: true })).toEqual([]);
    expect(await codes({ ...table, when: 'shown' }, { rows: [1], shown: false })).toEqual([]);
  });
  test('shows what `empty` says when there are no rows and no columns', async () => {
    const body = [{ table: 'rows', empty: 'No items', columns: [{ when: 'rows', body: '{{ item }}' }] }];
    expect(pageTexts(await layOut(body, { rows: [] }))).toEqual([['No items']]);
  });
  test('begins what `empty` says where it stands, and goes on with it on the next sheet', async () => {
    const words = Array.from({ length: 6 }, (_, i) => `l${i}`);
    const body = [{ spacer: 40 }, { table: 'rows', cellPadding: 0, columns: ['x', 'y'], empty: words.join('\n') }];
    expect(pageTexts(await layOut(body, { rows: [] }))).toEqual([words.slice(0, 4), words.slice(4)]);
  });
});

describe('columns', () => {
  test('with a font that is not there are an error, as components are', async () => {
    const body = [table({ columns: [{ body: 'a', font: 'nothere' }], footer: [{ font: 'notthere', cells: ['a'] }] })];
    expect(
      await diagnose({ pages: [{ body }], dataSchema: { type: 'object', properties: { rows: { type: 'array' } } } }),
    ).toEqual([
      expect.stringMatching(/^error \S+ \/pages\/0\/body\/0\/columns\/0\/font$/),
      expect.stringMatching(/^error \S+ \/pages\/0\/body\/0\/footer\/0\/font$/),
    ]);
  });
  test('are a list', async () => {
    const { diagnostics } = await compile({
      pages: [{ body: [{ table: 'rows', columns: 'price' }, { table: 'rows' }, { table: 'rows', columns: {} }] }],
    });
    expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/pages/0/body/0/columns must be a list, got "price"',
      '/pages/0/body/1 needs "columns"',
      '/pages/0/body/2/columns must be a list, got {}',
    ]);
  });
  test('share what fixed ones leave, and take the room of those that are absent', async () => {
    const columns = ['x', { width: '2*', body: 'y' }, { width: 60, body: 'z', when: 'wide' }];
    const at = async (wide: boolean) =>
      pageLines(await layOut([table({ columns })], { ...rows(1), wide }))
        .flat()
        .map((line) => line.split(' ')[1]!.split(',')[0]);
    expect(await at(true)).toEqual(['10', '50', '130']);
    expect(await at(false)).toEqual(['10', '70']);
  });
  test('with auto are as wide as their content, which then never wraps', async () => {
    const columns = [{ width: 'auto', header: 'Name', body: '{{ r.name }}' }, '{{ r.price }}'];
    const data = {
      rows: records('name price', ['a rather long name of things', 1], ['short', 2]),
    };
    expect(pageTexts(await layOut([table({ columns })], data))[0]).toContain('a rather long name of things');
  });
  test('with auto take the widths of their own cells in all rows, and of no cell beside them', async () => {
    const columns = [{ width: 'auto', body: 'a' }, 'x'];
    const wide = 'a wide text';
    const xOfNext = async (more: object) => {
      const [lines] = pageLines(await layOut([{ table: [1], columns, cellPadding: 0, ...more }]));
      return Number(/text (\S+),/.exec(lines!.find((line) => line.includes('"x"'))!)![1]);
    };
    const own = await xOfNext({});
    const cells = (...list: unknown[]) => [{ cells: list }];
    const ofGroups = (header: unknown) => ({ groups: [{ by: 'item', header }] });
    for (const more of [cells('', wide), cells({ span: 2, text: wide })])
      for (const part of [{ header: more }, { footer: more }, { rows: more }, ofGroups(more)])
        expect(await xOfNext(part)).toBe(own);
    const body = await xOfNext({ columns: [{ width: 'auto', body: wide }, 'x'] });
    expect(body).toBeGreaterThan(own + 20);
    const more = cells(wide, '');
    for (const part of [{ header: more }, { footer: more }, { rows: more }, ofGroups(more)])
      expect(await xOfNext(part)).toBe(body);
  });
  test('that share the room are as wide as their widest row in a table that is as wide as its content', async () => {
    const list = ['aaaaa', 'a b c d e f g h i'];
    const texts = pageTexts(await layOut([{ row: [{ table: list, columns: ['{{ item }}'], width: 'auto' }, 'z'] }]));
    expect(texts).toEqual([[...list, 'z']]);
  });
  test('wider than the page give a warning', async () => {
    const { warnings } = await layOut(
      [
        table({
          columns: [
            { width: 150, body: 'a' },
            { width: 150, body: 'b' },
          ],
        }),
      ],
      rows(1),
    );
    expect(warnings).toMatchObject([{ code: 'table-too-wide', component: '/pages/0/body/0' }]);
  });
});

test('a table looks at the clock while it measures the width of its columns', async () => {
  const looksAt = async (width: number | 'auto') => {
    let looks = 0;
    const count = () => {
      looks++;
    };
    await layOut(
      [{ table: 'rows', columns: [{ body: '{{ item.name }}', width }] }],
      rows(3000),
      {},
      {},
      undefined,
      undefined,
      count,
    );
    return looks;
  };
  expect((await looksAt('auto')) - (await looksAt(100))).toBe(2);
});

describe('footer rows', () => {
  test('stand where their columns do, unless the row or the cell says otherwise', async () => {
    const yOfLow = async (look: { table?: object; column?: object; row?: object; cell?: object }) => {
      const columns = [{ width: 80, body: '{{ r.name }}', ...look.column }, 'x'];
      const high = { text: 'a\nb\nc' };
      const footer = [{ cells: [look.cell ? { text: 'low', ...look.cell } : 'low', high], ...look.row }];
      const [lines] = pageLines(await layOut([table({ columns, footer, ...look.table })], rows(1)));
      return Number(/,(\d+)/.exec(lines!.find((line) => line.includes('"low"'))!)![1]);
    };
    const top = await yOfLow({});
    expect(await yOfLow({ table: { valign: 'middle' } })).toBe(top + 10);
    expect(await yOfLow({ table: { valign: 'middle' }, cell: {} })).toBe(top + 10);
    expect(await yOfLow({ table: { valign: 'middle' }, column: { valign: 'bottom' } })).toBe(top + 20);
    expect(await yOfLow({ table: { valign: 'bottom' }, row: { valign: 'middle' } })).toBe(top + 10);
    expect(await yOfLow({ table: { valign: 'bottom' }, row: { valign: 'middle' }, cell: { valign: 'top' } })).toBe(top);
  });
  test('stand at the top of their row by default, also the footer of a column', async () => {
    const cells = ['low', 'a\nb\nc'];
    const yOf = async (look: object, isOfColumns: boolean) => {
      const columns = cells.map((footer) => ({ body: 'x', ...(isOfColumns && { footer }), ...look }));
      const [lines] = pageLines(await layOut([table({ columns, ...(!isOfColumns && { footer: [{ cells }] }) })], rows(1)));
      return ['"low', '"a', '"c'].map((text) => Number(/,(\d+)/.exec(lines!.find((line) => line.includes(text))!)![1]));
    };
    for (const isOfColumns of [true, false]) {
      const [low, a, c] = await yOf({}, isOfColumns);
      expect([low, c]).toEqual([a, a! + 20]);
      expect(await yOf({ valign: 'bottom' }, isOfColumns)).toEqual([c, a, c]);
    }
  });
  test('look as the columns they stand in, unless they say otherwise', async () => {
    const rightEdges = async (cell: unknown) => {
      const { pages } = await layOut([table({ columns: columnsOf80, footer: [{ cells: ['Total', cell] }] })], rows(1));
      return pages[0]!.items
        .flatMap((item) => (item.kind === 'text' ? [Math.round(item.x + item.segment.x + item.segment.width)] : []))
        .slice(-1);
    };
    expect(await rightEdges('9')).toEqual([190]);
    expect(await rightEdges({ text: '9', align: 'left' })).not.toEqual([190]);
  });
  const footer = [
    { when: 'tax', cells: ['VAT', { text: '{{ tax }}', align: 'right' }] },
    { cells: [{ span: 2, text: 'Total {{ total }}' }] },
  ];
  test('stand below the last row, those whose condition holds', async () => {
    expect(pageTexts(await layOut([table({ footer })], { ...rows(1), tax: 5, total: 9 }))[0]!.slice(-3)).toEqual([
      'VAT',
      '5',
      'Total 9',
    ]);
    expect(pageTexts(await layOut([table({ footer })], { ...rows(1), tax: 0, total: 9 }))[0]!.slice(-1)).toEqual(['Total 9']);
  });
  test('stay with the last row', async () => {
    const texts = pageTexts(await layOut([table({ footer })], { ...rows(6), tax: 5, total: 9 }));
    expect(texts[1]).toEqual(['Name', 'Price', 'row 6', '6', 'VAT', '5', 'Total 9']);
  });
  test('must cover the columns exactly', async () => {
    await expect(layOut([table({ footer: [{ cells: ['only one'] }] })], rows(1))).rejects.toThrow(
      'cover 1 column, the table has 2',
    );
  });
});

test('cells hold components, and a breach inside one names the row in the data', async () => {
  const columns = [{ body: [{ image: '{{ r.photo }}', height: 10 }, '{{ r.name }}'] }];
  const { warnings } = await layOut([table({ columns })], { rows: [{ name: 'a', photo: 'none.png' }] });
  expect(warnings).toMatchObject([{ code: 'missing-image', dataPath: '/rows/0' }]);
});

test('a table with a border has no rules where that runs', async () => {
  const table = {
    table: 'list',
    rules: 'all',
    columns: [
      { header: 'A', body: '{{ item }}' },
      { header: 'B', body: 'b' },
    ],
  };
  const horizontal = async (more: Record<string, unknown>) => {
    const lines = pageLines(await layOut([{ ...table, ...more }], { list: [1, 2] })).flat();
    return lines.filter((line) => line.startsWith('line')).length;
  };
  // Without: top, header, between the rows, bottom, left, between the columns, right, each a piece a row.
  expect((await horizontal({})) - (await horizontal({ border: { width: 1 } }))).toBeGreaterThanOrEqual(2);
  const last = pageLines(await layOut([{ ...table, border: { width: 1 } }], { list: [1, 2] }))
    .flat()
    .at(-1);
  expect(last).toMatch(/^rect .* stroke 1$/);
});

test('what is in a column that is left out need not be there', async () => {
  const dataSchema = objectOf(
    {
      note: { type: 'string' },
      list: listOf(objectOf({ n: { type: 'number' }, off: { type: 'number' } }, 'n')),
    },
    'list',
  );
  const columns = [
    { header: 'N', body: '{{ item.n }}' },
    { when: 'note', header: '{{ note }}', body: '{{ note }}' },
  ];
  expect(await diagnose({ dataSchema, pages: [{ body: [{ table: 'list', columns }] }] })).toEqual([]);
});

test.each([[{}], [{ padding: 1 }]])(
  'a header of more than half the body is not repeated, wherever the table stands: %j',
  async (box) => {
    const repeated = { table: 'list', columns: [{ header: { rect: 45 }, body: '{{ item }}' }] };
    const laidOut = await layOut([{ ...box, stack: [repeated] }], {
      list: Array.from({ length: 12 }, (_, i) => i),
    });
    expect(laidOut.warnings).toMatchObject([{ code: 'header-dropped', component: '/pages/0/body/0/stack/0' }]);
    expect(laidOut.pages.length).toBeLessThanOrEqual(4);
  },
);

test('the header of a table without rows stays with its footer rows, also where they are higher than a page', async () => {
  const table = {
    table: 'list',
    columns: [{ header: 'Head', body: '{{ item }}' }],
    footer: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((text) => ({ cells: [text] })),
  };
  for (const body of [[table], [{ stack: [table], background: '#eeeeee' }]]) {
    const laidOut = await layOut(body, { list: [] });
    expect(pageTexts(laidOut)).toEqual([
      ['Head', 'One', 'Two', 'Three', 'Four'],
      ['Head', 'Five', 'Six'],
    ]);
  }
  const below = await layOut([{ spacer: 55 }, { ...table, footer: [{ cells: ['Total'] }] }], { list: [] });
  expect(pageTexts(below)).toEqual([[], ['Head', 'Total']]);
});

test('a table in a cell goes on below its repeated header with a row taller than the page', async () => {
  const tall = Array.from({ length: 9 }, (_, i) => `line ${i}`);
  const inner = { table: 'rows', columns: [{ header: 'head', body: '{{ item }}' }] };
  const outer = { table: 'one', rowBreak: 'allow', columns: [{ body: inner }] };
  const pages = pageTexts(await layOut(outer, { one: [1], rows: ['first', tall.join('\n')] }));
  expect(pages.flat().filter((text) => text !== 'head')).toEqual(['first', ...tall]);
  expect(pages.every(([first]) => first === 'head' || first?.startsWith('line'))).toBe(true);
});

test('a table that is cut on a sheet without room for its body ends in the error about the header', async () => {
  const groups = [{ by: 'n', header: [{ on: 'notFirst', cells: ['x'] }] }];
  const table = { table: [1, 2, 3, 4, 5], as: 'n', groups, columns: ['{{ n }}'] };
  const header = [{ rect: 200, fill: '#ff0000' }];
  await expect(layOut([{ stack: [table], height: 20 }], {}, { header })).rejects.toThrow('leave no room for its body');
});

test('"empty" says nothing of elements that a condition passes over although nobody knows', async () => {
  const number = { type: 'number' };
  const dataSchema = objectOf({ results: listOf(objectOf({ value: number, high: number }, 'value')) });
  const told = async (more: object) => {
    const columns = [{ header: 'Value', body: '{{ r.value }}' }];
    const body = [{ table: 'results', as: 'r', columns, ...more }];
    return (await compile({ dataSchema, pages: [{ body }] })).diagnostics.map(
      ({ code, pointer, message }) => `${code} ${pointer} ${message}`,
    );
  };
  const empty = 'No high values.';
  for (const [more, at, right] of [
    [{ where: '(r.value > r.high) ?? false' }, 'where', '(r.value > r.high) ?? true'],
    [{ where: 'not ((r.value <= r.high) ?? true)' }, 'where', '(r.value <= r.high) ?? false'],
    [{ table: "results | where: '(value > high) ?? false'" }, 'table', '(value > high) ?? true'],
  ] as const) {
    const [first, ...others] = await told({ ...more, empty });
    expect(first).toContain(`possibly-missing /pages/0/body/0/${at} `);
    expect(first).toContain(`, and "empty" says then that nothing was found: write ${right} if`);
    expect(others).toEqual([]);
    for (const silent of [more, { ...more, empty: '' }]) expect(await told(silent)).toEqual([]);
  }
  for (const where of ['(r.value > r.high) ?? true', '(r.value > r.high) != null and (r.value > r.high)'])
    expect(await told({ where, empty })).toEqual([]);
});
