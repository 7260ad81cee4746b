// Lays out children by their coordinates: in a frame, or on the whole sheet.

import type { Extent } from '../vector/path.ts';
import { type Box, fits, ItemsBox, placeInGroup } from './box.ts';
import { buildCell } from './build-column.ts';
import type { ComponentNode } from './component-node.ts';
import { distanceBeyond, extentOf, liesWithin, outlinesOf, paintedExtent, turnedCorners } from './extent.ts';
import { areasOverlap, findCovered } from './find-covered.ts';
import type { PageItem } from './fragment.ts';
import { type Graphic, noGraphics, tellLost } from './graphic.ts';
import { type Length, resolveLength } from './length.ts';
import { describeBeyond, unseen } from './off-sheet.ts';
import type { PageCanvas } from './page-canvas.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import { openSlot } from './structure.ts';
import type { Artifact, Tag } from './tag.ts';

/** A child of a frame, or of a page's background or overlay. */
export interface PlacedNode {
  readonly node: ComponentNode;
  /** Its `id`, or its JSON Pointer. */
  readonly name: string;
  /** From the left and the top of the area, in pt. */
  readonly x: number;
  readonly y: number;
  /** Undefined: the available width. */
  readonly width: Length | undefined;
  /** Undefined: as high as its content. */
  readonly height: Length | undefined;
  /** Degrees clockwise about its top left corner. */
  readonly rotate: number;
  /** Children with smaller numbers are read first. */
  readonly order: number;
  /** In a background or overlay, the child is read. */
  readonly isContent: boolean;
}

interface FrameRule {
  readonly grow: 'none' | 'box' | 'push';
  readonly collapse: boolean;
  readonly height: number | undefined;
  /** The area is the whole sheet. Closing the page finds the parts off the sheet. */
  readonly isSheet: boolean;
  /** The kind of artifact for children that are not content. Undefined: all children are content. */
  readonly artifact?: Artifact | undefined;
}

/** Lays out placed components in an area; without a height, the area is as high as the components reach. */
export function buildFrame(
  children: readonly PlacedNode[],
  rule: FrameRule,
  scope: BoundScope,
  area: { readonly width: number; readonly height: number | undefined },
  session: LayoutSession,
  name: string,
): Box {
  const tags = tagChildren(children, rule, scope);
  const laid = children.map((child, i): Laid => {
    const { node, x, y, rotate } = child;
    const hasWidth = child.width !== undefined;
    const width = child.width === undefined ? Math.max(0, area.width - x) : resolveLength(child.width, area.width);
    const whole = buildCell(node, tags ? { ...scope, tag: tags[i] } : scope, width, session);
    const planned = child.height === undefined ? undefined : resolveLength(child.height, area.height ?? 0);
    const isOver = rule.grow === 'none' && planned !== undefined && !fits(whole.height, planned);
    // The `h` of a child cuts no graphic.
    const [box, rest] = isOver && whole.graphics.length > 0 ? session.cut(() => whole.slice(planned)) : [whole, undefined];
    const isCut = isOver && !rest?.isEmpty;
    const lost = rest?.graphics ?? noGraphics;
    return { x, y, width, hasWidth, box, planned, rotate, absent: whole.isEmpty, name: child.name, isCut, lost };
  });
  const moved = rule.grow === 'push' || rule.collapse ? pushDown(laid, rule) : laid;
  let height = rule.height ?? 0;
  const reachingBelow = new Set<Laid>();
  for (const child of moved) {
    if (child.isCut) {
      const message = `The content of ${child.name} is higher than its "h" and is cut.${tellLost(child.lost)}`;
      session.warn('box-overflow', child.name, scope.place, message);
    }
    if (child.rotate !== 0) {
      if (rule.height === undefined) height = Math.max(height, turnedBottom(child, rule, session));
      continue;
    }
    const bottom = child.y + heightOf(child, rule);
    if (rule.height === undefined || rule.grow !== 'none') height = Math.max(height, bottom);
    else if (!fits(child.y + child.box.height, rule.height) && !isHigher(child)) {
      reachingBelow.add(child);
      session.warn('box-overflow', name, scope.place, 'A child reaches below the frame.');
    }
  }
  return new FrameBox(height, moved, (canvas, x, y) => {
    const placed = moved.map((child) => {
      const first = canvas.items.length;
      if (rule.isSheet || child.box.owner?.isTooWide) placeChild(canvas, child, x, y, rule.grow === 'none');
      else placeWatched(child, reachingBelow.has(child), canvas, x, y);
      return { ...child, y: y + child.y, items: canvas.items.slice(first) };
    });
    for (const [above, below] of findCovered(placed)) {
      const remedy = rule.isSheet ? 'Move one of them.' : 'Give it more room, or an "h" in a frame with "grow": "push".';
      const intended =
        above.planned === undefined ? ' If it lies there on purpose, set its "h" to the height of its content.' : '';
      const message = `Its content is higher than the room above ${below.name} and reaches into ${below.name}. ${remedy}${intended}`;
      session.warn('box-overflow', above.name, scope.place, message, canvas.page.number);
    }
  });

  /**
   * Places a child, and warns if a part of it is visible outside the frame. `isTold`: another warning already reports that it reaches below the
   * frame.
   */
  function placeWatched(child: Laid, isTold: boolean, canvas: PageCanvas, x: number, y: number): void {
    const { page, trace, artifact, marks } = canvas;
    const childCanvas: PageCanvas = { items: [], late: [], page, trace, artifact, marks };
    placeChild(childCanvas, child, x, y, rule.grow === 'none');
    const edges = { left: x, top: y, right: x + area.width, bottom: isTold ? Number.POSITIVE_INFINITY : y + height };
    const check = (items: readonly PageItem[]): readonly PageItem[] => {
      if (items.every((item) => liesWithin(item, edges, 'body'))) return items;
      const corners = outlinesOf(items, 'body').flatMap((outline) => outline.corners);
      const over = distanceBeyond(corners, edges);
      if (Math.max(over.left, over.top, over.right, over.bottom) > unseen) {
        const message = `It reaches out of its frame, ${describeBeyond(over)}.`;
        session.warn('outside-frame', child.name, scope.place, message, page.number);
      }
      return items;
    };
    canvas.items.push(...check(childCanvas.items));
    for (const one of childCanvas.late) canvas.late.push({ ...one, paint: (known) => check(one.paint(known)) });
  }
}

