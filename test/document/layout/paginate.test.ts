import { describe, expect, test } from 'vitest';
import { layOut, pageLines, pageTexts } from '../../support/render.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

describe('the flow', () => {
  test('fills a sheet and goes on with the next', async () => {
    const texts = pageTexts(await layOut(lines(20)));
    expect(texts.map((page) => page.length)).toEqual([8, 8, 4]);
    expect(texts[1]![0]).toBe('line 9');
  });
  test('space above a component is dropped where a page breaks', async () => {
    const [first, second] = pageLines(await layOut(lines(10).map((text) => ({ text, margin: [6, 0, 0, 0] }))));
    expect(first![0]).toMatch(/^text 10,2[34]/); // kept where the body begins
    expect(second![0]).toMatch(/^text 10,1[78]/);
  });
  test('space above a component is kept after a break that the author wrote', async () => {
    const spaced = { text: 'chapter', margin: [6, 0, 0, 0] };
    const first = pageLines(await layOut([spaced]))[0]![0]!;
    for (const body of [
      ['a', { ...spaced, break: { before: 'page' } }],
      ['a', { pageBreak: true }, spaced],
      [{ text: 'a', break: { after: 'page' } }, spaced],
    ])
      expect(pageLines(await layOut(body))[1]).toEqual([first]);
    // The sheet after it is full by itself.
    const pages = pageLines(await layOut(['a', { pageBreak: true }, ...lines(20).map((text) => ({ ...spaced, text }))]));
    expect(pages[1]![0]).toBe(first.replace('chapter', 'line 1'));
    expect(pages[2]![0]).toMatch(/^text 10,1[78]/);
  });
  test('space above that leaves no room is told with its height', async () => {
    await expect(layOut([{ text: 'a', margin: [500, 0, 0, 0] }])).rejects.toMatchObject({
      message: 'The space above the content is 500 pt high, but the page has room for 80 pt. Make the "margin" smaller.',
    });
  });
  test.each([
    ['padding', { padding: 1 }, true],
    ['a border', { border: { width: 0.1 } }, true],
    ['padding at the sides', { padding: [0, 1] }, false],
    ['a background', { background: '#eeeeee' }, false],
  ])('margins of the first and the last component in a box with %s', async (_name, look, isInside) => {
    const inner = { text: 'a', margin: [6, 0, 8, 0] };
    const heightOf = async (box: object) => {
      const { pages } = await layOut([{ ...box, background: '#eeeeee' }]);
      return pages[0]!.items.flatMap((item) => (item.kind === 'rect' && item.fill ? [item.height] : []))[0]!;
    };
    const plain = await heightOf({ stack: ['a'], ...look });
    expect((await heightOf({ stack: [inner], ...look })) - plain).toBeCloseTo(isInside ? 14 : 0);
  });
  test('an empty body still makes a sheet', async () => {
    expect(pageTexts(await layOut([]))).toEqual([[]]);
  });
  test('a page break before the first content or after the last makes no page', async () => {
    const body = [{ pageBreak: true }, { pageBreak: true }, 'a', { pageBreak: true }];
    expect(pageTexts(await layOut(body))).toEqual([['a']]);
    const within = ['a', { pageBreak: true }, { pageBreak: true }, 'b'];
    expect(pageTexts(await layOut(within))).toEqual([['a'], [], ['b']]);
  });
  test('breaks before and after, and a page break, begin a page', async () => {
    const body = [
      'a',
      { text: 'b', break: { before: 'page' } },
      { text: 'c', break: { after: 'page' } },
      'd',
      { pageBreak: true },
      'e',
      { pageBreak: true },
    ];
    expect(pageTexts(await layOut(body))).toEqual([['a'], ['b', 'c'], ['d'], ['e']]);
  });
  test('a box that is higher than the page by a rounding error fills it', async () => {
    const { pages, warnings } = await layOut([{ rect: 80.01, fill: '#ff0000' }]);
    expect([pages.length, warnings]).toEqual([1, []]);
  });
  test('what keeps with the next goes along with it', async () => {
    const body = [...lines(7), { text: 'heading', keepWithNext: true }, 'first of the section'];
    expect(pageTexts(await layOut(body)).map((page) => page.at(-1))).toEqual(['line 7', 'first of the section']);
  });
  test('a break wins over keeping with the next', async () => {
    const kept = { text: 'a', keepWithNext: true };
    expect(pageTexts(await layOut([{ ...kept, break: { after: 'page' } }, 'b']))).toEqual([['a'], ['b']]);
    expect(pageTexts(await layOut([kept, { text: 'b', break: { before: 'page' } }]))).toEqual([['a'], ['b']]);
  });
  test('a chain that no sheet can hold is not kept, and nothing is lost', async () => {
    const body = lines(12).map((text) => ({ text, keepWithNext: true }));
    expect(pageTexts(await layOut(body)).flat()).toEqual(lines(12));
  });
  test('a paragraph leaves no single line on either page', async () => {
    const paragraph = lines(3).join('\n');
    expect(pageTexts(await layOut([...lines(6), paragraph])).map((page) => page.length)).toEqual([6, 3]);
    const longer = lines(5).join('\n');
    expect(pageTexts(await layOut([...lines(4), longer])).map((page) => page.length)).toEqual([7, 2]);
  });
  test('a group is not divided while it fits a page', async () => {
    expect(pageTexts(await layOut([...lines(6), { group: lines(3) }])).map((page) => page.length)).toEqual([6, 3]);
  });
  test('a group higher than a page is divided, with a warning', async () => {
    const laidOut = await layOut(['before', { group: lines(20) }]);
    expect(pageTexts(laidOut).map((page) => page.length)).toEqual([1, 8, 8, 4]);
    expect(laidOut.warnings.map((one) => one.code)).toEqual(['unit-too-tall']);
  });
  test('a group that begins with a table row higher than a page keeps the room for the footer below the row', async () => {
    const table = {
      table: [1, 2],
      cellPadding: 0,
      columns: [lines(10).join('\n')],
      footer: [{ on: 'notLast', cells: ['goes on'] }],
    };
    const texts = pageTexts(await layOut([{ group: [table] }]));
    expect(texts[0]).toEqual([...lines(7), 'goes on']);
    expect(texts.map((page) => page.length)).toEqual([8, 4, 8, 3]);
  });
  test('a group in it that fits a page is not divided, though it does not fit beside what must stay with it', async () => {
    const kept = { text: lines(7).join('\n'), keepWithNext: true };
    const texts = pageTexts(await layOut([{ group: [kept, { group: ['a', 'b', 'c'] }] }]));
    expect(texts.map((page) => page.length)).toEqual([7, 3]);
  });
  test('a frame higher than a page is cut in strips and never loops', async () => {
    const laidOut = await layOut([{ frame: [{ rect: 200, fill: '#ff0000', at: { x: 0, y: 0, w: 50 } }], height: 200 }]);
    expect(laidOut.pages.length).toBe(3);
    expect(laidOut.warnings.map((one) => one.code)).toEqual(['unit-too-tall']);
  });
  test('what is cut keeps the space around it and the breaks before and after it', async () => {
    const red = { rect: 100, fill: '#ff0000' };
    const topsOf = async (more: object) => {
      const { pages } = await layOut(['before', { ...red, ...more }, 'after']);
      const groups = pages.map(({ items }) => items.flatMap((item) => (item.kind === 'group' ? [item.y] : [])));
      return { groups, texts: pageTexts({ pages, warnings: [] }) };
    };
    expect(await topsOf({})).toEqual({ groups: [[], [10], [10]], texts: [['before'], [], ['after']] });
    expect(await topsOf({ break: { before: 'page', after: 'page' } })).toEqual({
      groups: [[], [10], [10], []],
      texts: [['before'], [], [], ['after']],
    });
    const alone = await layOut([{ ...red, margin: [20, 0, 20, 0] }, 'after']);
    const places = alone.pages.map(({ items }) => items.flatMap((item) => ('y' in item ? [Math.floor(item.y)] : [])));
    expect(places).toEqual([[30], [10, 78]]);
    const group = {
      group: [
        { text: 'before', keepWithNext: true },
        { ...red, margin: [20, 0, 0, 0] },
      ],
    };
    const inGroup = (await layOut([group])).pages.map(({ items }) =>
      items.flatMap((item) => (item.kind === 'group' ? [[item.y, item.clip!.height]] : [])),
    );
    expect(inGroup).toEqual([[[40, 50]], [[10, 50]]]);
  });
});

