// Page layouts that make no sheets, or a part for each element of a list.
import { describe, expect, test } from 'vitest';
import { records } from '../../support/records.ts';
import { compile, defaultLimits, diagnose, type LaidOut, layOut, pageTexts } from '../../support/render.ts';
import { listOf, objectOf, text } from '../../support/schemas.ts';
import { structureLines } from '../../support/structure.ts';

const pageBreak = { pageBreak: true };
const customers = records('name lines total', ['Ann', ['a', 'b'], 3], ['Ben', ['c'], 5]);
const each = { each: 'customers', as: 'c' };
const layOutPage = (page: Record<string, unknown>, data: unknown = { customers }, limits = defaultLimits) =>
  layOut(page.body ?? ['{{ c.name }}'], data, page, {}, limits);
const tell = ({ warnings }: LaidOut) => warnings.map(({ code, dataPath, page }) => `${code} ${dataPath} ${page}`);

describe('a page layout with a list', () => {
  test('makes a part for each element, with a first and a last sheet of its own', async () => {
    const laidOut = await layOutPage({
      ...each,
      header: [
        { on: 'first', body: '{{ c.name }} begins' },
        { on: 'rest', body: '{{ c.name }} goes on' },
      ],
      footer: [{ on: 'last', body: 'Total {{ c.total }}' }],
      body: [{ repeat: 'c.lines', as: 'l', separator: pageBreak, body: '{{ l }}' }],
    });
    expect(pageTexts(laidOut)).toEqual([
      ['Ann begins', 'a'],
      ['Ann goes on', 'b', 'Total 3'],
      ['Ben begins', 'c', 'Total 5'],
    ]);
    expect(laidOut.warnings).toEqual([]);
  });

  test('counts the sheets of each part, and loop counts the parts', async () => {
    const footer =
      '{{ page.part.number }}/{{ page.part.total }} of {{ page.number }}/{{ page.total }}, {{ loop.index }}/{{ loop.count }}';
    const body = [{ repeat: 'c.lines', as: 'l', separator: pageBreak, body: '{{ l }}' }];
    const texts = pageTexts(await layOutPage({ ...each, footer: [footer], body }));
    expect(texts.map((page) => page.at(-1))).toEqual(['1/2 of 1/3, 1/2', '2/2 of 2/3, 1/2', '1/1 of 3/3, 2/2']);
  });

  test('says in warnings which element is meant', async () => {
    const list = [{ text: '{{ c.name }}', when: 'c.total > 3' }];
    const stack = { stack: '{{ c.name }}', height: 2 };
    const header = [
      { on: 'last', height: 1, body: 'high' },
      { on: 'even', body: [] },
    ];
    const told = async (page: Record<string, unknown>) => tell(await layOutPage({ ...each, ...page }));
    const both = (code: string) => [`${code} /customers/0 1`, `${code} /customers/1 2`];
    expect(await told({ body: list })).toEqual(['empty-body /customers/0 1']);
    expect(await told({ header })).toEqual(both('box-overflow'));
    const missing = [3, 4].map((total) => ({ on: 'odd', when: `c.total > ${total}`, body: [] }));
    expect(await told({ header: missing })).toEqual(both('band-missing'));
    expect(await told({ body: stack })).toEqual(both('box-overflow'));
  });

  test('has labels, a background, a colour and a size of its own for each part', async () => {
    const parts = records('name size style', ['A', 'A5', 'red'], ['B', [100, 150], '']);
    const look = { size: '{{ p.size }}', margin: 10, style: '{{ p.style }}', labels: { prefix: '{{ p.name }}-' } };
    const page = { each: 'parts', as: 'p', ...look, background: ['{{ p.name }} below'], body: ['x', pageBreak, 'y'] };
    const laidOut = await layOut([], { parts }, {}, { styles: { red: { background: '#ff0000' } }, pages: [page] });
    const sheets = laidOut.pages.map(
      ({ width, height, labels }) => `${Math.round(width)} ${Math.round(height)} ${labels?.prefix ?? ''}`,
    );
    expect(sheets).toEqual(['420 595 A-', '420 595 ', '100 150 B-', '100 150 ']);
    expect(laidOut.pages.map(({ items }) => items.some((item) => item.kind === 'rect'))).toEqual([true, true, false, false]);
    expect(pageTexts(laidOut).map(([first]) => first)).toEqual(['A below', 'A below', 'B below', 'B below']);
    expect(laidOut.warnings).toEqual([]);
  });

  test('makes an element of the structure for each part', async () => {
    expect(structureLines(await layOutPage(each))).toEqual(['Part > P "Ann"', 'Part > P "Ben"']);
    expect(structureLines(await layOutPage({ body: 'x' }))).toEqual(['P "x"']);
  });

  test('makes no sheet for a list without elements', async () => {
    const pages = [{ ...each, body: '{{ c.name }}' }, { body: 'Terms' }];
    for (const data of [{ customers: [] }, {}, { customers: null }]) {
      const laidOut = await layOut([], data, {}, { pages });
      expect(pageTexts(laidOut)).toEqual([['Terms']]);
      expect(laidOut.warnings).toEqual([]);
    }
    const { warnings } = await layOut([], { customers: 'Ann' }, {}, { pages });
    expect(warnings).toMatchObject([{ code: 'not-a-list', component: '/pages/0' }]);
  });

  test('stops at the largest number of pages, however long the list', async () => {
    let made = 0;
    const long = Array.from({ length: 100_000 }, () => ({
      get name() {
        return `${++made}`;
      },
    }));
    await expect(layOutPage(each, { customers: long }, { ...defaultLimits, maxPages: 50 })).rejects.toThrow('more than 50 pages');
    expect(made).toBe(50);
  });

  test('knows its element in the body, the bands, the labels and the size', async () => {
    const dataSchema = objectOf({ customers: listOf(objectOf({ name: text })) });
    const page = {
      ...each,
      size: '{{ c.size }}',
      labels: { prefix: '{{ c.label }}' },
      header: [{ on: 'first', when: 'c.head', body: '{{ c.header }}' }],
      overlay: [{ text: '{{ c.over }}', role: 'artifact' }],
      body: ['{{ c.name }} {{ c.nam }} {{ loop.index }}'],
    };
    expect((await diagnose({ dataSchema, pages: [page] })).sort()).toEqual([
      'error unknown-path /pages/0/body/0',
      'error unknown-path /pages/0/header/0/body',
      'error unknown-path /pages/0/header/0/when',
      'error unknown-path /pages/0/labels/prefix',
      'error unknown-path /pages/0/overlay/0/text',
      'error unknown-path /pages/0/size',
    ]);
    const wrong = await diagnose({ dataSchema, pages: [{ each: 'customers[0].name', body: 'x' }] });
    expect(wrong).toEqual(['error wrong-type /pages/0/each']);
  });

  test.each([
    [{ each: 'customers', as: 'page' }, 'error reserved-name /pages/0/as'],
    [{ as: 'c' }, 'error missing-property /pages/0'],
    [{ each: 'page.number' }, 'error too-early /pages/0/each'],
    [{ when: 'page.number > 1' }, 'error too-early /pages/0/when'],
    [{ when: 'page.total > 1' }, 'error too-early /pages/0/when'],
    [{ size: '{{ page.number }}' }, 'error too-early /pages/0/size'],
    [{ each: 5 }, 'error wrong-type /pages/0/each'],
  ])('%j is refused', async (props, expected) => {
    expect(await diagnose({ pages: [{ ...props, body: 'x' }] })).toContain(expected);
  });
});

