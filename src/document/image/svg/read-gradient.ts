// Gradients of SVG as gradients of PDF. PDF goes on with the last colour only, so gradients that repeat get more stops, as far as they are seen.
import type { Gradient, GradientStop } from '../../vector/gradient.ts';
import { invert, type Matrix, multiply, transform } from '../../vector/matrix.ts';
import type { Extent } from '../../vector/path.ts';
import { invalidImage } from '../image-error.ts';
import { matrixOf, numberOf } from './attributes.ts';
import type { SvgElement } from './tree.ts';

export interface GradientPlace {
  /** From the coordinates of the element to those of the drawing. */
  readonly matrix: Matrix;
  /** The box of the element, in whose measure the gradient may be. */
  readonly box: Extent;
  /** The painted area, in the coordinates of the element. */
  readonly reach: Extent;
}

type Stop = GradientStop & { readonly opacity: number };

/** More are too fine to be seen. */
const mostRepeats = 500;

/** The stops of a gradient, apart from their opacities. Gradients of the same stops share them, so that they are written once. */
interface PlacedStops {
  readonly stops: readonly GradientStop[];
  /** Set if colours are half transparent. */
  readonly veil: readonly GradientStop[] | undefined;
}

export type KnownStops = Map<string, PlacedStops>;

/** `veil`: set if colours are half transparent; their opacity as a gradient of grays. Undefined: nothing is painted. */
export function readGradient(
  element: SvgElement,
  { matrix, box, reach }: GradientPlace,
  known: KnownStops,
): { readonly paint: string | Gradient; readonly veil?: Gradient } | undefined {
  if (element.children.length === 0) return undefined;
  const own = matrixOf(element, 'gradientTransform') ?? [1, 0, 0, 1, 0, 0];
  const isBoxed = element.attributes.gradientUnits !== 'userSpaceOnUse';
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (isBoxed && !(width > 0 && height > 0)) return undefined;
  const inUser = multiply(own, isBoxed ? [width, 0, 0, height, box.left, box.top] : [1, 0, 0, 1, 0, 0]);
  const shape = element.name === 'radialGradient' ? readCircles(element) : readLine(element);
  if (element.children.length > 1000) throw invalidImage('has a gradient of more than 1000 colours');
  // From the coordinates in which the gradient runs from 0 to 1.
  const toUser = multiply(shape.matrix, inUser);
  const ends = repeatEnds(element, shape, toUser, reach);
  const { stops, veil } = placeStops(element, ends, known);
  const gradient = spread(shape, ends ?? { from: 0, to: 1 });
  const placed = { ...gradient, matrix: multiply(gradient.matrix, multiply(toUser, matrix)) };
  return { paint: { ...placed, stops }, ...(veil && { veil: { ...placed, stops: veil } }) };
}

function placeStops(element: SvgElement, ends: Ends | undefined, known: KnownStops): PlacedStops {
  const isReflected = element.attributes.spreadMethod === 'reflect';
  const own = readStops(element);
  const key = JSON.stringify([own, ends && [ends, isReflected]]);
  let placed = known.get(key);
  if (!placed) {
    const all = ends === undefined ? own : repeatStops(own, ends, isReflected);
    placed = {
      stops: all.map(({ at, color }) => ({ at, color })),
      veil: all.every(({ opacity }) => opacity >= 1) ? undefined : all.map(({ at, opacity }) => ({ at, color: grayOf(opacity) })),
    };
    known.set(key, placed);
  }
  return placed;
}

function readStops({ children }: SvgElement): readonly Stop[] {
  return children.map((stop) => ({
    at: numberOf(stop, 'offset', 0),
    color: stop.attributes['stop-color'] ?? '#000000',
    opacity: numberOf(stop, 'stop-opacity', 1),
  }));
}

function grayOf(opacity: number): string {
  const part = Math.round(Math.min(1, Math.max(0, opacity)) * 255)
    .toString(16)
    .padStart(2, '0');
  return `#${part}${part}${part}`;
}

