// Compiles a chart. `read-chart.ts` reads its points and series from the data, `draw-chart.ts` draws them with the `Pen`, which knows where labels
// stand already.

import { counted, grouped } from '../../../words/counts.ts';
import type { CompiledText } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { PageItem } from '../../layout/fragment.ts';
import { GraphicBox } from '../../layout/graphic-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { Artifact, Tag } from '../../layout/tag.ts';
import { units } from '../../template/units.ts';
import { isBound } from '../../text/text-properties.ts';
import { type CompileContext, nameOf } from '../component.ts';
import { compileColor } from '../shared/bound-values/bound-color.ts';
import { checkAlt, openFigure } from '../shared/roles.ts';
import { isolated } from '../text/text-direction.ts';
import type { AxisLook } from './axes.ts';
import { chartColors } from './chart-colors.ts';
import type { ChartPlan } from './chart-plan.ts';
import { type AxisProps, type ChartProps, isRound, type Kind } from './chart-properties.ts';
import { highestName } from './draw-axes.ts';
import { drawChart } from './draw-chart.ts';
import type { Drawing } from './drawing.ts';
import { LabelWriter } from './label-writer.ts';
import { Pen } from './pen.ts';
import { type ChartData, compileData } from './read-chart.ts';
import { keepPeaks, mostPoints, pickPoints, spansOf } from './spans.ts';
import { makeValuesTable } from './values-table.ts';
import { compileValueText, type WriteValue, writeNumber, writeShare } from './write-values.ts';

const { mm } = units;
const defaultHeight = 60 * mm;
const sparkHeight = 5 * mm;
const sparkWidth = 25 * mm;
/** Height of a horizontal bar with the space around it, in sizes of the text. */
const barHeight = 2;
const highestDefault = 200 * mm;

export function compileChart(props: ChartProps, context: CompileContext, pointer: string): ComponentNode {
  const { unit, report, styles, engine } = context.template;
  const name = nameOf(props, pointer);
  const kind: Kind = props.chart;
  checkProps(props, (code, place, message) => report(code === 'no-effect' ? 'warning' : 'error', code, pointer + place, message));
  checkAlt(props, context, pointer);
  const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const empty = props.empty === undefined ? undefined : context.text(props.empty, `${pointer}/empty`);
  const { stacked = false } = props;
  const stacking = kind === 'bar' || kind === 'area' ? stacked : false;
  const read = compileData(
    props as Parameters<typeof compileData>[0],
    { hasPlaces: hasPlaces.has(kind), isWhole: isRound(kind) || (stacking !== false && hasSeveral(props)) },
    context,
    pointer,
  );
  const colorsOf = (props.colors ?? []).map((one, i) => compileColor(one, context, `${pointer}/colors/${i}`));
  const plan: ChartPlan = {
    kind,
    stacking,
    isHorizontal: kind === 'bar' && (props.horizontal ?? false),
    legend: props.legend,
    labels: compileLabels(props.labels, stacked === 'percent', context, `${pointer}/labels`),
    axis: compileAxis(props.axis, context, `${pointer}/axis`),
    xAxis: compileAxis(props.xAxis, context, `${pointer}/xAxis`),
  };
  const givenHeight = props.height === undefined ? undefined : props.height * unit;
  const writerOf = (scope: BoundScope, session: LayoutSession) =>
    new LabelWriter({ engine, styles, look: context.style.resolve(scope), name, scope, session });
  return {
    build(scope, width, session) {
      const all = read(scope, session);
      const data = reduce(all, plan, name, scope, session);
      const writer = writerOf(scope, session);
      const height = givenHeight ?? heightOf(plan, data, width, writer);
      const tag = openFigure(alt, scope);
      session.nameElement(tag, name, scope.place);
      const colors = chartColors(
        writer.style,
        colorsOf.flatMap((colorOf) => colorOf(scope) ?? []),
      );
      const pen = new Pen(width, height, scope.dir === 'rtl', tag);
      const lost: string[] = [];
      const drawing: Drawing = { pen, writer, colors, plan: limitAxis(plan, data, name, scope), data, scope, lost };
      if (hasValues(data, kind)) drawChart(drawing);
      else drawNothing(drawing, empty, name, session);
      if (pen.cutCount > 0) lost.push(`The chart cuts ${counted(pen.cutCount, 'text')}: make it larger, or the texts shorter.`);
      if (lost.length > 0) session.warn('chart-cut', name, scope.place, lost.join(' '));
      const table = isTabled(kind, tag, scope) && hasValues(data, kind) ? makeValuesTable(drawing, scope.tag) : [];
      const facts = { name: 'The chart', component: name, place: scope.place, tag, session };
      const box = new GraphicBox(height, facts, ({ items, artifact }, x, y) => {
        items.push({
          kind: 'group',
          x,
          y,
          rotate: 0,
          clip: undefined,
          items: artifact ? retag(pen.items, artifact) : [...pen.items, ...table],
        });
      });
      box.reach = { left: 0, width };
      return [box];
    },
    measure() {
      return kind === 'sparkline' ? { min: sparkWidth, max: sparkWidth } : { min: 0, max: 100 * mm };
    },
  };
}

