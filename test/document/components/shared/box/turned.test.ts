// Components that are turned in the flow, with their measure.
import { describe, expect, test } from 'vitest';
import { extentOf, outlinesOf } from '../../../../../src/document/layout/extent.ts';
import type { PageItem } from '../../../../../src/document/layout/fragment.ts';
import { createRandom } from '../../../../support/random.ts';
import { syntaxOf } from '../../../../support/read-pdf.ts';
import { diagnose, layOut, pageLines } from '../../../../support/render.ts';
import { listBreaches, renderPdf } from '../../../../support/render-document.ts';

type Part = Record<string, unknown>;
const sheet = { size: [200, 300], margin: 0 };
const rect = { rect: 10, width: 40, fill: '#111111' };
const open = async (body: unknown) => layOut(body, {}, sheet, { unit: 'pt' });
const linesOf = async (body: unknown) => pageLines(await open(body))[0]!;

/** The corners of the rectangles of a page, turned. */
function areasOf(items: readonly PageItem[], at = (x: number, y: number) => [x, y] as [number, number]): number[][] {
  return items.flatMap((item) => {
    if (item.kind === 'rect') {
      const [a, b] = [at(item.x, item.y), at(item.x + item.width, item.y + item.height)];
      return [
        [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])].map(
          (one) => Math.round(one * 100) / 100 + 0,
        ),
      ];
    }
    if (item.kind !== 'group') return [];
    const radians = (item.rotate * Math.PI) / 180;
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    return areasOf(item.items, (x, y) => at(x * cos - y * sin + item.x, x * sin + y * cos + item.y));
  });
}
const areas = async (body: unknown) => areasOf((await open(body)).pages[0]!.items);

