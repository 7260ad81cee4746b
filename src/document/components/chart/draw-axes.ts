import { type AcrossLabels, makePlaceScale, type PlaceScale, placeNames, tickLabels, writeAcross } from './axes.ts';
import { mix } from './chart-colors.ts';
import type { ChartPlan } from './chart-plan.ts';
import { drawBars } from './draw-bars.ts';
import { drawAreas, drawDots, drawLines, shapeEnds, writeEnds } from './draw-lines.ts';
import { type Drawing, noRoomFor, type Plot } from './drawing.ts';
import { type LabelWriter, nothing } from './label-writer.ts';
import { makeNumberScale, type NumberScale } from './number-scale.ts';
import type { Area, Label } from './pen.ts';
import { spansOf } from './spans.ts';
import { type WriteValue, writeShare } from './write-values.ts';

const gridWidth = 0.5;
const baseWidth = 0.75;
/** Between the labels of an axis and the plot, in sizes of the text. */
const labelGap = 0.6;
/** Between the plot and the names at the ends of lines, in sizes of the text. */
const endGap = 0.5;
/** The least side of a plot. */
const leastPlot = 12;

/** Draws into an area. */
export function drawAxesChart(drawing: Drawing, around: Area): void {
  const { plan, data, writer, scope, lost } = drawing;
  const spans = spansOf(data, hasSpans(plan) ? plan.stacking : false);
  const titles = {
    value: plan.axis.title ? writer.fit(plan.axis.title(scope), around.width) : nothing,
    point: plan.xAxis.title ? writer.fit(plan.xAxis.title(scope), around.width) : nothing,
  };
  const [above, below] = plan.isHorizontal ? [titles.point, titles.value] : [titles.value, titles.point];
  const spaceOf = ({ height }: Label) => (height === 0 ? 0 : height + 0.3 * writer.size);
  let room: Area = { ...around, y: around.y + spaceOf(above), height: around.height - spaceOf(above) - spaceOf(below) };
  let hasTitles = true;
  if (room.height < leastPlot * 2 && spaceOf(above) + spaceOf(below) > 0) {
    room = around;
    hasTitles = false;
    lost.push(noRoomFor('the titles of its axes'));
  }
  const inside = plan.isHorizontal ? layOutHorizontal(drawing, spans, room) : layOutVertical(drawing, spans, room);
  if (inside.area.width < leastPlot || inside.area.height < leastPlot) {
    lost.push(noRoomFor('its plot'));
    return;
  }
  if (hasTitles) {
    drawing.pen.write(above, around.x, around.y);
    const right = Math.max(inside.area.x + inside.area.width, around.x + below.width);
    drawing.pen.write(below, right, around.y + around.height - below.height, 'end');
  }
  inside.draw();
}

interface LaidOut {
  readonly area: Area;
  draw(): void;
}

/** The scale of the values, with about `count` ticks. */
function valueScale({ data, plan }: Drawing, spans: Plot['spans'], count: number): NumberScale {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (size: number) => {
    least = Math.min(least, size);
    most = Math.max(most, size);
  };
  const hasBase = hasSpans(plan);
  if (hasBase) for (const all of spans) for (const span of all) if (span) add(span.to);
  if (!hasBase) for (const { sizes } of data.series) for (const size of sizes) if (size !== undefined) add(size);
  if (most < least) [least, most] = [0, 1];
  const isPercent = hasBase && plan.stacking === 'percent';
  const unit = isPercent ? 1 : Number(`1e${data.power}`);
  // A line shows zero if this leaves no more than half of the plot empty.
  const isNear = Math.min(Math.abs(least), Math.abs(most)) <= most - least;
  return makeNumberScale({
    least,
    most,
    min: plan.axis.min === undefined ? undefined : plan.axis.min / unit,
    max: plan.axis.max === undefined ? undefined : plan.axis.max / unit,
    hasZero: hasBase || (plan.kind === 'line' && isNear),
    isRounded: true,
    count,
    power: isPercent ? 0 : data.power,
  });
}

