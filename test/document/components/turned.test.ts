// Components that are turned in the flow, with their measure.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import { diagnose, layOut, pageLines } from '../../support/render.ts';
import { listBreaches } from '../../support/render-document.ts';

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

  test('has its link where it lies', async () => {
    const [link] = (await linesOf([{ text: 'abc', rotate: 90, height: 40, link: 'https://example.com' }])).filter((line) =>
      /group/.test(line),
    );
    expect(link).toMatch(/^group 90/);
    const { warnings } = await open([{ text: 'abc', rotate: 90, height: 400 }]);
    expect(warnings.map(({ code }) => code)).toEqual(['unit-too-tall']);
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
