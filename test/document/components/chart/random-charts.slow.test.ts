// Charts of random kinds with random data: no text lies over another one or outside, every number is finite, and bars are as long as their values say.
import { expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { overlap, placedTexts } from '../../../support/placed-texts.ts';
import { createRandom } from '../../../support/random.ts';
import { layOut } from '../../../support/render.ts';
import { trialSeeds } from '../../../support/trials.ts';

const kinds = ['bar', 'line', 'area', 'pie', 'donut', 'scatter', 'sparkline'] as const;
const words = [
  ...['Tea', 'Coffee', 'Öffentliche Verwaltung', 'A', 'Research and development', '2025'],
  ...['Verkehrsinfrastrukturfinanzierung', ''],
];
const seeds = trialSeeds('random-charts.slow');
const margin = 20;

interface Trial {
  readonly chart: Record<string, unknown>;
  readonly data: { readonly rows: readonly Record<string, unknown>[] };
  readonly width: number;
  readonly height: number;
  readonly locale: string;
}

function makeTrial(seed: number): Trial {
  const random = createRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const maybe = (chance: number, properties: Record<string, unknown>) => (random() < chance ? properties : {});
  const kind = kinds[seed % kinds.length]!;
  const isSingle = kind === 'pie' || kind === 'donut' || kind === 'sparkline';
  const count = pick([0, 1, 2, 5, 12, 31, 200, 1500]);
  const scale = 10 ** pick([0, 0, 0, 3, 7, -3, 14, 300, -290]);
  const ranges = [
    () => random() * scale,
    () => (random() - 0.5) * 2 * scale,
    () => 0,
    () => scale,
    () => -random() * scale,
    () => pick([1e308, -1e308, 1e-300, 0]),
  ];
  const makeValue = pick(ranges);
  const odd = () => pick([null, undefined, 'n/a', '12.5', -0]);
  const xKind = pick(['name', 'name', 'number', 'date', 'time']);
  const rows = Array.from({ length: count }, (_, i) => ({
    x: {
      name: `${pick(words)} ${i}`,
      number: random() < 0.1 ? null : i * pick([1, 1, 7.5]),
      date: new Date(Date.UTC(2020, 0, 1 + i * 9)).toISOString().slice(0, 10),
      time: new Date(Date.UTC(2024, 1, 27, i)).toISOString(),
    }[xKind],
    values: Array.from({ length: 12 }, () => (random() < 0.05 ? odd() : makeValue())),
    group: pick(['Tea', 'Coffee', 'Cocoa and other things']),
  }));
  const seriesCount = pick([1, 2, 3, 12]);
  const series = Array.from({ length: seriesCount }, (_, i) => ({ name: `${pick(words)} ${i}`, value: `r.values[${i}]` }));
  const values =
    isSingle || random() < 0.4
      ? { value: 'r.values[0]' }
      : random() < 0.3
        ? { value: 'r.values[0]', series: '{{ r.group }}' }
        : { series };
  const axis = () => pick([{}, { title: 'In millions of euros' }, false, { min: -5 }, { max: 20 }, { label: '{{ value }}' }]);
  return {
    chart: {
      chart: kind,
      each: 'rows',
      as: 'r',
      ...(kind !== 'sparkline' && { x: '{{ r.x }}' }),
      ...values,
      alt: 'A chart',
      ...(!isSingle && { ...maybe(0.4, { axis: axis() }), ...maybe(0.3, { xAxis: pick([{}, { title: 'Month' }, false]) }) }),
      ...(kind !== 'sparkline' && {
        ...maybe(0.4, { legend: pick(['top', 'right', 'bottom', kind === 'line' ? 'ends' : 'none']) }),
        ...maybe(0.5, { labels: pick([true, '{{ value | number: 1 }} %']) }),
      }),
      ...((kind === 'bar' || kind === 'area') && maybe(0.5, { stacked: pick([true, 'percent']) })),
      ...(kind === 'bar' && maybe(0.4, { horizontal: true })),
      ...maybe(0.2, { colors: ['#111111', '#eeeeee'] }),
      ...maybe(0.2, { empty: 'Nothing' }),
      ...maybe(0.2, { size: pick([5, 12]) }),
    },
    data: { rows },
    width: pick([40, 120, 250, 450]),
    height: pick([20, 60, 120, 200]),
    locale: pick(['en-US', 'de-DE', 'he-IL']),
  };
}

function* numbersIn(value: unknown): Iterable<number> {
  if (typeof value === 'number') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* numbersIn(one);
}

/** Every coordinate of items. */
function* coordinatesOf(items: readonly PageItem[]): Iterable<number> {
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) if (name !== 'radius') yield* numbersIn(value);
    if (item.kind === 'path') yield* item.path.points;
    if (item.kind === 'group') yield* coordinatesOf(item.items);
  }
}