function labelsOf(drawing: Drawing, scale: NumberScale): readonly Label[] {
  const { plan, writer, scope } = drawing;
  const { axis } = plan;
  const isPercent = hasSpans(plan) && plan.stacking === 'percent' && !axis.label;
  const look = isPercent ? { ...axis, label: percentLabel } : axis;
  return tickLabels(scale, look, false, writer, scope);
}

const percentLabel: WriteValue = ({ format }, value) => writeShare(Number(value), format.locale);

const mostWidth = (labels: readonly Label[]) => labels.reduce((most, { width }) => Math.max(most, width), 0);

const rounds = 3;

function layOutVertical(drawing: Drawing, spans: Plot['spans'], room: Area): LaidOut {
  const { plan, data, writer, colors, pen } = drawing;
  const { size } = writer;
  const lineHeight = writer.write('0').height;
  const headroom = (plan.labels ? 1.3 : 0.5) * lineHeight;
  const countFor = (height: number) => Math.min(6, Math.max(1, Math.floor(height / (1.8 * lineHeight))));
  let scale = valueScale(drawing, spans, countFor(room.height - headroom - 2 * lineHeight));
  let labels = labelsOf(drawing, scale);
  let area = room;
  let names: AcrossLabels = { labels: [], turn: 0, height: 0 };
  let places: PlaceScale | undefined;
  const ends = plan.legend === 'ends' ? shapeEnds(drawing, room.width) : [];
  let left = 0;
  let right = ends.length > 0 ? mostWidth(ends) + endGap * size : 0;
  // The labels of each axis take room from the other one.
  for (let round = 0; round < rounds; round++) {
    left = Math.max(left, mostWidth(labels) + (plan.axis.isShown ? labelGap * size : 0), names.reach ?? 0);
    const width = room.width - left - right;
    if (width <= 0) return { area: { ...room, width }, draw: () => {} };
    if (data.kind === 'names') {
      const band = bandOf(drawing, width);
      const isOrdered = plan.kind !== 'bar';
      const around = { left, mostLeft: room.width * 0.25, height: room.height * 0.4 };
      if (plan.xAxis.isShown) names = placeNames(data.names, band, around, isOrdered, writer);
      if (isFromEdge(drawing)) names = { ...names, labels: names.labels.map(({ label, at }) => ({ label, at: at - band / 2 })) };
    } else {
      const inset = insetOf(plan, size);
      places = makePlaceScale(data, plan.xAxis, plan.kind === 'scatter', width - 2 * inset, writer, drawing.scope);
      const { from, to, ticks } = places;
      const at = (place: number) => inset + (to === from ? 0.5 : (place - from) / (to - from)) * (width - 2 * inset);
      names = {
        labels: ticks.map(({ place, label }) => ({ label, at: at(place) })),
        turn: 0,
        height: ticks.reduce((most, { label }) => Math.max(most, label.height), 0),
      };
    }
    const last = names.turn === 0 ? names.labels.at(-1) : undefined;
    if (last) right = Math.max(right, last.at + last.label.width / 2 - width);
    const below = plan.labels && scale.from < 0 ? 0.9 * lineHeight : 0;
    const foot = below + (names.height === 0 ? lineHeight * 0.5 : names.height + labelGap * size);
    area = { x: room.x + left, y: room.y + headroom, width, height: room.height - headroom - foot };
    if (round === rounds - 1) break;
    scale = valueScale(drawing, spans, countFor(area.height));
    labels = labelsOf(drawing, scale);
  }
  const band = bandOf(drawing, area.width);
  const across = (value: number) => area.y + area.height * (1 - shareOf(value, scale));
  const inset = insetOf(plan, size);
  const placeAt = (place: number) => {
    const { from, to } = places!;
    return area.x + inset + (to === from ? 0.5 : shareOf(place, { from, to })) * (area.width - 2 * inset);
  };
  const along = (point: number) =>
    places ? placeAt(data.places[point]!) : area.x + (point + (isFromEdge(drawing) ? 0 : 0.5)) * band;
  return {
    area,
    draw() {
      const right = area.x + area.width;
      const firstLine = pen.items.length;
      if (plan.axis.isShown) {
        for (const [i, tick] of scale.ticks.entries()) {
          const y = across(tick.size);
          pen.line([area.x, y], [right, y], { width: gridWidth, color: colors.grid, dash: [] });
          pen.writeIfFree(labels[i]!, area.x - labelGap * size, y - labels[i]!.height / 2, 'end');
        }
      }
      const bottom = area.y + area.height;
      for (const { place } of places?.ticks ?? []) {
        const x = placeAt(place);
        if (plan.kind === 'scatter') pen.line([x, area.y], [x, bottom], { width: gridWidth, color: colors.grid, dash: [] });
        else
          pen.line([x, bottom], [x, bottom + size * 0.35], {
            width: gridWidth,
            color: mix(colors.ink, colors.paper, 60),
            dash: [],
          });
      }
      writeAcross(names, area.x, room.y + room.height - names.height, pen, size);
      const base = Math.min(scale.to, Math.max(scale.from, 0));
      const plot = makePlot(drawing, { area, spans, band, along, across }, scale, places);
      if (ends.length > 0) writeEnds(drawing, plot, ends, right + endGap * size);
      const lastLine = pen.items.length;
      drawKind(drawing, plot);
      pen.interrupt(firstLine, lastLine);
      if (plan.axis.isShown || plan.xAxis.isShown)
        pen.line([area.x, across(base)], [right, across(base)], { width: baseWidth, color: colors.ink, dash: [] });
    },
  };
}

