// From where to where the bar or area of each value reaches, and which points are drawn.
import type { ChartData, ChartSeries } from './read-chart.ts';

export type Stacking = boolean | 'percent';

export interface Span {
  readonly from: number;
  readonly to: number;
  /** The part of the whole of its point, from 0 to 1. */
  readonly share: number;
}

/** The spans of each series, by the index of the point. */
export function spansOf(
  { series, names }: Pick<ChartData, 'series' | 'names'>,
  stacking: Stacking,
): readonly (readonly (Span | undefined)[])[] {
  const totals = names.map((_, i) => series.reduce((sum, { sizes }) => sum + Math.abs(sizes[i] ?? 0), 0));
  const above = names.map(() => 0);
  const below = names.map(() => 0);
  return series.map(({ sizes }) =>
    names.map((_, i): Span | undefined => {
      // In a stack, a missing value takes no room.
      const size = sizes[i] ?? (stacking === false ? undefined : 0);
      if (size === undefined) return undefined;
      const share = totals[i]! === 0 ? 0 : Math.abs(size) / totals[i]!;
      if (stacking === false) return { from: 0, to: size, share };
      const length = stacking === 'percent' ? Math.sign(size) * share : size;
      const ends = length < 0 ? below : above;
      const from = ends[i]!;
      ends[i] = from + length;
      return { from, to: ends[i]!, share };
    }),
  );
}

/** More points are not drawn: readers could not tell them apart. */
export const mostPoints = 1000;

/** The points to draw of many: of each group of neighbours the lowest and the highest of every series, so that no peak is lost. Also the first and the last one. */
export function keepPeaks(series: readonly (readonly (number | undefined)[])[], count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  const groups = Math.max(1, Math.floor((most - 2) / (2 * Math.max(1, series.length))));
  const kept = new Set([0, count - 1]);
  for (let group = 0; group < groups; group++) {
    const from = Math.floor((group * count) / groups);
    const to = Math.floor(((group + 1) * count) / groups);
    for (const sizes of series) {
      let [least, greatest] = [-1, -1];
      for (let i = from; i < to; i++) {
        const size = sizes[i];
        if (size === undefined) continue;
        if (least < 0 || size < sizes[least]!) least = i;
        if (greatest < 0 || size > sizes[greatest]!) greatest = i;
      }
      if (least >= 0) kept.add(least).add(greatest);
    }
  }
  return [...kept].sort((a, b) => a - b);
}

/** The chart with only some of its points. */
export function pickPoints(data: ChartData, kept: readonly number[]): ChartData {
  const pick = <T>(all: readonly T[]): readonly T[] => kept.map((i) => all[i]!);
  return {
    ...data,
    names: pick(data.names),
    places: data.kind === 'names' ? kept.map((_, i) => i) : pick(data.places),
    series: data.series.map((one): ChartSeries => ({ ...one, values: pick(one.values), sizes: pick(one.sizes) })),
  };
}
