// Moves and resizes parts in a frame: where they snap to, and what is written. Lengths are in pt on the sheet.
import { currentPart, isPlaced, type Part, type PartTree, placePart, ptPerUnit } from '../../editing/index.ts';
import { steps } from '../../editor-words/index.ts';
import { isObject } from '../../json/is-object.ts';
import type { EditorModel } from '../editor-model.ts';
import type { GoalLine, OwnedPart, Point } from './drop-goal.ts';
import { gridOf } from './frame-grid.ts';

/** Which edges of a part follow the pointer. Both of an axis: the part moves. */
export interface Grip {
  readonly left?: boolean;
  readonly right?: boolean;
  readonly top?: boolean;
  readonly bottom?: boolean;
}

export const wholePart: Grip = { left: true, right: true, top: true, bottom: true };

/** The corners and edges by which a part is resized. */
export const grips: readonly Grip[] = [
  { left: true, top: true },
  { top: true },
  { right: true, top: true },
  { right: true },
  { right: true, bottom: true },
  { bottom: true },
  { left: true, bottom: true },
  { left: true },
];

/** The frame around a placed part, as it is shown. Undefined: the part is not placed, or its frame is not on this sheet. */
export function frameOf(tree: PartTree, part: Part, owned: readonly OwnedPart[]): OwnedPart | undefined {
  if (!isPlaced(tree, part)) return undefined;
  const { owner } = tree.places.get(part.pointer)!.slot!;
  return owned.find((one) => one.part.pointer === owner.pointer);
}

/** Where a part would be after a drag. It snaps to the edges and centres of the frame and of the parts in it that are near, else to the grid. */
export function dragTo(
  tree: PartTree,
  { shown, part }: OwnedPart,
  by: Point,
  grip: Grip,
  owned: readonly OwnedPart[],
  near: number,
): GoalLine {
  const frame = frameOf(tree, part, owned);
  if (!frame) return shown;
  const others = owned.filter(
    (one) => one.part.pointer !== part.pointer && frameOf(tree, one.part, owned)?.part.pointer === frame.part.pointer,
  );
  const boxes = [frame.shown, ...others.map((one) => one.shown)];
  const step = ptPerUnit(tree) * gridOf(tree);
  const across = dragAxis(
    [shown.left, shown.left + shown.width],
    by.x,
    [grip.left, grip.right],
    boxes.flatMap(({ left, width }) => [left, left + width / 2, left + width]),
    { start: frame.shown.left, step, near },
  );
  const down = dragAxis(
    [shown.top, shown.top + shown.height],
    by.y,
    [grip.top, grip.bottom],
    boxes.flatMap(({ top, height }) => [top, top + height / 2, top + height]),
    { start: frame.shown.top, step, near },
  );
  return { left: across[0], width: across[1] - across[0], top: down[0], height: down[1] - down[0] };
}

interface Snap {
  /** Where the grid begins. */
  readonly start: number;
  readonly step: number;
  /** Distance within which a line attracts. */
  readonly near: number;
}

type Span = readonly [from: number, to: number];

function dragAxis(
  [from, to]: Span,
  by: number,
  [movesFrom = false, movesTo = false]: readonly [boolean | undefined, boolean | undefined],
  lines: readonly number[],
  snap: Snap,
): Span {
  if (!movesFrom && !movesTo) return [from, to];
  if (movesFrom && movesTo) {
    const moved = [from + by, to + by] as const;
    const middle = (moved[0] + moved[1]) / 2;
    const shift = nearest([...moved, middle], lines, snap.near) ?? onGrid(moved[0], snap) - moved[0];
    return [moved[0] + shift, moved[1] + shift];
  }
  const edge = (movesFrom ? from : to) + by;
  const snapped = edge + (nearest([edge], lines, snap.near) ?? onGrid(edge, snap) - edge);
  return movesFrom ? [Math.min(snapped, to - snap.step), to] : [from, Math.max(snapped, from + snap.step)];
}

/** The distance from an edge to the nearest line. Undefined: no line lies within `near`. */
function nearest(edges: readonly number[], lines: readonly number[], near: number): number | undefined {
  const ways = edges.flatMap((edge) => lines.map((line) => line - edge)).sort((a, b) => Math.abs(a) - Math.abs(b));
  const [way = Number.POSITIVE_INFINITY] = ways;
  return Math.abs(way) <= near ? way : undefined;
}

const onGrid = (at: number, { start, step }: Snap): number => start + Math.round((at - start) / step) * step;

/** Writes where a part was dragged to. `grip`: what followed the pointer. */
export function placeAt(model: EditorModel, { part }: OwnedPart, box: GoalLine, grip: Grip, frame: OwnedPart): void {
  const unit = ptPerUnit(model.tree.value);
  const isMove = grip === wholePart;
  const place = {
    x: (box.left - frame.shown.left) / unit,
    y: (box.top - frame.shown.top) / unit,
    w: isMove || !(grip.left || grip.right) ? undefined : box.width / unit,
    h: isMove || !(grip.top || grip.bottom) ? undefined : box.height / unit,
  };
  const area = { width: frame.shown.width / unit, height: frame.shown.height / unit };
  model.do((tree) => placePart(tree, currentPart(tree, part), place, area), { title: isMove ? steps.move : steps.resize }, true);
}

/** Moves a part in its frame by steps of the grid. False: it stands in no frame by numbers. */
export function nudge(model: EditorModel, part: Part, across: number, down: number): boolean {
  const tree = model.tree.value;
  if (!isPlaced(tree, part) || !isObject(part.value) || !isObject(part.value.at)) return false;
  const { x = 0, y = 0 } = part.value.at;
  if (typeof x !== 'number' || typeof y !== 'number') return false;
  const step = gridOf(tree);
  const place = { x: x + across * step, y: y + down * step };
  // Numbers are no part of an area.
  const make = (now: PartTree) => placePart(now, part, place, { width: 0, height: 0 });
  return model.do(make, { title: steps.move, gesture: `nudge ${part.pointer}` });
}
