import { expect, test } from 'vitest';
import { findCovered } from '../../../src/document/layout/find-covered.ts';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import { createRandom } from '../../support/random.ts';

/** A child with one picture, as high as its content. `count`: hears each look at its place. */
function childAt(place: { x: number; y: number; width: number; height: number; planned: number | undefined }, count = () => {}) {
  const { x, y, width, height, planned } = place;
  const item = { kind: 'image', x, y, width, height } as unknown as PageItem;
  return {
    ...{ x, width, planned, rotate: 0, box: { height }, items: [item] },
    get y() {
      count();
      return y;
    },
  };
}

test('of random children, those are found that a comparison of all pairs finds', () => {
  const random = createRandom(7);
  const whole = (most: number) => Math.floor(random() * most);
  let found = 0;
  for (let trial = 0; trial < 300; trial++) {
    const children = Array.from({ length: 8 }, () =>
      childAt({ x: whole(60), y: whole(60), width: 1 + whole(30), height: 2 + whole(30), planned: 1 + whole(30) }),
    );
    const isCovered = (above: (typeof children)[number]) =>
      children.some(
        (below) =>
          below !== above &&
          below.y >= above.y + above.planned! &&
          below.y < above.y + above.box.height - 1 &&
          Math.min(above.x + above.width, below.x + below.width) - Math.max(above.x, below.x) > 1 &&
          Math.min(above.y + above.box.height, below.y + below.box.height) - below.y > 1,
      );
    const pairs = findCovered(children);
    found += pairs.length;
    expect(new Set(pairs.map(([above]) => above))).toEqual(new Set(children.filter(isCovered)));
  }
  expect(found).toBeGreaterThan(100);
});

test('twice as many children are looked at hardly more than twice as often', () => {
  const looksAt = (length: number): number => {
    let looks = 0;
    const children = Array.from({ length }, (_, i) =>
      childAt({ x: 0, y: (i * 7) % 1000, width: 10, height: 3, planned: 3 }, () => looks++),
    );
    findCovered(children);
    return looks;
  };
  expect(looksAt(4000) / looksAt(2000)).toBeLessThan(2.5);
});
