// Sheets without a header or footer, and sheets with nothing else.
import { describe, expect, test } from 'vitest';
import { bandNames } from '../../../src/document/layout/page-layout.ts';
import { createRandom } from '../../support/random.ts';
import { compile, diagnose, layOut, pageTexts } from '../../support/render.ts';

const sheets = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    text: `body ${i + 1}`,
    ...(i > 0 && { break: { before: 'page' } }),
  }));
const variant = (on: string) => ({ on, body: [on] });
const warned = async (names: readonly string[], count: number, band = 'header') =>
  (await layOut(sheets(count), {}, { [band]: names.map(variant) })).warnings.map(({ code, component, page }) => [
    code,
    component,
    page,
  ]);

describe('a variant that no sheet takes', () => {
  const told = async (variants: readonly object[]) =>
    (await diagnose({ pages: [{ header: variants.map((one) => ({ body: ['x'], ...one })), body: [] }] }))
      .filter((one) => one.includes('never-reached'))
      .map((one) => Number(one.split('/').at(-1)));
  test('is told, with the reason', async () => {
    expect(await told([{}, { on: 'first' }])).toEqual([1]);
    expect(await told([{ on: 'rest' }, { on: 'notFirst' }, { on: 'first' }])).toEqual([0]);
    expect(await told([{ on: 'first', when: 'a' }, { on: 'first' }, { on: 'rest' }])).toEqual([]);
    expect(await told([{ on: 'odd' }, { on: 'even' }, { on: 'last' }, { on: 'rest' }])).toEqual([2, 3]);
    expect(await told([{ on: 'rest' }, { on: 'rest' }])).toEqual([1]);
    expect(await told([{ on: 'last' }, { on: 'first' }, { on: 'all' }])).toEqual([]);
    expect(await told([{ on: 'all', when: 'a' }, { on: 'all' }, { on: 'all', when: 'a' }])).toEqual([2]);
  });
  test('of any list is shown on no page, and each other one is on some', async () => {
    const random = createRandom(11);
    for (let i = 0; i < 25; i++) {
      const names = Array.from(
        { length: 2 + Math.floor(random() * 3) },
        () => bandNames[Math.floor(random() * bandNames.length)]!,
      );
      const unreached = new Set(await told(names.map((on) => ({ on }))));
      const shown = new Set<string>();
      // Parts that begin on odd and on even pages, of one to four sheets.
      for (const count of [1, 2, 3, 4])
        for (const start of [0, 1]) {
          const header = names.map((on, at) => ({ on, body: [`v${at}`] }));
          const pages = [
            ...(start === 1 ? [{ size: [200, 100], margin: 10, body: ['before'] }] : []),
            { size: [200, 100], margin: 10, header, body: sheets(count) },
          ];
          const texts = pageTexts(await layOut([], {}, {}, { pages }));
          for (const text of texts.flat()) shown.add(text);
        }
      expect(
        names.flatMap((_, at) => (shown.has(`v${at}`) ? [] : [at])),
        names.join(),
      ).toEqual([...unreached]);
    }
  });
});

describe('a sheet that gets none of the variants of a header or footer', () => {
  test('is warned of once, where it first occurs', async () => {
    expect(await warned(['first', 'last'], 4)).toEqual([['band-missing', '/pages/0/header', 2]]);
    expect(await warned(['odd', 'last'], 5, 'footer')).toEqual([['band-missing', '/pages/0/footer', 2]]);
    expect(await warned(['last', 'even'], 3)).toEqual([['band-missing', '/pages/0/header', 1]]);
    const { warnings } = await layOut(sheets(3), {}, { footer: [variant('first'), variant('last')] });
    expect(warnings[0]!.message).toBe(
      'Page 2 has no footer: none of the variants ("first", "last") is for it. If this is meant, add { "on": "all", "body": [] } at the end.',
    );
  });

  test('is meant with one variant, and with an empty variant for all', async () => {
    for (const name of bandNames) expect(await warned([name], 4)).toEqual([]);
    const header = [variant('first'), variant('last'), { on: 'all', body: [] }];
    const laidOut = await layOut(sheets(3), {}, { header });
    expect(laidOut.warnings).toEqual([]);
    expect(pageTexts(laidOut)).toEqual([['first', 'body 1'], ['body 2'], ['last', 'body 3']]);
  });

  test('occurs for the pairs of variants that leave sheets out, and for no others', async () => {
    const covers = (names: readonly string[], sheet: number, count: number) =>
      names.some(
        (name) =>
          name === 'all' ||
          (name === 'first' && sheet === 1) ||
          (name === 'last' && sheet === count) ||
          (name === 'notFirst' && sheet > 1) ||
          (name === 'notLast' && sheet < count) ||
          name === 'rest' ||
          (name === 'odd' && sheet % 2 === 1) ||
          (name === 'even' && sheet % 2 === 0),
      );
    for (const a of bandNames)
      for (const b of bandNames.filter((name) => name !== a))
        for (const count of [1, 2, 3, 4]) {
          const bare = Array.from({ length: count }, (_, i) => i + 1).find((sheet) => !covers([a, b], sheet, count));
          const expected = bare === undefined ? [] : [['band-missing', '/pages/0/header', bare]];
          expect([a, b, count, await warned([a, b], count)]).toEqual([a, b, count, expected]);
        }
  });
});

