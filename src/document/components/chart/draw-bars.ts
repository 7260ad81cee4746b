// Draws bars: beside each other, or on each other.
import { textOn } from './chart-colors.ts';
import type { Drawing, Plot } from './drawing.ts';
import { type Area, isWithin, type Marks } from './pen.ts';

/** How much of the room of a point its bars take. */
const share = 0.7;
/** Labels of more bars have no room. */
const mostLabels = 500;
/** The widest bar, in sizes of the text. */
const widest = { horizontal: 2.4, vertical: 9 };

export function drawBars(drawing: Drawing, plot: Plot): void {
  const { data, plan, colors, pen, writer } = drawing;
  const { series } = data;
  const isStacked = plan.stacking !== false;
  const count = isStacked ? 1 : series.length;
  const most = plan.isHorizontal ? widest.horizontal : widest.vertical;
  const inner = Math.min(plot.band * (plot.band < 2 ? 0.9 : share), most * writer.size * count);
  const width = inner / count;
  const start = (point: number, i: number) => plot.along(point) - inner / 2 + (isStacked ? 0 : i * width);
  const bars = plot.spans.flatMap((spans, i) =>
    spans.flatMap((span, point) => {
      if (!span) return [];
      const area = barOf(plot, start(point, i), width, span, plan.isHorizontal);
      return [{ area, span, point, series: i, color: series[i]!.color ?? colors.colorOf(i) }];
    }),
  );
  plot.clip(() => {
    for (const { area, span, color } of bars) if (span.from !== span.to) pen.rect(area, color);
  });
  if (!plan.labels || bars.length > mostLabels) return;
  const marks = { areas: bars.map(({ area }) => area), lines: [] };
  for (const { area, span, point, series: i, color } of bars) {
    const value = series[i]!.values[point];
    if (value === undefined || !plot.isShown(span.to)) continue;
    const text = plan.labels(drawing.scope, value, span.share);
    if (isStacked) writeInside(drawing, text, area, color);
    else writeAtEnd(drawing, text, area, span.to < 0, marks);
  }
}

function barOf({ across }: Plot, start: number, width: number, span: { from: number; to: number }, isHorizontal: boolean): Area {
  const [a, b] = [across(span.from), across(span.to)];
  const [low, length] = [Math.min(a, b), Math.abs(a - b)];
  return isHorizontal ? { x: low, y: start, width: length, height: width } : { x: start, y: low, width, height: length };
}

function writeInside({ writer, pen }: Drawing, text: string, bar: Area, color: string): void {
  const label = writer.write(text, textOn(color));
  const x = bar.x + bar.width / 2;
  const y = bar.y + (bar.height - label.height) / 2;
  const area = { x: x - label.width / 2, y: y + label.height * 0.15, width: label.width, height: label.height * 0.7 };
  if (isWithin(area, bar)) pen.writeIfFree(label, x, y, 'middle');
}

function writeAtEnd({ writer, pen, plan }: Drawing, text: string, bar: Area, isNegative: boolean, marks: Marks): void {
  const label = writer.write(text);
  const gap = writer.size * 0.35;
  const [middle, top] = [bar.x + bar.width / 2, bar.y + (bar.height - label.height) / 2];
  const place = plan.isHorizontal
    ? isNegative
      ? ([bar.x - gap, top, 'end'] as const)
      : ([bar.x + bar.width + gap, top, 'start'] as const)
    : ([middle, isNegative ? bar.y + bar.height : bar.y - label.height, 'middle'] as const);
  pen.writeBeside(label, [place], marks);
}
