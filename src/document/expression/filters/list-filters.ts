// Filters of lists: join, map, sum, sort, where and others.
import { joinParts, type TextPart } from '../../text/enclose.ts';
import { compare, equalityKeys } from '../compare.ts';
import { adviseNotation, calculate, type Decimal, toDecimal } from '../decimal.ts';
import { mappedFrom, pickedFrom } from '../list-origin.ts';
import { printText } from '../print-text.ts';
import type { Scope } from '../scope.ts';
import { inOrder, readerOf, sortPlaces } from '../value-order.ts';
import { comparisons, isAbsent, isComposite, isOrder, isTruthy, maxText, memberAt, toJson, toText } from '../values.ts';
import { member, showOperand, wholeNumber } from './arguments.ts';
import { defineFilter, type Filter, type FilterArgument, type NoteUnusable, type PickValue } from './filter.ts';

type Rest = Parameters<Filter['run']> extends [unknown, ...infer R] ? R : never;
type RunOnList = (list: readonly unknown[], ...rest: Rest) => unknown;

const listed =
  (run: RunOnList): Filter['run'] =>
  (value, ...rest) =>
    run(Array.isArray(value) ? value : [], ...rest);

/** As `listed`, for a filter that gives some of the elements. */
const picking = (run: RunOnList): Filter['run'] => listed((list, ...rest) => pickedFrom(run(list, ...rest) as unknown[], list));

/** The element, its named member, or what an expression makes of it. */
const pick = (item: unknown, by: unknown): unknown =>
  by === undefined ? item : typeof by === 'function' ? (by as PickValue)(item) : memberAt(item, String(by));

/** Longer lists are refused: names of "let" that double a list would fill the memory. */
const mostElements = 1_000_000;

/** The numbers of a list, with a warning for each value that is not a number. */
function numbers(list: readonly unknown[], path: unknown, scope: Scope, tell: NoteUnusable, tellAbsent?: () => void): Decimal[] {
  const found: Decimal[] = [];
  for (const item of list) {
    const value = pick(item, path);
    const number = toDecimal(value);
    if (number !== undefined) found.push(number);
    else if (isAbsent(value)) tellAbsent?.();
    else tell(scope, `${showOperand(value)} is not a number and is left out${adviseNotation(value)}`);
  }
  return found;
}

const add = (values: readonly Decimal[]) => values.reduce<Decimal>((sum, value) => calculate('+', sum, value) ?? 0, 0);

/** The smallest or largest value, in the order of `sort`. */
function extreme(sign: 1 | -1): Filter['run'] {
  return listed((list, [path], scope, tell, kind) => {
    const values = list.map((item) => pick(item, path)).filter((value) => !isAbsent(value));
    const sizes = readerOf(values, kind, scope, tell);
    let best: unknown;
    let most: unknown;
    for (const value of values) {
      const one = sizes ? sizes.read(value) : typeof value === 'string' ? value : undefined;
      if (one === undefined) tell(scope, `${showOperand(value)} is not a ${sizes?.word ?? 'text'} and is left out`);
      else if (best === undefined || inOrder(one, most, scope) * sign > 0) {
        best = value;
        most = one;
      }
    }
    return best;
  });
}

const operatorOf = (given: unknown): keyof typeof comparisons =>
  Object.hasOwn(comparisons, String(given)) ? (given as keyof typeof comparisons) : '==';

const compared: FilterArgument = { kind: 'compared' };

const operator: FilterArgument = {
  kind: 'word',
  findFault: (value) =>
    typeof value === 'string' && Object.hasOwn(comparisons, value)
      ? undefined
      : {
          message: `takes ${Object.keys(comparisons).join(' ')} in quotes between a member and a value, not ${showOperand(value)}`,
          instead: '"==" is taken',
          value: '==',
        },
};

