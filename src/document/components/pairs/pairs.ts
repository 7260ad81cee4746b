// The component `pairs`: labels and values, as a table of two columns without a header.

import { type FromSchema, type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { pointerStep } from '../../../json/json-pointer.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Site } from '../../layout/origin.ts';
import type { BoundScope } from '../../layout/session.ts';
import { columnWidth, component, components, elementList, expression, styleName } from '../../template/property-schemas.ts';
import { tableLooks } from '../../template/table-looks.ts';
import { type CompileContext, defineComponent, nameOf, type Props, siteAt, siteOf } from '../component.ts';
import { compileColor } from '../shared/bound-values/bound-color.ts';
import { compileBackground, styledWidth } from '../shared/bound-values/bound-style.ts';
import { inCell } from '../shared/box/row-height.ts';
import { contextWhere } from '../shared/context.ts';
import { compileEmptiness } from '../shared/empty-texts.ts';
import { sidesOf } from '../shared/lengths.ts';
import { compileElements, type Elements, oncePerPlace } from '../shared/lists/element-context.ts';
import { type ElementList, elementProperties } from '../shared/lists/select-elements.ts';
import { notingPageNumbers } from '../shared/numbered.ts';
import { parseColumnWidth } from '../shared/resolve-widths.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { styledContext } from '../shared/styled-context.ts';
import { usualElements, usualTableLook, usualWritten } from '../shared/usual-properties.ts';
import { rowArranger } from '../table/arrange-rows.ts';
import { cellBoxes, cellLook, plainLook } from '../table/cell-look.ts';
import { tableNode } from '../table/table-node.ts';
import { defaultPadding, plainPlan, type RowLook, type TableColumn, type TablePlan } from '../table/table-plan.ts';
import { compileRules } from '../table/table-rules.ts';
import { cellLookProperties, valign } from '../table/table-schema.ts';

const elementName = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  default: 'item',
  description: 'The name of the element in the label and the value.',
} as const;
const label = { ...components, description: 'The label: a text or components.' } as const;
const value = { ...components, description: 'The value: a text or components.' } as const;

/** A pair with more members than its label and its value. */
export const pairSchema = objectOf(['label', 'value'], {
  when: { ...expression, description: 'The pair is there only when this is true.' },
  each: { ...elementList, description: `A pair for each element of this list. ${elementList.description}` },
  as: elementName,
  ...elementProperties,
  style: { ...styleName, description: `Look of the pair. ${styleName.description}` },
  label,
  value,
});

/** The look of the labels or of the values. */
export const pairColumn = objectOf([], { width: columnWidth, ...cellLookProperties });

const { cellPadding, rules, zebra } = tableLooks;

const pairsProperties = {
  pairs: {
    oneOf: [
      expression,
      {
        type: 'array',
        maxItems: 1000,
        items: {
          oneOf: [{ type: 'array', minItems: 2, maxItems: 2, items: component }, pairSchema],
          description: 'A pair, such as `["Net", "{{ net }}"]` or `{ "label": "Net", "value": "{{ net }}", "when": "net" }`.',
        },
      },
    ],
    description:
      'The pairs: `[["Net", "{{ net }}"], ["Total", "{{ total }}"]]`, or a list of the data, with `label` and `value` for each element. A pair is left out where the bindings of its value print nothing and nothing but signs is left, or where a `when` of the value does not hold. A value that uses `page`, which is known later, stays. `loop` counts such a pair too.',
  },
  as: elementName,
  ...elementProperties,
  label: { ...label, description: 'The label of each element, if `pairs` is a list of the data: a text or components.' },
  value: { ...value, description: 'The value of each element, if `pairs` is a list of the data: a text or components.' },
  labels: {
    ...pairColumn,
    description:
      'Look of the labels. Without a `width`, they are as wide as their texts; beside `values` with a `width`, they take the rest.',
  },
  values: { ...pairColumn, description: 'Look of the values. Without a `width`, they take the rest.' },
  valign: { ...valign, default: 'top' },
  rules,
  cellPadding,
  zebra,
} as const satisfies Record<string, JsonSchema>;

export const pairs = defineComponent({
  type: 'pairs',
  content: 'table',
  knownAs: ['definitionlist', 'descriptions', 'dl', 'facts', 'keyvalue', 'properties'],
  group: 'table',
  usual: { content: ['pairs', 'labels', 'values'], repetition: usualElements, ...usualWritten, look: usualTableLook.slice(0, 3) },
  summary: 'Labels and values side by side, such as the facts or the totals of an invoice.',
  properties: pairsProperties,
  required: [],
  looks: ['labels', 'values', 'valign', 'rules', 'cellPadding', 'zebra'],
  example: {
    width: 80,
    values: { width: 30, align: 'right' },
    pairs: [
      ['Net', '{{ total - tax | money }}'],
      ['VAT', '{{ tax | money }}'],
      [
        { text: 'Total', bold: true },
        { text: '{{ total | money }}', bold: true },
      ],
    ],
  },
  explain: explainObjects,
  compile(props, outer, pointer) {
    const context = notingPageNumbers(outer);
    return tableNode(compilePlan(props, context, pointer), context);
  },
});

