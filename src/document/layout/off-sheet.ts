// Finds items that lie off their sheet, by one comparison for each item. A page with such an item is placed once more with a `Trace`, which finds the
// owner of the item.

import type { Extent } from '../vector/path.ts';
import { distanceBeyond, extentOf, type ItemOutline, liesWithin, outlinesOf } from './extent.ts';
import type { PageItem } from './fragment.ts';
import type { SheetSize } from './sheet-size.ts';

/** Nobody misses a smaller part, in pt. */
export const unseen = 0.5;

/** Colour and pictures may run over an edge by this much, in pt: printers cut off a bleed of 3 mm or 1/8 inch. */
const bleed = 9;

/** The items that are partly or wholly off the sheet. `count`: how many of the first items belong to the page's background. */
export function findOffSheet(items: readonly PageItem[], sheet: SheetSize, count = 0): readonly ItemOutline[] {
  const found: ItemOutline[] = [];
  const area = areaOf(sheet);
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (liesWithin(item, area, 'ink')) continue;
    for (const outline of outlinesOf([item], 'ink')) if (isLost(outline, sheet, i < count)) found.push(outline);
  }
  return found;
}

function isLost({ item, corners }: ItemOutline, { width, height }: SheetSize, isBackground: boolean): boolean {
  const isRead = item.kind === 'text' || item.kind === 'modules' || item.kind === 'annotation';
  if (isBackground && !isRead) {
    const { left, top, right, bottom } = extentOf(corners)!;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    return x < 0 || y < 0 || x > width || y > height;
  }
  const over = distanceBeyond(corners, areaOf({ width, height }));
  return Math.max(over.left, over.top, over.right, over.bottom) > (isRead ? unseen : bleed + unseen);
}

const areaOf = ({ width, height }: SheetSize): Extent => ({ left: 0, top: 0, right: width, bottom: height });

/** Describes how far items of a component lie off the sheet. `isPart`: it has others on the sheet. */
export function describeOffSheet(outlines: readonly ItemOutline[], sheet: SheetSize, isPart = false): string {
  const reach = extentOf(outlines.flatMap(({ corners }) => corners))!;
  const isGone = !isPart && (reach.right <= 0 || reach.bottom <= 0 || reach.left >= sheet.width || reach.top >= sheet.height);
  const over = distanceBeyond(
    outlines.flatMap(({ corners }) => corners),
    areaOf(sheet),
  );
  return `${isGone ? 'It lies off the sheet' : 'A part of it lies off the sheet'}, ${describeBeyond(over)}, and is not printed.`;
}

/** `12 pt beyond the left edge, 3 pt beyond the bottom edge`. */
export function describeBeyond(over: Record<keyof Extent, number>): string {
  return (['left', 'top', 'right', 'bottom'] as const)
    .filter((side) => over[side] > unseen)
    .map((side) => `${Math.ceil(over[side])} pt beyond the ${side} edge`)
    .join(', ');
}
