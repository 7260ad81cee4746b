// Reads the points and series of a chart from the data.
import type { FromSchema } from '../../../contract/schema.ts';
import { counted } from '../../../words/counts.ts';
import { showJson } from '../../../words/show-json.ts';
import { adviseNotation, calculate, type Decimal, isDecimal, toDecimal } from '../../expression/decimal.ts';
import { instantOf, readClock, zoneAdvice } from '../../expression/filters/moment.ts';
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import { typeWords, valueTypes } from '../../expression/schema-walk.ts';
import { isAbsent } from '../../expression/values.ts';
import { type BoundScope, type LayoutSession, warnAt } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { type ColorOf, compileColor } from '../shared/bound-values/bound-color.ts';
import { type CompiledElements, compileElements, type ElementProps } from '../shared/lists/element-context.ts';
import { isolated } from '../text/text-direction.ts';
import type { seriesEntry } from './chart-properties.ts';

type SeriesEntry = FromSchema<typeof seriesEntry>;

export interface DataProps extends ElementProps {
  readonly each: string | readonly unknown[];
  readonly x?: string | undefined;
  readonly value?: string | undefined;
  readonly series?: string | readonly SeriesEntry[] | undefined;
}

export interface ChartSeries {
  readonly name: string;
  readonly color: string | undefined;
  /** By the index of the point. Undefined: there is no value. */
  readonly values: readonly (Decimal | undefined)[];
  /** The values for drawing. */
  readonly sizes: readonly (number | undefined)[];
}

export interface ChartData {
  /** The names of the points. */
  readonly names: readonly string[];
  /** What the places of the points are. */
  readonly kind: 'names' | 'numbers' | 'dates';
  /** Where the points stand: numbers, or moments of dates. Of points that have only names: their index. */
  readonly places: readonly number[];
  /** Some of the dates have a time of day. */
  readonly hasTimes: boolean;
  readonly series: readonly ChartSeries[];
  /** Power of ten by which values are divided for drawing. 0, except for numbers so large or small that their sums would be infinite. */
  readonly power: number;
}

interface SeriesPart {
  readonly name: CompiledText | undefined;
  readonly value: CompiledExpression;
  readonly colorOf: ColorOf | undefined;
  /** Its elements are series. Undefined: it is a series itself. */
  readonly elements: CompiledElements | undefined;
  readonly place: string;
}

export type ReadChart = (scope: BoundScope, session: LayoutSession) => ChartData;

/** Points between two looks at the clock. */
const checkEvery = 1024;

/**
 * Compiles the list of points, their names and values. `hasPlaces`: points whose `x` is a number or a date stand at its value. `isWhole`: the values
 * add up, in slices or stacks, so that nothing shows where one is missing.
 */
export function compileData(
  props: DataProps,
  { hasPlaces, isWhole }: { readonly hasPlaces: boolean; readonly isWhole: boolean },
  context: CompileContext,
  pointer: string,
): ReadChart {
  const points = compileElements(props.each, props, context, pointer, 'each');
  const inside = points.context;
  const { report } = context.template;
  const naming: CompileContext = { ...inside, names: { ...inside.names, textOf: 'point' } };
  const x = props.x === undefined ? undefined : naming.value(props.x, `${pointer}/x`, 'lost');
  const only = x?.parts.length === 1 && typeof x.parts[0] === 'object' ? x.parts[0] : undefined;
  const group = typeof props.series === 'string' ? naming.text(props.series, `${pointer}/series`) : undefined;
  const compileValue = (source: string, at: CompileContext, place: string) => {
    const value = at.expression(source, place, isWhole ? 'lost' : 'null');
    const types = valueTypes(value.schema, at.names.schema);
    const isSound = value.diagnostics.every(({ severity }) => severity !== 'error');
    if (isSound && types && types.size > 0 && !types.has('number') && !types.has('string') && !types.has('null'))
      report('error', 'wrong-type', place, `must give a number, but the data schema gives ${typeWords(types)} here`);
    return value;
  };
  const colorAt = (source: string | undefined, at: CompileContext, place: string) =>
    source === undefined ? undefined : compileColor(source, at, place);
  const compileEntry = (entry: SeriesEntry, i: number): SeriesPart => {
    const place = `${pointer}/series/${i}`;
    const elements = entry.each === undefined ? undefined : compileElements(entry.each, entry, context, place, 'each');
    const named = elements?.context ?? context;
    return {
      elements,
      name: entry.name === undefined ? undefined : named.text(entry.name, `${place}/name`),
      value: compileValue(entry.value, elements ? elements.enter(inside) : inside, `${place}/value`),
      colorOf: colorAt(entry.color, named, `${place}/color`),
      place: `${place}/value`,
    };
  };
  const parts: readonly SeriesPart[] = Array.isArray(props.series)
    ? (props.series as readonly SeriesEntry[]).map(compileEntry)
    : props.value === undefined
      ? []
      : [
          {
            elements: undefined,
            name: undefined,
            value: compileValue(props.value, inside, `${pointer}/value`),
            colorOf: undefined,
            place: `${pointer}/value`,
          },
        ];
  const placeOfX = `${pointer}/x`;

  return (scope, session) => {
    const list = points.list(scope, session);
    const scopes = (i: number) => {
      if (i % checkEvery === checkEvery - 1) session.checkTime();
      return points.scopeOf(scope, list, i);
    };
    const names: string[] = [];
    const raws: unknown[] = [];
    const keyOf = only?.equalityKeys();
    const known = new Map<string, number>();
    const grouped = new Map<string, (Decimal | undefined)[]>();
    for (let i = 0; i < list.length; i++) {
      const at = scopes(i);
      const name = x ? isolated(x, at).trim() : '';
      // Elements with the same x are one point, if a text says to which series they belong.
      const raw = only?.evaluate(at);
      const key = keyOf && instantOf(raw) !== undefined ? keyOf(raw, at) : name;
      let point = group ? known.get(key) : undefined;
      if (point === undefined) {
        point = names.length;
        names.push(name);
        raws.push(raw);
        known.set(key, point);
      }
      if (!group) continue;
      const series = isolated(group, at).trim();
      const values = grouped.get(series) ?? [];
      grouped.set(series, values);
      const value = toNumber(parts[0]!.value.evaluate(at), at, parts[0]!.place, isWhole);
      const before = values[point];
      if (value !== undefined) values[point] = before === undefined ? value : (calculate('+', before, value) ?? value);
    }
    const series: Omit<ChartSeries, 'sizes'>[] = [];
    for (const [name, values] of grouped) series.push({ name, color: undefined, values });
    for (const part of group ? [] : parts) {
      const elements = part.elements?.list(scope, session);
      for (let j = 0; j < (elements?.length ?? 1); j++) {
        const own = elements ? part.elements!.scopeOf(scope, elements, j) : scope;
        const values = names.map((_, i) => {
          const at = scopes(i);
          const inner = elements ? part.elements!.scopeOf(at, elements, j) : at;
          return toNumber(part.value.evaluate(inner), at, part.place, isWhole);
        });
        series.push({ name: part.name ? isolated(part.name, own).trim() : '', color: part.colorOf?.(own), values });
      }
    }
    session.countBox(1 + Math.ceil((names.length * Math.max(1, series.length)) / 10));
    return measure(placed({ names, raws, series }, hasPlaces && only !== undefined, scope, placeOfX));
  };
}

