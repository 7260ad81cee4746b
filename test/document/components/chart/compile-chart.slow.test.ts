// Charts: their scales, labels and legends, what is told of wrong values, and their tags.
import { describe, expect, test } from 'vitest';
import { makeDateTicks } from '../../../../src/document/components/chart/date-scale.ts';
import { countDecimals, makeNumberScale } from '../../../../src/document/components/chart/number-scale.ts';
import { keepPeaks } from '../../../../src/document/components/chart/spans.ts';
import { writeTicks } from '../../../../src/document/components/chart/write-values.ts';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { findTagFaults } from '../../../support/find-tag-faults.ts';
import { placedTexts } from '../../../support/placed-texts.ts';
import { contentOf } from '../../../support/read-pdf.ts';
import { records } from '../../../support/records.ts';
import { compile, diagnose, layOut } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { listOf, number, objectOf, text } from '../../../support/schemas.ts';
import { structureLines } from '../../../support/structure.ts';

type Part = Record<string, unknown>;
const sheet = { size: [400, 300], margin: 0 };
const months = records('name revenue cost', ['Jan', 42, 30], ['Feb', 55, 34], ['Mar', 48, 39]) as {
  readonly name: string;
  readonly revenue: number;
  readonly cost: number;
}[];
const bar = { chart: 'bar', each: 'months', as: 'm', x: '{{ m.name }}', value: 'm.revenue', height: 150, alt: 'Revenue' };
const { value: _value, ...plain } = bar;
const { height: _height, ...tall } = bar;
const two = [
  { name: 'Revenue', value: 'm.revenue' },
  { name: 'Cost', value: 'm.cost' },
];

const flat = (items: readonly PageItem[]): readonly PageItem[] =>
  items.flatMap((item) => (item.kind === 'group' ? flat(item.items) : [item]));
const draw = async (chart: unknown, data: unknown = { months }, format: { locale?: string } = {}) => {
  const laidOut = await layOut([chart], data, sheet, {}, undefined, undefined, undefined, format);
  const { items } = laidOut.pages[0]!;
  const placed = placedTexts(items);
  return { ...laidOut, items: flat(items), texts: placed.map(({ text }) => text.trim()), placed };
};
const rectsOf = (items: readonly PageItem[]) => items.flatMap((item) => (item.kind === 'rect' ? [item] : []));
const warningsOf = async (chart: unknown, data: unknown = { months }) =>
  (await draw(chart, data)).warnings.map(({ code, component, message }) => `${code} ${component} ${message}`);
const faultsOf = (chart: Part) => diagnose({ pages: [{ body: [chart] }] });

