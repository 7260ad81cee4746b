// Boxes that are divided and cut: nothing is lost, nothing is painted twice, and the parts are as high as the whole.
import { describe, expect, test } from 'vitest';
import {
  type Box,
  ColumnBox,
  type Edges,
  fits,
  ItemsBox,
  inheritHints,
  isPositive,
  placeInGroup,
  RepeatedBox,
  RowBox,
  SpaceBox,
  stackedHeight,
  tolerance,
} from '../../../src/document/layout/box.ts';
import { DecoratedBox, plainDecoration } from '../../../src/document/layout/decorated-box.ts';
import type { GroupItem, PageItem, RectItem } from '../../../src/document/layout/fragment.ts';
import { MarkedBox } from '../../../src/document/layout/marked-box.ts';
import { openPage } from '../../../src/document/layout/open-page.ts';
import type { PageCanvas } from '../../../src/document/layout/page-canvas.ts';
import { LayoutSession } from '../../../src/document/layout/session.ts';
import { decoration } from '../../../src/document/layout/structure.ts';
import { type Artifact, Element } from '../../../src/document/layout/tag.ts';
import { allOf, defaultLimits } from '../../support/render.ts';

const filled = { kind: 'rect', width: 10, fill: '#000000', stroke: undefined, radius: 0 } as const;
const rect = (x: number, y: number, height: number, tag?: Artifact): RectItem => ({ ...filled, x, y, height, tag });
const block = (height: number, hints: Partial<Box> = {}): Box =>
  Object.assign(new ItemsBox(height, (canvas, x, y) => canvas.items.push(rect(x, y, height, canvas.artifact))), hints);

function place(box: Box, x = 0, y = 0): PageCanvas {
  const canvas: PageCanvas = { items: [], late: [], page: openPage(1, 1) };
  box.place(canvas, x, y);
  return canvas;
}
/** Place and height of each rectangle: `1,100 10`. */
const rectsOf = (items: readonly PageItem[]) =>
  items.flatMap((item) => (item.kind === 'rect' ? [`${item.x},${item.y} ${item.height}`] : []));
const groupsOf = (items: readonly PageItem[]) => items.filter((item): item is GroupItem => item.kind === 'group');
const heightsOf = (boxes: readonly Box[] | undefined) => boxes?.map(({ height }) => height);
const decorated = (more: object, height: number, least = 0, tag?: Element) =>
  new DecoratedBox(block(height), 60, { ...plainDecoration, ...more }, least, tag);

test('a height has room up to the tolerance, and a length counts above it', () => {
  expect([9.99, 10, 10 + tolerance, 10.011].map((height) => fits(height, 10))).toEqual([true, true, true, false]);
  expect([0, tolerance, 0.011].map(isPositive)).toEqual([false, false, true]);
});

describe('a box that is cut', () => {
  test('paints each strip clipped to its height, and is read in the first alone', () => {
    const [head, rest] = block(100).slice(30);
    const [middle, tail] = rest.split(50)!;
    expect(heightsOf([head, middle, tail])).toEqual([30, 50, 20]);
    const strips = [head, middle, tail].map((box) => groupsOf(place(box, 5, 7).items)[0]!);
    const clip = (height: number) => ({ x: -100_000, y: 0, width: 200_000, height });
    for (const strip of strips) expect(strip).toMatchObject({ x: 5, y: 7, rotate: 0 });
    expect(strips.map((strip) => strip.clip)).toEqual([clip(30), clip(50), clip(20)]);
    expect(strips.map(({ items }) => items)).toEqual([
      [rect(0, -0, 100)],
      [rect(0, -30, 100, decoration)],
      [rect(0, -80, 100, decoration)],
    ]);
  });

  test('is divided only between its ends', () => {
    const [, rest] = block(100).slice(30);
    for (const available of [-1, 0, 70, 71]) expect(rest.split(available)).toBeUndefined();
    expect(heightsOf(rest.split(69))).toEqual([69, 1]);
  });

  test('keeps its owner', () => {
    const owner = { component: 'it', place: undefined };
    const parts = block(100, { owner }).slice(30);
    expect(parts.map((part) => part.owner)).toEqual([owner, owner]);
  });
});

test('the parts of a box have its space, breaks and keeping at the outer ends, its owner at both, and its edges divided', () => {
  const ends = [1, 2].map((n): Edges => ({ lead: block(n), tail: undefined, tailHeight: 0, divide: () => [ends[0]!, ends[1]!] }));
  const edges: Edges = { lead: block(5), tail: block(6), tailHeight: 6, divide: () => [ends[0]!, ends[1]!] };
  const owner = { component: 'it', place: undefined };
  const whole = block(9, { before: 1, after: 2, keepWithNext: true, breakBefore: 'page', breakAfter: 'page', edges, owner });
  const [head, tail] = inheritHints(whole, block(4), block(5));
  expect(head).toMatchObject({ before: 1, after: 0, keepWithNext: false, breakBefore: 'page', breakAfter: false, owner });
  expect(tail).toMatchObject({ before: 0, after: 2, keepWithNext: true, breakBefore: false, breakAfter: 'page', owner });
  expect([head.edges, tail.edges]).toEqual(ends);
});

