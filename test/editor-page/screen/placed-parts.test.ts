import { describe, expect, test } from 'vitest';
import { edit, openHistory, type PartTree, partAt, readParts } from '../../../src/editing/index.ts';
import type { EditorModel } from '../../../src/editor-page/editor-model.ts';
import type { OwnedPart } from '../../../src/editor-page/screen/drop-goal.ts';
import { dragTo, frameOf, type Grip, grips, nudge, placeAt, wholePart } from '../../../src/editor-page/screen/placed-parts.ts';

/** Lengths are no multiples of the grid, which has steps of 5 pt, so that each line can be told from it. */
const frames = [
  {
    frame: [
      { text: 'a', at: { x: 22, y: 42, w: 60, h: 20 } },
      { text: 'b', at: { x: 201, y: 107, w: 63, h: 23 } },
    ],
    width: 303,
    height: 203,
  },
  { frame: [{ text: 'c', at: { x: 33, y: 33, w: 60, h: 20 } }], width: 303, height: 203 },
  { stack: ['flows'] },
];
const template = (unit = 'pt') => ({ unit, pages: [{ body: frames }] });

const body = '/pages/0/body';
const owned = (tree: PartTree, path: string, left: number, top: number, width: number, height: number): OwnedPart => {
  const pointer = body + path;
  const shown = { kind: 'component', pointer, uses: [], dataPath: null, left, top, width, height } as const;
  return { shown, part: tree.places.get(pointer)!.part };
};
/** The parts on a sheet with margins of 7 pt, so that the grid of a frame is not that of the sheet. */
const sheetOf = (tree: PartTree) => ({
  frame: owned(tree, '/0', 7, 7, 303, 203),
  a: owned(tree, '/0/frame/0', 29, 49, 60, 20),
  b: owned(tree, '/0/frame/1', 208, 114, 63, 23),
  other: owned(tree, '/1', 7, 210, 303, 203),
  c: owned(tree, '/1/frame/0', 40, 243, 60, 20),
  stack: owned(tree, '/2', 7, 413, 303, 12),
  flows: owned(tree, '/2/stack/0', 7, 413, 303, 12),
});

const tree = readParts(template());
const sheet = sheetOf(tree);
const all = Object.values(sheet);

/** Where `a` is in its frame after a drag. */
function drag(x: number, y: number, grip: Grip, near = 2, parts = all, inTree = tree): readonly number[] {
  const part = parts.find((one) => one.part.pointer === `${body}/0/frame/0`)!;
  const { left, top, width, height } = dragTo(inTree, part, { x, y }, grip, parts, near);
  return [left - 7, top - 7, width, height];
}

test('the frame of a part is the one that it stands in, where the sheet shows it', () => {
  expect(frameOf(tree, sheet.a.part, all)).toBe(sheet.frame);
  expect(frameOf(tree, sheet.c.part, all)).toBe(sheet.other);
  expect(frameOf(tree, sheet.flows.part, all)).toBeUndefined();
  expect(frameOf(tree, sheet.a.part, [sheet.a, sheet.other])).toBeUndefined();
});

