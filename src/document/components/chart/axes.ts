// The axes of a chart: their scales, and the room and places of their labels.
import type { BoundScope } from '../../layout/session.ts';
import { makeDateTicks } from './date-scale.ts';
import { type LabelWriter, nothing } from './label-writer.ts';
import { makeNumberScale, type NumberScale } from './number-scale.ts';
import type { Label, Pen } from './pen.ts';
import type { ChartData } from './read-chart.ts';
import { isoMoment, type WriteValue, writeDates, writeTicks } from './write-values.ts';

/** An axis, as a template writes it. */
export interface AxisLook {
  readonly isShown: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly title: ((scope: BoundScope) => string) | undefined;
  readonly label: WriteValue | undefined;
}

/** A label at its place along an axis, in pt from its start. */
export interface PlacedLabel {
  readonly label: Label;
  readonly at: number;
}

/** Labels of an axis across the page. */
export interface AcrossLabels {
  readonly labels: readonly PlacedLabel[];
  readonly turn: 0 | 45 | 90;
  readonly height: number;
  /** Room that they need at the left of the plot. */
  readonly reach?: number;
}

const noLabels: AcrossLabels = { labels: [], turn: 0, height: 0 };

/** Between labels side by side, in sizes of the text. */
const gap = 0.8;

export function tickLabels(
  { ticks }: NumberScale,
  look: AxisLook,
  isYears: boolean,
  writer: LabelWriter,
  scope: BoundScope,
): readonly Label[] {
  if (!look.isShown) return ticks.map(() => nothing);
  const texts = look.label
    ? ticks.map(({ value }) => look.label!(scope, value, 0))
    : writeTicks(
        ticks.map(({ value }) => value),
        scope.format.locale,
        isYears,
      );
  return texts.map((text) => writer.write(text.trim()));
}

/** Numbers between these are years, if all of them are whole. */
const [firstYear, lastYear] = [1000, 2999];

const areYears = (places: readonly number[]): boolean =>
  places.every((place) => Number.isInteger(place) && place >= firstYear && place <= lastYear);

/** The scale of points that stand at numbers or dates, and where its labels are. */
export interface PlaceScale {
  readonly from: number;
  readonly to: number;
  /** Places on the scale, with their labels. */
  readonly ticks: readonly { readonly place: number; readonly label: Label }[];
}

/** Makes as many ticks as there is room for labels. */
export function makePlaceScale(
  { places, kind, hasTimes }: ChartData,
  look: AxisLook,
  isRounded: boolean,
  width: number,
  writer: LabelWriter,
  scope: BoundScope,
): PlaceScale {
  const least = places.reduce((all, one) => Math.min(all, one), Number.POSITIVE_INFINITY);
  const most = places.reduce((all, one) => Math.max(all, one), Number.NEGATIVE_INFINITY);
  const [low, high] = places.length === 0 ? [0, 1] : [least, most];
  const make = (count: number): PlaceScale => {
    if (kind === 'dates') {
      const { unit, ticks } = makeDateTicks(low, high, count, hasTimes);
      const shown = ticks.length === 0 ? [low] : ticks;
      const texts = look.label
        ? shown.map((moment) => look.label!(scope, isoMoment(moment, hasTimes), 0))
        : writeDates(shown, ticks.length === 0 ? (hasTimes ? 'minute' : 'day') : unit, scope.format.locale);
      return { from: low, to: high, ticks: shown.map((place, i) => ({ place, label: writer.write(texts[i]!) })) };
    }
    const isYears = areYears(places);
    const range = {
      least: low,
      most: high,
      min: look.min,
      max: look.max,
      hasZero: false,
      isRounded,
      isWhole: isYears,
      count,
      power: 0,
    };
    const scale = makeNumberScale(range);
    const labels = tickLabels(scale, look, isYears, writer, scope);
    const [from, to] = isRounded ? [scale.from, scale.to] : [look.min ?? low, look.max ?? high];
    const ticks = scale.ticks.flatMap(({ size }, i) => (size < from || size > to ? [] : [{ place: size, label: labels[i]! }]));
    return { from, to, ticks };
  };
  if (!look.isShown) return { ...make(5), ticks: [] };
  const fits = ({ from, to, ticks }: PlaceScale) =>
    ticks.every(({ place, label }, i) => {
      const next = ticks[i + 1];
      if (!next || to === from) return true;
      return ((next.place - place) / (to - from)) * width >= (label.width + next.label.width) / 2 + gap * writer.size;
    });
  for (let count = Math.min(12, Math.floor(width / (2 * writer.size))); count > 1; count--) {
    const scale = make(count);
    if (fits(scale)) return scale;
  }
  const last = make(1);
  return fits(last) ? last : { ...last, ticks: last.ticks.slice(0, 1) };
}