describe('a column', () => {
  const blocks = () => [block(10, { before: 3 }), block(20, { before: 2, after: 5 }), block(30, { before: 1, after: 4 })];

  test('has the space between its boxes, and that of the outer ones around it', () => {
    expect(stackedHeight(blocks())).toBe(10 + 2 + 20 + 6 + 30);
    const column = new ColumnBox(blocks());
    expect([column.height, column.before, column.after]).toEqual([68, 3, 4]);
    expect(rectsOf(place(column, 1, 100).items)).toEqual(['1,100 10', '1,112 20', '1,138 30']);
  });

  test('is divided between boxes, where the space falls away', () => {
    const heights = (available: number) => new ColumnBox(blocks()).split(available)?.map(({ height }) => height);
    expect(heights(9)).toBeUndefined();
    expect(heights(10)).toEqual([10, 56]);
    expect(heights(31.9)).toEqual([10, 56]);
    expect(heights(32)).toEqual([32, 30]);
    expect(heights(67)).toEqual([32, 30]);
    expect(heights(68)).toBeUndefined();
  });

  test('moves boxes along that must stay with the next', () => {
    const boxes = [block(10), block(10, { keepWithNext: true }), block(10, { keepWithNext: true }), block(10)];
    expect(heightsOf(new ColumnBox(boxes).split(35))).toEqual([10, 30]);
    expect(new ColumnBox(boxes.slice(1)).split(25)).toBeUndefined();
  });

  test('begins its rest with the header of the table that goes on', () => {
    const edges: Edges = { lead: block(7), tail: undefined, tailHeight: 0, divide: () => [edges, edges] };
    const [, tail] = new ColumnBox([block(10), block(10, { edges })]).split(15)!;
    expect(rectsOf(place(tail).items)).toEqual(['0,0 7', '0,7 10']);
  });

  test('has more than the header in each part: a part with nothing else would never end', () => {
    const edges: Edges = { lead: block(7), tail: undefined, tailHeight: 0, divide: () => [edges, edges] };
    const rest = new ColumnBox([block(10, { edges }), block(10, { edges })], edges.lead);
    expect(rest.split(8)).toBeUndefined();
    expect(heightsOf(rest.split(17))).toEqual([17, 17]);
    expect(heightsOf(rest.slice(8))).toEqual([8, 26]);
  });

  test('is cut at exactly the height, or before a box that begins there', () => {
    const cut = (available: number) =>
      new ColumnBox(blocks()).slice(available).map((part) => {
        const { items } = place(part);
        return `${part.height}: ${rectsOf(items).length} ${groupsOf(items).length}`;
      });
    expect(cut(4)).toEqual(['4: 0 1', '64: 2 1']);
    for (const height of [11, 12]) expect(cut(height)).toEqual(['10: 1 0', '56: 2 0']);
    expect(cut(32)).toEqual(['32: 2 0', '30: 1 0']);
  });

  test('is cut between two rows of a table if a sheet has room for the lower one, and else through it', () => {
    const edges: Edges = { lead: undefined, tail: undefined, tailHeight: 0, divide: () => [edges, edges] };
    const row = (...heights: number[]) => Object.assign(new ColumnBox(heights.map((height) => block(height))), { edges });
    const cut = (available: number) => new ColumnBox([row(10), row(10, 20)]).slice(available).map(({ height }) => height);
    expect(cut(35)).toEqual([10, 30]);
    expect(cut(25)).toEqual([20, 20]);
  });

  test('is not cut into a strip that is no higher than a rounding error', () => {
    expect(heightsOf(new ColumnBox([block(0), block(20)]).slice(tolerance))).toEqual([0, 20]);
  });
});

