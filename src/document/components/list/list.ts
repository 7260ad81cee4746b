// The component `list`: items with markers.

import { isObject } from '../../../json/is-object.ts';
import { showJson } from '../../../words/show-json.ts';
import { isElement } from '../../expression/scope.ts';
import { component, components, expression, size, styleName } from '../../template/property-schemas.ts';
import { isBound } from '../../text/text-properties.ts';
import { type CompileContext, defineComponent, type ForeignNotation, nameOf } from '../component.ts';
import { reportNumbers } from '../shared/bound-values/bound-numbers.ts';
import { elementProperties } from '../shared/lists/select-elements.ts';
import { readNumberPattern } from '../shared/number-pattern.ts';
import { styledContext } from '../shared/styled-context.ts';
import { usualElements, usualWritten } from '../shared/usual-properties.ts';
import { compileItems } from './list-items.ts';
import { compileMarker, type Marker } from './list-marker.ts';
import { ListNode } from './list-node.ts';

export const list = defineComponent({
  type: 'list',
  content: 'children',
  knownAs: ['bullets', 'bulletlist', 'itemize', 'ul', 'unorderedlist'],
  group: 'text',
  usual: { content: ['list', 'marker', 'gap'], ...usualWritten, repetition: usualElements },
  summary: 'Items with bullets, numbers or other markers.',
  properties: {
    list: {
      oneOf: [expression, { type: 'array', items: component }],
      description:
        'The items: texts, components, or lists of components, each of which is one item: `["First", ["Second", { "list": ["Inner"] }]]`. Or a list of the data, with a `body` for each element. An item is left out where its bindings print nothing and nothing but signs is left.',
    },
    as: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      default: 'item',
      description: 'The name of the element in the body and the marker.',
    },
    ...elementProperties,
    marker: {
      type: 'string',
      maxLength: 1000,
      description:
        "What stands before each item: a sign such as `•` or `☐`, a pattern that counts, or a binding for each element of the data: `{{ t.done ? '☑' : '☐' }}`. The signs `1 a A i I` count where they stand beside no other letter or digit: `1.`, `a)`, `(i)`. The last one counts the items, the ones before it show the numbers of the lists around: `1.1`. `\"\"`: no marker. Default: `•`, in lists inside of lists `–` and `‣`.",
    },
    markerStyle: { ...styleName, description: `Style of the markers. ${styleName.description}` },
    markerWidth: {
      ...size,
      description:
        'Width of the place of the markers, which end at its right edge. The items begin half a font size behind it. Default: the width of the widest marker, of the first 200 items if they differ.',
    },
    start: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      default: 1,
      description: 'The number of the first item.',
    },
    continue: {
      type: 'boolean',
      default: false,
      description:
        'Whether the list goes on counting in the last list before it that counts and is as deep inside of other lists. Lists in headers and footers do not count.',
    },
    gap: { ...size, description: 'Space between items.' },
    body: {
      ...components,
      description: 'The item for each element of a list of the data: a component, or a list of components.',
    },
  },
  required: [],
  looks: ['marker', 'markerStyle', 'markerWidth', 'gap'],
  example: { list: ['Pay by card', ['Pay by transfer', { list: ['IBAN', 'Reference'] }], 'Pay in cash'], marker: '1.', gap: 1 },
  explain: explainForeign,
  compile(props, context, pointer) {
    const { depth, counting } = context.lists;
    const { marker: given = '' } = props;
    const counts = !isBound(given) && readNumberPattern(given) !== undefined;
    const lists = { depth: depth + 1, counting: counting + (counts ? 1 : 0), isNumbered: counts || isBound(given) };
    const anchoredBefore = context.template.outline.anchored;
    const items = compileItems(props, context, (around) => ({ ...around, lists, flowPlace: 'an item of a list' }), pointer);
    const marker = compileMarker(props.marker, items.context, pointer);
    const { markerStyle: style, markerWidth } = props;
    const styled = style === undefined ? items.context : styledContext({ style }, items.context, `${pointer}/markerStyle`);
    checkCount(props, marker, context, pointer, context.template.outline.anchored > anchoredBefore);
    const zero = props.start === 0 && marker.pattern !== undefined && marker.pattern.sign !== '1' ? noSignOfZero : undefined;
    return new ListNode({
      name: nameOf(props, pointer),
      site: context.way + pointer,
      items,
      marker,
      markerContext: styled,
      context,
      start: props.start ?? 1,
      tellStart: reportNumbers(zero, `${pointer}/start`, context),
      goesOn: props.continue ?? false,
      room: markerWidth === undefined ? undefined : markerWidth * context.template.unit,
      gap: (props.gap ?? 0) * context.template.unit,
    });
  },
});

/** Advice for properties that other tools have and that are written differently here. */
function explainForeign(given: Readonly<Record<string, unknown>>): ForeignNotation | undefined {
  const kind = ['ordered', 'numbered'].find((name) => given[name] === true);
  if (kind !== undefined)
    return { place: `/${kind}`, message: 'is not known here: write "marker": "1."', code: 'unknown-property' };
  if (!isObject(given.list)) return undefined;
  const right = Array.isArray(given.list.items) ? `write ${showJson(given.list.items)}` : 'write the items in [ ]';
  return { place: '/list', message: `must be a list of items, or the name of a list of the data: ${right}` };
}

const noSignOfZero = 'No letter and no Roman numeral stands for 0: begin with 1, or count with digits, as in "1.".';

/** Reports a `start` or `continue` that cannot count. */
function checkCount(
  props: {
    readonly list: unknown;
    readonly start?: number | undefined;
    readonly continue?: boolean | undefined;
  },
  { pattern }: Marker,
  context: CompileContext,
  pointer: string,
  hasAnchors: boolean,
): void {
  const { template, lists, way, hasOrder } = context;
  const fail = (code: string, name: string, message: string) => template.report('error', code, `${pointer}/${name}`, message);
  const goesOn = props.continue === true;
  if (!pattern) {
    for (const name of ['start', ...(goesOn ? ['continue'] : [])] as const)
      if (props[name as 'start'] !== undefined)
        fail(
          'no-effect',
          name,
          `"${name}" has no effect, because the markers do not count. Give "marker" a pattern, such as "1.".`,
        );
    return;
  }
  if (goesOn && props.start !== undefined)
    fail('no-effect', 'start', '"start" has no effect beside "continue", which takes the number from the list before: keep one.');
  if (!template.fillsUses) return;
  const items = Array.isArray(props.list) ? props.list.map((_, i) => `${way}${pointer}/list/${i}`) : [];
  if (hasOrder) template.outline.addCountingList(lists.depth, way + pointer, items, hasAnchors);
  if (!goesOn) return;
  if (!hasOrder) {
    const message =
      'The list cannot go on counting: headers, footers, backgrounds, overlays and separators repeat, so they stand in no order. Put it into the body, or write "start".';
    fail('misplaced-number', 'continue', message);
    return;
  }
  const mayRepeat = way !== '' || context.names.locals.some(isElement);
  template.atEnd(() => {
    if (mayRepeat || template.outline.countingLists(lists.depth) > 1) return;
    const message =
      'The list has nothing to go on from: no other list as deep as this one counts. Leave "continue" out, or give the list before it a "marker" that counts.';
    template.report('warning', 'no-effect', `${pointer}/continue`, message);
  });
}
