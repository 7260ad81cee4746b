// Where the parts and items of pages come from.
import { describe, expect, test } from 'vitest';
import { type TracedPage, traceTemplate } from '../../support/traced-pages.ts';

type Json = Readonly<Record<string, unknown>>;

const round = (value: number) => Math.round(value * 10) / 10;

/** The parts of each page as text: `component /pages/0/body/0 10,10 180x10`, in pt. A turned part has the corners of its rectangle. */
async function partsOf(page: Json | readonly Json[], data: unknown = {}, more: Json = {}): Promise<string[][]> {
  const layouts = [page].flat().map((one) => ({ size: [200, 100], margin: 10, ...one }));
  const document = { unit: 'pt', styles: { base: { size: 8, lineHeight: 1.25 } }, pages: layouts, ...more };
  return (await traceTemplate(document, data)).map(({ origins }) =>
    origins.parts.map(({ origin: { kind, pointer, uses, dataPath }, corners }) => {
      const [[left, top], [right], [, bottom]] = corners;
      const isUpright = corners[0][1] === corners[1][1] && right >= left && bottom >= top;
      const area = isUpright
        ? `${round(left)},${round(top)} ${round(right - left)}x${round(bottom - top)}`
        : corners.map((corner) => corner.map(round).join(',')).join(' ');
      return [kind, pointer, ...uses.map((use) => `in ${use}`), ...(dataPath === null ? [] : [`for ${dataPath}`]), area].join(
        ' ',
      );
    }),
  );
}

/** The parts in the body of a page layout. */
async function bodyParts(body: unknown, data?: unknown, more?: Json): Promise<string[][]> {
  const pages = await partsOf({ body }, data, more);
  return pages.map((parts) =>
    parts.filter((part) => !/^(?:page|band) /.test(part)).map((part) => part.replace('/pages/0/body', '…')),
  );
}