describe('a row', () => {
  const aligned = ['top', 'middle', 'bottom'] as const;
  const row = (...heights: number[]) =>
    new RowBox(heights.map((height, i) => ({ x: i * 10, box: block(height), valign: aligned[i]! })));

  test('is as high as its highest box, and places the others by their alignment', () => {
    const box = row(10, 20, 4);
    expect(box.height).toBe(20);
    expect(rectsOf(place(box, 100, 50).items)).toEqual(['100,50 10', '110,50 20', '120,66 4']);
    expect(rectsOf(place(row(20, 10), 0, 0).items)[1]).toBe('10,5 10');
    expect(new RowBox([{ x: 0, box: block(5), valign: 'top' }], 30).height).toBe(30);
  });

  test('is cut through its first lines only where no box can begin', () => {
    class LineBox extends ItemsBox {
      override get firstLine() {
        return { baseline: 8, bottom: 10, isRightToLeft: false };
      }
    }
    const cutHeights = (...boxes: readonly Box[]) =>
      new RowBox(boxes.map((box) => ({ x: 0, box, valign: 'top' }))).slice(5).map(({ height }) => height);
    const line = new LineBox(20, () => {});
    expect(cutHeights(block(4), line)).toEqual([4, 20]);
    expect(cutHeights(line, line)).toEqual([5, 15]);
    expect(cutHeights(new SpaceBox(0), line)).toEqual([5, 15]);
  });

  test('is cut through every box that reaches there, and the others stay whole in the first part', () => {
    const [head, tail] = row(10, 40, 25).slice(15);
    const heads = place(head).items;
    const tails = place(tail).items;
    expect([head.height, tail.height]).toEqual([15, 25]);
    expect(rectsOf(heads)).toEqual(['0,0 10']);
    const strips = (items: readonly PageItem[]) => groupsOf(items).map(({ x, y, clip }) => `${x},${y} ${clip!.height}`);
    expect([strips(heads), strips(tails)].join(' | ')).toBe('10,0 15,20,0 15 | 10,0 25,20,0 10');
  });

  test('is divided only if every box that reaches there is', () => {
    expect(row(10, 40).split(15)).toBeUndefined();
    const column = new ColumnBox([block(15), block(20)]);
    const mixed = new RowBox([
      { x: 0, box: block(5), valign: 'bottom' },
      { x: 10, box: column, valign: 'top' },
    ]);
    const [head, tail] = mixed.split(15)!;
    expect(rectsOf(place(head).items)).toEqual(['0,0 5', '10,0 15']);
    expect(rectsOf(place(tail).items)).toEqual(['10,0 20']);
    expect(mixed.split(35)).toBeUndefined();
  });

  test('is empty only without height and without anything in it', () => {
    expect(row().isEmpty).toBe(true);
    expect(row(0).isEmpty).toBe(false);
    expect(new RowBox([{ x: 0, box: new SpaceBox(0), valign: 'top' }]).isEmpty).toBe(true);
    expect(new RowBox([{ x: 0, box: new SpaceBox(0), valign: 'top' }], 3).isEmpty).toBe(false);
    expect([new SpaceBox(1).isEmpty, new ColumnBox([]).isEmpty, new ColumnBox([block(0)]).isEmpty]).toEqual([false, true, false]);
  });
});

describe('a group', () => {
  test('holds the items of a box, also those that wait for the other pages', () => {
    const late = new ItemsBox(10, (canvas, x, y) => {
      canvas.items.push(rect(x, y, 10));
      canvas.late.push({ owner: { component: 'late', place: undefined }, paint: ({ total }) => [rect(x, y, total)] });
    });
    const canvas: PageCanvas = { items: [], late: [], page: openPage(4, 4) };
    const group = { kind: 'group', x: 3, y: 4, rotate: 90, clip: undefined } as const;
    placeInGroup(canvas, late, { x: 1, y: 2 }, group);
    expect(canvas.items).toEqual([{ ...group, items: [rect(1, 2, 10)] }]);
    expect(canvas.late[0]!.owner!.component).toBe('late');
    expect(canvas.late[0]!.paint({ ...canvas.page, ...allOf([], 7), part: { number: 4, total: 7 } })).toEqual([
      { ...group, items: [rect(1, 2, 7)] },
    ]);
  });
});

test('a repeated box is an artifact, whole and divided, and what is placed after it is not', () => {
  const artifact = { kind: 'artifact', type: 'Pagination' } as const;
  const column = new ColumnBox([block(10, { before: 2 }), block(20, { after: 3 })]);
  const box = new RepeatedBox(Object.assign(column, { keepWithNext: true }), artifact);
  expect(box).toMatchObject({ height: 30, before: 2, after: 3, keepWithNext: true, isEmpty: false });
  const tagsOf = (items: readonly PageItem[]) => items.map((item) => (item as RectItem).tag);
  const canvas = place(box);
  expect(canvas.artifact).toBeUndefined();
  expect(tagsOf(canvas.items)).toEqual([artifact, artifact]);
  for (const parts of [box.split(10)!, box.slice(10)]) {
    expect(heightsOf(parts)).toEqual([10, 20]);
    for (const part of parts) expect(tagsOf(place(part).items)).toEqual([artifact]);
  }
  expect(box.split(5)).toBeUndefined();
});