/** Areas reach from edge to edge. */
const isFromEdge = ({ plan, data }: Drawing): boolean => plan.kind === 'area' && data.kind === 'names' && data.names.length > 1;

/** The room of a point that has only a name. */
const bandOf = (drawing: Drawing, width: number): number =>
  width / Math.max(1, drawing.data.names.length - (isFromEdge(drawing) ? 1 : 0));

/** The outermost points do not lie on the edge. */
const insetOf = ({ kind }: ChartPlan, size: number): number => (kind === 'area' ? 0 : kind === 'scatter' ? 0 : size * 0.5);

const mostNameLines = 3;
/** The shares of the width that the names of horizontal bars take: the larger one if they need more than two lines. */
const nameShares = [0.35, 0.45];

/** `lines`: for how many each bar has room. */
function nameRoomOf(names: readonly string[], lines: number, width: number, writer: LabelWriter): number {
  const rooms = nameShares.map((one) => one * width);
  if (lines === 1) return rooms[0]!;
  return rooms.find((room) => names.every((name) => writer.wrap(name, room, 2))) ?? rooms.at(-1)!;
}

/** The height that the names of horizontal bars need in a chart of a width. */
export function highestName(names: readonly string[], width: number, writer: LabelWriter): number {
  const room = nameRoomOf(names, mostNameLines, width, writer);
  return names.reduce((most, name) => Math.max(most, writer.fit(name, room, mostNameLines).height), 0);
}

