// Warnings of a component that is wider than its place, or whose border covers its text.
import type { Box } from '../../../layout/box.ts';
import { type ComponentNode, outlineOf } from '../../../layout/component-node.ts';
import type { Decoration, Sides } from '../../../layout/decorated-box.ts';
import { extentOf, overlap, paintedOutlines } from '../../../layout/extent.ts';
import { unseen } from '../../../layout/off-sheet.ts';
import type { BoundScope, LayoutSession } from '../../../layout/session.ts';
import type { Owner } from '../../../layout/trace.ts';
import type { Extent } from '../../../vector/path.ts';

/** The owner of a box that is `wide` in a place of `width`. Warns if it is wider than its place. */
type OwnerOf = (scope: BoundScope, wide: number, width: number, session: LayoutSession) => Owner;

/** Makes the owners of a component. Beside an `at`, and with a negative margin, the component may reach out of its place. */
export function watchWidth(component: string, isPlaced: boolean, margin: Sides): OwnerOf {
  const staysInPlace = !isPlaced && margin.left >= 0 && margin.right >= 0;
  return ({ place }, wide, width, session) => {
    const isTooWide = staysInPlace && wide > width + unseen;
    if (isTooWide) {
      const message = `The component is ${Math.ceil(wide - width)} pt wider than its place and may cover what stands beside it.`;
      session.warn('component-too-wide', component, place, message);
    }
    return { component, place, isTooWide };
  };
}

/** Sets the owner of the boxes of a component that sizes itself. */
export function withOwner(node: ComponentNode, ownerOf: OwnerOf): ComponentNode {
  return {
    *build(scope, width, session) {
      for (const box of node.build(scope, width, session)) {
        if (box.reach) box.owner = ownerOf(scope, box.reach.width, width, session);
        yield box;
      }
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}

const sideNames = ['top', 'right', 'bottom', 'left'] as const;

/** Letters begin beside the edge of their line, so a border that covers this much of it, in pt, hides no part of them. */
const hiddenBearing = 1;

/** Warns of a border that lies on text or a barcode of the box inside. `size`: of the box with the border. */
export function warnOfCoveredText(
  decoration: Pick<Decoration, 'padding' | 'border'>,
  inner: Box,
  size: { readonly width: number; readonly height: number },
  { component, place }: Owner,
  session: LayoutSession,
): void {
  const covering = findCoveringBorder(decoration, inner, size, session);
  if (!covering) return;
  const message = `The border is ${covering.width} pt wide and covers content at the ${covering.side} edge. Set "padding" to the width of the border or more.`;
  session.warn('text-covered', component, place, message);
}

/** A side whose border lies on text or a barcode of the box inside. */
function findCoveringBorder(
  { padding, border }: Pick<Decoration, 'padding' | 'border'>,
  inner: Box,
  { width: room, height }: { readonly width: number; readonly height: number },
  session: LayoutSession,
): { readonly side: (typeof sideNames)[number]; readonly width: number } | undefined {
  const wide = sideNames.filter((side) => border[side] !== undefined && border[side].width > padding[side] + hiddenBearing);
  if (wide.length === 0) return undefined;
  const read = paintedOutlines(inner, session, 'ink')
    .filter(({ item: { kind } }) => kind === 'text' || kind === 'modules')
    .map(({ corners }) => extentOf(corners)!);
  // The outer edge of the border, counted from the top left corner of the box inside.
  const left = (inner.reach?.left ?? 0) - padding.left;
  const right = inner.reach ? left + inner.reach.width + padding.left + padding.right : left + room;
  const edge: Extent = { left, top: -padding.top, right, bottom: height - padding.top };
  for (const side of wide) {
    const { width } = border[side]!;
    const line: Extent = {
      left: side === 'right' ? edge.right - width : edge.left,
      top: side === 'bottom' ? edge.bottom - width : edge.top,
      right: side === 'left' ? edge.left + width : edge.right,
      bottom: side === 'top' ? edge.top + width : edge.bottom,
    };
    if (read.some((one) => overlap(one, line) > hiddenBearing)) return { side, width };
  }
  return undefined;
}