/** Kinds whose points may stand at numbers or dates. */
const hasPlaces: ReadonlySet<Kind> = new Set(['line', 'area', 'scatter', 'sparkline']);

/** Whether a point may have several values. */
const hasSeveral = ({ series }: Pick<ChartProps, 'series'>): boolean =>
  typeof series === 'string' || (series !== undefined && (series.length > 1 || series.some(({ each }) => each !== undefined)));

function compileAxis(given: AxisProps | undefined, context: CompileContext, place: string): AxisLook {
  if (given === undefined || typeof given === 'boolean')
    return { isShown: given ?? true, min: undefined, max: undefined, title: undefined, label: undefined };
  const title = given.title === undefined ? undefined : context.text(given.title, `${place}/title`);
  return {
    isShown: true,
    min: given.min,
    max: given.max,
    title: title && ((scope) => isolated(title, scope).trim()),
    label: given.label === undefined ? undefined : compileValueText(given.label, undefined, context, `${place}/label`),
  };
}

function compileLabels(
  given: boolean | string | undefined,
  isPercent: boolean,
  context: CompileContext,
  place: string,
): WriteValue | undefined {
  if (typeof given === 'string') return compileValueText(given, 'number', context, place);
  if (given !== true) return undefined;
  return ({ format }, value, share) =>
    isPercent ? writeShare(share, format.locale) : typeof value === 'string' ? value : writeNumber(value, format.locale);
}

type CheckedProps = {
  readonly chart: Kind;
  readonly x?: string | undefined;
  readonly value?: string | undefined;
  readonly series?: unknown;
  readonly stacked?: unknown;
  readonly horizontal?: unknown;
  readonly axis?: unknown;
  readonly xAxis?: unknown;
  readonly legend?: unknown;
  readonly labels?: unknown;
};

/** A path that lacks its braces. */
const bareName = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** The kinds that know a property. */
const knownBy: Readonly<Partial<Record<keyof CheckedProps, readonly Kind[]>>> = {
  stacked: ['bar', 'area'],
  horizontal: ['bar'],
  axis: ['bar', 'line', 'area', 'scatter'],
  xAxis: ['bar', 'line', 'area', 'scatter'],
  legend: ['bar', 'line', 'area', 'scatter', 'pie', 'donut'],
  labels: ['bar', 'line', 'area', 'scatter', 'pie', 'donut'],
};

function checkProps(props: CheckedProps, tell: (code: string, place: string, message: string) => void): void {
  const { chart: kind, labels, legend, series, value, x } = props;
  const isList = Array.isArray(series);
  if (value === undefined && !isList) {
    const example = typeof series === 'string' ? '"value": "r.amount"' : '"value": "m.revenue", or "series" for several values';
    tell('missing-property', '', `needs ${example}`);
  }
  if (value !== undefined && isList) {
    const message = 'The series list the values already: leave "value" out, or make it a series of its own.';
    tell('wrong-value', '/value', message);
  }
  const isSingle = isRound(kind) || kind === 'sparkline';
  if (isSingle && series !== undefined)
    tell('wrong-value', '/series', `A "${kind}" shows one value for each point: write "value" in place of "series".`);
  if (x === undefined && kind !== 'sparkline')
    tell('missing-property', '', 'needs "x", the name of a point: "x": "{{ m.name }}"');
  if (x !== undefined && !isBound(x) && kind !== 'sparkline')
    tell(
      'wrong-value',
      '/x',
      `All points have the same name, ${JSON.stringify(x)}. Write a binding, such as "{{ ${bareName.test(x) ? x : 'm.name'} }}".`,
    );
  if (legend === 'ends' && kind !== 'line')
    tell('wrong-value', '/legend', `Only a "line" has names at the ends of its lines: write "top", "right", "bottom" or "none".`);
  if (typeof labels === 'string' && labels.trim() !== '' && !isBound(labels))
    tell(
      'wrong-value',
      '/labels',
      `All values have the same label, ${JSON.stringify(labels)}. Write a binding, such as "{{ value }}".`,
    );
  for (const [property, by] of Object.entries(knownBy)) {
    if (props[property as keyof CheckedProps] === undefined || by.includes(kind)) continue;
    tell('no-effect', `/${property}`, `"${property}" has no effect on a "${kind}". It is for ${by.join(', ')}.`);
  }
}

const lossOfPeaks = 'Of each group of neighbours, the highest and the lowest are drawn.';
const lossOfSlices = 'The smallest slices are not drawn.';
const lossOf: Readonly<Partial<Record<Kind, string>>> = {
  scatter: 'Of points that lie on each other, one is drawn.',
  pie: lossOfSlices,
  donut: lossOfSlices,
};