describe('parts', () => {
  test('a component is as large as its box, without its margin', async () => {
    const body = [
      { text: 'A', padding: 5, margin: [3, 20], width: 50 },
      { stack: [], padding: 4 },
      { spacer: 5 },
      { stack: ['B', 'C'], gap: 2 },
    ];
    expect(await bodyParts(body)).toEqual([
      [
        'component …/0 30,13 50x20',
        'component …/1 10,36 180x8',
        'component …/2 10,44 180x5',
        'component …/3 10,49 180x22',
        'component …/3/stack/0 10,49 180x10',
        'component …/3/stack/1 10,61 180x10',
      ],
    ]);
  });

  test('a page has its bands, and a row its columns', async () => {
    const footer = [{ gap: 10, row: ['Foot', { text: '{{ page.total }}', width: 30 }] }];
    expect(await partsOf({ body: 'Body', header: ['Head'], footer, overlay: [{ rect: 5, at: { x: 1, y: 2, w: 3 } }] })).toEqual([
      [
        'page /pages/0 0,0 200x100',
        'band /pages/0/header 10,10 180x10',
        'component /pages/0/header/0 10,10 180x10',
        'band /pages/0/body 10,20 180x60',
        'component /pages/0/body 10,20 180x10',
        'band /pages/0/footer 10,80 180x10',
        'component /pages/0/footer/0 10,80 180x10',
        'column /pages/0/footer/0/row/0 10,80 140x10',
        'component /pages/0/footer/0/row/0 10,80 140x10',
        'column /pages/0/footer/0/row/1 160,80 30x10',
        'component /pages/0/footer/0/row/1 160,80 30x10',
        'band /pages/0/overlay 0,0 200x100',
        'component /pages/0/overlay/0 1,2 3x5',
      ],
    ]);
  });

  test('a component that goes on has a rectangle on each sheet, and in each column', async () => {
    const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    expect(await bodyParts([{ stack: lines, padding: 3, background: '#eeeeee' }])).toEqual([
      ['component …/0 10,10 180x76', ...lines.slice(0, 7).map((_, i) => `component …/0/stack/${i} 13,${13 + 10 * i} 174x10`)],
      ['component …/0 10,10 180x26', 'component …/0/stack/7 13,13 174x10', 'component …/0/stack/8 13,23 174x10'],
    ]);
    expect(await bodyParts([{ flow: [{ stack: ['A', 'B', 'C'] }] }])).toEqual([
      [
        'component …/0 10,10 180x20',
        'component …/0/flow/0 10,10 84x20',
        'component …/0/flow/0/stack/0 10,10 84x10',
        'component …/0/flow/0/stack/1 10,20 84x10',
        'component …/0/flow/0 106,10 84x10',
        'component …/0/flow/0/stack/2 106,10 84x10',
      ],
    ]);
    expect(await bodyParts([{ rect: 150, fill: '#ff0000' }])).toEqual([
      ['component …/0 10,10 180x80'],
      ['component …/0 10,10 180x70'],
    ]);
  });

  test('groups turn, move and cut what they hold', async () => {
    const frame = [
      { text: 'Turned', at: { x: 50, y: 5, w: 40, rotate: 30 } },
      { stack: ['A', 'B'], at: { x: 100, w: 50, h: 15 } },
    ];
    const body = [
      { text: 'Up', rotate: 90, minHeight: 20 },
      { frame, height: 30, grow: 'none' },
      { stack: ['Faded'], opacity: 0.5, padding: 2 },
    ];
    expect(await bodyParts(body)).toEqual([
      [
        'component …/0 10,10 10x20',
        'component …/1 10,30 180x30',
        'component …/1/frame/0 60,35 94.6,55 89.6,63.7 55,43.7',
        'component …/1/frame/1 110,30 50x15',
        'component …/1/frame/1/stack/0 110,30 50x10',
        'component …/1/frame/1/stack/1 110,40 50x5',
        'component …/2 10,60 180x14',
        'component …/2/stack/0 12,62 176x10',
      ],
    ]);
  });

  test('a graphic is as wide as what it paints', async () => {
    const code = { barcode: '1234', symbology: 'code128', width: 80, height: 10, align: 'right', margin: [0, 10], padding: 2 };
    const body = [
      { ...code, border: { width: 1 } },
      { ellipse: 10, width: 20, fill: '#ff0000' },
    ];
    expect(await bodyParts(body)).toEqual([['component …/0 96,10 84x14', 'component …/1 10,24 20x10']]);
    const [first] = await partsOf({ body: 'Body', background: [{ watermark: 'DRAFT' }] });
    expect(first!.slice(1, 3)).toEqual([
      'band /pages/0/background 0,0 200x100',
      'component /pages/0/background/0 40.4,54.6 139.4,5.1 159.6,45.4 60.6,94.9',
    ]);
  });

  test('a table has rows and cells, also those that it repeats', async () => {
    const table = {
      table: 'list',
      as: 'l',
      columns: [
        { header: 'Head', body: '{{ l }}', width: 40 },
        { body: ['x', 'y'], width: 60 },
      ],
      footer: [{ cells: [{ text: 'Foot', span: 2 }] }],
      margin: [0, 20],
    };
    expect(await bodyParts([table], { list: ['1', '2', '3'] })).toEqual([
      [
        'component …/0 30,10 100x68',
        'row …/0 30,10 100x16',
        'cell …/0/columns/0/header 30,10 40x16',
        'component …/0/columns/0/header 34,13 32x10',
        'cell …/0/columns/1 70,10 60x16',
        ...['0', '1'].flatMap((i) => {
          const top = i === '0' ? 26 : 52;
          return [
            `row …/0 for /list/${i} 30,${top} 100x26`,
            `cell …/0/columns/0 for /list/${i} 30,${top} 40x26`,
            `component …/0/columns/0/body for /list/${i} 34,${top + 3} 32x10`,
            `cell …/0/columns/1 for /list/${i} 70,${top} 60x26`,
            `component …/0/columns/1/body/0 for /list/${i} 74,${top + 3} 52x10`,
            `component …/0/columns/1/body/1 for /list/${i} 74,${top + 13} 52x10`,
          ];
        }),
      ],
      [
        'component …/0 30,10 100x58',
        'row …/0 30,10 100x16',
        'cell …/0/columns/0/header 30,10 40x16',
        'component …/0/columns/0/header 34,13 32x10',
        'cell …/0/columns/1 70,10 60x16',
        'row …/0 for /list/2 30,26 100x26',
        'cell …/0/columns/0 for /list/2 30,26 40x26',
        'component …/0/columns/0/body for /list/2 34,29 32x10',
        'cell …/0/columns/1 for /list/2 70,26 60x26',
        'component …/0/columns/1/body/0 for /list/2 74,29 52x10',
        'component …/0/columns/1/body/1 for /list/2 74,39 52x10',
        'row …/0/footer/0 30,52 100x16',
        'cell …/0/footer/0/cells/0 30,52 100x16',
        'component …/0/footer/0/cells/0 34,55 92x10',
      ],
    ]);
  });

  test('backgrounds and lines belong to their row or cell', async () => {
    const columns = [{ body: 'A', background: '#eeeeee', width: 40 }, { body: 'B' }];
    const body = [{ table: [1, 2], columns, zebra: '#dddddd', rules: 'rows' }];
    const [{ items, origins }] = (await traceTemplate({ unit: 'pt', pages: [{ body }] }, {})) as [TracedPage];
    const shapes = items.filter(({ kind }) => kind !== 'text');
    expect(shapes.map((item) => `${item.kind} ${origins.originOf(item)!.kind} ${origins.originOf(item)!.pointer}`)).toEqual([
      'rect cell /pages/0/body/0/columns/0',
      'rect row /pages/0/body/0',
      'rect cell /pages/0/body/0/columns/0',
      'line row /pages/0/body/0',
      'line row /pages/0/body/0',
    ]);
  });

  test('a merged cell has a part in each of its rows', async () => {
    const columns = [{ body: '{{ l }}', merge: 'l', width: 40 }];
    expect(await bodyParts([{ table: 'list', as: 'l', columns }], { list: ['A', 'A'] })).toEqual([
      [
        'component …/0 10,10 40x16',
        'row …/0 for /list/0 10,10 40x8',
        'cell …/0/columns/0 for /list/0 10,10 40x8',
        'component …/0/columns/0/body for /list/0 14,13 32x10',
        'row …/0 for /list/1 10,18 40x8',
        'cell …/0/columns/0 for /list/1 10,18 40x8',
      ],
    ]);
  });

  test('pairs have a row each', async () => {
    expect(await bodyParts([{ pairs: [['A', 'b'], { label: 'C', value: 'd' }], labels: { width: 20 }, width: 100 }])).toEqual([
      [
        'component …/0 10,10 100x32',
        'row …/0/pairs/0 10,10 100x16',
        'cell …/0/pairs/0/0 10,10 20x16',
        'component …/0/pairs/0/0 14,13 12x10',
        'cell …/0/pairs/0/1 30,10 80x16',
        'component …/0/pairs/0/1 34,13 72x10',
        'row …/0/pairs/1 10,26 100x16',
        'cell …/0/pairs/1/label 10,26 20x16',
        'component …/0/pairs/1/label 14,29 12x10',
        'cell …/0/pairs/1/value 30,26 80x16',
        'component …/0/pairs/1/value 34,29 72x10',
      ],
    ]);
  });

  test('what a stack shows again on the next sheet belongs to it', async () => {
    const stack = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const [, second] = await bodyParts([{ stack, header: [{ on: 'notFirst', body: 'Again' }], margin: [0, 5] }]);
    expect(second).toEqual([
      'component …/0 15,10 170x20',
      'component …/0/header/0/body 15,10 170x10',
      'component …/0/stack/8 15,20 170x10',
    ]);
  });

  test('a footnote stands at the foot of its sheet', async () => {
    const [parts] = await bodyParts([{ text: 'Text[^a]', format: 'inline', footnotes: { a: 'Note' } }]);
    expect(parts).toEqual(['component …/0 10,10 180x10', expect.stringMatching(/^note …\/0\/footnotes\/a 10,\d+(?:\.\d)? 180x/)]);
  });

  test('what a component makes itself belongs to it', async () => {
    const markdown = '# Title\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
    const names = (await bodyParts([{ toc: 1 }, { markdown }])).flat().map((part) => part.replace(/ \d.*/, ''));
    expect([...new Set(names)]).toEqual(['component …/0', 'component …/1']);
  });

  test('items that wait for the number of pages have the parts around them', async () => {
    const footer = [
      {
        row: [
          { text: 'Page', width: 'auto' },
          { stack: ['{{ page.total }}'], width: 'auto', padding: 1 },
        ],
      },
    ];
    const pages = await traceTemplate({ unit: 'pt', pages: [{ size: [200, 100], margin: 10, body: 'Body', footer }] }, {});
    const [{ late, origins }] = pages as [TracedPage];
    expect(late.map((item) => origins.originOf(item)?.pointer)).toEqual([
      '/pages/0/footer/0/row/0',
      '/pages/0/footer/0/row/1/stack/0',
    ]);
    const pointers = origins.parts.map(({ origin: { kind, pointer } }) => `${kind} ${pointer}`);
    expect(pointers.filter((one) => one.includes('footer'))).toEqual([
      'band /pages/0/footer',
      'component /pages/0/footer/0',
      'column /pages/0/footer/0/row/0',
      'component /pages/0/footer/0/row/0',
      'column /pages/0/footer/0/row/1',
      'component /pages/0/footer/0/row/1',
      'component /pages/0/footer/0/row/1/stack/0',
    ]);
  });

  test('a page without a body, which duplex leaves empty, belongs to the next layout', async () => {
    const pages = await partsOf([{ body: 'A' }, { body: 'B', start: 'right' }]);
    expect(pages[1]).toEqual(['page /pages/1 0,0 200x100']);
  });
});