/** Reads a number. Undefined: there is no number. Any other value is reported, but for an empty text, which makes a gap. `scope`: of the point. */
function toNumber(given: unknown, scope: BoundScope, place: string, isWhole: boolean): Decimal | undefined {
  if (isAbsent(given) || (given === '' && !isWhole)) return undefined;
  const value = toDecimal(given);
  if (value !== undefined && Number.isFinite(Number(value))) return value;
  const message = `${typeof given === 'number' ? given : showJson(given)} is no number${adviseNotation(given)}. The chart leaves it out.`;
  warnAt(scope, 'wrong-number', place, message);
  return undefined;
}

interface ReadPoints {
  readonly names: readonly string[];
  readonly raws: readonly unknown[];
  readonly series: readonly Omit<ChartSeries, 'sizes'>[];
}

type PlacedPoints = Omit<ChartData, 'power' | 'series'> & Pick<ReadPoints, 'series'>;

/** A month stands at its first day. */
const monthPattern = /^\d{4}-\d{2}$/;

function placed({ names, raws, series }: ReadPoints, hasPlaces: boolean, scope: BoundScope, place: string): PlacedPoints {
  const unplaced: PlacedPoints = { names, kind: 'names', places: names.map((_, i) => i), hasTimes: false, series };
  if (!hasPlaces) return unplaced;
  let hasTimes = false;
  let unsaid: unknown;
  const readers: Readonly<Record<'numbers' | 'dates', (raw: unknown) => number | undefined>> = {
    numbers: (raw) => (isDecimal(raw) && Math.abs(Number(raw)) < 1e150 ? Number(raw) : undefined),
    dates(raw) {
      const clock = readClock(typeof raw === 'string' && monthPattern.test(raw) ? `${raw}-01` : raw, scope.format);
      unsaid ??= clock?.isUnsaid ? raw : undefined;
      if (clock?.hasTime) hasTimes = true;
      return clock?.ms;
    },
  };
  const first = raws.find((raw) => raw !== undefined && raw !== null && raw !== '');
  const kind = readers.numbers(first) !== undefined ? 'numbers' : readers.dates(first) !== undefined ? 'dates' : undefined;
  if (!kind) return unplaced;
  const all = raws.map(readers[kind]);
  if (unsaid !== undefined)
    warnAt(scope, 'no-timezone', place, `The axis shows times such as ${showJson(unsaid)} as they are written: ${zoneAdvice}.`);
  const kept = all.flatMap((at, i) => (at === undefined ? [] : [i])).sort((a, b) => all[a]! - all[b]!);
  const lost = names.length - kept.length;
  if (lost > 0) {
    const shown = showJson(raws[all.indexOf(undefined)] ?? null);
    const message = `${counted(lost, 'point')} of ${names.length} ${lost === 1 ? 'has' : 'have'} no place on the axis of ${kind}, such as ${shown}, and ${lost === 1 ? 'is' : 'are'} left out.`;
    warnAt(scope, 'wrong-number', place, message);
  }
  return {
    names: kept.map((i) => names[i]!),
    kind,
    places: kept.map((i) => all[i]!),
    hasTimes,
    series: series.map((one) => ({ ...one, values: kept.map((i) => one.values[i]) })),
  };
}

/** Beyond, sums of numbers could be infinite, and quotients be zero. */
const mostPower = 100;

function measure({ series, ...points }: PlacedPoints): ChartData {
  let most = 0;
  for (const { values } of series)
    for (const value of values) if (value !== undefined) most = Math.max(most, Math.abs(Number(value)));
  const exponent = most === 0 ? 0 : Math.floor(Math.log10(most));
  const power = Math.abs(exponent) > mostPower ? Math.max(-300, exponent) : 0;
  const unit = Number(`1e${power}`);
  const sizes = (values: ChartSeries['values']) =>
    Array.from(values, (value) => (value === undefined ? undefined : Number(value) / unit));
  return { ...points, power, series: series.map((one) => ({ ...one, sizes: sizes(one.values) })) };
}
