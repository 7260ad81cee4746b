// Draws a chart of any kind, with its legend.

import { counted } from '../../../words/counts.ts';
import { isRound } from './chart-properties.ts';
import { drawAxesChart } from './draw-axes.ts';
import { layOutSlices } from './draw-slices.ts';
import { type Drawing, noRoomFor } from './drawing.ts';
import { entriesOf, type LegendEntry, makeLegend } from './legend.ts';
import type { Area, Point } from './pen.ts';
import { keepPeaks, mostPoints } from './spans.ts';

/** Between the legend and the chart, in sizes of the text. */
const legendGap = 0.9;
/** How much of a chart its legend takes at most. */
const widest = 0.45;
const highest = 0.5;
/** The least room beside a legend, in sizes of the text. */
const leastRest = 7;
/** The same above or below bars that lie: one of them is a chart. */
const leastBars = 3;

export function drawChart(drawing: Drawing): void {
  const { plan, pen, writer, lost } = drawing;
  if (plan.kind === 'sparkline') {
    drawSparkline(drawing);
    return;
  }
  const whole: Area = { x: 0, y: 0, width: pen.width, height: pen.height };
  const entries = legendOf(drawing);
  const slices = isRound(plan.kind) ? layOutSlices(drawing) : undefined;
  const draw = (area: Area) => (slices ? slices.draw(area) : drawAxesChart(drawing, area));
  const isWide = pen.width >= pen.height * 1.4;
  const position = plan.legend ?? (slices ? (isWide ? 'right' : 'bottom') : 'top');
  if (entries.length === 0 || position === 'none' || position === 'ends') {
    draw(whole);
    return;
  }
  const isBeside = position === 'right';
  const room = isBeside ? { width: pen.width * widest, height: pen.height } : { width: pen.width, height: pen.height * highest };
  const gap = (isBeside ? 2 : legendGap) * writer.size;
  const legend = makeLegend(entries, room, isBeside, writer);
  const rest = isBeside ? pen.width - legend.width : pen.height - legend.height;
  const least = !isBeside && plan.isHorizontal ? leastBars : leastRest;
  if (rest - gap < least * writer.size || legend.lost === entries.length) {
    lost.push(noRoomFor('its legend'));
    draw(whole);
    return;
  }
  if (legend.lost > 0) lost.push(noRoomFor(`${counted(legend.lost, 'entry', 'entries')} of its legend`));
  if (!isBeside) {
    const area = { ...whole, y: position === 'top' ? legend.height + gap : 0, height: rest - gap };
    legend.draw(pen, 0, position === 'top' ? 0 : pen.height - legend.height);
    draw(area);
    return;
  }
  const free = rest - gap;
  // A legend stands near the circle.
  const width = slices ? Math.min(free, pen.height + 2 * slices.sideRoom(pen.height)) : free;
  const x = (free - width) / 2;
  legend.draw(pen, x + width + gap, slices ? (pen.height - legend.height) / 2 : 0);
  draw({ x, y: 0, width, height: pen.height });
}

function legendOf({ plan, data, colors }: Drawing): readonly LegendEntry[] {
  if (isRound(plan.kind)) {
    const slices = data.names.map((name, i) => ({ name, color: colors.colorOf(i) }));
    return entriesOf(slices, 'area', colors).filter((_, i) => (data.series[0]!.sizes[i] ?? 0) > 0);
  }
  const isWanted = data.series.length > 1 || (plan.legend !== undefined && data.series.some(({ name }) => name !== ''));
  const sign = plan.kind === 'line' ? 'line' : plan.kind === 'scatter' ? 'dot' : 'area';
  return isWanted ? entriesOf(data.series, sign, colors) : [];
}

const sparkWidth = 1;
const sparkDot = 1.5;

/** A line without axes, with a dot at its last value. */
function drawSparkline({ data, pen, colors }: Drawing): void {
  const { sizes, color = colors.colorOf(0) } = data.series[0]!;
  const known = sizes.flatMap((size) => (size === undefined ? [] : [size]));
  const least = known.reduce((all, size) => Math.min(all, size), Number.POSITIVE_INFINITY);
  const most = known.reduce((all, size) => Math.max(all, size), Number.NEGATIVE_INFINITY);
  const edge = Math.min(sparkDot, pen.height / 4, pen.width / 4);
  const [first, last] = [data.places[0]!, data.places.at(-1)!];
  const shareOf = (value: number, from: number, to: number) => (to === from ? 0.5 : (value - from) / (to - from));
  const at = (i: number): Point => [
    edge + shareOf(data.places[i]!, first, last) * (pen.width - 2 * edge),
    edge + (1 - shareOf(sizes[i]!, least, most)) * (pen.height - 2 * edge),
  ];
  let points: Point[] = [];
  let end: Point | undefined;
  const stroke = { width: sparkWidth, color, dash: [], join: 'round', cap: 'round' } as const;
  const finish = () => {
    if (points.length > 1) pen.trace(points, { stroke });
    else if (points.length === 1 && points[0] !== end) pen.dots(points, sparkWidth / 2, color);
    points = [];
  };
  const kept = new Set(keepPeaks([sizes], sizes.length, mostPoints));
  for (const [i, size] of sizes.entries()) {
    if (size === undefined) finish();
    else if (kept.has(i)) {
      end = at(i);
      points.push(end);
    }
  }
  finish();
  if (end) pen.dots([end], edge, color);
}