describe('places in the template', () => {
  test('the uses and slots that lead into a definition', async () => {
    const define = {
      card: { params: { title: { type: 'string' } }, body: ['{{ title }}', { stack: [{ slot: 'body' }] }] },
      inner: { body: 'Inner' },
    };
    const body = [{ use: 'card', with: { title: 'T' }, body: ['In the slot', { use: 'inner' }] }];
    const [parts] = await bodyParts(body, {}, { define });
    expect(parts!.map((part) => part.replace(/ \d.*/, '').replace('/pages/0/body', '…'))).toEqual([
      'component …/0',
      'component /define/card/body/0 in …/0',
      'component /define/card/body/1 in …/0',
      'component /define/card/body/1/stack/0 in …/0',
      'component …/0/body/0 in …/0 in /define/card/body/1/stack/0',
      'component …/0/body/1 in …/0 in /define/card/body/1/stack/0',
      'component /define/inner/body in …/0 in /define/card/body/1/stack/0 in …/0/body/1',
    ]);
  });

  test('a layout that takes its parts from definitions', async () => {
    const sheet = { size: [200, 100], margin: 10 };
    const define = {
      letter: { page: { use: 'base', header: ['Head'] } },
      base: { page: { ...sheet, body: ['Before', { slot: 'body' }] } },
    };
    const document = { unit: 'pt', define, pages: [{ use: 'letter', body: ['Body'] }] };
    const [{ origins }] = (await traceTemplate(document, {})) as [TracedPage];
    expect(origins.parts.map(({ origin: { pointer, uses } }) => [pointer, ...uses].join(' in '))).toEqual([
      '/pages/0',
      '/define/letter/page/header in /pages/0',
      '/define/letter/page/header/0 in /pages/0',
      '/pages/0/body',
      '/define/base/page/body/0 in /pages/0 in /define/letter/page',
      '/define/base/page/body/1 in /pages/0 in /define/letter/page',
      '/pages/0/body/0 in /pages/0 in /define/letter/page in /define/base/page/body/1',
    ]);
  });

  test('the place in the data, of elements in elements', async () => {
    const body = [{ repeat: 'list', as: 'l', body: [{ repeat: 'l.inner', as: 'i', body: '{{ i }}' }] }];
    const [parts] = await bodyParts(body, { list: [{ inner: ['A'] }, { inner: ['B', 'C'] }] });
    expect(parts!.filter((part) => part.includes('/body/0/body'))).toEqual([
      'component …/0/body/0/body for /list/0/inner/0 10,10 180x10',
      'component …/0/body/0/body for /list/1/inner/0 10,20 180x10',
      'component …/0/body/0/body for /list/1/inner/1 10,30 180x10',
    ]);
  });
});

test('cells say what their columns need, and a table how wide its place is', async () => {
  const columns = [
    { width: 60, header: 'Wide', body: 'x' },
    { width: 20, body: 'MMMM' },
  ];
  const document = {
    unit: 'pt',
    styles: { base: { size: 8 } },
    pages: [{ size: [200, 100], margin: 10, body: [{ table: [1], columns }] }],
  };
  const [page] = await traceTemplate(document, {});
  const { parts } = page!.origins;
  const leasts = parts.flatMap(({ origin, leastWidth }) => (origin.kind === 'cell' ? [Math.round(leastWidth!)] : []));
  expect(leasts).toEqual([27, 37, 27, 37]);
  expect(parts.flatMap(({ mostWidth }) => mostWidth ?? [])).toEqual([180]);
});