/** More names in an order stay in one line. */
const mostWrapped = 12;
/** More names are never turned: nobody reads them. */
const mostTurned = 40;

/** The names of points below a chart. Names that do not fit side by side get more lines, are turned, or only each second, third … has its name. */
export function placeNames(
  names: readonly string[],
  band: number,
  room: { readonly left: number; readonly mostLeft: number; readonly height: number },
  isOrdered: boolean,
  writer: LabelWriter,
): AcrossLabels {
  const { size } = writer;
  const center = (i: number) => (i + 0.5) * band;
  if (names.every((name) => name === '')) return noLabels;
  const lineHeight = writer.write('0').height;
  const heightOf = (labels: readonly PlacedLabel[]) => labels.reduce((most, { label }) => Math.max(most, label.height), 0);
  if (band >= 2 * size || names.length === 1) {
    const most = isOrdered && names.length > mostWrapped ? 1 : Math.min(3, Math.floor(room.height / lineHeight));
    const wrapped = names.map((name) => writer.wrap(name, band - size * 0.5, most));
    if (wrapped.every((label) => label !== undefined)) {
      const labels = wrapped.map((label, i) => ({ label, at: center(i) }));
      return { labels, turn: 0, height: heightOf(labels) };
    }
  }
  if (!isOrdered && names.length <= mostTurned && band >= lineHeight) {
    const turned = (slope: number, across: (i: number) => number) =>
      names.map((name, i) => {
        const along = (room.height - lineHeight * 0.7) / slope;
        return { label: writer.fit(name, Math.max(size, Math.min(along, across(i)))), at: center(i) };
      });
    const longestOf = (labels: readonly PlacedLabel[]) => labels.reduce((most, { label }) => Math.max(most, label.width), 0);
    // A label at 45° reaches to the left.
    const slope = Math.SQRT1_2;
    const slanted = turned(slope, () => Number.POSITIVE_INFINITY);
    const reach = slanted.reduce((most, { label, at }) => Math.max(most, label.width * slope - at + size), 0);
    if (band >= lineHeight * 1.45 && reach <= Math.max(room.left, room.mostLeft)) {
      const labels = reach <= room.left ? slanted : turned(slope, (i) => (room.left + center(i)) / slope - size);
      return { labels, turn: 45, height: longestOf(labels) * slope + lineHeight * 0.75, reach: reach + size };
    }
    const labels = turned(1, () => Number.POSITIVE_INFINITY);
    return { labels, turn: 90, height: longestOf(labels) + 2 };
  }
  return thinOut(names, band, writer);
}

/** Each second, third … name, so that they fit side by side. */
function thinOut(names: readonly string[], band: number, writer: LabelWriter): AcrossLabels {
  const { size } = writer;
  const room = Math.max(12 * size, band - size * 0.5);
  // Long lists are measured in part.
  const sampled = names.length <= 200 ? names : names.filter((_, i) => i % Math.ceil(names.length / 200) === 0);
  const widest = sampled.reduce((most, name) => Math.max(most, writer.fit(name, room).width), 0);
  const every = Math.max(1, Math.ceil((widest + gap * size) / band));
  const labels = names.flatMap((name, i) =>
    i % every === 0 ? [{ label: writer.fit(name, Math.min(room, every * band - gap * size * 0.5)), at: (i + 0.5) * band }] : [],
  );
  return { labels, turn: 0, height: labels.reduce((most, { label }) => Math.max(most, label.height), 0) };
}

/** Writes labels below a chart. At its ends they move inside. */
export function writeAcross({ labels, turn }: AcrossLabels, left: number, y: number, pen: Pen, size: number): void {
  for (const { label, at } of labels) {
    if (turn !== 0) {
      pen.writeTurned(label, left + at, y + (turn === 45 ? size * 0.45 : 0), turn);
      continue;
    }
    const half = label.width / 2;
    if (label.width <= pen.width) pen.writeIfFree(label, Math.min(Math.max(left + at, half), pen.width - half), y, 'middle');
  }
}