describe('a header that is repeated on each page takes its height from the rows under it', () => {
  // A sheet has room for 8 lines. The header takes 2 of them.
  const table = (cell: unknown, more: object = {}) => ({
    table: 'rows',
    cellPadding: 0,
    columns: [{ header: 'Number\nof the row', body: cell }],
    ...more,
  });
  const footer = lines(9).map((text) => ({ cells: [text] }));

  test.each([
    ['rows of one line', table('{{ item }}'), 20, [8, 8, 8, 4], 0],
    ['a row that the page divides', table(lines(14).join('\n'), { rowBreak: 'allow' }), 1, [8, 8, 4], 0],
    ['rows that fit a page only without the header', table(lines(7).join('\n')), 2, [7, 4, 7, 4], 2],
    ['rows that stay together, more than a page holds', table('{{ item }}', { footer }), 7, [8, 8, 6], 0],
  ])('with %s', async (_, body, count, counts, tooTall) => {
    const laidOut = await layOut([body], { rows: lines(count) });
    const texts = pageTexts(laidOut);
    expect(texts.map((page) => page.length)).toEqual(counts);
    for (const page of texts) expect(page.slice(0, 2)).toEqual(['Number', 'of the row']);
    const ends = laidOut.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item.y] : [])));
    expect(Math.max(...ends)).toBeLessThan(90);
    expect(laidOut.warnings.map(({ code }) => code)).toEqual(Array.from({ length: tooTall }, () => 'unit-too-tall'));
  });
  test('with a row that no page holds, which is cut under the header', async () => {
    const { pages, warnings } = await layOut([table({ rect: 130, fill: '#ff0000' })], { rows: [1] });
    // 130 pt are 60, 60 and 10 pt, each under the 20 pt of the header, which does not stand alone on a page.
    const tops = pages.map(({ items }) => items.flatMap((item) => (item.kind === 'group' ? [item.y] : [])));
    expect(tops).toEqual([[30], [30], [30]]);
    expect(warnings).toMatchObject([{ code: 'unit-too-tall', message: expect.stringContaining('room for 60 pt') }]);
  });
});

