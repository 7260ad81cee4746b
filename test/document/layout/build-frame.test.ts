// Children at coordinates: their widths, what grows, and what is cut.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { layOut, pageLines, pageTexts } from '../../support/render.ts';

/** A child of `height` with a colour by which its rectangle is found. */
const child = (name: number, y: number, height: number, at: object = {}) => ({
  rect: height,
  fill: `#0000${name.toString(16).padStart(2, '0')}`,
  at: { x: 0, y, w: 20, ...at },
});
const frame = (children: readonly unknown[], more: object = {}) => ({ frame: children, ...more });
const sheet = { size: [400, 1000], margin: 0 };

/** Top and height of the rectangles by their numbers. */
async function placesOf(body: unknown) {
  const { pages, warnings } = await layOut([body], {}, sheet);
  const rects = pages[0]!.items.flatMap((item) => (item.kind === 'rect' ? [item] : []));
  const places = new Map(rects.map(({ fill, y, height }) => [Number.parseInt(String(fill).slice(1), 16), { y, height }]));
  return { places, codes: warnings.map(({ code }) => code) };
}

test('a child without a width is as wide as what is right of its left edge', async () => {
  const at = (x: number) => ({ text: 'aaaa bbbb cccc dddd', at: { x, y: 0 } });
  const linesAt = async (x: number) => pageTexts(await layOut([frame([at(x)])]))[0]!.length;
  expect([await linesAt(0), await linesAt(120), await linesAt(150)]).toEqual([1, 2, 4]);
});

test('a share of the width is that of the frame, and one of the height that of its height', async () => {
  const { places } = await placesOf(frame([child(1, 0, 10, { w: '50%' })], { height: 50 }));
  expect(places.get(1)).toEqual({ y: 0, height: 10 });
  const lines = pageLines(await layOut([frame([child(1, 0, 10, { x: 30, w: '50%' })])], {}, sheet));
  expect(lines).toEqual([['rect 30,0 200x10 #000001']]);
});

describe('a child higher than its "h"', () => {
  test('is cut with "grow": "none", and only then warned of', async () => {
    const heights = async (grow: string, h: number) => {
      const { pages, warnings } = await layOut([frame([child(1, 5, 30, { h })], { grow }), 'below'], {}, sheet);
      const below = pages[0]!.items.find(({ kind }) => kind === 'text') as { y: number };
      const clips = pages[0]!.items.flatMap((item) =>
        item.kind === 'group' ? [[item.y, item.clip!.width, item.clip!.height]] : [],
      );
      return { top: Math.floor(below.y), clips, messages: warnings.map(({ message }) => message) };
    };
    const message = 'The content of /pages/0/body/0/frame/0 is higher than its "h" and is cut.';
    expect(await heights('none', 20)).toEqual({ top: 33, clips: [[5, 20, 20]], messages: [message] });
    for (const h of [30, 40]) expect(await heights('none', h)).toEqual({ top: h + 13, clips: [], messages: [] });
    for (const grow of ['box', 'push']) expect(await heights(grow, 20)).toEqual({ top: 43, clips: [], messages: [] });
  });

  test('reaches below a frame with a height, which is told', async () => {
    const warningsOf = async (height: number, at: object) =>
      (await layOut([frame([child(1, 5, 30, at)], { height, grow: 'none', id: 'it' })])).warnings;
    expect(await warningsOf(34, {})).toEqual([
      { code: 'box-overflow', component: 'it', dataPath: null, page: 1, message: 'A child reaches below the frame.' },
    ]);
    expect(await warningsOf(35, {})).toEqual([]);
    expect((await warningsOf(34, { h: 20 })).map(({ message }) => message)).toEqual([
      'The content of /pages/0/body/0/frame/0 is higher than its "h" and is cut.',
    ]);
  });
});