describe('a turned component', () => {
  // Two rectangles, 40 wide and 30 high together: the narrow one is the first.
  const two = (more: Part) => ({
    stack: [
      { ...rect, width: 20 },
      { ...rect, rect: 20 },
    ],
    ...more,
  });

  test.each<[number, readonly (readonly number[])[]]>([
    [
      90,
      [
        [20, 0, 30, 20],
        [0, 0, 20, 40],
      ],
    ],
    [
      180,
      [
        [20, 20, 40, 30],
        [0, 0, 40, 20],
      ],
    ],
    [
      270,
      [
        [0, 20, 10, 40],
        [10, 0, 30, 40],
      ],
    ],
  ])('by %i degrees lies where it lay, its corners turned', async (rotate, expected) => {
    const size = rotate === 180 ? { width: 40 } : { height: 40 };
    expect(await areas([two({ rotate, ...size })])).toEqual(expected);
  });

  test('takes the room that it has then', async () => {
    const below = { ...rect, fill: '#222222' };
    expect((await areas([two({ rotate: 90, height: 40 }), below])).at(-1)).toEqual([0, 40, 40, 50]);
    expect((await areas([two({ rotate: 180 }), below])).at(-1)).toEqual([0, 30, 40, 40]);
    const row = { row: [{ ...two({ rotate: 90, height: 40 }), width: 'auto' }, below] };
    expect((await areas([row])).at(-1)).toEqual([30, 0, 70, 10]);
  });

  test('is as long as its content, or as its height', async () => {
    const text = 'some words in a line that is long';
    const long = (await areas([{ text, rotate: 90, background: '#111111' }]))[0]!;
    expect(long[3]).toBeGreaterThan(100);
    expect(long[2]).toBeLessThan(20);
    const [short] = await areas([{ text, rotate: 90, height: 60, background: '#111111' }]);
    expect(short![3]).toBe(60);
    expect(short![2]).toBeGreaterThan(25);
    expect(await areas([{ text, rotate: 90, height: 60, width: 50, background: '#111111' }])).toEqual([[0, 0, 50, 60]]);
  });

  test('of random sizes lies wholly in the room that it takes', async () => {
    const random = createRandom(5);
    const whole = (most: number) => 1 + Math.floor(random() * most);
    for (let i = 0; i < 100; i++) {
      const rotate = [90, 180, 270][i % 3]!;
      const quarter = rotate !== 180;
      const inner = { ...rect, rect: whole(30), width: whole(30) };
      const size = {
        ...(random() < 0.5 && { height: 40 + whole(30) }),
        ...(random() < 0.5 && { minHeight: 30 + whole(60) }),
        ...(random() < 0.5 && { width: 40 + whole(30) }),
        ...(random() < 0.3 && { padding: whole(5) }),
      };
      const high = quarter ? Math.max(size.height ?? inner.width, size.minHeight ?? 0) : 0;
      const turned = { stack: [inner], rotate, background: '#333333', ...size };
      const all = await areas([turned, { ...rect, fill: '#222222' }]);
      const [back, content, next] = all as [number[], number[], number[]];
      const label = JSON.stringify(turned);
      expect(back[1], label).toBe(0);
      expect(next[1], label).toBe(back[3]);
      expect(back[3], label).toBeGreaterThanOrEqual(Math.max(high, size.height ?? 0, size.minHeight ?? 0));
      if (size.width !== undefined) expect(back[2]! - back[0]!, label).toBe(size.width);
      expect(content[0]! >= back[0]! && content[2]! <= back[2]! && content[1]! >= 0 && content[3]! <= back[3]!, label).toBe(true);
    }
  });

  test('is as high as its least height', async () => {
    const turnedText = (more: Part) => areas([{ text: 'abc', rotate: 90, background: '#111111', ...more }]);
    for (const more of [{ minHeight: 60 }, { minHeight: 60, height: 40 }, { minHeight: 40, height: 60 }])
      expect(await turnedText(more)).toEqual([[0, 0, expect.any(Number), 60]]);
    expect((await turnedText({ minHeight: 2 }))[0]![3]).toBeGreaterThan(10);
    expect(await areas([{ text: 'abc', rotate: 180, minHeight: 60, width: 40, background: '#111111' }])).toEqual([
      [0, 0, 40, 60],
    ]);
  });

  test.each([90, 270])('by %i degrees in a frame is as long as its place is high', async (rotate) => {
    const text = 'some words in a line that is long';
    const at = { x: 5, y: 7, w: 30, h: 60 };
    const [area] = await areas([{ frame: [{ text, rotate, background: '#111111', at }] }]);
    expect([area![0], area![1], area![3]]).toEqual([5, 7, 67]);
    expect(await areas([{ frame: [{ rect: 10, rotate, fill: '#111111', at }] }])).toEqual([[5, 7, 15, 67]]);
    // Its own height counts more.
    expect((await areas([{ frame: [{ text, rotate, height: 50, background: '#111111', at }] }]))[0]![3]).toBe(57);
  });

  test('with a view box and no size is as large as its view box', async () => {
    const path = { path: 'M0 0H20V10H0Z', viewBox: [0, 0, 20, 10], fill: '#111111' };
    const turnedExtent = async (body: unknown) =>
      outlinesOf((await open(body)).pages[0]!.items, 'body').map(({ corners }) => extentOf(corners));
    expect(await turnedExtent([{ ...path, rotate: 90 }])).toEqual([{ left: 0, top: 0, right: 10, bottom: 20 }]);
    expect(await turnedExtent([{ row: [{ ...path, width: 'auto' }] }])).toEqual([{ left: 0, top: 0, right: 20, bottom: 10 }]);
    const table = { table: [1], cellPadding: 0, columns: [{ body: path, width: 'auto' }, 'a'] };
    expect((await turnedExtent([table]))[0]!.right).toBeCloseTo(20, 1);
  });

  test.each([90, 180, 270])('by %i degrees is led to at its top left corner, and sets its marks there', async (rotate) => {
    const body = [{ text: 'One', role: 'heading1', rotate, height: 60, mark: { name: 'one' } }];
    const page = { size: [200, 300], margin: 20, body };
    const pdf = await renderPdf({ unit: 'pt', document: { title: 'T', lang: 'en' }, pages: [page] });
    expect(syntaxOf(pdf)).toContain('/XYZ 20 280 null');
    const header = ["{{ 'name' | mark: 'start' }}"];
    expect(pageLines(await layOut(body, {}, { ...page, header }, { unit: 'pt' }))[0]![0]).toContain('"one"');
  });

  test('has its link where it lies', async () => {
    const [link] = (await linesOf([{ text: 'abc', rotate: 90, height: 40, link: 'https://example.com' }])).filter((line) =>
      /group/.test(line),
    );
    expect(link).toMatch(/^group 90/);
    const { warnings } = await open([{ text: 'abc', rotate: 90, height: 400 }]);
    expect(warnings.map(({ code }) => code)).toEqual(['unit-too-tall']);
  });

  test('is as high as its row, upside down', async () => {
    const table = {
      table: [1],
      cellPadding: 0,
      columns: [
        { body: { rect: 30, fill: '#111111' }, width: 50 },
        { body: { rect: '100%', fill: '#222222', rotate: 180 }, width: 40 },
      ],
    };
    expect(await areas([table])).toEqual([
      [0, 0, 50, 30],
      [50, 0, 90, 30],
    ]);
  });

  test('without content and height takes no room and leaves no gap', async () => {
    const { pages, warnings } = await open([{ text: "{{ '' }}", rotate: 90 }, { stack: [], rotate: 180 }, rect]);
    expect(areasOf(pages[0]!.items)).toEqual([[0, 0, 40, 10]]);
    const above = async (nothing: Part) => {
      const [both] = await areas([{ stack: [{ row: [nothing] }, rect], gap: 5 }]);
      expect(await areas([{ stack: [nothing, rect], gap: 5 }])).toEqual([both]);
      return both![1];
    };
    expect(await above({ stack: [], rotate: 180 })).toBe(0);
    expect(await above({ stack: [], rotate: 90, height: 20 })).toBe(25);
    expect(warnings).toEqual([]);
  });

  test('that is wider than its place is told', async () => {
    const { warnings } = await open([{ stack: Array.from({ length: 30 }, () => 'line'), rotate: 90 }]);
    expect(warnings.map(({ code }) => code)).toContain('off-sheet');
  });

  test.each<[Part, string]>([
    [{ text: 'a', rotate: 45 }, 'error wrong-value /pages/0/body/0/rotate'],
    [{ text: 'a', rotate: '90' }, 'error wrong-value /pages/0/body/0/rotate'],
    [{ image: 'a.png', rotate: 90, width: '50%' }, 'error wrong-value /pages/0/body/0/width'],
    [{ rect: 10, rotate: 90, fill: '#111' }, 'error missing-property /pages/0/body/0'],
    [{ line: true, rotate: 270 }, 'error missing-property /pages/0/body/0'],
    [
      { table: [1], columns: [{ body: { rect: '100%', rotate: 90, height: 9, fill: '#111' } }] },
      'error wrong-value /pages/0/body/0/columns/0/body/rect',
    ],
    [{ flow: ['a'], rotate: 180 }, 'error flow-misplaced /pages/0/body/0'],
    [{ stack: [{ flow: ['a'] }], rotate: 180 }, 'error flow-misplaced /pages/0/body/0/stack/0'],
    [{ text: 'a[^n]', format: 'inline', footnotes: { n: 'N' }, rotate: 90 }, 'error note-misplaced /pages/0/body/0/footnotes'],
    [{ stack: ['a', { pageBreak: true }, 'b'], rotate: 90 }, 'warning no-effect /pages/0/body/0/stack/1'],
  ])('%j is told', async (component, fault) => {
    expect(await diagnose({ pages: [{ body: [component] }] })).toContain(fault);
  });

  test('is read as any other, in every standard', async () => {
    const table = {
      table: [1, 2],
      columns: [
        { header: { text: 'A', rotate: 270 }, body: 'a' },
        { header: 'B', body: { text: 'b', rotate: 90, link: 'https://example.com' } },
      ],
    };
    const body = [{ text: 'Title', role: 'heading1', rotate: 180 }, table, { stack: ['a', 'b'], rotate: 90 }];
    for (const standard of [['PDF/UA-1', 'PDF/A-2a'], ['PDF/UA-2', 'PDF/A-4'], ['PDF/A-1a']])
      expect(await listBreaches({ document: { title: 'T', lang: 'en' }, pages: [{ body }] }, { standard })).toEqual([]);
  });
});