/** A gradient without stops. `matrix`: from the coordinates of `Gradient` to those of the attributes. */
type GradientShape = Omit<Gradient, 'stops'>;

function readLine(element: SvgElement): GradientShape {
  const [x1, y1] = [numberOf(element, 'x1', 0), numberOf(element, 'y1', 0)];
  const [dx, dy] = [numberOf(element, 'x2', 1) - x1, numberOf(element, 'y2', 0) - y1];
  return { kind: 'linear', matrix: [dx, dy, -dy, dx, x1, y1] };
}

function readCircles(element: SvgElement): GradientShape {
  const [cx, cy, r] = [numberOf(element, 'cx', 0.5), numberOf(element, 'cy', 0.5), numberOf(element, 'r', 0.5)];
  const [fx, fy, fr] = [numberOf(element, 'fx', cx), numberOf(element, 'fy', cy), numberOf(element, 'fr', 0)];
  const matrix: Matrix = [r, 0, 0, r, cx, cy];
  if (fx === cx && fy === cy && fr === 0) return { kind: 'radial', matrix };
  return { kind: 'radial', matrix, from: [(fx - cx) / r, (fy - cy) / r, fr / r] };
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

/** How far a gradient that repeats is seen, in whole lengths of it. Undefined: it does not repeat. */
function repeatEnds(
  element: SvgElement,
  { kind, from = [0, 0, 0] }: GradientShape,
  toUser: Matrix,
  reach: Extent,
): Ends | undefined {
  const { spreadMethod = 'pad' } = element.attributes;
  if (spreadMethod === 'pad') return undefined;
  const inverse = invert(toUser);
  if (!inverse) return undefined;
  const corners = [reach.left, reach.right].flatMap((x) => [reach.top, reach.bottom].map((y) => transform(inverse, x, y)));
  // The circle of the gradient at t has the middle from * (1 - t) and the radius from[2] + t (1 - from[2]). It holds all points nearer than that.
  const slowest = Math.max(0.01, 1 - from[2] - Math.hypot(from[0], from[1]));
  const parts = corners.map(([x, y]) => (kind === 'linear' ? x : Math.hypot(x - from[0], y - from[1]) / slowest));
  const ends = { from: kind === 'linear' ? Math.floor(Math.min(...parts, 0)) : 0, to: Math.ceil(Math.max(...parts, 1)) };
  if (ends.to - ends.from > mostRepeats) throw invalidImage(`has a gradient that repeats more than ${mostRepeats} times`);
  return ends;
}

function repeatStops(stops: readonly Stop[], { from, to }: Ends, reflects: boolean): readonly Stop[] {
  const length = to - from;
  // Each repetition includes the stretch before the first stop and after the last one.
  const whole = [{ ...stops[0]!, at: 0 }, ...stops, { ...stops.at(-1)!, at: 1 }];
  return Array.from({ length }, (_, i) => {
    const turned = reflects && (from + i) % 2 !== 0;
    const one = turned ? whole.map((stop) => ({ ...stop, at: 1 - stop.at })).reverse() : whole;
    return one.map((stop) => ({ ...stop, at: (i + stop.at) / length }));
  }).flat();
}

/** A gradient from `from` to `to` in place of 0 to 1. */
function spread({ kind, matrix: _, from: focus }: GradientShape, { from, to }: Ends): GradientShape {
  if (kind === 'linear') return { kind, matrix: [to - from, 0, 0, to - from, from, 0] };
  if (to === 1) return { kind, matrix: [1, 0, 0, 1, 0, 0], ...(focus && { from: focus }) };
  const [x, y, radius] = focus ?? [0, 0, 0];
  // The last circle becomes the unit circle.
  const [cx, cy, r] = [x + to * (0 - x), y + to * (0 - y), radius + to * (1 - radius)];
  return { kind, matrix: [r, 0, 0, r, cx, cy], from: [(x - cx) / r, (y - cy) / r, radius / r] };
}