describe('the scale of numbers', () => {
  const scale = (least: number, most: number, more: Part = {}) =>
    makeNumberScale({ least, most, hasZero: false, isRounded: true, count: 5, power: 0, ...more });
  test.each<[number, number, Part, readonly number[]]>([
    [0, 97, {}, [0, 20, 40, 60, 80, 100]],
    [3, 97, { hasZero: true }, [0, 20, 40, 60, 80, 100]],
    [0.1, 0.35, {}, [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]],
    [-3, 3, {}, [-4, -2, 0, 2, 4]],
    [0, 0, {}, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [7, 7, { hasZero: true }, [0, 2, 4, 6, 8]],
    [1999, 2003, { isWhole: true, count: 12 }, [1999, 2000, 2001, 2002, 2003]],
    [0, 97, { max: 50 }, [0, 10, 20, 30, 40, 50]],
    [0, 97, { min: -5, max: 12 }, [-5, 0, 5, 10]],
  ])('from %d to %d with %j', (least, most, more, ticks) => {
    expect(scale(least, most, more).ticks.map(({ value }) => value)).toEqual(ticks);
  });

  test('numbers at the ends of doubles have ticks that are numbers', () => {
    const { ticks } = makeNumberScale({ least: -1.7, most: 1.7, hasZero: true, isRounded: true, count: 4, power: 308 });
    expect(ticks.map(({ value }) => value)).toEqual([-1e308, 0, 1e308]);
    expect(scale(1e15, 1e15 + 0.125).ticks.length).toBeLessThan(10);
    expect(scale(9e15, 9e15 + 2, { min: 9e15, max: 9e15 + 2 }).ticks.length).toBeLessThan(10);
  });

  test.each([
    [[0, 0.5, 1], 'en-US', ['0', '0.5', '1.0']],
    [[0, 1000, 2000], 'de-DE', ['0', '1.000', '2.000']],
    [[0, 5e6, 1e7], 'en-US', ['0', '5M', '10M']],
    [[0, 5e5, 1e6, 1.5e6], 'de-DE', ['0', '500.000', '1 Mio.', '1,5 Mio.']],
    [[1_000_000, 1_000_100], 'en-US', ['1,000,000', '1,000,100']],
    [[0, 1e308], 'en-US', ['0', '1E308']],
    [[0, 2e-7], 'en-US', ['0', '2E-7']],
  ])('%j is written %s', (values, locale, texts) => {
    expect(writeTicks(values, locale, false).map((text) => text.replaceAll('\u00a0', ' '))).toEqual(texts);
  });

  test('years have no groups of digits', () => expect(writeTicks([2019, 2020], 'en-US', true)).toEqual(['2019', '2020']));

  test.each([
    [0.25, 2],
    [1e-7, 7],
    [100, 0],
    [1.5e21, 0],
  ])('%d has %d decimals', (value, decimals) => expect(countDecimals(value)).toBe(decimals));
});

describe('the scale of dates', () => {
  const ticks = (from: string, to: string, count = 6, hasTimes = false) => {
    const made = makeDateTicks(Date.parse(from), Date.parse(to), count, hasTimes);
    return [made.unit, ...made.ticks.map((tick) => new Date(tick).toISOString().slice(0, hasTimes ? 16 : 10))];
  };
  test.each<[readonly unknown[], readonly string[]]>([
    [ticks('2025-01-15', '2025-06-20'), ['month', '2025-02-01', '2025-03-01', '2025-04-01', '2025-05-01', '2025-06-01']],
    [ticks('2025-03-03', '2025-03-31', 6), ['day', '2025-03-03', '2025-03-10', '2025-03-17', '2025-03-24', '2025-03-31']],
    [ticks('2025-12-30', '2026-01-02'), ['day', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02']],
    [ticks('1998-05-01', '2021-01-01'), ['year', '2000-01-01', '2005-01-01', '2010-01-01', '2015-01-01', '2020-01-01']],
    [ticks('0050-01-01', '0950-01-01'), ['year', '0200-01-01', '0400-01-01', '0600-01-01', '0800-01-01']],
    [
      ticks('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z', 6, true),
      ['minute', '2025-03-30T00:00', '2025-03-30T06:00', '2025-03-30T12:00', '2025-03-30T18:00'],
    ],
  ])('%j', (made, expected) => expect(made).toEqual(expected));
});

describe('what is drawn', () => {
  test('bars begin at zero, with ticks at round numbers in the notation of the locale', async () => {
    const { items, texts } = await draw({ ...bar, value: 'm.revenue * 100' }, { months }, { locale: 'de-DE' });
    expect(texts).toEqual(['0', '1.000', '2.000', '3.000', '4.000', '5.000', '6.000', 'Jan', 'Feb', 'Mar']);
    const bottoms = rectsOf(items).map(({ y, height }) => Math.round((y + height) * 100));
    expect(new Set(bottoms).size).toBe(1);
  });

  test('series stand beside each other, or on each other', async () => {
    const grouped = rectsOf((await draw({ ...plain, series: two })).items).slice(2);
    expect(grouped).toHaveLength(6);
    expect(new Set(grouped.map(({ x }) => Math.round(x))).size).toBe(6);
    const stacked = rectsOf((await draw({ ...plain, series: two, stacked: true })).items).slice(2);
    expect(new Set(stacked.map(({ x }) => Math.round(x))).size).toBe(3);
    expect(stacked[3]!.y + stacked[3]!.height).toBeCloseTo(stacked[0]!.y, 6);
  });

  test('parts of 100 % fill the axis', async () => {
    const { items, texts } = await draw({ ...plain, series: two, stacked: 'percent', labels: true });
    const bars = rectsOf(items).slice(2);
    for (let i = 0; i < 3; i++) expect(bars[i]!.height + bars[i + 3]!.height).toBeCloseTo(bars[0]!.height + bars[3]!.height, 6);
    expect(texts).toEqual(expect.arrayContaining(['100%', '58%', '42%']));
  });

  test('a text says to which series an element belongs, and values of the same point are added up', async () => {
    const sales = records('q product amount', ['Q1', 'Tea', 5], ['Q1', 'Coffee', 7], ['Q2', 'Tea', 1], ['Q1', 'Tea', 2.5]);
    const of = { x: '{{ s.q }}', value: 's.amount', series: '{{ s.product }}', labels: true };
    const { texts } = await draw({ chart: 'bar', each: 'sales', as: 's', ...of, height: 150, axis: false }, { sales });
    expect(texts).toEqual(['Tea', 'Coffee', 'Q1', 'Q2', '7.5', '1', '7']);
  });

  test('a list of the data gives the series', async () => {
    const data = { rows: [{ n: 'a', v: { x: 1, y: 2 } }], kinds: records('id name', ['x', 'Ex'], ['y', 'Why']) };
    const series = [{ each: 'kinds', as: 'k', name: '{{ k.name }}', value: 'r.v[k.id]' }];
    const chart = { chart: 'bar', each: 'rows', as: 'r', x: '{{ r.n }}', series, labels: true, height: 150, axis: false };
    expect((await draw(chart, data)).texts).toEqual(['Ex', 'Why', 'a', '1', '2']);
  });

  test('where and sort choose and order the points', async () => {
    const chart = { ...bar, where: 'm.revenue > 42', sort: { by: 'm.revenue', descending: true }, axis: false, labels: true };
    expect((await draw(chart)).texts).toEqual(['Feb', 'Mar', '55', '48']);
  });

  test('lines have gaps where values are missing, and points without neighbours are dots', async () => {
    const rows = [1, 2, null, 4, null, 6, 7].map((v, i) => ({ i, v }));
    const { items } = await draw({ chart: 'line', each: 'rows', as: 'r', x: '{{ r.i }}', value: 'r.v', height: 150 }, { rows });
    expect(items.flatMap((item) => (item.kind === 'path' ? [item.path.ops] : []))).toEqual(['ML', 'MCCCCZ', 'ML']);
  });

  test('lines stand at numbers and dates', async () => {
    const rows = records('day v', ['2025-03-01', 1], ['2025-01-01', 2], ['2025-12-01', 3]);
    const chart = { chart: 'line', each: 'rows', as: 'r', x: '{{ r.day }}', value: 'r.v', height: 150, axis: false };
    const { items, texts } = await draw(chart, { rows });
    expect(texts).toEqual(['Jan', '2025', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']);
    const { points } = items.flatMap((item) => (item.kind === 'path' ? [item.path] : []))[0]!;
    const [x1, x2, x3] = [points[0]!, points[2]!, points[4]!];
    expect((x2 - x1) / (x3 - x1)).toBeCloseTo(59 / 334, 6);
  });

  test('names that do not fit get more lines, then are turned', async () => {
    const named = (name: string, count: number) => ({
      months: Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}`, revenue: 1 })),
    });
    expect((await draw({ ...bar, axis: false }, named('Research and development', 5))).texts[0]).toBe('Research and');
    const groups = async (count: number) =>
      (await layOut([{ ...bar, axis: false }], named('Administration', count), sheet)).pages[0]!.items.flatMap((item) =>
        item.kind === 'group' ? item.items : [],
      ).flatMap((item) => (item.kind === 'group' ? [item.rotate] : []));
    expect(new Set(await groups(8))).toEqual(new Set([-45]));
    expect(new Set(await groups(30))).toEqual(new Set([-90]));
    expect(await groups(100)).toEqual([]);
  });

  test('from right to left, the axis stands at the right and the first bar beside it', async () => {
    const { items, placed } = await draw({ ...plain, series: two }, { months }, { locale: 'he-IL' });
    const zero = placed.find(({ text }) => text === '0')!;
    expect(zero.corners[0]![0]).toBeGreaterThan(370);
    const bars = rectsOf(items).slice(2);
    expect(bars[0]!.x).toBeGreaterThan(bars[1]!.x);
    expect((await draw({ ...bar, dir: 'ltr' }, { months }, { locale: 'he-IL' })).placed[0]!.corners[0]![0]).toBeLessThan(20);
  });

  test('horizontal bars make a chart as high as they need', async () => {
    const heightOf = async (count: number) => {
      const rows = Array.from({ length: count }, (_, i) => ({ name: `n${i}`, revenue: i }));
      const { items } = await draw({ ...tall, horizontal: true }, { months: rows });
      return Math.max(...items.flatMap((item) => (item.kind === 'line' ? [item.y2] : [])));
    };
    expect(await heightOf(12)).toBeGreaterThan((await heightOf(4)) * 1.5);
  });

  test('long names of horizontal bars get more lines and more room, and make the chart higher', async () => {
    const name = 'Mechanical engineering and plants with service contracts';
    const long = await draw({ ...tall, horizontal: true, axis: false }, { months: [{ name, revenue: 5 }, ...months] });
    expect(long.warnings).toEqual([]);
    expect(long.texts.filter((text) => name.includes(text)).join(' ')).toBe(name);
    const short = await draw({ ...tall, horizontal: true, axis: false }, { months: [{ name: 'Plants', revenue: 5 }, ...months] });
    const [widest, narrow] = [long, short].map(({ items }) => Math.max(...rectsOf(items).map(({ height }) => height)));
    expect(widest).toBeLessThanOrEqual(2.4 * 8);
    expect(narrow).toBeLessThanOrEqual(widest!);
    const rowOf = ({ items }: typeof long) => rectsOf(items)[1]!.y - rectsOf(items)[0]!.y;
    expect(rowOf(long)).toBeGreaterThan(rowOf(short));
  });

  test('long names of a legend get more lines', async () => {
    const name = 'Mechanical engineering and plants with service contracts';
    const { texts, warnings } = await draw({ ...bar, chart: 'donut' }, { months: [{ name, revenue: 5 }, ...months] });
    expect(warnings).toEqual([]);
    expect(texts.filter((text) => name.includes(text)).join(' ')).toBe(name);
  });

  test('names stand at the ends of lines, none over another', async () => {
    const lines = { ...plain, chart: 'line', legend: 'ends', series: two };
    const near = months.map((one) => ({ ...one, cost: one.revenue - 0.1 }));
    for (const data of [months, near]) {
      const { placed, warnings } = await draw(lines, { months: data });
      expect(warnings).toEqual([]);
      const ends = placed.filter(({ text }) => /^(?:Revenue|Cost)$/.test(text.trim()));
      expect(ends.map(({ text }) => text.trim())).toEqual(['Cost', 'Revenue']);
      const [cost, revenue] = ends.map(({ corners }) => corners.map(([, y]) => y));
      expect(Math.max(...revenue!)).toBeLessThanOrEqual(Math.min(...cost!) + 0.5);
      expect(Math.min(...ends.flatMap(({ corners }) => corners.map(([x]) => x)))).toBeGreaterThan(350);
    }
    expect(await warningsOf({ ...lines, height: 35 })).toEqual([
      expect.stringContaining('The chart has no room for the names at the ends of its lines'),
    ]);
    expect(await faultsOf({ ...lines, chart: 'bar' })).toEqual(['error wrong-value /pages/0/body/0/legend']);
  });

  test('lines of the grid stop before labels', async () => {
    const data = { months: records('name revenue', ['a', 57], ['b', 100]) };
    const gridOf = async (labels: boolean) =>
      (await draw({ ...bar, labels }, data)).items.filter((item) => item.kind === 'line' && item.stroke.width === 0.5).length;
    expect(await gridOf(true)).toBeGreaterThan(await gridOf(false));
  });

  test('of many neighbours the highest and the lowest stay', () => {
    const sizes = Array.from({ length: 100_000 }, (_, i) => (i === 54_321 ? 9 : i === 77_777 ? -9 : Math.sin(i)));
    const kept = keepPeaks([sizes], sizes.length, 1000);
    expect(kept.length).toBeLessThanOrEqual(1000);
    expect(kept).toEqual(expect.arrayContaining([0, 54_321, 77_777, 99_999]));
  });

  test('more series than colours have other colours, and lines have dashes', async () => {
    const series = Array.from({ length: 40 }, (_, i) => ({ name: `S${i}`, value: `m.cost + ${i}` }));
    const { items } = await draw({ ...plain, chart: 'line', series, legend: 'none' });
    const strokes = items.flatMap((item) => (item.kind === 'path' && item.stroke ? [JSON.stringify(item.stroke)] : []));
    expect(new Set(strokes).size).toBe(40);
  });
});

describe('what is told', () => {
  test.each<[Part, string]>([
    [{ ...plain }, 'error missing-property '],
    [{ ...bar, x: undefined }, 'error missing-property '],
    [{ ...bar, series: two }, 'error wrong-value /value'],
    [{ ...bar, chart: 'pie', value: undefined, series: two }, 'error wrong-value /series'],
    [{ ...bar, chart: 'line', stacked: true }, 'warning no-effect /stacked'],
    [{ ...bar, chart: 'line', horizontal: true }, 'warning no-effect /horizontal'],
    [{ ...bar, chart: 'pie', axis: { min: 1 } }, 'warning no-effect /axis'],
    [{ ...bar, chart: 'sparkline', legend: 'top' }, 'warning no-effect /legend'],
    [{ ...bar, x: 'm.name' }, 'error wrong-value /x'],
    [{ ...bar, chart: 'column' }, 'error wrong-value /chart'],
    [{ ...bar, alt: undefined }, 'warning missing-alt '],
    [{ ...bar, alt: 'Chart' }, 'warning doubtful-alt /alt'],
    [{ ...bar, colors: ['red'] }, 'error wrong-value /colors/0'],
    [{ ...bar, labels: '{{ value | numbr }}' }, 'error unknown-filter /labels'],
    [{ ...bar, series: [{ name: 'a' }], value: undefined }, 'error missing-property /series/0'],
    [{ ...bar, ticks: 5 }, 'error unknown-property /ticks'],
  ])('%j: %s', async (chart, fault) => {
    const [code, place] = [fault.split(' ').slice(0, 2).join(' '), fault.split(' ')[2]];
    expect(await faultsOf(JSON.parse(JSON.stringify(chart)) as Part)).toContain(`${code} /pages/0/body/0${place}`);
  });

  test.each<[Part, readonly string[]]>([
    [bar, []],
    [{ ...bar, value: 'm.revnue' }, ['error unknown-path /value']],
    [{ ...bar, value: 'm.isNew' }, ['error wrong-type /value']],
    [
      { ...plain, series: [{ name: '{{ m.name }}', value: 'm.isNew' }] },
      ['error unknown-path /series/0/name', 'error wrong-type /series/0/value'],
    ],
    [{ ...bar, each: 'month' }, ['error unknown-path /each']],
  ])('%j with a data schema: %j', async (chart, faults) => {
    const point = { name: { type: 'string' }, revenue: { type: 'number' }, isNew: { type: 'boolean' } };
    const items = { type: 'object', properties: point, required: Object.keys(point), additionalProperties: false };
    const dataSchema = {
      type: 'object',
      properties: { months: { type: 'array', items } },
      required: ['months'],
      additionalProperties: false,
    };
    const found = await diagnose({ dataSchema, pages: [{ body: [chart] }] });
    expect(found.map((one) => one.replace('/pages/0/body/0', ''))).toEqual(faults);
  });

  test('values that are no numbers are left out, each with a warning', async () => {
    const data = {
      months: [...months, { name: 'Apr', revenue: 'n/a' }, { name: 'May', revenue: null }, { name: 'Jun', revenue: '1.234,5' }],
    };
    expect(await warningsOf(bar, data)).toEqual([
      'wrong-number /pages/0/body/0/value "n/a" is no number. The chart leaves it out.',
      'wrong-number /pages/0/body/0/value "1.234,5" is no number: write numbers in the data with a decimal point and without other marks, such as 1234.50. The chart leaves it out.',
    ]);
  });

  const withNegative = [...months, { name: 'Apr', revenue: -5 }];
  const longName = [{ name: 'x'.repeat(400), revenue: 1 }];
  const many = Array.from({ length: 1001 }, (_, i) => ({ name: i, revenue: i }));
  test.each<[object, readonly unknown[], string]>([
    [bar, [], 'chart-empty The chart has no value to show.'],
    [
      { ...bar, chart: 'pie' },
      withNegative,
      'wrong-number 1 value of the chart is negative and left out: a slice cannot show a number below zero.',
    ],
    [
      { ...bar, axis: { min: 10 } },
      months,
      'wrong-number The axis begins at 0 and not at 10: the length of a bar shows its value. For an axis without zero, draw a "line".',
    ],
    [
      { ...bar, chart: 'line', axis: { min: 10, max: 5 } },
      months,
      'wrong-number The "min" of the axis, 10, is not below its "max", 5: neither is taken.',
    ],
    [{ ...bar, axis: { max: 45 } }, months, 'chart-cut Values lie beyond the "min" or "max" of an axis and are cut.'],
    [{ ...bar, horizontal: true }, longName, 'chart-cut The chart cuts 1 text: make it larger, or the texts shorter.'],
    [{ ...plain, series: two, height: 40 }, months, 'chart-cut The chart has no room for its legend: make it higher or wider.'],
    [
      { ...bar, chart: 'line' },
      many,
      'many-points The chart has 1,001 points. Of each group of neighbours, the highest and the lowest are drawn.',
    ],
    [
      { ...bar, chart: 'scatter' },
      records('name revenue', [1, 1], ['x', 2]),
      'wrong-number/x 1 point of 2 has no place on the axis of numbers, such as "x", and is left out.',
    ],
  ])('%j', async (chart, rows, warning) => {
    const told = await warningsOf(chart, { months: rows });
    expect(told.map((one) => one.replace(' /pages/0/body/0', ''))).toEqual([warning]);
  });

  test('a legend has room beside one bar that lies, where bars that stand have none', async () => {
    const chart = { ...plain, series: two, height: 50, axis: false, xAxis: false };
    expect(await warningsOf(chart, { months: months.slice(0, 1) })).toHaveLength(1);
    expect(await warningsOf({ ...chart, horizontal: true }, { months: months.slice(0, 1) })).toEqual([]);
  });

  test('a chart without values prints what the template says', async () => {
    const { texts } = await draw({ ...bar, empty: 'No sales in {{ year }}' }, { months: [], year: 2025 });
    expect(texts).toEqual(['No sales in 2025']);
  });
});

describe('screen readers', () => {
  test('read the description, and then a table of the values', async () => {
    const { pages, warnings, structure, items } = await draw({ ...plain, series: two });
    const [figure, ...table] = structureLines({ pages, warnings, structure });
    expect(figure).toMatch(/^Figure alt=Revenue rect "Revenue" /);
    expect(table).toEqual([
      'Table',
      '  THead > TR > TH scope=Column | TH scope=Column "Revenue" | TH scope=Column "Cost"',
      '  TBody',
      '    TR > TH scope=Row "Jan" | TD "42" | TD "30"',
      '    TR > TH scope=Row "Feb" | TD "55" | TD "34"',
      '    TR > TH scope=Row "Mar" | TD "48" | TD "39"',
    ]);
    expect(items.filter((item) => item.kind === 'text' && item.isHidden)).toHaveLength(11);
  });

  test.each<[string, Part]>([
    ['decoration', { ...bar, alt: '' }],
    ['a link', { ...bar, link: 'https://example.com' }],
    ['a sparkline', { ...bar, chart: 'sparkline' }],
  ])('get no table of %s', async (_, chart) => {
    expect(String(structureLines(await draw(chart)))).not.toContain('Table');
  });

  test('texts of the table do not reach off the sheet', async () => {
    const rows = [{ name: 'A very long name '.repeat(30), revenue: 5 }];
    const { warnings, items } = await draw({ ...bar, width: 40, margin: [0, 0, 0, 360] }, { months: rows });
    expect(warnings.map(({ code }) => code)).toEqual(['chart-cut']);
    const ends = items.flatMap((item) => (item.kind === 'text' && item.isHidden ? [item.x + item.segment.width] : []));
    expect(Math.max(...ends)).toBeLessThanOrEqual(40.01);
  });

  test('texts of the table are not painted, and what follows is', async () => {
    const content = contentOf(await renderPdf({ pages: [{ body: [bar, 'After'] }] }, { data: { months } }));
    expect(content.match(/\d Tr/g)).toEqual(['3 Tr', '0 Tr']);
  });

  test.each([[['PDF/UA-1', 'PDF/A-2a']], [['PDF/UA-2']], [['PDF/A-1a']]])('%j', async (standard) => {
    const kinds = ['bar', 'line', 'area', 'pie', 'donut', 'scatter', 'sparkline'];
    const body = [
      ...kinds.map((chart) => ({ ...bar, chart })),
      { ...plain, series: two },
      { text: 'Figure 1', role: 'caption' },
      { row: [{ ...bar, rotate: 90 }, { list: [{ ...bar, chart: 'donut' }] }] },
      { table: 'months', as: 'r', columns: [{ header: 'Chart', body: bar }] },
    ];
    const document = { title: 'Charts', lang: 'en' };
    const pdf = await renderPdf({ document, pages: [{ footer: [bar], body }] }, { data: { months }, standard });
    expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
    expect(await findTagFaults(pdf)).toEqual([]);
  });
});

test('a pie tells of a slice that is missing, which no gap shows', async () => {
  const dataSchema = objectOf({ m: listOf(objectOf({ n: text, v: number }, 'n')) }, 'm');
  const told = async (chart: string, value = 'm.v') => {
    const body = [{ chart, each: 'm', as: 'm', x: '{{ m.n }}', value, alt: 'a', height: 50 }];
    const { diagnostics } = await compile({ pages: [{ body }], dataSchema });
    const { warnings } = await layOut(body, { m: [{ n: 'A', v: 1 }, { n: 'B' }] });
    return [...diagnostics, ...warnings].map(({ message }) => message);
  };
  for (const chart of ['pie', 'donut'])
    expect(await told(chart)).toEqual([
      '"m.v" is not required by the data schema and may be missing: write m.v ?? 0 if a missing one counts as 0, or list it under "required".',
      '"m.v" is missing.',
    ]);
  expect(await told('pie', 'm.v ?? 0')).toEqual([]);
  expect(await told('bar')).toEqual([]);
  const empty = await layOut([{ chart: 'pie', each: 'm', as: 'm', x: '{{ m.n }}', value: 'm.v', alt: 'a', height: 50 }], {
    m: [
      { n: 'A', v: 1 },
      { n: 'B', v: '' },
    ],
  });
  expect(empty.warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'wrong-number "" is no number. The chart leaves it out.',
  ]);
});

describe('a stack', () => {
  const point = objectOf({ n: text, s: text, a: number, b: number }, 'n s');
  const dataSchema = objectOf({ m: listOf(point), list: listOf(objectOf({ k: text }, 'k')) }, 'm list');
  const told = async (more: object) => {
    const body = [{ each: 'm', as: 'm', x: '{{ m.n }}', alt: 'a', height: 50, legend: 'none', ...more }];
    const { diagnostics } = await compile({ pages: [{ body }], dataSchema });
    const points = [
      { n: 'Q1', s: 'x', a: 1, b: 2 },
      { n: 'Q2', s: 'x', b: 2 },
    ];
    const { warnings } = await layOut(body, { m: points, list: [{ k: 'a' }] });
    return [...diagnostics, ...warnings].map(({ code, message }) => `${code} ${message}`);
  };
  const both = {
    series: [
      { name: 'A', value: 'm.a' },
      { name: 'B', value: 'm.b' },
    ],
  };
  const grouped = { series: '{{ m.s }}', value: 'm.a' };
  const repeated = { series: [{ each: 'list', as: 'l', name: '{{ l.k }}', value: "l.k == 'a' ? m.a : 0" }] };
  const ofOne = { series: [{ name: 'A', value: 'm.a' }] };

  test.each<[object, readonly string[]]>([
    [both, ['a', 'b']],
    [grouped, ['a']],
    [repeated, ['a']],
  ])('tells of a part that is missing: %j', async (series, members) => {
    for (const chart of ['bar', 'area'])
      for (const stacked of [true, 'percent']) {
        const found = await told({ chart, stacked, ...series });
        const lint = (member: string) =>
          expect.stringMatching(
            `^possibly-missing "m.${member}" is not required .*: write .* \\?\\? 0 if a missing one counts as 0`,
          );
        expect(found).toEqual([...members.map(lint), expect.stringMatching(/^no-value ".*" is missing\.$/)]);
      }
  });

  test('takes what stands for the part, and gaps stay silent where nothing is stacked', async () => {
    const asked = {
      series: [
        { name: 'A', value: 'm.a ?? 0' },
        { name: 'B', value: 'm.b ?? 0' },
      ],
    };
    for (const stacked of [true, 'percent']) {
      expect(await told({ chart: 'bar', stacked, ...asked })).toEqual([]);
      expect(await told({ chart: 'bar', stacked, ...ofOne })).toEqual([]);
      expect(await told({ chart: 'bar', stacked, value: 'm.a' })).toEqual([]);
    }
    for (const chart of ['bar', 'area', 'line']) expect(await told({ chart, ...both })).toEqual([]);
  });
});

test('"where" of a series proves values of its own elements, and none of the points', async () => {
  const item = { type: 'object', properties: { a: { type: 'number' } } };
  const list = { type: 'array', items: item };
  const dataSchema = { type: 'object', properties: { points: list, series: list }, required: ['points', 'series'] };
  const series = [{ each: 'series', as: 's', where: 's.a', name: 'S', value: 'p.a + s.a' }];
  const chart = { chart: 'line', alt: 'x', each: 'points', as: 'p', x: '{{ loop.index }}', series };
  const { diagnostics } = await compile({ pages: [{ body: [chart] }], dataSchema });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringContaining('possibly-missing "p.a"'),
  ]);
});

test('a point whose name or place may be missing is left out by "where", or gets a word', async () => {
  const point = objectOf({ name: text, k: number, day: { type: 'string', format: 'date' }, v: number }, 'v');
  const dataSchema = objectOf({ m: listOf(point) });
  const told = async (more: Part) => {
    const chart = { chart: 'line', each: 'm', as: 'p', value: 'p.v', alt: 'A', ...more };
    return (await compile({ dataSchema, pages: [{ body: [chart] }] })).diagnostics.map(({ message }) => message);
  };
  const word = (path: string) => `, or ${path} ?? '…', where … is a word for it`;
  for (const path of ['p.name', 'p.day', 'p.k']) {
    const condition = `${path} != null`;
    expect(await told({ x: `{{ ${path} }}` })).toEqual([
      `"${path}" is not required by the data schema and may be missing: write "where": "${condition}" to leave out what has no name${word(path)}, or list it under "required".`,
    ]);
    expect(await told({ x: `{{ ${path} }}`, where: condition })).toEqual([]);
  }
  expect(await told({ x: "{{ p.name ?? 'other' }}" })).toEqual([]);
  expect(await told({ x: '{{ p.v }}', series: '{{ p.name }}' })).toEqual([expect.stringContaining(`"where": "p.name != null"`)]);
});