/** Takes the points that can be told apart, and the values that the kind can show. */
function reduce(all: ChartData, plan: ChartPlan, name: string, scope: BoundScope, session: LayoutSession): ChartData {
  let data = all;
  const count = all.names.length;
  if (count > mostPoints) {
    const message = `The chart has ${grouped(count)} points. ${lossOf[plan.kind] ?? lossOfPeaks}`;
    session.warn('many-points', name, scope.place, message);
    const isStack = plan.kind === 'bar' || plan.stacking !== false;
    if (isStack) {
      const spans = spansOf(all, plan.stacking).map((one) => one.map((span) => span?.to));
      data = pickPoints(all, keepPeaks(spans, count, mostPoints));
    }
  }
  if (plan.kind !== 'pie' && plan.kind !== 'donut') return data;
  const [series] = data.series;
  const negative = series?.sizes.filter((one) => one !== undefined && one < 0).length ?? 0;
  if (negative > 0) {
    const message = `${counted(negative, 'value')} of the chart ${negative === 1 ? 'is' : 'are'} negative and left out: a slice cannot show a number below zero.`;
    session.warn('wrong-number', name, scope.place, message);
  }
  return data;
}

function hasValues({ series }: ChartData, kind: Kind): boolean {
  return series.some(({ sizes }) => sizes.some((one) => one !== undefined && (!isRound(kind) || one > 0)));
}

/** The axis of values, without ends that cannot be. Bars and areas show zero. */
function limitAxis(plan: ChartPlan, { power }: ChartData, name: string, scope: BoundScope): ChartPlan {
  const { min, max } = plan.axis;
  if (min === undefined && max === undefined) return plan;
  const hasBase = plan.kind === 'bar' || plan.kind === 'area';
  const tell = (message: string) => scope.session.warn('wrong-number', name, scope.place, message);
  if (min !== undefined && max !== undefined && min >= max) {
    tell(`The "min" of the axis, ${min}, is not below its "max", ${max}: neither is taken.`);
    return { ...plan, axis: { ...plan.axis, min: undefined, max: undefined } };
  }
  if (!hasBase || !((min ?? 0) > 0 || (max ?? 0) < 0) || power !== 0) return plan;
  tell(
    `The axis begins at 0 and not at ${(min ?? 0) > 0 ? min : max}: the length of a ${plan.kind === 'bar' ? 'bar' : 'line to the axis'} shows its value. For an axis without zero, draw a "line".`,
  );
  return { ...plan, axis: { ...plan.axis, min: (min ?? 0) > 0 ? 0 : min, max: (max ?? 0) < 0 ? 0 : max } };
}

/** A chart without any value: what the template prints there. */
function drawNothing(
  { pen, writer, colors, scope, plan }: Drawing,
  empty: CompiledText | undefined,
  name: string,
  session: LayoutSession,
): void {
  session.warn('chart-empty', name, scope.place, 'The chart has no value to show.');
  const label = empty && writer.fit(isolated(empty, scope), pen.width);
  if (label && label.height <= pen.height) pen.write(label, pen.width / 2, (pen.height - label.height) / 2, 'middle');
  if (isRound(plan.kind) || plan.kind === 'sparkline') return;
  pen.line([0, pen.height - 0.5], [pen.width, pen.height - 0.5], { width: 0.5, color: colors.grid, dash: [] });
}

/** The height of a chart whose template says none. */
function heightOf(
  { kind, isHorizontal, stacking, labels, axis, xAxis }: ChartPlan,
  { names, series }: ChartData,
  width: number,
  writer: LabelWriter,
): number {
  const { size } = writer;
  if (kind === 'sparkline') return sparkHeight;
  if (!isHorizontal) return defaultHeight;
  const bars = stacking === false ? Math.max(1, series.length * (labels ? 0.9 : 0.7)) : 1;
  const legend = series.length > 1 ? 3 * size : 0;
  const bar = bars * barHeight * size;
  if (names.length * bar >= highestDefault) return highestDefault + legend;
  const band = Math.max(bar, xAxis.isShown ? highestName(names, width, writer) + 0.3 * size : 0);
  const foot = axis.isShown ? 4 * size : 0;
  return Math.min(highestDefault, Math.max(8 * size, names.length * band + foot) + legend);
}

/** Whether screen readers get a table of the values. In a link or a heading there is no place for one, and a sparkline is part of a text. */
const isTabled = (kind: Kind, figure: Tag | undefined, { link, heading }: BoundScope): boolean =>
  kind !== 'sparkline' && figure?.kind === 'element' && !link && !heading;

/** The same items as decoration. */
function retag(items: readonly PageItem[], tag: Artifact): readonly PageItem[] {
  return items.map(
    (item): PageItem => (item.kind === 'group' ? { ...item, items: retag(item.items, tag) } : ({ ...item, tag } as PageItem)),
  );
}