describe('with "grow": "push"', () => {
  test('a child moves down below those that grew, wherever it stands in the list', async () => {
    const children = [child(3, 40, 10), child(2, 20, 30, { h: 20 }), child(1, 0, 30, { h: 20 }), child(4, 40, 10, { x: 20 })];
    const { places } = await placesOf(frame(children, { grow: 'push' }));
    expect([1, 2, 3, 4].map((name) => places.get(name)!.y)).toEqual([0, 30, 60, 40]);
  });

  test('children of columns keep their distances and their order, whatever grows', async () => {
    const random = createRandom(3);
    const between = (least: number, most: number) => Math.floor(least + (most - least + 1) * random());
    for (let round = 0; round < 20; round++) {
      const planned = Array.from({ length: 6 }, (_, i) => ({
        name: i + 1,
        h: between(5, 30),
        gap: between(0, 9),
        grows: between(-9, 20),
      }));
      let y = 0;
      let moved = 0;
      const wanted: number[] = [];
      const children = planned.map(({ name, h, gap, grows }) => {
        y += gap;
        wanted.push(y + moved);
        const one = child(name, y, Math.max(1, h + grows), { h });
        y += h;
        moved += Math.max(0, one.rect - h);
        return { one, rank: random() };
      });
      const shuffled = children.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
      const { places, codes } = await placesOf(frame(shuffled, { grow: 'push' }));
      expect(planned.map(({ name }) => places.get(name)!.y)).toEqual(wanted);
      expect(codes).toEqual([]);
    }
  });
});

test('with "collapse" children move up by the height of those that are absent', async () => {
  const absent = (y: number, at: object) => ({ text: '{{ nothing }}', at: { x: 0, y, w: 20, ...at } });
  const yOf = async (children: readonly unknown[], more: object) => (await placesOf(frame(children, more))).places.get(1)!.y;
  const below = [child(1, 50, 10), absent(30, { h: 15 }), absent(10, { h: 20 })];
  expect(await yOf(below, { collapse: true })).toBe(15);
  expect(await yOf(below, { collapse: false })).toBe(50);
  expect(await yOf([child(1, 50, 10), absent(10, { h: 20, x: 20 })], { collapse: true })).toBe(50);
});

test('a frame is as high as its children reach, turned ones by their "w" and "h"', async () => {
  const heightOf = async (children: readonly unknown[], more: object = {}) =>
    (await layOut([frame(children, more), { rect: 1, fill: '#ff0000' }], {}, sheet)).pages[0]!.items.flatMap((item) =>
      item.kind === 'rect' && item.fill === '#ff0000' ? [Math.round(item.y)] : [],
    ).at(0);
  expect(await heightOf([child(1, 5, 30), child(2, 10, 5)])).toBe(35);
  expect(await heightOf([child(1, 5, 30, { h: 50 })])).toBe(55);
  expect(await heightOf([child(1, 5, 10, { x: 30, w: 60, rotate: 90 })])).toBe(65);
  expect(await heightOf([child(1, 5, 10, { x: 30, w: 60, h: 90, rotate: 180 })])).toBe(5);
  expect(await heightOf([child(1, 5, 10, { x: 100, w: 60, h: 20, rotate: 45 })])).toBe(Math.round(5 + 80 / Math.SQRT2));
  expect(await heightOf([child(1, 5, 30)], { height: 100 })).toBe(100);
});

test('that a child grew into another is told only of upright ones, of which the other begins lower', async () => {
  const text = (text: string, at: object) => ({ text, at: { x: 0, w: 100, ...at } });
  const codesOf = async (...children: unknown[]) =>
    (await layOut([frame(children)], {}, sheet)).warnings.flatMap(({ code, component }) =>
      code === 'box-overflow' ? [`${code} ${component}`] : [],
    );
  const grown = text('a\nb\nc', { y: 0, h: 10 });
  expect(await codesOf(grown, text('under', { y: 12 }))).toEqual(['box-overflow /pages/0/body/0/frame/0']);
  expect(await codesOf(grown, text('under', { y: 12, rotate: 2 }))).toEqual([]);
  expect(await codesOf({ ...grown, at: { ...grown.at, rotate: 2 } }, text('under', { y: 12 }))).toEqual([]);
  expect(await codesOf(grown, text('beside', { y: 12, x: 100 }))).toEqual([]);
  expect(await codesOf(grown, text('inside', { y: 5 }))).toEqual([]);
  expect(await codesOf(grown, text('below', { y: 30 }))).toEqual([]);
});