describe('a page layout with a condition', () => {
  test('makes sheets only where it holds', async () => {
    const pages = [
      { when: 'terms', body: '{{ terms.text }}' },
      { when: 'not terms', body: 'No terms' },
    ];
    expect(pageTexts(await layOut([], { terms: { text: 'Terms' } }, {}, { pages }))).toEqual([['Terms']]);
    expect(pageTexts(await layOut([], {}, {}, { pages }))).toEqual([['No terms']]);
  });

  test('proves that what it asks for is there, also for its list', async () => {
    const dataSchema = objectOf({ group: objectOf({ list: listOf(text) }) }, '');
    const page = { each: 'group.list', as: 'one', body: '{{ one }} {{ group.list[0] }}' };
    expect(await diagnose({ dataSchema, pages: [{ when: 'group', ...page }] })).toEqual([]);
  });

  test('is an error that says what to do if no layout makes a sheet', async () => {
    const pages = [
      { when: 'terms', body: 'x' },
      { ...each, body: 'x' },
    ];
    await expect(layOut([], { customers: [] }, {}, { pages })).rejects.toMatchObject({
      code: 'NO_PAGES',
      message:
        'No page layout makes a sheet with these data (/pages/0, /pages/1): a "when" does not hold, or the list of an "each" has no elements. Add a layout for this case, such as { "when": "not customers", "body": "There is nothing to show." }, or make no document of such data.',
      errors: [{ keyword: 'no-pages', params: { component: '/pages' } }],
    });
  });
});

