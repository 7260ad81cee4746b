// Filters of lists.
import { calculate, type Decimal, toDecimal } from '../decimal.ts';
import { areEqual, compareValues, isTruthy, maxText, memberOf, toJson, toText } from '../values.ts';
import { defineFilter, type Filter } from './filter.ts';
import { collate } from './intl.ts';

type Scope = Parameters<Filter['run']>[2];

const listed = (run: (list: readonly unknown[], args: readonly unknown[], scope: Scope) => unknown): Filter['run'] => {
  return (value, args, scope) => (Array.isArray(value) ? run(value, args, scope) : '');
};

/** `customer.name` of each element. */
function pick(item: unknown, path: unknown, scope: Scope): unknown {
  if (path === undefined) return item;
  let value = item;
  for (const step of toText(path, scope.format).split('.').slice(0, 20)) value = memberOf(value, step);
  return value;
}

function numbers(list: readonly unknown[], path: unknown, scope: Scope): Decimal[] {
  return list.map((item) => toDecimal(pick(item, path, scope))).filter((value) => value !== undefined);
}

const add = (values: readonly Decimal[]) => values.reduce<Decimal>((sum, value) => calculate('+', sum, value) ?? 0, 0);

function extreme(sign: 1 | -1): Filter['run'] {
  return listed((list, [path], scope) => {
    let best: unknown = '';
    for (const item of list) {
      const value = pick(item, path, scope);
      if (value === null || value === undefined) continue;
      if (best === '' || (compareValues(value, best) ?? 0) * sign > 0) best = value;
    }
    return best;
  });
}

function order(a: unknown, b: unknown, locale: string): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'string' && typeof b === 'string') return collate(a, b, locale);
  return compareValues(a, b) ?? 0;
}

export const listFilters: readonly Filter[] = [
  defineFilter({
    name: 'join',
    input: 'list',
    arity: [0, 1],
    output: 'text',
    liquid: true,
    signature: 'join: separator',
    summary: 'The elements as one text, a space or `separator` between them.',
    example: "tags | join: ', '",
    result: 'blue, red',
    run: listed((list, [separator], scope) => {
      const between = separator === undefined ? ' ' : toText(separator, scope.format);
      let all = '';
      for (const [i, item] of list.entries()) {
        all += (i > 0 ? between : '') + toText(item, scope.format);
        if (all.length > maxText) return all.slice(0, maxText);
      }
      return all;
    }),
  }),
  defineFilter({
    name: 'map',
    input: 'list',
    arity: [1, 1],
    output: 'list',
    liquid: true,
    signature: 'map: member',
    summary: 'The list of one member of each element.',
    example: "lines | map: 'name' | join: ', '",
    result: 'Bolt, Nut',
    run: listed((list, [path], scope) => list.map((item) => pick(item, path, scope))),
  }),
  defineFilter({
    name: 'size',
    input: 'sized',
    arity: [0, 0],
    output: 'number',
    liquid: true,
    signature: 'size',
    summary: 'How many elements or characters.',
    example: 'lines | size',
    result: '2',
    run: (value) => (Array.isArray(value) ? value.length : typeof value === 'string' ? [...value].length : 0),
  }),
  defineFilter({
    name: 'sum',
    input: 'list',
    arity: [0, 1],
    output: 'number',
    liquid: true,
    signature: 'sum: member',
    summary: 'The exact sum of the elements, or of one member of each.',
    example: "lines | sum: 'total'",
    result: '0.3',
    run: listed((list, [path], scope) => add(numbers(list, path, scope))),
  }),
  defineFilter({
    name: 'avg',
    input: 'list',
    arity: [0, 1],
    output: 'number',
    liquid: false,
    signature: 'avg: member',
    summary: 'The mean of the elements, or of one member of each.',
    example: "lines | avg: 'total'",
    result: '0.15',
    run: listed((list, [path], scope) => {
      const values = numbers(list, path, scope);
      return values.length === 0 ? '' : (calculate('/', add(values), values.length) ?? '');
    }),
  }),
  defineFilter({
    name: 'min',
    input: 'list',
    arity: [0, 1],
    output: 'any',
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
    output: 'any',
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
    output: 'any',
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
    output: 'any',
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
    output: 'list',
    liquid: true,
    signature: 'sort: member',
    summary: 'In order, by one member if it is named; texts as the locale sorts them.',
    example: "lines | sort: 'name' | map: 'name' | join",
    result: 'Bolt Nut',
    run: listed((list, [path], scope) =>
      [...list].sort((a, b) => order(pick(a, path, scope), pick(b, path, scope), scope.format.locale)),
    ),
  }),
  defineFilter({
    name: 'where',
    input: 'list',
    arity: [1, 2],
    output: 'list',
    liquid: true,
    signature: 'where: member, value',
    summary: 'The elements whose member has the value; without one, whose member is true.',
    example: "lines | where: 'name', 'Nut' | size",
    result: '1',
    run: listed((list, args, scope) =>
      list.filter((item) =>
        args.length < 2 ? isTruthy(pick(item, args[0], scope)) : areEqual(pick(item, args[0], scope), args[1]),
      ),
    ),
  }),
  defineFilter({
    name: 'uniq',
    input: 'list',
    arity: [0, 1],
    output: 'list',
    liquid: true,
    signature: 'uniq: member',
    summary: 'Each element once, or the first with each value of a member.',
    example: 'tags | uniq | size',
    result: '2',
    run: listed((list, [path], scope) => {
      const seen = new Set<string>();
      return list.filter((item) => {
        const value = pick(item, path, scope);
        const key = `${typeof value}:${typeof value === 'string' ? value : toJson(value ?? null)}`;
        return !seen.has(key) && seen.add(key);
      });
    }),
  }),
  defineFilter({
    name: 'group',
    input: 'list',
    arity: [1, 1],
    output: 'list',
    liquid: false,
    signature: 'group: member',
    summary: 'A list of `{ key, items }`, one for each value of the member, in the order they come.',
    example: "lines | group: 'name' | map: 'key' | join",
    result: 'Bolt Nut',
    run: listed((list, [path], scope) => {
      const groups = new Map<string, { key: unknown; items: unknown[] }>();
      for (const item of list) {
        const key = pick(item, path, scope);
        const name = `${typeof key}:${toText(key, scope.format)}`;
        const group = groups.get(name);
        if (group) group.items.push(item);
        else groups.set(name, { key, items: [item] });
      }
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