test('the texts of random charts lie beside each other and inside, and every coordinate is finite', async () => {
  const faults: string[] = [];
  for (const seed of seeds) {
    const { chart, data, width, height, locale } = makeTrial(seed);
    const sheet = { size: [width + 2 * margin, height + 2 * margin + 1], margin };
    const { pages } = await layOut([{ ...chart, height }], data, sheet, {}, undefined, undefined, undefined, { locale });
    const { items } = pages[0]!;
    if (pages.length !== 1) faults.push(`seed ${seed}: ${pages.length} pages`);
    for (const one of coordinatesOf(items)) if (!(Math.abs(one) < 1e5)) faults.push(`seed ${seed}: the coordinate ${one}`);
    const texts = placedTexts(items);
    for (const [i, one] of texts.entries()) {
      for (const other of texts.slice(0, i))
        if (overlap(one, other, 0.5)) faults.push(`seed ${seed}: "${one.text}" lies over "${other.text}"`);
      const [xs, ys] = [one.corners.map(([x]) => x), one.corners.map(([, y]) => y)];
      const isInside =
        Math.min(...xs) > margin - 1 &&
        Math.max(...xs) < margin + width + 1 &&
        Math.min(...ys) > margin - 1 &&
        Math.max(...ys) < margin + height + 1;
      if (!isInside) faults.push(`seed ${seed}: "${one.text}" lies outside, at ${xs[0]}, ${ys[0]}`);
    }
  }
  expect(faults).toEqual([]);
});

const rectsIn = (items: readonly PageItem[]): readonly Extract<PageItem, { kind: 'rect' }>[] =>
  items.flatMap((item) => (item.kind === 'group' ? rectsIn(item.items) : item.kind === 'rect' ? [item] : []));

test('bars are as long as their values', async () => {
  for (const seed of seeds.slice(0, 100)) {
    const random = createRandom(seed);
    const size = 10 ** Math.floor(random() * 600 - 300);
    const values = Array.from({ length: 1 + Math.floor(random() * 20) }, () => (random() - 0.3) * size);
    const horizontal = random() < 0.5;
    const chart = { chart: 'bar', each: 'values', as: 'v', x: '{{ loop.index }}', value: 'v', horizontal, height: 150 };
    const { pages } = await layOut([chart], { values }, { size: [400, 200] });
    const lengths = rectsIn(pages[0]!.items).map((rect) => (horizontal ? rect.width : rect.height));
    expect(lengths).toHaveLength(values.length);
    const [unit] = lengths.map((length, i) => length / Math.abs(values[i]!)).sort((a, b) => b - a);
    for (const [i, length] of lengths.entries()) expect(length, `seed ${seed}`).toBeCloseTo(Math.abs(values[i]!) * unit!, 6);
  }
});

test('slices are as wide as their values', async () => {
  for (const seed of seeds.slice(0, 50)) {
    const random = createRandom(seed);
    const values = Array.from({ length: 2 + Math.floor(random() * 10) }, () => random() + 0.05);
    const chart = { chart: 'pie', each: 'values', as: 'v', x: '{{ loop.index }}', value: 'v', height: 150, legend: 'none' };
    const { pages } = await layOut([chart], { values }, { size: [400, 200] });
    const [group] = pages[0]!.items as readonly Extract<PageItem, { kind: 'group' }>[];
    const slices = group!.items.flatMap((item) => (item.kind === 'path' ? [item.path.points] : []));
    const total = values.reduce((sum, value) => sum + value, 0);
    const found = slices.map((points) => {
      // A slice goes from its start along the circle to its middle.
      const [x, y] = points.slice(-2) as [number, number];
      const angleOf = (px: number, py: number) => Math.atan2(px - x, y - py);
      const [start, end] = [angleOf(points[0]!, points[1]!), angleOf(points.at(-4)!, points.at(-3)!)];
      return (end - start + 4 * Math.PI) % (2 * Math.PI);
    });
    for (const [i, angle] of found.entries()) expect(angle, `seed ${seed}`).toBeCloseTo((values[i]! / total) * 2 * Math.PI, 6);
  }
});