test('a table row that no page holds is named, with the remedy', async () => {
  const tall = lines(12).join('\n');
  const said = async (more: object, rows: readonly unknown[] = ['a']) => {
    const { warnings } = await layOut([{ table: 'rows', as: 'r', columns: ['{{ r }}'], ...more }], { rows });
    return warnings
      .filter(({ code }) => code === 'unit-too-tall')
      .map(({ message }) => message.replace(/ is \d+ pt high, .*? pt:/, ':'));
  };
  const remedy = 'it is divided. For rows that may be divided, write "rowBreak": "allow".';
  expect(await said({}, ['a', tall])).toEqual([`Row 2 of the table: ${remedy}`]);
  expect(await said({ rowBreak: 'allow' }, ['a', tall])).toEqual([]);
  expect(await said({ columns: [{ body: { rect: 100, fill: '#ff0000' } }] })).toEqual(['Row 1 of the table: it is divided.']);
  expect(await said({ header: [{ cells: [tall] }] })).toEqual(['The header of the table: it is divided.']);
  const footer = [{ cells: [tall] }];
  expect(await said({ footer })).toEqual(['The row /pages/0/body/0/footer/0: it is divided.']);
  expect(await said({ groups: [{ by: 'r', footer }] })).toEqual(['The row /pages/0/body/0/groups/0/footer/0: it is divided.']);
  expect(await said({ columns: [{ body: 'x', footer: tall }] })).toEqual(["The row of the columns' footers: it is divided."]);
});

test('a row of columns that no page holds is named itself, and not its first column', async () => {
  const high = (height: number) => ({ rect: height, fill: '#ff0000' });
  const said = async (row: readonly unknown[]) =>
    (await layOut([{ row }])).warnings.map(({ component, message }) => `${component} ${/\d+ pt high/.exec(message)?.[0]}`);
  expect(await said([{ row: [high(90)] }, high(150)])).toEqual(['/pages/0/body/0 150 pt high']);
});