/** A frame. A sheet that divides it cuts through no graphic. */
class FrameBox extends ItemsBox {
  readonly #children: readonly Laid[];

  constructor(height: number, children: readonly Laid[], paint: (canvas: PageCanvas, x: number, y: number) => void) {
    super(height, paint);
    this.#children = children;
  }

  override get graphics(): readonly Graphic[] {
    return this.#children.flatMap(({ box }) => box.graphics);
  }

  override clearCut(at: number): number {
    const cut = this.#children.reduce((place, child) => {
      const { top, bottom } = extentOf(turnedCorners({ left: 0, top: 0, right: child.width, bottom: child.box.height }, child))!;
      return child.box.graphics.length > 0 && top < place && !fits(bottom, place) ? top : place;
    }, at);
    return cut === at ? at : this.clearCut(cut);
  }
}

/** Whether the content of a child is higher than its `h`. */
const isHigher = ({ box, planned }: Laid): boolean => planned !== undefined && !fits(box.height, planned);

/** The tag of each child, made in the order of reading. Undefined: all children have the tag of the frame. */
function tagChildren(
  children: readonly PlacedNode[],
  { artifact }: FrameRule,
  { tag }: BoundScope,
): readonly (Tag | undefined)[] | undefined {
  const isOrdered = children.every(({ order }) => order === children[0]!.order);
  if (tag?.kind !== 'element' || (isOrdered && !artifact)) return undefined;
  const byOrder = [...children].sort((a, b) => a.order - b.order);
  const slots = new Map(byOrder.map((child) => [child, artifact && !child.isContent ? artifact : openSlot(tag)]));
  return children.map((child) => slots.get(child));
}

/** The height of a child and of the room kept for it. With `grow: "none"` a higher child is cut. */
function heightOf({ box, planned }: Laid, { grow }: FrameRule): number {
  return grow === 'none' ? (planned ?? box.height) : Math.max(box.height, planned ?? 0);
}

/** How far down a turned child reaches. A child without a `w` counts as wide as its visible content. */
function turnedBottom(child: Laid, rule: FrameRule, session: LayoutSession): number {
  const seen = child.hasWidth ? undefined : paintedExtent(child.box, session);
  const right = child.hasWidth ? child.width : Math.max(0, seen?.right ?? 0);
  const area: Extent = { left: 0, top: 0, right, bottom: heightOf(child, rule) };
  return Math.max(...turnedCorners(area, child).map(([, y]) => y));
}

interface Laid {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The template gives the width, so the child does not take the rest of the frame. */
  readonly hasWidth: boolean;
  readonly box: Box;
  readonly planned: number | undefined;
  readonly rotate: number;
  readonly absent: boolean;
  readonly name: string;
  /** Its `h` cuts its content. */
  readonly isCut: boolean;
  /** The graphics that are cut off. */
  readonly lost: readonly Graphic[];
}

/** Moves children down that lie below a child that grew. With `collapse`, moves children up that lie below an absent child. */
function pushDown<T extends Laid>(laid: readonly T[], rule: FrameRule): readonly T[] {
  const order = [...laid].sort((a, b) => a.y - b.y);
  const shift = new Map<T, number>();
  /** Those that may move others. */
  const moving: T[] = [];
  for (const child of order) {
    let by = 0;
    for (const above of moving) {
      const planned = plannedOf(above);
      if (!areasOverlap(above, child) || !fits(above.y + planned, child.y)) continue;
      const shiftAbove = shift.get(above)!;
      if (rule.grow === 'push') by = Math.max(by, shiftAbove + Math.max(0, above.box.height - planned));
      if (rule.collapse && above.absent) by = Math.min(by, shiftAbove - planned);
    }
    shift.set(child, by);
    if (by > 0 || child.absent || child.box.height > plannedOf(child)) moving.push(child);
  }
  return laid.map((child) => ({ ...child, y: child.y + shift.get(child)! }));
}

const plannedOf = ({ planned, box }: Laid): number => planned ?? box.height;

function placeChild(canvas: PageCanvas, child: Laid, x: number, y: number, cut: boolean): void {
  const clipped = cut && isHigher(child);
  if (!clipped && child.rotate === 0) {
    child.box.place(canvas, x + child.x, y + child.y);
    return;
  }
  const clip = clipped ? { x: 0, y: 0, width: child.width, height: child.planned! } : undefined;
  placeInGroup(canvas, child.box, { x: 0, y: 0 }, { kind: 'group', x: x + child.x, y: y + child.y, rotate: child.rotate, clip });
}
