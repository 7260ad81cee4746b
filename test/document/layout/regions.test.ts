import { expect, test } from 'vitest';
import { Box } from '../../../src/document/layout/box.ts';
import { directionsOf } from '../../../src/document/layout/direction.ts';
import type { PageCanvas } from '../../../src/document/layout/page-canvas.ts';
import { flowBox } from '../../../src/document/layout/regions.ts';
import { LayoutSession } from '../../../src/document/layout/session.ts';
import { defaultLimits } from '../../support/render.ts';

/** Counts how often the height of a box is asked for. */
let asked = 0;
let built = 0;

class Line extends Box {
  get height(): number {
    asked++;
    return 10;
  }

  protected draw(): void {}
}

function* linesOf(count: number): Iterable<Box> {
  for (let i = 0; i < count; i++) {
    built++;
    yield new Line();
  }
}

function makeFlow(count: number, bodyHeight: number): Box {
  const session = new LayoutSession(
    defaultLimits,
    () => ({ problem: 'Not found.' }),
    () => {},
  );
  session.bodyHeight = bodyHeight;
  session.sheet = { width: 100, height: bodyHeight };
  asked = 0;
  built = 0;
  const regions = {
    count: 3,
    width: 30,
    gap: 5,
    rule: undefined,
    balance: true,
    tag: undefined,
    session,
  } as const;
  return flowBox(linesOf(count), directionsOf(false), regions)!;
}

test('balancing takes time in proportion to what is on the sheet', () => {
  const work = (count: number) => {
    expect(makeFlow(count, count * 10).height).toBe(Math.ceil(count / 3) * 10);
    return asked;
  };
  expect(work(3000)).toBeLessThan(work(300) * 15);
});

test('content is built about a sheet ahead', () => {
  let flow = makeFlow(1000, 100);
  for (let sheet = 1; sheet <= 5; sheet++) {
    expect(flow.height).toBeGreaterThan(100);
    expect(built).toBeLessThanOrEqual(sheet * 30 + 2);
    flow = flow.split(100)![1];
  }
});

test('a flow can be divided at any height, again and again, and gives the same parts', () => {
  const flow = makeFlow(50, 100);
  const heights = (available: number) => flow.split(available)!.map(({ height }) => height);
  expect(heights(40)).toEqual(heights(40));
  expect(flow.split(70)![0].height).toBe(70);
  expect(flow.split(40)![0].height).toBe(40);
  expect(flow.split(5)).toBeUndefined();
});

test('a flow that is on its sheet holds its content no more', () => {
  const flow = makeFlow(1000, 100);
  const [head] = flow.split(100)!;
  const canvas: PageCanvas = { items: [], late: [], page: { number: 1, side: 'right', part: { number: 1 } }, marks: [] } as never;
  expect(flow.isEmpty).toBe(false);
  head.place({ ...canvas, marks: undefined }, 0, 0);
  expect(flow.isEmpty).toBe(false);
  head.place(canvas, 0, 0);
  expect(flow.isEmpty).toBe(true);
});