describe('the header of a table whose first row is higher than the page leaves room for', () => {
  const table = { table: 'rows', cellPadding: 0, columns: [{ header: 'Header', body: '{{ item }}' }] };
  const rows = (count: number) => ({ rows: [lines(count).join('\n')] });
  const heading = { text: 'Heading', keepWithNext: true };

  test('has the row under it on the first page', async () => {
    const texts = pageTexts(await layOut([table], rows(8)));
    expect(texts).toEqual([
      ['Header', ...lines(6)],
      ['Header', 'line 7', 'line 8'],
    ]);
  });
  test('has the row under it also below a heading', async () => {
    const texts = pageTexts(await layOut(['before', heading, table], rows(8)));
    expect(texts).toEqual([['before'], ['Heading', 'Header', ...lines(6)], ['Header', 'line 7', 'line 8']]);
  });
  test('goes before a row that fits the next page, if only the first page is too small', async () => {
    const texts = pageTexts(await layOut([table], rows(7), { header: [{ on: 'first', body: lines(3) }] }));
    expect(texts).toEqual([
      [...lines(3), 'Header'],
      ['Header', ...lines(7)],
    ]);
  });
  test('goes with the last row, and the footer that no page holds begins on the next', async () => {
    const texts = pageTexts(await layOut([{ ...table, footer: [{ cells: [lines(9).join('\n')] }] }], { rows: ['row'] }));
    expect(texts).toEqual([
      ['Header', 'row'],
      ['Header', ...lines(7)],
      ['Header', 'line 8', 'line 9'],
    ]);
  });
  test('fills a page together with its headings, and the row begins on the next', async () => {
    const texts = pageTexts(await layOut([...lines(7).map((text) => ({ ...heading, text })), table], rows(8)));
    expect(texts.map((page) => page.length)).toEqual([8, 7, 3]);
  });
});

describe('headers and footers', () => {
  test('keep the margin above what stands in them', async () => {
    const band = (margin: unknown) => [{ rect: 10, fill: '#000000', margin }];
    const tops = async (header: unknown, footer: unknown) => {
      const { pages } = await layOut('body', {}, { header, footer });
      return pages[0]!.items.flatMap((item) => (item.kind === 'rect' ? [item.y] : []));
    };
    expect(await tops(band({ top: 5 }), band({ top: 5 }))).toEqual([15, 80]);
    expect(await tops(band({ bottom: 5 }), band({ bottom: 5 }))).toEqual([10, 75]);
  });
  const footer = [{ text: 'Page {{ page.number }} of {{ page.total }}', align: 'right' }];
  test('say the number of the page and of all pages', async () => {
    const texts = pageTexts(await layOut(lines(16), {}, { footer }));
    expect(texts.map((page) => page.at(-1))).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
  });
  test('page numbers in the body are those of the page they come to stand on', async () => {
    const texts = pageTexts(await layOut([...lines(8), 'here is {{ page.number }}/{{ page.total }}']));
    expect(texts[1]).toEqual(['here is 2/2']);
  });
  test('the first variant that fits the sheet is used, with its own height', async () => {
    const header = [
      { on: 'first', body: ['large', 'header'] },
      { on: 'notFirst', body: ['small'] },
    ];
    const texts = pageTexts(await layOut(lines(16), {}, { header }));
    expect(texts.map((page) => page.length)).toEqual([8, 8, 4]);
    expect(texts.map((page) => page[0])).toEqual(['large', 'small', 'small']);
  });
  test('a last footer that is higher moves what it would cover to one more sheet', async () => {
    const last = [{ on: 'last', body: ['sum', 'total', 'signature'] }];
    expect(pageTexts(await layOut(lines(4), {}, { footer: last }))).toEqual([[...lines(4), 'sum', 'total', 'signature']]);
    expect(pageTexts(await layOut(lines(8), {}, { footer: last }))).toEqual([
      lines(5),
      ['line 6', 'line 7', 'line 8', 'sum', 'total', 'signature'],
    ]);
  });
  test('a last footer that is higher divides a paragraph, and moves a heading along with what follows it', async () => {
    const last = [{ on: 'last', body: ['sum', 'total', 'signature'] }];
    const bodies = async (body: unknown) =>
      pageTexts(await layOut(body, {}, { footer: last })).map((page) => page.filter((text) => text.startsWith('line')));
    expect(await bodies([lines(8).join('\n')])).toEqual([lines(5), lines(8).slice(5)]);
    const withHeading = lines(8).map((text, i) => ({ text, keepWithNext: i === 3 || i === 4 }));
    expect(await bodies(withHeading)).toEqual([lines(3), lines(8).slice(3)]);
    expect(await bodies(lines(6).map((text, i) => ({ text, keepWithNext: i < 5 })))).toEqual([lines(6), []]);
  });
  test('conditions on the number of the page hold for each page', async () => {
    const header = [{ text: 'even', when: 'page.number % 2 == 0' }, 'always'];
    expect(pageTexts(await layOut(lines(20), {}, { header })).map((page) => page[0])).toEqual(['always', 'even', 'always']);
  });
  test('background lies below and overlay above', async () => {
    const page = {
      background: [{ rect: 100, fill: '#eeeeee', at: { x: 0, y: 0 } }],
      overlay: [{ text: 'DRAFT', at: { x: 50, y: 40 } }],
    };
    const [only] = pageLines(await layOut(['body'], {}, page));
    expect(only!.map((line) => line.split(' ')[0])).toEqual(['rect', 'text', 'text']);
    expect(only![0]).toBe('rect 0,0 200x100 #eeeeee');
    expect(only!.at(-1)).toContain('"DRAFT"');
  });
});