describe('a size that the data give', () => {
  const sheetOf = async (size: unknown, page: Record<string, unknown> = {}, source = '{{ size }}') => {
    const { pages, warnings } = await layOut('x', { size }, { size: source, ...page });
    const { width, height } = pages[0]!;
    return [Math.round(width), Math.round(height), ...warnings.map(({ code, component }) => `${code} ${component}`)];
  };
  const refused = [595, 842, 'wrong-size /pages/0/size'];

  test('is a name, or a width and a height', async () => {
    expect(await sheetOf('A5')).toEqual([420, 595]);
    expect(await sheetOf('letter')).toEqual([612, 792]);
    expect(await sheetOf([100, 200.5])).toEqual([100, 201]);
    const lists = [[100], [100, 100, 100], ['100', '100'], [100, null], [100, Number.NaN], [-100, 100], [0, 100], [[100], 100]];
    for (const size of [undefined, null, '', 'A99', 'toString', 100, { width: 100 }, true, [100, 14_401], [20, 100], ...lists])
      expect(await sheetOf(size), JSON.stringify(size)).toEqual(refused);
  });

  test('is turned as a written size is, if it is a name', async () => {
    expect(await sheetOf('A5', { orientation: 'landscape' })).toEqual([595, 420]);
    expect(await sheetOf([100, 200], { orientation: 'landscape' })).toEqual([100, 200]);
    expect(await sheetOf('A5 landscape')).toEqual([595, 420]);
    expect(await sheetOf('A5 portrait', { orientation: 'landscape' })).toEqual([420, 595]);
    expect(await sheetOf('A5 landscape landscape')).toHaveLength(3);
    expect(await sheetOf(undefined, { orientation: 'landscape' })).toEqual([842, 595, 'wrong-size /pages/0/size']);
  });

  test('says what is wrong, at the page that it is for', async () => {
    const pages = [{ body: 'x' }, { size: '{{ size }}', body: 'x' }];
    const told = async (size: unknown) =>
      (await layOut([], { size }, {}, { pages })).warnings.map(({ page, message }) => [page, message]);
    const advice = 'Give a name such as "A5" or "A5 landscape", or [width, height] with room for the margins, at most 14400 pt.';
    expect(await told(undefined)).toEqual([[2, `The data gives no size for this sheet, so A4 is used. ${advice}`]]);
    const shown = `"${'A'.repeat(59)}`;
    expect(await told('A'.repeat(1000))).toEqual([[2, `${shown} is no usable size for this sheet, so A4 is used. ${advice}`]]);
    expect(await told('A99')).toEqual([[2, `"A99" is no usable size for this sheet, so A4 is used. ${advice}`]]);
  });

  test.each([
    ['A{{ n }}', 'error wrong-value /pages/0/size'],
    ['{{ a }}{{ b }}', 'error wrong-value /pages/0/size'],
    ['{{ a', 'error wrong-value /pages/0/size'],
    ['{{ a + }}', 'error syntax /pages/0/size'],
    ['{{ 5 }}', 'error wrong-type /pages/0/size'],
  ])('%j is refused', async (size, expected) => {
    expect(await diagnose({ pages: [{ size, body: 'x' }] })).toEqual([expected]);
  });

  test('stands apart from the orientation where it is written, and says it where it is bound', async () => {
    const pages = [{ size: 'A5 landscape', orientation: '{{ way }}', body: 'x' }];
    const { diagnostics } = await compile({ pages });
    expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/pages/0/size is a name alone: write "size": "A5", "orientation": "landscape"',
      '/pages/0/orientation takes no binding. Bind "size", to a value such as "A4 landscape" or [297, 210], or write two layouts, each with its "when"',
    ]);
  });

  test('needs room for the margins on A4 too', async () => {
    const { diagnostics } = await compile({ pages: [{ size: '{{ size }}', margin: 150, body: 'x' }] });
    const message = expect.stringContaining('no room on an A4 sheet, which is used when the data gives no size: ');
    expect(diagnostics).toMatchObject([{ code: 'no-room', message }]);
  });

  test('has faults at their place in the text', async () => {
    const { diagnostics } = await compile({ pages: [{ size: '{{ a | nope }}', body: 'x' }] });
    expect(diagnostics.find(({ code }) => code === 'unknown-filter')?.offset).toBe(7);
  });
});