describe('the first variant that is for a sheet', () => {
  const shown = async (header: readonly unknown[], count: number, more: Record<string, unknown> = {}) =>
    pageTexts(await layOut(sheets(count), { show: true }, { header }, more)).map(([first]) => first);

  test.each([
    ['first notFirst', 'first notFirst notFirst notFirst'],
    ['last notLast', 'notLast notLast notLast last'],
    ['notFirst first', 'first notFirst notFirst notFirst'],
    ['rest first', 'first rest rest rest'],
    ['rest even last', 'rest even rest even'],
    ['last rest even', 'rest even rest last'],
    ['rest all', 'all all all all'],
  ])('of %s', async (names, expected) => {
    expect((await shown(names.split(' ').map(variant), 4)).join(' ')).toBe(expected);
  });

  test('odd and even sheets are those of the document', async () => {
    const page = (body: unknown) => ({ size: [200, 100], margin: 10, header: ['odd', 'even'].map(variant), body });
    const laidOut = await layOut([], {}, {}, { pages: [page(sheets(1)), page(sheets(2))] });
    expect(pageTexts(laidOut).map(([first]) => first)).toEqual(['odd', 'even', 'odd']);
  });

  test('may ask the data and the page', async () => {
    const header = [
      { on: 'first', when: 'not show', body: 'hidden' },
      { when: "page.side == 'left' and page.part.number < 4", body: 'left' },
      { on: 'rest', when: 'page.number != 3', body: 'rest {{ page.side }} {{ page.part.number }}' },
      { on: 'all', when: 'page.number == 3', body: 'three' },
    ];
    expect(await shown(header, 4)).toEqual(['rest right 1', 'left', 'three', 'rest left 4']);
  });

  test('may be for the rest only where a condition holds', async () => {
    const header = [variant('first'), { on: 'rest', when: 'page.number != 2', body: 'rest' }];
    expect(await shown(header, 3)).toEqual(['first', 'body 2', 'rest']);
  });

  test('may not ask for what is known only at the end', async () => {
    for (const when of ['page.number == page.total', 'page.part.total > 1', 'page.part', "('x' | page_number) > 1"])
      expect(await diagnose({ pages: [{ body: [], header: [{ when, body: 'x' }] }] })).toEqual([
        'error too-early /pages/0/header/0/when',
      ]);
    for (const name of ['number', 'side', 'part.number'])
      expect(await diagnose({ pages: [{ body: [{ text: 'x', when: `page.${name}` }] }] })).toEqual([
        'error too-early /pages/0/body/0/when',
      ]);
    expect(await diagnose({ pages: [{ body: '{{ page.part.count }}' }] })).toEqual(['error unknown-path /pages/0/body']);
  });

  test('a variant with a condition is warned of like another where it leaves a sheet out', async () => {
    const header = [{ when: 'page.number > 1', body: 'late' }, variant('last')];
    const { warnings } = await layOut(sheets(3), {}, { header });
    expect(warnings).toMatchObject([{ code: 'band-missing', component: '/pages/0/header', page: 1 }]);
  });

  test('a warning names the list of a definition that the layout uses', async () => {
    const params = { note: { type: 'string', default: '' } };
    const letter = { params, page: { header: [variant('last'), variant('even')], body: ['{{ note }}', { slot: 'body' }] } };
    const slip = { page: { use: 'letter' } };
    const componentsOf = async (page: Record<string, unknown>) => {
      const more = { define: { letter, slip }, pages: [{ size: [200, 100], margin: 10, ...page }] };
      const { warnings } = await layOut([], { note: '' }, {}, more);
      return warnings.map(({ code, component }) => `${code} ${component}`);
    };
    const own = { use: 'slip', header: [variant('last'), variant('even')], body: '{{ note }}' };
    expect(await componentsOf({ use: 'slip' })).toEqual(['empty-body /define/letter/page/body']);
    expect(await componentsOf({ use: 'slip', body: '{{ note }}' })).toEqual(['empty-body /pages/0/body']);
    const three = ['a', { pageBreak: true }, 'b', { pageBreak: true }, 'c'];
    expect(await componentsOf({ use: 'slip', body: three })).toEqual(['band-missing /define/letter/page/header']);
    expect(await componentsOf({ ...own, body: three })).toEqual(['band-missing /pages/0/header']);
  });
});

