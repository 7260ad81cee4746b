// Draws lines, areas and scattered points.
import { mix } from './chart-colors.ts';
import { type Drawing, noRoomFor, type Plot } from './drawing.ts';
import type { Area, Label, Point } from './pen.ts';
import { keepPeaks, mostPoints, type Span } from './spans.ts';

const lineWidth = 1.75;
/** Lines of many points are thin, so that their peaks stay apart. */
const thinWidth = 1;
const leastThin = 150;
/** Labels of more points have no room. */
const mostLabels = 500;
/** Radius of a point that has no neighbours to be joined with. */
const dotRadius = 2;

interface PlottedPoint {
  readonly point: number;
  readonly size: number;
}

/** The points of a series, without gaps in between. */
function stretchesOf(sizes: readonly (number | undefined)[]): readonly (readonly PlottedPoint[])[] {
  const kept = new Set(keepPeaks([sizes], sizes.length, mostPoints));
  const stretches: PlottedPoint[][] = [];
  let open: PlottedPoint[] | undefined;
  for (const [point, size] of sizes.entries()) {
    if (size === undefined) open = undefined;
    else if (kept.has(point)) {
      if (!open) {
        open = [];
        stretches.push(open);
      }
      open.push({ point, size });
    }
  }
  return stretches;
}

export function drawLines(drawing: Drawing, plot: Plot): void {
  const { data, colors, pen } = drawing;
  const width = data.names.length < leastThin ? lineWidth : thinWidth;
  plot.clip(() => {
    for (const [i, { sizes, color: given }] of data.series.entries()) {
      const color = given ?? colors.colorOf(i);
      const dash = given === undefined ? colors.dashOf(i) : [];
      for (const stretch of stretchesOf(sizes)) {
        const points = stretch.map(({ point, size }): Point => [plot.along(point), plot.across(size)]);
        if (points.length === 1) pen.dots(points, dotRadius, color);
        else
          pen.trace(points, {
            stroke: { width, color, dash, join: 'round', cap: dash.length > 0 ? 'butt' : 'round' },
          });
      }
    }
  });
  writeLabels(drawing, plot, (series, point) => data.series[series]!.sizes[point]);
}

/** The share of a chart that the names at the ends of its lines take at most. */
const widestEnd = 0.3;

/** The names of the series, for the ends of their lines. None: no series has a name. */
export function shapeEnds({ data, colors, writer }: Drawing, width: number): readonly Label[] {
  if (data.series.every(({ name }) => name === '')) return [];
  return data.series.map(({ name, color }, i) =>
    writer.fit(name, width * widestEnd, 2, mix(color ?? colors.colorOf(i), colors.ink, 60)),
  );
}

/** Writes names beside the last points of their lines, moved so that none lies over another. */
export function writeEnds({ data, pen, lost }: Drawing, plot: Plot, labels: readonly Label[], x: number): void {
  const { area } = plot;
  const ends = data.series.flatMap(({ sizes }, i) => {
    const last = sizes.findLast((size) => size !== undefined && plot.isShown(size));
    const label = labels[i]!;
    return last === undefined ? [] : [{ label, top: plot.across(last) - label.height / 2 }];
  });
  const needed = ends.reduce((sum, { label }) => sum + label.height, 0);
  if (needed > area.height) {
    lost.push(noRoomFor('the names at the ends of its lines'));
    return;
  }
  const sorted = ends.toSorted((a, b) => a.top - b.top);
  let from = area.y;
  const down = sorted.map(({ label, top }) => {
    const placed = Math.max(top, from);
    from = placed + label.height;
    return { label, top: placed };
  });
  let to = area.y + area.height;
  for (const { label, top } of down.toReversed()) {
    to = Math.min(top, to - label.height);
    pen.write(label, x, to);
  }
}

