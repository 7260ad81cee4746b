// Columns that are as wide as page numbers.
import { describe, expect, test } from 'vitest';
import { allOf, type LaidOut, layOut, pageLines } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const pageOf = 'Page {{ page.number }} of {{ page.total }}';
const breaks = (count: number) =>
  Array.from({ length: count }, (_, i) => [`body ${i + 1}`, ...(i < count - 1 ? [{ pageBreak: true }] : [])]).flat();

/** Where a text of each page begins. */
const leftOf = (laidOut: LaidOut, text: RegExp) =>
  pageLines(laidOut).map((lines) => {
    const line = lines.find((one) => text.test(one));
    return line === undefined ? undefined : Number(/^text ([\d.]+),/.exec(line.trim())![1]);
  });

describe('an auto column of a row', () => {
  const auto = (text: string, more: Record<string, unknown> = {}) => ({ width: 'auto', text, ...more });
  /** The band with numbers, and the same with the numbers written out. */
  async function both(columnsOf: (text: string) => unknown, band: 'header' | 'footer' | 'body' | 'overlay', pages = 12) {
    const row = (text: string) => ({ row: columnsOf(text), gap: 4, ...(band === 'overlay' && { at: { x: 10, y: 50, w: 180 } }) });
    const body = breaks(pages);
    const lay = (text: string) =>
      layOut(band === 'body' ? [row(text), ...body] : body, {}, band === 'body' ? {} : { [band]: [row(text)] });
    return { found: await lay(pageOf), page: async (number: number) => lay(`Page ${number} of ${pages}`) };
  }
  const shapes: readonly (readonly [string, (text: string) => unknown])[] = [
    ['the last', (text) => ['left', auto(text)]],
    ['the first', (text) => [auto(text), 'right']],
    ['between shares', (text) => ['left', auto(text), 'right']],
    ['centred', (text) => ['left', auto(text, { align: 'center' })]],
    ['aligned to the right', (text) => [auto(text, { align: 'right' }), 'right']],
    ['with others', (text) => [auto('first'), 'left', auto(text), auto('last')]],
    ['in a stack', (text) => ['left', { width: 'auto', stack: ['above all', [text]] }]],
    ['in a row of a row', (text) => ['left', { width: 'auto', row: [auto(text), auto('x')] }]],
  ];
  test.each(shapes)('%s is as wide as its text is on each page', async (_, columnsOf) => {
    for (const band of ['header', 'footer', 'overlay'] as const) {
      const { found, page } = await both(columnsOf, band);
      for (const number of [1, 9, 10, 12]) {
        const wanted = pageLines(await page(number))[number - 1]!;
        expect(pageLines(found)[number - 1]!.toSorted()).toEqual(wanted.toSorted());
      }
      expect(found.warnings).toEqual([]);
    }
    const { found, page } = await both(columnsOf, 'body', 1);
    expect(pageLines(found)[0]!.toSorted()).toEqual(pageLines(await page(1))[0]!.toSorted());
  });
  test('with the page alone ends flush, too', async () => {
    const row = (text: string) => [{ row: ['left', auto(text)] }];
    const found = await layOut(breaks(2), {}, { footer: row('Page {{ page.number }}') });
    const written = await layOut(breaks(2), {}, { footer: row('Page 1') });
    expect(leftOf(found, /Page/)[0]).toBe(leftOf(written, /Page/)[0]);
  });
  test('in a row that pages divide ends flush, and nothing is lost', async () => {
    const long = Array.from({ length: 14 }, (_, i) => `l${i}`).join('\n');
    const divided = (text: string) => layOut([{ row: [long, auto(text)] }]);
    const made = await divided(pageOf);
    expect(leftOf(made, /Page/)[0]).toBeCloseTo(leftOf(await divided('Page 1 of 2'), /Page/)[0]!, 1);
    const lines = pageLines(made);
    expect(lines.flat().filter((line) => /"l\d+ ?"/.test(line))).toHaveLength(14);
    expect(lines[0]!.some((line) => line.includes('Page 1 of 2'))).toBe(true);
  });
});

test('a named place in such a row is there once, in the order of the outline', async () => {
  const heading = { text: 'Title', bookmark: { title: 'T', anchor: 't' }, link: '#t' };
  const row = { row: [heading, { width: 'auto', stack: pageOf }], border: { radius: 3 } };
  const { pages, warnings } = await layOut([row, { text: 'next', bookmark: 'N' }]);
  const lines = pageLines({ pages, warnings })[0]!.map((line) => line.trim());
  expect(lines.filter((line) => line.startsWith('anchor'))).toEqual(['anchor t 1 "T"', 'anchor  1 "N"']);
  expect(lines.filter((line) => line.startsWith('link'))).toHaveLength(1);
});

test('numbers that need more lines than three digits are told', async () => {
  const text = { text: 'Page {{ page.total }}', id: 'narrow', width: 36 };
  const row = { row: ['left and right', { width: 'auto', text: 'of {{ page.total }}' }], id: 'row' };
  for (const [component, id] of [
    [text, 'narrow'],
    [{ ...row, width: 78 }, 'row'],
  ] as const) {
    const laidOut = await layOut('x', {}, { footer: [component] });
    laidOut.pages[0]!.late!(allOf(laidOut.pages, 999));
    expect(laidOut.warnings).toEqual([]);
    laidOut.pages[0]!.late!(allOf(laidOut.pages, 123_456));
    expect(laidOut.warnings).toMatchObject([{ code: 'box-overflow', component: id, page: 1 }]);
  }
});