type PairsProps = Props<typeof pairsProperties, readonly ['pairs']>;
type PairProps = FromSchema<typeof pairSchema>;
type ColumnProps = FromSchema<typeof pairColumn>;
type Side = 'label' | 'value';

/** Pairs as other tools write them: `{ "Net": "{{ net }}" }`. */
function explainObjects(
  { pairs: given }: Readonly<Record<string, unknown>>,
  isComponent: (part: Readonly<Record<string, unknown>>) => boolean,
): { place: string; message: string } | undefined {
  const entries: readonly unknown[] = Array.isArray(given) ? given : [];
  const component = entries.findIndex((part) => isObject(part) && part.value === undefined && isComponent(part));
  if (component >= 0) {
    const message = `is a component, and a pair is a label and a value: write ["…", ${JSON.stringify(entries[component])}]`;
    return { place: `/pairs/${component}`, message };
  }
  const isOther = (part: unknown) => {
    const members = isObject(part) ? Object.entries(part) : [];
    const isPair = ([name, member]: [string, unknown]) =>
      typeof member === 'string' && !Object.hasOwn(pairSchema.properties, name);
    return members.length > 0 && members.every(isPair);
  };
  const written = (part: object) =>
    Object.entries(part)
      .slice(0, 3)
      .map((pair) => JSON.stringify(pair).replace(',', ', '))
      .join(', ');
  if (isOther(given)) return { place: '/pairs', message: `must be a list: write [${written(given as object)}]` };
  const at = entries.findIndex(isOther);
  if (at < 0) return undefined;
  return { place: `/pairs/${at}`, message: `is an object of another form: write ${written(entries[at] as object)}` };
}

/** A compiled pair, or a pair for each element of a list. */
interface Pair extends Readonly<Record<Side, ComponentNode>> {
  readonly when: CompiledExpression | undefined;
  readonly elements: Elements | undefined;
  readonly look: RowLook;
  readonly sites: Readonly<Record<Side, Site>>;
  /** The value is bound and prints nothing. */
  isEmpty(scope: BoundScope): boolean;
}

/** Where the parts of a pair stand. */
interface PairPlaces extends Readonly<Record<Side, string>> {
  readonly pair: string;
  /** The property that holds its list. */
  readonly list: string;
}

function compilePlan(props: PairsProps, context: CompileContext, pointer: string): TablePlan {
  const { unit, styles } = context.template;
  const site = siteOf(context, pointer);
  const looks: Readonly<Record<Side, ColumnProps>> = { label: props.labels ?? {}, value: props.values ?? {} };
  const widths = { label: styledWidth(looks.label, styles), value: styledWidth(looks.value, styles) };
  const contextOf = (side: Side, inside: CompileContext) =>
    styledContext(looks[side], inside, `${pointer}/${side}s`, [...cellBoxes, 'width']);
  const compiled = readPairs(props, context, pointer).map(({ pair, places }) => compilePair(pair, places, context, contextOf));
  const { elements, pairAt } = pairElements(compiled, context);
  const column = (side: Side, width: ColumnProps['width']): TableColumn => ({
    index: side === 'label' ? 0 : 1,
    each: undefined,
    width: parseColumnWidth(width, unit),
    valign: looks[side].valign ?? props.valign ?? 'top',
    background: compileBackground(looks[side], context, `${pointer}/${side}s`),
    value: undefined,
    bindValue: undefined,
    use: undefined,
    isDecimal: false,
    merge: undefined,
    header: undefined,
    cell: {
      build: (scope, room, session) => pairAt(scope)[side].build(scope, room, session),
      measure: (scope, session) => pairAt(scope)[side].measure(scope, session),
      ...(compiled.some((pair) => pair[side].outline) && {
        outline: (scope, walk) => pairAt(scope)[side].outline?.(scope, walk),
      }),
    },
    footer: undefined,
    when: undefined,
    isRowHeader: side === 'label',
    rowSpan: 1,
    sites: site && { header: site, footer: site, cell: (scope) => pairAt(scope).sites[side] },
    ...cellLook(looks[side], context, `${pointer}/${side}s`),
  });
  return {
    ...plainPlan,
    name: nameOf(props, pointer),
    columns: [column('label', widths.label ?? (widths.value === undefined ? 'auto' : '*')), column('value', widths.value)],
    elements,
    arrange: rowArranger({ elements, sums: undefined, groups: undefined }),
    rowLook: (scope) => pairAt(scope).look,
    headerBackground: undefined,
    headerLook: plainLook,
    footerBackground: undefined,
    footerLook: plainLook,
    padding: props.cellPadding === undefined ? defaultPadding : sidesOf(props.cellPadding, unit),
    rulesOf: compileRules(props.rules, props.border !== undefined, context, `${pointer}/rules`),
    zebra: props.zebra === undefined ? undefined : compileColor(props.zebra, context, `${pointer}/zebra`),
    repeatHeader: false,
    mayBreak: false,
    empty: undefined,
    summary: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
    site,
  };
}