export function drawAreas(drawing: Drawing, plot: Plot): void {
  const { data, plan, colors, pen } = drawing;
  const isStacked = plan.stacking !== false;
  const colorOf = (i: number) => data.series[i]!.color ?? colors.colorOf(i);
  // In front of each other, areas are light, so that the lines above them are seen.
  plot.clip(() => {
    for (const [i, spans] of plot.spans.entries()) {
      const fill = isStacked ? colorOf(i) : mix(colorOf(i), colors.paper, data.series.length === 1 ? 45 : 30);
      for (const stretch of areaStretches(spans)) {
        if (stretch.length === 1) continue;
        const upper = stretch.map(([point, { to }]): Point => [plot.along(point), plot.across(to)]);
        const lower = stretch.map(([point, { from }]): Point => [plot.along(point), plot.across(from)]);
        pen.trace([...upper, ...lower.reverse()], { fill }, true);
      }
    }
  });
  if (!isStacked) drawLines({ ...drawing, plan: { ...plan, labels: undefined } }, plot);
  writeLabels(drawing, plot, (series, point) => plot.spans[series]![point]?.to);
}

/** The spans of an area, without gaps in between. */
function areaStretches(spans: readonly (Span | undefined)[]): readonly (readonly (readonly [number, Span])[])[] {
  return stretchesOf(spans.map((span) => span?.to)).map((stretch) => stretch.map(({ point }) => [point, spans[point]!] as const));
}

export function drawDots(drawing: Drawing, plot: Plot): void {
  const { data, colors, pen } = drawing;
  const radius = data.names.length > 200 ? 1.2 : dotRadius;
  for (const [i, { sizes, color }] of data.series.entries()) {
    const places = new Map<string, Point>();
    for (const [point, size] of sizes.entries()) {
      if (size === undefined) continue;
      const at: Point = [plot.along(point), plot.across(size)];
      // If points lie on each other, only one of them is visible.
      const key = data.names.length > mostPoints ? `${Math.round(at[0])} ${Math.round(at[1])}` : `${point}`;
      if (!places.has(key)) places.set(key, at);
    }
    if (places.size > 0) plot.clip(() => pen.dots([...places.values()], radius, color ?? colors.colorOf(i)));
  }
  writeLabels(drawing, plot, (series, point) => data.series[series]!.sizes[point], false);
}

/** Writes the values above their points, or below them where something lies above. */
function writeLabels(
  { data, plan, pen, writer, scope }: Drawing,
  plot: Plot,
  sizeOf: (series: number, point: number) => number | undefined,
  isJoined = true,
): void {
  const count = data.names.length * data.series.length;
  if (!plan.labels || count > mostLabels) return;
  const places = data.series.map((_, i) =>
    data.names.map((_name, point): Point | undefined => {
      const size = sizeOf(i, point);
      return size === undefined || !plot.isShown(size) ? undefined : [plot.along(point), plot.across(size)];
    }),
  );
  const lines = places.flatMap((all) =>
    all.flatMap((at, i): (readonly [Point, Point])[] => {
      const next = all[i + 1];
      return at && next && isJoined ? [[at, next]] : [];
    }),
  );
  const dots = isJoined ? [] : places.flat().flatMap((at) => (at ? [areaAround(at)] : []));
  const gap = isJoined ? 2 : writer.size * 0.3;
  for (const [i, { values }] of data.series.entries()) {
    for (const [point, at] of places[i]!.entries()) {
      const value = values[point];
      if (!at || value === undefined) continue;
      const label = writer.write(plan.labels(scope, value, plot.spans[i]![point]?.share ?? 0));
      const [x, y] = at;
      const candidates = [y - label.height - gap, y + gap].flatMap((top) =>
        (['middle', 'end', 'start'] as const).map((anchor) => [x, top, anchor] as const),
      );
      pen.writeBeside(label, candidates, { areas: dots, lines });
    }
  }
}

const areaAround = ([x, y]: Point): Area => ({ x: x - dotRadius, y: y - dotRadius, width: 2 * dotRadius, height: 2 * dotRadius });