test('an auto column of a table in a header ends flush', async () => {
  const table = (text: string) => [{ table: 'rows', cellPadding: 0, columns: ['left', { width: 'auto', body: text }] }];
  const at = async (text: string) => leftOf(await layOut(breaks(3), { rows: [1] }, { header: table(text) }), /Page/);
  const [first] = await at('Page 1 of 3');
  expect((await at(pageOf))[0]).toBe(first);
  expect(first).toBeLessThan(190);
});

describe('an auto column of a table in a body', () => {
  const table = (text: string, align = 'left', more: Record<string, unknown> = {}) => ({
    table: 'rows',
    cellPadding: 0,
    columns: ['left', { width: 'auto', align, header: text, body: text }],
    ...more,
  });
  const edgeOf = (laidOut: LaidOut, page: number) => leftOf(laidOut, /Page/)[page];

  test.each([1, 9, 12, 120])('ends flush at every edge of a document of %i pages', async (count) => {
    for (const align of ['left', 'center', 'right']) {
      const rows = { rows: Array.from({ length: count * 7 }, (_, i) => i) };
      const made = await layOut([table(pageOf, align)], rows);
      expect(made.pages).toHaveLength(count);
      const written = await layOut([table(`Page ${count} of ${count}`, align)], rows);
      expect(edgeOf(made, count - 1)).toBeCloseTo(edgeOf(written, count - 1)!, 1);
      expect(made.warnings).toEqual([]);
    }
  });
  test('keeps one width where pages divide its rows, and where it stands in a group', async () => {
    const long = Array.from({ length: 14 }, (_, i) => `l${i}`).join('\n');
    const divided = { rowBreak: 'allow', columns: [{ body: long }, { width: 'auto', body: pageOf }] };
    const made = await layOut([{ group: [table('', 'left', divided)] }], { rows: [1] });
    const written = await layOut(
      [table('', 'left', { ...divided, columns: [{ body: long }, { width: 'auto', body: 'Page 1 of 2' }] })],
      { rows: [1] },
    );
    expect(edgeOf(made, 0)).toBeCloseTo(edgeOf(written, 0)!, 1);
  });
  test('tells what is wrong once', async () => {
    const made = await layOut([table(pageOf), { text: 'unbreakable', id: 'wide', width: 20 }], { rows: [1] });
    expect(made.warnings).toMatchObject([{ code: 'text-too-wide', component: 'wide', page: 1 }]);
  });
});

test('a bookmark beside page numbers in a repeated header has one entry', async () => {
  const header = {
    row: [
      { text: '{{ page.total }}', width: 'auto' },
      { text: 'x', bookmark: 'Lines' },
    ],
  };
  const table = { table: 'rows', cellPadding: 0, columns: [{ header, body: 'x' }] };
  const lines = pageLines(await layOut([table], { rows: Array.from({ length: 10 }, (_, i) => i) }));
  expect(lines).toHaveLength(2);
  expect(lines.flat().filter((line) => line.includes('Lines'))).toHaveLength(1);
});

describe('a border over text with page numbers', () => {
  const long = Array.from({ length: 12 }, (_, i) => `line${i}`).join('\n');
  const row = (children: unknown) => ({
    row: [
      { width: '*', stack: children },
      { width: 'auto', text: 'on {{ page.number }}' },
    ],
  });
  const inBorder = (child: unknown, more: Record<string, unknown> = {}) => ({
    stack: [child],
    border: { left: { width: 5 } },
    ...more,
  });
  test('leaves all text of a divided row in the structure', async () => {
    const laidOut = await layOut([inBorder(row(long))]);
    const lines = structureLines(laidOut);
    expect(laidOut.pages).toHaveLength(2);
    expect(lines.flatMap((line) => line.match(/line\d+/g) ?? [])).toEqual(long.split('\n'));
    expect(lines.join('\n')).toContain('"on');
  });
  test('adds no text to the link or the heading around it a second time', async () => {
    // A border beside its padding covers nothing, so nothing is measured.
    const both = async (around: Record<string, unknown>, find: RegExp) => {
      const linesOf = async (padding: number) => {
        const laidOut = await layOut([inBorder(inBorder(row('first'), { padding }), { ...around, padding: 5 })]);
        return [...structureLines(laidOut), ...pageLines(laidOut).flat()].filter((line) => find.test(line));
      };
      const lines = await linesOf(5);
      expect(lines).not.toEqual([]);
      expect(await linesOf(0)).toEqual(lines);
    };
    await both({ link: 'https://example.com' }, /->/);
    await both({ role: 'heading1' }, /^anchor/);
  });
  test('tells warnings with the page on which the text stands', async () => {
    const children = [
      { text: 'far', at: { x: 172, w: 30 } },
      { text: 'link', link: 'ftp://example.com', at: { y: 10 } },
      { text: 'W'.repeat(25), at: { y: 20 } },
    ];
    const { warnings } = await layOut([{ rect: 70 }, inBorder({ frame: children, height: 30 })]);
    expect(warnings.map(({ code, page }) => [code, page])).toEqual([
      // The page on which the border is laid out is not known yet.
      ['text-covered', 1],
      ['outside-frame', 2],
      ['link-dropped', 2],
      ['text-too-wide', 2],
      ['outside-frame', 2],
    ]);
  });
});