function readPairs(
  props: PairsProps,
  { template }: CompileContext,
  pointer: string,
): readonly { readonly pair: PairProps; readonly places: PairPlaces }[] {
  const { pairs: list, as, where, sort, label: ofAll, value: valueOfAll } = props;
  if (typeof list === 'string') {
    for (const name of ['label', 'value'] as const)
      if (props[name] === undefined)
        template.report('error', 'missing-property', pointer, `needs "${name}", because "pairs" is a list of the data`);
    const places = { pair: pointer, label: `${pointer}/label`, value: `${pointer}/value`, list: 'pairs' };
    return [{ pair: { each: list, as, where, sort, let: props.let, label: ofAll ?? '', value: valueOfAll ?? '' }, places }];
  }
  for (const name of ['as', 'where', 'sort', 'let', 'label', 'value'] as const) {
    if (props[name] === undefined) continue;
    const message = `"${name}" belongs to a list of the data, such as "pairs": "facts". Each pair that is written here says its own.`;
    template.report('error', 'no-effect', `${pointer}/${name}`, message);
  }
  return (list as readonly (readonly [unknown, unknown] | PairProps)[]).map((one, i) => {
    const pair = `${pointer}/pairs/${i}`;
    if (isObject(one))
      return { pair: one as PairProps, places: { pair, label: `${pair}/label`, value: `${pair}/value`, list: 'each' } };
    const [own, ofOwn] = one as readonly [unknown, unknown];
    return {
      pair: { label: own, value: ofOwn } as PairProps,
      places: { pair, label: `${pair}/0`, value: `${pair}/1`, list: 'each' },
    };
  });
}

function compilePair(
  pair: PairProps,
  places: PairPlaces,
  outer: CompileContext,
  contextOf: (side: Side, inside: CompileContext) => CompileContext,
): Pair {
  const { each, style } = pair;
  const when = pair.when === undefined ? undefined : outer.expression(pair.when, `${places.pair}/when`);
  const around = contextWhere(when, outer);
  const elements = each === undefined ? undefined : compileElements(each, pair, around, places.pair, places.list);
  if (!elements)
    for (const name of ['as', 'where', 'sort', 'let'] as const)
      if (pair[name] !== undefined)
        outer.template.report(
          'error',
          'no-effect',
          places.pair + pointerStep(name),
          `"${name}" belongs to "each", which is missing`,
        );
  const inside = elements?.context ?? around;
  const row = { style };
  const { dropsEmpty, isEmpty } = compileEmptiness(pair.value, inside, places.value);
  const compileSide = (side: Side, dropsEmpty: boolean): ComponentNode => {
    const styled = styledContext(row, contextOf(side, inside), places.pair, cellBoxes);
    const names = side === 'label' ? { ...styled.names, textOf: 'label' as const } : styled.names;
    const context = inCell(pair[side], { ...styled, names, dropsEmpty });
    return stackNodes(compileChildren(pair[side], context, places[side]), 0);
  };
  return {
    when,
    elements,
    label: compileSide('label', false),
    value: compileSide('value', dropsEmpty),
    look: {
      background: compileBackground(row, inside, places.pair),
      ...cellLook(row, inside, places.pair),
      site: siteOf(inside, places.pair),
    },
    sites: { label: siteAt(inside, places.label), value: siteAt(inside, places.value) },
    isEmpty,
  };
}

/** A row of the table. */
interface Row {
  readonly pair: Pair;
  /** The list of which it shows the element at `index`. */
  readonly list: ElementList | undefined;
  readonly index: number;
}

/** Rows between two looks at the clock. */
const checkEvery = 1024;

function pairElements(
  pairs: readonly Pair[],
  context: CompileContext,
): { readonly elements: Elements; pairAt(scope: BoundScope): Pair } {
  // The scope of a row is known by its locals, which each row has of its own.
  const known = new WeakMap<object, Pair>();
  const scopeIn = (scope: BoundScope, { pair, list, index }: Row) =>
    pair.elements && list ? pair.elements.scopeOf(scope, list, index) : scope;
  const list: Elements['list'] = oncePerPlace((scope, session) => {
    const rows: Row[] = [];
    for (const pair of pairs) {
      if (pair.when && !pair.when.test(scope)) continue;
      const list = pair.elements?.list(scope, session);
      for (let index = 0; index < (list?.length ?? 1); index++) {
        if (index % checkEvery === checkEvery - 1) session.checkTime();
        const row = { pair, list, index };
        if (!pair.isEmpty(scopeIn(scope, row))) rows.push(row);
      }
    }
    return { source: rows, length: rows.length };
  });
  const scopeOf: Elements['scopeOf'] = (scope, { source }, index) => {
    const row = source[index] as Row;
    const inside = scopeIn(scope, row);
    const own = { ...inside, locals: [...inside.locals] };
    known.set(own.locals, row.pair);
    return own;
  };
  return { elements: { context, list, scopeOf }, pairAt: (scope) => known.get(scope.locals)! };
}
