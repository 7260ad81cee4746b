// Draws pies and donuts: slices of a circle, the first one at the top.
import { ellipseIn, type Path, PathBuilder } from '../../vector/path.ts';
import { textOn } from './chart-colors.ts';
import { type Drawing, noRoomFor } from './drawing.ts';
import type { Area, Label, Point } from './pen.ts';

interface Slice {
  readonly index: number;
  /** Angles from the top, clockwise, in radians. */
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** The hole of a donut, as a part of its radius. */
const hole = 0.6;
const gap = 1;
/** More slices have no gaps between them, which would cover them. */
const mostGaps = 30;
/** Smaller slices are not seen. */
const leastShare = 1e-4;

/** The slices of the values above zero. */
export function slicesOf(sizes: readonly (number | undefined)[]): readonly Slice[] {
  const total = sizes.reduce<number>((sum, size) => sum + Math.max(0, size ?? 0), 0);
  let at = 0;
  return sizes.flatMap((size, index) => {
    if (size === undefined || size <= 0) return [];
    const from = at;
    at += size / total;
    return [{ index, from: from * 2 * Math.PI, to: at * 2 * Math.PI, share: size / total }];
  });
}

/** Slices with their labels. */
export interface SliceLayout {
  /** The room that labels need at each side of a circle. 0: they stand in their slices. */
  sideRoom(diameter: number): number;
  draw(around: Area): void;
}

export function layOutSlices({ plan, data, pen, colors, writer, scope, lost }: Drawing): SliceLayout {
  const { sizes, values } = data.series[0]!;
  const slices = slicesOf(sizes);
  const isRing = plan.kind === 'donut';
  const inner = isRing ? hole : 0;
  const texts = slices.map(({ index, share }) => plan.labels?.(scope, values[index]!, share));
  const labels = texts.map((text, i) =>
    text === undefined ? undefined : writer.write(text, textOn(colors.colorOf(slices[i]!.index))),
  );
  const widest = labels.reduce((most, label) => Math.max(most, label?.width ?? 0), 0);
  const placeInside = (label: Label, slice: Slice, center: Point, radius: number): Point | undefined => {
    if (slice.share === 1 && !isRing) return center;
    const middle = slice.share === 1 ? 0 : (slice.from + slice.to) / 2;
    const [x, y] = pointAt(center, radius * (isRing ? (1 + inner) / 2 : 0.66), middle);
    const half = [label.width / 2 + 1, label.height * 0.38] as const;
    const corners = [-1, 1].flatMap((dx) => [-1, 1].map((dy): Point => [x + dx * half[0], y + dy * half[1]]));
    return corners.every((corner) => isInSlice(corner, center, slice, radius * inner, radius)) ? [x, y] : undefined;
  };
  const sideRoom = (diameter: number) => {
    const isFull = labels.every((label, i) => !label || placeInside(label, slices[i]!, [0, 0], diameter / 2));
    return isFull ? 0 : widest + writer.size * 0.6;
  };
  const drawAround = (center: Point, radius: number) => {
    const isSingle = slices.length === 1;
    const hasGaps = !isSingle && slices.length <= mostGaps;
    const stroke = hasGaps ? ({ width: gap, color: colors.paper, dash: [], join: 'round' } as const) : undefined;
    for (const slice of slices) {
      if (slice.share < leastShare) continue;
      const path = isSingle ? ring(center, radius * inner, radius) : sector(center, slice, radius * inner, radius);
      pen.path(path, { fill: colors.colorOf(slice.index), stroke }, 'evenodd');
    }
  };
  return {
    sideRoom,
    draw(around) {
      const whole = Math.min(around.width, around.height) / 2;
      const side = sideRoom(whole * 2);
      // Labels that do not fit into their slices stand around the circle.
      const radius = side === 0 ? whole : Math.min(around.height / 2 - writer.size * 1.6, around.width / 2 - side);
      if (radius < writer.size) {
        lost.push(noRoomFor('its slices'));
        return;
      }
      const center: Point = [around.x + around.width / 2, around.y + around.height / 2];
      drawAround(center, radius);
      for (const [i, label] of labels.entries()) {
        if (!label) continue;
        const slice = slices[i]!;
        const at = placeInside(label, slice, center, radius);
        if (at) pen.writeIfFree(label, at[0], at[1] - label.height / 2, 'middle');
        else {
          const outside = writer.write(texts[i]!);
          const middle = (slice.from + slice.to) / 2;
          const [x, y] = pointAt(center, radius + writer.size * 0.4, middle);
          const top = y - (outside.height * (1 + Math.cos(middle))) / 2;
          pen.writeIfFree(outside, x, top, Math.sin(middle) < 0 ? 'end' : 'start', around);
        }
      }
    },
  };
}

const pointAt = ([x, y]: Point, radius: number, angle: number): Point => [
  x + radius * Math.sin(angle),
  y - radius * Math.cos(angle),
];

function isInSlice([x, y]: Point, center: Point, { from, to, share }: Slice, inner: number, outer: number): boolean {
  const [dx, dy] = [x - center[0], center[1] - y];
  const distance = Math.hypot(dx, dy);
  if (distance > outer - 1 || distance < inner + 1) return false;
  const angle = (Math.atan2(dx, dy) + 2 * Math.PI) % (2 * Math.PI);
  return share === 1 || (angle >= from && angle <= to);
}

function ring([x, y]: Point, inner: number, outer: number): Path {
  const circle = (radius: number) => ellipseIn({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
  return inner === 0 ? circle(outer) : new PathBuilder().add(circle(outer)).add(circle(inner));
}

function sector(center: Point, { from, to }: Slice, inner: number, outer: number): Path {
  const path = new PathBuilder();
  const [x, y] = pointAt(center, outer, from);
  path.moveTo(x, y);
  addArc(path, center, outer, from, to);
  if (inner === 0) path.lineTo(...center);
  else {
    path.lineTo(...pointAt(center, inner, to));
    addArc(path, center, inner, to, from);
  }
  return path.close();
}

/** A part of a circle, as curves of at most a quarter each. */
function addArc(path: PathBuilder, center: Point, radius: number, from: number, to: number): void {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2)));
  const step = (to - from) / count;
  const reach = radius * (4 / 3) * Math.tan(step / 4);
  for (let i = 0; i < count; i++) {
    const [a, b] = [from + i * step, from + (i + 1) * step];
    const [x1, y1] = pointAt(center, radius, a);
    const [x2, y2] = pointAt(center, radius, b);
    path.curveTo(x1 + reach * Math.cos(a), y1 + reach * Math.sin(a), x2 - reach * Math.cos(b), y2 - reach * Math.sin(b), x2, y2);
  }
}