describe('a dragged part', () => {
  test('moves on the grid of its frame', () => {
    expect(drag(26, 13, wholePart)).toEqual([50, 55, 60, 20]);
    expect(drag(25.4, 12.4, wholePart)).toEqual([45, 55, 60, 20]);
  });

  test.each<[string, number, number, number?]>([
    ['its start meets the edge of the frame', 3.5, 0, 4],
    ['its end meets the end of the frame', 242, 243],
    ['its start meets the start of another part', 200, 201],
    ['its start meets the end of another part', 263, 264],
    ['its end meets the start of another part', 140, 141],
    ['its middle meets the middle of the frame', 121, 121.5],
    ['its middle meets that of another part', 203, 202.5],
    ['a line is just near', 199, 201],
    ['nothing is near', 198.9, 200],
  ])('snaps across where %s', (_, to, expected, near = 2) => {
    expect(drag(to - 22, 0, wholePart, near)[0]).toBeCloseTo(expected, 6);
  });

  test.each<[string, number, number, number?]>([
    ['its top meets the top of the frame', 3.5, 0, 4],
    ['its bottom meets the bottom of the frame', 182, 183],
    ['its top meets the bottom of another part', 129, 130],
    ['its bottom meets the top of another part', 86, 87],
    ['its middle meets the middle of the frame', 91, 91.5],
    ['its middle meets that of another part', 109, 108.5],
    ['nothing is near', 73, 75],
  ])('snaps down where %s', (_, to, expected, near = 2) => {
    expect(drag(0, to - 42, wholePart, near)[1]).toBeCloseTo(expected, 6);
  });

  test('takes the nearest of the lines that attract it', () => {
    const more = [...all, owned(tree, '/0/frame/1', 211, 114, 3, 3)];
    expect(drag(179.2, 0, wholePart, 10, more)[0]).toBeCloseTo(201, 6);
    expect(drag(181.8, 0, wholePart, 10, more)[0]).toBeCloseTo(204, 6);
  });

  test('is not attracted by itself, nor by parts of another frame', () => {
    expect(drag(1.9, 0, wholePart)[0]).toBe(25);
    expect(drag(12.6, 0, wholePart)[0]).toBe(35);
  });

  test('is resized by the edges of each grip, and the others stay', () => {
    expect(grips.map((grip) => drag(9, 9, grip))).toEqual([
      [30, 50, 52, 12],
      [22, 50, 60, 12],
      [22, 50, 68, 12],
      [22, 42, 68, 20],
      [22, 42, 68, 28],
      [22, 42, 60, 28],
      [30, 42, 52, 28],
      [30, 42, 52, 20],
    ]);
  });

  test('has its edge attracted when it is resized', () => {
    expect(drag(118, 0, { right: true })).toEqual([22, 42, 179, 20]);
    expect(drag(0, 44, { bottom: true })).toEqual([22, 42, 60, 65]);
  });

  test('keeps a step of the grid when an edge is dragged over the other', () => {
    expect(drag(-300, 0, { right: true })).toEqual([22, 42, 5, 20]);
    expect(drag(300, 0, { left: true })).toEqual([77, 42, 5, 20]);
    expect(drag(0, -300, { bottom: true })).toEqual([22, 42, 60, 5]);
    expect(drag(0, 300, { top: true })).toEqual([22, 57, 60, 5]);
  });

  test.each([
    ['mm', (15 * 72) / 25.4],
    ['cm', (15 * 72) / 25.4],
    ['in', 0.6 * 72],
  ])('has the grid of the unit of the template: %s', (unit, expected) => {
    const inUnit = readParts(template(unit));
    expect(drag(21, 0, wholePart, 0, Object.values(sheetOf(inUnit)), inUnit)[0]).toBeCloseTo(expected, 6);
  });

  test('stays where it is without a frame', () => {
    expect(dragTo(tree, sheet.flows, { x: 50, y: 50 }, wholePart, all, 2)).toBe(sheet.flows.shown);
  });
});

/** What the editor does with a part of the template, and the steps that come of it. */
function openModel(written: ReturnType<typeof template>, path: string) {
  let history = openHistory(written.pages);
  const now = () => readParts({ ...written, pages: history.pages as never });
  const model = {
    get tree() {
      return { value: now() };
    },
    get part() {
      return { value: partAt(now(), body + path) };
    },
    do(...[make, options]: Parameters<EditorModel['do']>) {
      history = edit(history, make(now()), options);
      return true;
    },
  } as unknown as EditorModel;
  return {
    model,
    titles: () => history.done.map(({ title }) => title),
    read: () => (partAt(now(), body + path)!.value as { readonly at: object }).at,
  };
}