describe('a page layout whose components all print nothing', () => {
  const codes = async (body: unknown, data: unknown = {}, page: object = {}) =>
    (await layOut(body, data, page as Record<string, unknown>)).warnings.map(({ code, component, page: number }) => [
      code,
      component,
      number,
    ]);
  const empty = [['empty-body', '/pages/0/body', 1]];
  test.each([
    [
      'conditions that do not hold',
      [
        { text: 'x', when: 'show' },
        { stack: 'x', when: 'show' },
      ],
    ],
    ['an empty list', [{ repeat: 'lines', body: 'x' }]],
    ['texts without a value', ['{{ note }}', { text: '{{ note }}', margin: 5 }]],
    ['a stack of such components', [{ stack: ['{{ note }}'], padding: 5 }]],
    ['space around nothing', [{ spacer: 20 }, '{{ note }}']],
    ['a bookmark on nothing', [{ text: '{{ note }}', bookmark: 'Notes' }]],
  ])('%s', async (_, body) => {
    const data = { lines: [], note: '', show: false };
    expect(await codes(body, data, { header: ['Header'], footer: ['{{ page.number }}'] })).toEqual(empty);
  });

  test.each([
    ['one component prints', ['{{ note }}', 'x']],
    ['a late page number', ['{{ page.total }}']],
    ['the header of a table without rows', [{ table: 'lines', columns: [{ header: 'Item', body: 'x' }] }]],
    ['a colour', [{ stack: [], background: '#ff0000', minHeight: 10 }]],
    ['a line', [{ line: true }]],
    ['a field', [{ field: 'seller', kind: 'signature', height: 10 }]],
    ['an annotation', [{ annotation: 'Check' }]],
    ['a second sheet prints', ['{{ note }}', { spacer: 10 }, { text: 'x', break: { before: 'page' } }]],
  ])('is another one if %s', async (_, body) => {
    expect(await codes(body, { lines: [], note: '' })).toEqual([]);
  });

  test('has components: an empty body, or one of spaces, is meant', async () => {
    expect(await codes([], {}, { background: [{ text: 'Cover', at: { x: 0, y: 0 } }] })).toEqual([]);
    expect(await codes([{ spacer: 10 }])).toEqual([]);
    expect(await codes([{ frame: [], height: 10 }])).toEqual([]);
    expect(await codes([{ spacer: 10 }, { pageBreak: true }, ''])).toEqual([]);
  });

  test('is named, among several layouts', async () => {
    const more = { pages: [{ body: ['x'] }, { header: ['Terms'], body: ['{{ terms }}'] }] };
    const { warnings } = await layOut([], { terms: '' }, {}, more);
    expect(warnings).toMatchObject([{ code: 'empty-body', component: '/pages/1/body', page: 2 }]);
  });
});

test('a header higher than its height is cut there, with the space above its content', async () => {
  const body = [{ rect: 40, fill: '#ff0000', margin: [8, 0, 0, 0] }];
  const laidOut = await layOut(['body'], {}, { header: [{ on: 'all', height: 30, body }] });
  // The body begins at 40, below the margin and the header.
  expect(laidOut.pages[0]!.items[0]).toMatchObject({ kind: 'group', y: 18, clip: { y: 0, height: 22 } });
  expect(laidOut.warnings).toMatchObject([{ code: 'box-overflow', component: '/pages/0' }]);
});

test('a "rest" that takes the first sheet gives a warning that says what to write', async () => {
  const warningsOf = async (header: unknown) => await diagnose({ document: { tagged: false }, pages: [{ header, body: ['a'] }] });
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