export const listFilters: readonly Filter[] = [
  defineFilter({
    name: 'join',
    input: 'list',
    arity: [0, 1],
    args: () => [{ kind: 'word' }],
    elements: 'text',
    output: 'text',
    liquid: true,
    signature: 'join: separator',
    summary: 'The elements as one text, with a space or `separator` between them.',
    example: "tags | join: ', '",
    result: 'blue, red',
    prints: 'input and arguments',
    run: listed((list, [separator], scope, tell, _kind, write) => {
      const between = separator === undefined ? ' ' : toText(separator);
      const parts: TextPart[] = [];
      let length = 0;
      for (const [i, item] of list.entries()) {
        if (isAbsent(item)) tell(scope, 'An element without a value is joined as an empty text', 'missing');
        if (isComposite(item)) tell(scope, `${showOperand(item)} is not a text and is joined as JSON`);
        if (i > 0) parts.push({ text: between, isValue: false });
        const text = write(item, scope.format);
        parts.push({ text, isValue: write === printText });
        length += between.length + text.length;
        if (length > maxText) break;
      }
      return joinParts(parts).slice(0, maxText);
    }),
  }),
  defineFilter({
    name: 'map',
    input: 'list',
    arity: [1, 1],
    args: () => [member],
    output: 'members',
    liquid: true,
    signature: 'map: member',
    summary:
      "A list with one member of each element, or with what an expression in quotes gives for each: `map: 'quantity * price'`. All filters that take a member take such an expression.",
    example: "lines | map: 'name' | join: ', '",
    result: 'Bolt, Nut',
    run: listed((list, [path]) =>
      mappedFrom(
        list.map((item) => pick(item, path)),
        list,
      ),
    ),
  }),
  defineFilter({
    name: 'compact',
    input: 'list',
    arity: [0, 0],
    output: 'present',
    liquid: true,
    signature: 'compact',
    summary: 'The elements that have a value.',
    example: "lines | map: 'note' | compact | size",
    result: '0',
    run: picking((list) => list.filter((item) => !isAbsent(item))),
  }),
  defineFilter({
    name: 'concat',
    input: 'list',
    arity: [1, 1],
    args: () => [{ kind: 'list', isOperand: true }],
    output: 'both',
    liquid: true,
    signature: 'concat: list',
    summary: 'The elements of both lists. Texts are joined by `&`.',
    example: "tags | concat: tags | join: ', '",
    result: 'blue, red, blue, red',
    run: listed((list, [other], scope, tell) => {
      const more = other === '' ? [] : other;
      if (isAbsent(more)) return undefined;
      if (!Array.isArray(more)) tell(scope, `concat: ${showOperand(other)} is not a list and prints nothing`);
      else if (list.length + more.length <= mostElements) return pickedFrom([...list, ...more], list, more);
      else tell(scope, `"concat" makes a list of more than ${mostElements} elements and prints nothing`, 'too-much-work');
      return undefined;
    }),
  }),
  defineFilter({
    name: 'size',
    input: 'sized',
    arity: [0, 0],
    output: 'number',
    liquid: true,
    signature: 'size',
    summary: 'The number of elements or characters.',
    example: 'lines | size',
    result: '2',
    run: (value) => (Array.isArray(value) ? value.length : typeof value === 'string' ? [...value].length : 0),
  }),
  defineFilter({
    name: 'slice',
    input: 'sized',
    arity: [1, 2],
    args: () => [wholeNumber(1 - maxText, maxText - 1), wholeNumber(0, maxText - 1)],
    output: 'some',
    liquid: true,
    signature: 'slice: begin, count',
    summary:
      '`count` elements or characters (default 1) from `begin` on, counted from 0; a negative `begin` counts from the end. Unlike in Liquid, the value is a list or a text, not a number.',
    example: "'A-2026-17' | slice: 2, 4",
    result: '2026',
    run(value, [begin, count]) {
      const from = Number(toDecimal(begin) ?? 0);
      const most = Math.max(0, Number(toDecimal(count) ?? 1));
      const all = Array.isArray(value) ? value : [...String(value)];
      const first = from < 0 ? all.length + from : from;
      // Liquid gives nothing, too, if the beginning lies before the first.
      const part = first < 0 ? [] : all.slice(first, first + most);
      return Array.isArray(value) ? pickedFrom(part, value) : part.join('');
    },
  }),
  defineFilter({
    name: 'contains',
    input: 'sized',
    arity: [1, 1],
    args: () => [compared],
    output: 'boolean',
    isSearch: true,
    liquid: false,
    signature: 'contains: value',
    summary:
      'Whether a list has an element with this value, or a text has this text in it. In Liquid, `contains` is an operator.',
    example: "tags | contains: 'red'",
    result: 'true',
    run: (value, [wanted], scope, tell, kind) =>
      Array.isArray(value)
        ? value.some((item) => compare('==', item, wanted, kind, (what) => tell(scope, what)))
        : wanted !== null && wanted !== undefined && String(value).includes(toText(wanted)),
  }),
  defineFilter({
    name: 'sum',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    elements: 'number',
    output: 'number',
    liquid: true,
    signature: 'sum: member',
    summary: 'The exact sum of the elements, of a member of the elements, or of an expression over them.',
    example: "lines | sum: 'total * 2'",
    result: '0.6',
    run: listed((list, [path], scope, tell) => add(numbers(list, path, scope, tell))),
  }),
  defineFilter({
    name: 'avg',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    elements: 'number',
    output: 'number',
    liquid: false,
    signature: 'avg: member',
    summary: 'The mean of the elements, or of a member of the elements.',
    example: "lines | avg: 'total'",
    result: '0.15',
    run: listed((list, [path], scope, tell) => {
      const tellAbsent = () => tell(scope, 'An element without a value is left out of the mean', 'missing');
      const values = numbers(list, path, scope, tell, tellAbsent);
      return values.length === 0 ? undefined : calculate('/', add(values), values.length);
    }),
  }),
  defineFilter({
    name: 'min',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    elements: 'ordered',
    output: 'member',
    liquid: false,
    signature: 'min: member',
    summary: 'The smallest element, or member of an element.',
    example: "lines | min: 'total'",
    result: '0.1',
    run: extreme(-1),
  }),
  defineFilter({
    name: 'max',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    elements: 'ordered',
    output: 'member',
    liquid: false,
    signature: 'max: member',
    summary: 'The largest element, or member of an element.',
    example: "lines | max: 'total'",
    result: '0.2',
    run: extreme(1),
  }),
  defineFilter({
    name: 'first',
    input: 'list',
    arity: [0, 0],
    output: 'element',
    liquid: true,
    signature: 'first',
    summary: 'The first element.',
    example: 'tags | first',
    result: 'blue',
    run: listed((list) => list[0]),
  }),
  defineFilter({
    name: 'last',
    input: 'list',
    arity: [0, 0],
    output: 'element',
    liquid: true,
    signature: 'last',
    summary: 'The last element.',
    example: 'tags | last',
    result: 'red',
    run: listed((list) => list[list.length - 1]),
  }),
  defineFilter({
    name: 'sort',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    elements: 'ordered',
    output: 'input',
    liquid: true,
    signature: 'sort: member',
    summary: 'The elements in order, or in the order of a member: numbers by size, then texts as the locale sorts them.',
    example: "lines | sort: 'name' | map: 'name' | join",
    result: 'Bolt Nut',
    run: picking((list, [path], scope, tell, kind) => {
      const key = { values: list.map((item) => pick(item, path)), kind, isDescending: false, tell };
      return sortPlaces(list.length, [key], scope).map((place) => list[place]);
    }),
  }),
  defineFilter({
    name: 'where',
    input: 'list',
    arity: [1, 3],
    args: (count) => (count === 3 ? [member, operator, compared] : [member, compared]),
    output: 'some',
    isSearch: true,
    liquid: true,
    signature: "where: condition | where: member, value | where: member, '>', value",
    summary:
      'The elements for which the condition is true, or whose member has the value. A comparison may stand before the value: `==`, `!=`, `<`, `<=`, `>` or `>=`.',
    example: "lines | where: 'total > 0.1' | map: 'name' | join",
    result: 'Nut',
    run: picking((list, args, scope, tell, kind) => {
      const [path, second, third] = args;
      if (args.length < 2) return list.filter((item) => isTruthy(pick(item, path)));
      const [by, wanted] = args.length < 3 ? (['==', second] as const) : ([operatorOf(second), third] as const);
      return list.filter((item) => {
        const value = pick(item, path);
        if (isOrder(by) && isAbsent(value))
          tell(scope, '"where" leaves out an element without the value that it compares', 'missing');
        return compare(by, value, wanted, kind, (what) => tell(scope, what));
      });
    }),
  }),
  defineFilter({
    name: 'uniq',
    input: 'list',
    arity: [0, 1],
    args: () => [member],
    output: 'distinct',
    liquid: true,
    signature: 'uniq: member',
    summary: 'Each element once, or the first with each value of a member. Elements without the member all stay.',
    example: 'tags | uniq | size',
    result: '2',
    run: picking((list, [path], scope, tell, kind) => {
      const keyOf = equalityKeys(kind, tell);
      const seen = new Set<string>();
      return list.filter((item) => {
        const value = pick(item, path);
        // Elements without the member are not the same element.
        if (path !== undefined && isAbsent(value)) return true;
        return seen.size < seen.add(keyOf(value, scope)).size;
      });
    }),
  }),
  defineFilter({
    name: 'group',
    input: 'list',
    arity: [1, 1],
    args: () => [member],
    output: 'groups',
    liquid: false,
    signature: 'group: member',
    summary: 'A list with `{ key, items }` for each value of the member, in the order of the elements.',
    example: "lines | group: 'name' | map: 'key' | join",
    result: 'Bolt Nut',
    run: listed((list, [path], scope, tell, kind) => {
      const keyOf = equalityKeys(kind, tell);
      const groups = new Map<string, { key: unknown; items: unknown[] }>();
      for (const item of list) {
        const key = pick(item, path);
        const known = keyOf(key, scope);
        const group = groups.get(known);
        if (group) group.items.push(item);
        else groups.set(known, { key, items: [item] });
      }
      for (const { items } of groups.values()) pickedFrom(items, list);
      return [...groups.values()];
    }),
  }),
  defineFilter({
    name: 'json',
    input: 'any',
    arity: [0, 0],
    output: 'text',
    liquid: true,
    takesMissing: true,
    signature: 'json',
    summary: 'As JSON.',
    example: 'tags | json',
    result: '["blue","red"]',
    run: (value) => toJson(value ?? null),
  }),
];
