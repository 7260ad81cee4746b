// Draws bars: beside each other, or on each other.
import { textOn } from './chart-colors.ts';
import type { Drawing, Plot } from './drawing.ts';
import { type Area, isWithin } from './pen.ts';

/** How much of the room of a point its bars take. */
const share = 0.7;
/** The widest bar, in sizes of the text. */
const widest = 9;

export function drawBars(drawing: Drawing, plot: Plot): void {
  const { data, plan, colors, pen, writer } = drawing;
  const { series } = data;
  const isStacked = plan.stacking !== false;
  const count = isStacked ? 1 : series.length;
  const inner = Math.min(plot.band * (plot.band < 2 ? 0.9 : share), widest * writer.size * count);
  const width = inner / count;
  const start = (point: number, i: number) => plot.along(point) - inner / 2 + (isStacked ? 0 : i * width);
  plot.clip(() => {
    for (const [i, spans] of plot.spans.entries()) {
      const color = series[i]!.color ?? colors.colorOf(i);
      for (const [point, span] of spans.entries()) {
        if (!span || span.from === span.to) continue;
        pen.rect(barOf(plot, start(point, i), width, span, plan.isHorizontal), color);
      }
    }
  });
  if (!plan.labels) return;
  for (const [i, spans] of plot.spans.entries()) {
    const color = series[i]!.color ?? colors.colorOf(i);
    for (const [point, span] of spans.entries()) {
      const value = series[i]!.values[point];
      if (!span || value === undefined || !plot.isShown(span.to)) continue;
      const text = plan.labels(drawing.scope, value, span.share);
      const bar = barOf(plot, start(point, i), width, span, plan.isHorizontal);
      if (isStacked) writeInside(drawing, text, bar, color);
      else writeAtEnd(drawing, text, bar, span.to < 0);
    }
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

function writeAtEnd({ writer, pen, plan }: Drawing, text: string, bar: Area, isNegative: boolean): void {
  const label = writer.write(text);
  const gap = writer.size * 0.35;
  if (!plan.isHorizontal)
    pen.writeIfFree(label, bar.x + bar.width / 2, isNegative ? bar.y + bar.height : bar.y - label.height, 'middle');
  else if (isNegative) pen.writeIfFree(label, bar.x - gap, bar.y + (bar.height - label.height) / 2, 'end');
  else pen.writeIfFree(label, bar.x + bar.width + gap, bar.y + (bar.height - label.height) / 2, 'start');
}