describe('a decorated box', () => {
  const stroke = (width: number) => ({ width, color: '#ff0000', dash: [] });
  const sides = { top: 1, right: 2, bottom: 4, left: 8 };
  test('is painted in the tag of its figure, or as the artifact around it', () => {
    const figure = new Element('Figure', undefined);
    const box = new DecoratedBox(new SpaceBox(10), 60, { ...plainDecoration, background: '#eeeeee' }, 0, figure);
    expect(place(box).items).toMatchObject([{ tag: figure }]);
    const canvas: PageCanvas = { items: [], late: [], page: openPage(1, 1), artifact: decoration };
    box.place(canvas, 0, 0);
    expect((canvas.items[0] as RectItem).tag).toBe(decoration);
  });

  const linesOf = (border: object) =>
    place(decorated({ border: { ...plainDecoration.border, ...border } }, 100), 10, 20).items.flatMap((item) =>
      item.kind === 'line' ? [[item.x1, item.y1, item.x2, item.y2, item.stroke.width]] : [],
    );

  test.each([
    ['top', [10, 22, 70, 22, 4]],
    ['bottom', [10, 118, 70, 118, 4]],
    ['left', [12, 20, 12, 120, 4]],
    ['right', [68, 20, 68, 120, 4]],
  ])('has a line inside of its %s edge alone', (side, line) => {
    expect(linesOf({ [side]: stroke(4) })).toEqual([line]);
  });

  test('has its padding around the content, at least its height, and none of the bottom where it goes on unseen', () => {
    const padded = (more: object = {}, least = 0) => decorated({ padding: sides, ...more }, 100, least);
    expect([padded().height, padded({}, 200).height]).toEqual([105, 200]);
    expect(rectsOf(place(padded(), 10, 20).items)).toEqual(['18,21 100']);
    expect(heightsOf(padded().slice(50))).toEqual([50, 55]);
    expect(heightsOf(padded({ background: '#eeeeee' }).slice(50))).toEqual([50, 60]);
    expect(padded().split(50)).toBeUndefined();
  });

  test('is cut itself where its padding leaves no room', () => {
    const cut = (padding: object, at: number, more: object = {}, least = 0) =>
      heightsOf(decorated({ padding: { ...sides, ...padding }, ...more }, 100, least).slice(at));
    expect(cut({}, 1)).toEqual([1, 104]);
    expect(cut({ top: 60 }, 50, {}, 300)).toEqual([50, 250]);
    expect(cut({ bottom: 60 }, 50, { background: '#eeeeee' })).toEqual([50, 111]);
    expect(cut({ bottom: 60 }, 120)).toEqual([120, 41]);
  });

  test.each(['top', 'right', 'bottom', 'left'])('is closed in both pieces if it has a border on the side %s alone', (side) => {
    const border = { ...plainDecoration.border, [side]: stroke(1) };
    expect(heightsOf(decorated({ padding: sides, border }, 100).slice(50))).toEqual([50, 60]);
  });
});

describe('a marked box', () => {
  const session = new LayoutSession(
    defaultLimits,
    () => ({ problem: 'none' }),
    () => {},
  );
  const owner = { component: 'it', place: undefined };
  const link = { target: '#there', text: 'There', tag: undefined };
  const entry = { title: 'Title', level: 2, anchor: 'here' };
  const mark = (inner: Box, more: { entry?: typeof entry } = {}) => new MarkedBox(inner, 50, link, more.entry, owner, session);
  const column = () => new ColumnBox([block(10), block(20)]);

  test('is there if it is the target of an outline entry, or if something is in it', () => {
    expect(mark(new SpaceBox(0)).isEmpty).toBe(true);
    expect(mark(new SpaceBox(0), { entry }).isEmpty).toBe(false);
    expect(mark(block(0)).isEmpty).toBe(false);
  });

  test('is a link on each page, and the target on the first', () => {
    for (const parts of [mark(column(), { entry }).split(15)!, mark(column(), { entry }).slice(10)]) {
      const kinds = parts.map((part) =>
        place(part, 3, 4)
          .items.map(({ kind }) => kind)
          .join(' '),
      );
      expect(kinds).toEqual(['anchor rect link', 'rect link']);
    }
    expect(mark(column()).split(5)).toBeUndefined();
    const items = place(mark(column(), { entry }), 3, 4).items;
    expect(items[0]).toMatchObject({ x: 3, y: 4, name: 'here', bookmark: { title: 'Title', level: 2, fromHeading: false } });
    expect(items.at(-1)).toMatchObject({ x: 3, y: 4, width: 50, height: 30, target: '#there', contents: 'There' });
  });

  test('has no outline entry where it is painted again', () => {
    const canvas: PageCanvas = { items: [], late: [], page: openPage(1, 1), artifact: decoration };
    mark(column(), { entry }).place(canvas, 0, 0);
    expect(canvas.items[0]).toMatchObject({ name: 'here', bookmark: undefined });
  });
});