function layOutHorizontal(drawing: Drawing, spans: Plot['spans'], room: Area): LaidOut {
  const { plan, data, writer, colors, pen } = drawing;
  const { size } = writer;
  const lineHeight = writer.write('0').height;
  const foot = plan.axis.isShown ? lineHeight + labelGap * size : 0;
  const height = room.height - foot;
  const band = height / Math.max(1, data.names.length);
  const every = Math.max(1, Math.ceil(lineHeight / band));
  const mostLines = Math.max(1, Math.floor(band / lineHeight));
  const nameRoom = nameRoomOf(data.names, mostLines, room.width, writer);
  const names = data.names.map((name, i) =>
    !plan.xAxis.isShown || i % every > 0 ? nothing : writer.fit(name, nameRoom, Math.min(mostNameLines, mostLines)),
  );
  const left = mostWidth(names) + (plan.xAxis.isShown ? labelGap * size : 0);
  let scale = valueScale(drawing, spans, 1);
  let labels = labelsOf(drawing, scale);
  // Half of the last label reaches out of the plot.
  const labelRoom =
    plan.labels && plan.stacking === false ? Math.min(room.width * 0.2, widestValue(drawing, spans) + 0.7 * size) : 0;
  const right = Math.max(labelRoom, (labels.at(-1)?.width ?? 0) / 2);
  const before = left + (scale.from < 0 ? labelRoom : 0);
  const width = room.width - before - right;
  const area = { x: room.x + before, y: room.y, width, height };
  for (let count = 6; count > 1; count--) {
    const tried = valueScale(drawing, spans, count);
    const written = labelsOf(drawing, tried);
    const step = width / Math.max(1, tried.ticks.length - 1);
    if (mostWidth(written) + size > step && plan.axis.isShown) continue;
    [scale, labels] = [tried, written];
    break;
  }
  const across = (value: number) => area.x + area.width * shareOf(value, scale);
  return {
    area,
    draw() {
      const bottom = area.y + area.height;
      const firstLine = pen.items.length;
      if (plan.axis.isShown) {
        for (const { size: value } of scale.ticks) {
          const x = across(value);
          pen.line([x, area.y], [x, bottom], { width: gridWidth, color: colors.grid, dash: [] });
        }
        const placed = scale.ticks.map(({ size: value }, i) => ({ label: labels[i]!, at: across(value) - area.x }));
        writeAcross({ labels: placed, turn: 0, height: lineHeight }, area.x, bottom + labelGap * size * 0.6, pen, size);
      }
      for (const [i, label] of names.entries()) {
        const y = area.y + (i + 0.5) * band - label.height / 2;
        const inside = Math.min(Math.max(y, area.y), bottom - label.height);
        if (label.height > 0) pen.writeIfFree(label, room.x + left - labelGap * size, inside, 'end');
      }
      const base = Math.min(scale.to, Math.max(scale.from, 0));
      const along = (point: number) => area.y + (point + 0.5) * band;
      const lastLine = pen.items.length;
      drawKind(drawing, makePlot(drawing, { area, spans, band, along, across }, scale, undefined));
      pen.interrupt(firstLine, lastLine);
      if (plan.axis.isShown || plan.xAxis.isShown)
        pen.line([across(base), area.y], [across(base), bottom], { width: baseWidth, color: colors.ink, dash: [] });
    },
  };
}

/** Values of longer charts are measured in part. */
const mostMeasured = 200;

function widestValue({ plan, data, writer, scope }: Drawing, spans: Plot['spans']): number {
  let widest = 0;
  for (const [i, { values }] of data.series.entries())
    for (const [point, value] of values.slice(0, mostMeasured).entries())
      if (value !== undefined)
        widest = Math.max(widest, writer.write(plan.labels!(scope, value, spans[i]![point]?.share ?? 0)).width);
  return widest;
}

/** The position of a value on an axis: 0 at its start, 1 at its end. A position far outside becomes -2 or 3. */
const shareOf = (value: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.min(3, Math.max(-2, (value - from) / (to - from)));

function makePlot(
  { data, plan, pen, lost }: Drawing,
  given: Omit<Plot, 'isShown' | 'clip'>,
  { from, to }: NumberScale,
  places: PlaceScale | undefined,
): Plot {
  const slack = (to - from) * 1e-9;
  const isShown = (size: number) => size >= from - slack && size <= to + slack;
  const isOut = hasSpans(plan)
    ? given.spans.some((all) => all.some((span) => span && !isShown(span.to)))
    : data.series.some(({ sizes }) => sizes.some((size) => size !== undefined && !isShown(size)));
  const isBeside = places !== undefined && data.places.some((place) => place < places.from || place > places.to);
  if (isOut || isBeside) lost.push('Values lie beyond the "min" or "max" of an axis and are cut.');
  return { ...given, isShown, clip: isOut || isBeside ? (draw) => pen.clipped(given.area, draw) : (draw) => draw() };
}

/** Bars and areas begin at zero. */
const hasSpans = ({ kind }: ChartPlan): boolean => kind === 'bar' || kind === 'area';

function drawKind(drawing: Drawing, plot: Plot): void {
  const { kind } = drawing.plan;
  if (kind === 'bar') drawBars(drawing, plot);
  else if (kind === 'area') drawAreas(drawing, plot);
  else if (kind === 'line') drawLines(drawing, plot);
  else drawDots(drawing, plot);
}