describe('what is written', () => {
  test('is the place alone when a part moves', () => {
    const { model, read, titles } = openModel(template(), '/0/frame/0');
    placeAt(model, sheet.a, { left: 37, top: 57, width: 61, height: 21 }, wholePart, sheet.frame);
    expect([read(), titles()]).toEqual([{ x: 30, y: 50, w: 60, h: 20 }, ['Move']]);
  });

  test('is the size in the directions of the grip too when it is resized', () => {
    const box = { left: 37, top: 57, width: 50, height: 10 };
    const resize = (grip: Grip) => {
      const { model, read, titles } = openModel(template(), '/0/frame/0');
      placeAt(model, sheet.a, box, grip, sheet.frame);
      expect(titles()).toEqual(['Resize']);
      return read();
    };
    expect(resize({ left: true })).toEqual({ x: 30, y: 50, w: 50, h: 20 });
    expect(resize({ right: true })).toEqual({ x: 30, y: 50, w: 50, h: 20 });
    expect(resize({ top: true })).toEqual({ x: 30, y: 50, w: 60, h: 10 });
    expect(resize({ bottom: true })).toEqual({ x: 30, y: 50, w: 60, h: 10 });
  });

  test('is in the unit of the template, and shares of the frame stay shares', () => {
    const written = {
      unit: 'mm',
      pages: [{ body: [{ frame: [{ text: 'a', at: { x: 0, y: '10%', w: '50%', h: '10%' } }], width: 100, height: 50 }] }],
    };
    const inMm = readParts(written);
    const mm = 72 / 25.4;
    const part = owned(inMm, '/0/frame/0', 0, 0, 50 * mm, 5 * mm);
    const frame = owned(inMm, '/0', 0, 0, 100 * mm, 50 * mm);
    const { model, read } = openModel(written as never, '/0/frame/0');
    const box = { left: 10 * mm, top: 20 * mm, width: 25 * mm, height: 20 * mm };
    placeAt(model, part, box, { right: true, bottom: true }, frame);
    expect(read()).toEqual({ x: 10, y: '40%', w: '25%', h: '40%' });
  });
});

describe('the arrow keys', () => {
  const nudgeOf = (model: EditorModel, across: number, down: number) => nudge(model, model.part.value!, across, down);

  test('move a part by the grid of its unit, one after the other as one step', () => {
    const { model, read, titles } = openModel(template(), '/0/frame/0');
    expect(nudgeOf(model, 1, 0)).toBe(true);
    nudgeOf(model, 0, -1);
    nudgeOf(model, 0, -1);
    expect([read(), titles()]).toEqual([{ x: 27, y: 32, w: 60, h: 20 }, ['Move']]);
    const inInches = openModel(template('in'), '/0/frame/0');
    nudgeOf(inInches.model, -1, 2);
    expect(inInches.read()).toEqual({ x: 21.95, y: 42.1, w: 60, h: 20 });
  });

  test('begin at the corner where no number is written', () => {
    const written = { unit: 'mm', pages: [{ body: [{ frame: [{ text: 'a', at: { w: 10 } }], height: 50 }] }] };
    const { model, read } = openModel(written as never, '/0/frame/0');
    nudgeOf(model, 2, 3);
    expect(read()).toEqual({ w: 10, x: 2, y: 3 });
  });

  test.each<[string, object]>([
    ['in the flow', { text: 'flows', at: { x: 1, y: 1 } }],
    ['without a place', { frame: ['a'], height: 50 }],
    ['in a frame whose data say x', { frame: [{ text: 'a', at: { x: '{{ x }}', y: 1 } }], height: 50 }],
    ['in a frame with a share as y', { frame: [{ text: 'a', at: { x: 1, y: '10%' } }], height: 50 }],
  ])('leave a part %s to move otherwise', (_, component) => {
    const path = Object.hasOwn(component, 'frame') ? '/0/frame/0' : '/0';
    const { model, titles } = openModel({ unit: 'mm', pages: [{ body: [component] }] } as never, path);
    expect([nudgeOf(model, 1, 1), titles()]).toEqual([false, []]);
  });
});