test('the numbers of a part count its own sheets, in the order of the document', async () => {
  const footer = ['{{ page.number }}/{{ page.total }} {{ page.part.number }}/{{ page.part.total }} {{ page.side }}'];
  const page = (body: unknown) => ({ size: [200, 100], margin: 10, body, footer });
  const laidOut = await layOut(
    [],
    {},
    {},
    { pages: [page(lines(10)), page(['annex {{ page.part.number }}/{{ page.part.total }}'])] },
  );
  expect(pageTexts(laidOut).map((texts) => texts.at(-1))).toEqual(['1/3 1/2 right', '2/3 2/2 left', '3/3 1/1 right']);
  expect(pageTexts(laidOut)[2]).toContain('annex 1/1');
});

test('the numbers of pages go on over page layouts', async () => {
  const footer = ['{{ page.number }}/{{ page.total }}'];
  const page = (body: unknown) => ({ size: [200, 100], margin: 10, body, footer });
  const laidOut = await layOut([], {}, {}, { pages: [page(lines(10)), page(['annex'])] });
  expect(pageTexts(laidOut).map((texts) => texts.at(-1))).toEqual(['1/3', '2/3', '3/3']);
});

describe('limits', () => {
  test('a repeat without end meets the limit on boxes, a long one that on pages', async () => {
    const data = { list: Array.from({ length: 5000 }, (_, i) => i) };
    const body = [{ repeat: 'list', body: '{{ item }}' }];
    const limits = { maxPages: 1000, maxBoxes: 1000, maxImagePixels: 1, maxImageBytes: 1 };
    await expect(layOut(body, data, {}, {}, limits)).rejects.toMatchObject({
      code: 'RENDER_LIMIT',
      message: expect.stringContaining('maxBoxes'),
    });
    await expect(layOut(body, data, {}, {}, { ...limits, maxBoxes: 1e6, maxPages: 10 })).rejects.toMatchObject({
      code: 'RENDER_LIMIT',
      message: expect.stringContaining('maxPages'),
    });
  });
  test('bands that leave no room are an error and not a loop', async () => {
    await expect(layOut(lines(3), {}, { header: lines(9) })).rejects.toMatchObject({ code: 'RENDER_LIMIT' });
  });
});

test('a body that leaves no room for the bands of the last sheet keeps its sheet, and they get one of their own', async () => {
  const footer = [
    { on: 'last', height: 60, body: ['the end'] },
    { on: 'all', height: 10, body: ['more'] },
  ];
  const body = [{ text: 'heading', keepWithNext: true }, { spacer: 50 }];
  const { pages, warnings } = await layOut([{ group: body }], {}, { footer });
  expect(pageTexts({ pages, warnings })).toEqual([['heading', 'more'], ['the end']]);
  expect(warnings).toEqual([]);
});

test('components that stay with the next, and are higher than a page together, fill each page', async () => {
  const body = Array.from({ length: 20 }, (_, i) => ({ text: `${i}`, keepWithNext: true }));
  const texts = pageTexts(await layOut([...body, 'End']));
  expect(texts.map((page) => page.length)).toEqual([8, 8, 5]);
  expect(texts.flat()).toEqual([...body.map(({ text }) => text), 'End']);
});
