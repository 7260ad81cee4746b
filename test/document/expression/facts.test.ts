// What conditions prove of the values in them: `lint` is silent where they are there.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';

const number = { type: 'number' };
const text = { type: 'string' };
const names: StaticScope = {
  schema: {
    type: 'object',
    required: ['n', 'maybe', 'lines'],
    properties: {
      n: number,
      maybe: { type: ['number', 'null'] },
      a: number,
      b: number,
      t: text,
      word: { type: 'string', minLength: 1 },
      due: { type: 'string', format: 'date' },
      o: { type: 'object', required: ['deep'], properties: { deep: number, more: number } },
      list: { type: 'array', items: number },
      lines: { type: 'array', items: { type: 'object', required: ['p'], properties: { p: number, d: number, e: number } } },
    },
  },
  locals: [],
};
/** The values in `printed` that may be missing where a condition is true. */
const missing = (condition: string, printed: string, outcome: 'true' | 'false' = 'true') =>
  compileText(`- {{ ${printed} }}`, namesWhere(compileExpression(condition, names), names, outcome)).diagnostics.map(
    ({ message }) => /^"([^"]*)"/.exec(message)?.[1] ?? message,
  );

describe('a condition that is true proves', () => {
  test.each([
    ['a', 'a'],
    ['a | round: 2', 'a'],
    ['a == 1', 'a'],
    ['t != null', 't'],
    ['null != t', 't'],
    ['a < b', 'a + b'],
    ['a + 1 > 2', 'a'],
    ['-a > 2', 'a'],
    ["t & 'x' == 'ax'", 't'],
    ['a == n', 'a'],
    ['a != null and a == b', 'b'],
    ['not (a == null)', 'a'],
    ['not (a == null or b == null)', 'a + b'],
    ['(a and b) or (b and a)', 'a + b'],
    ['a ? b : false', 'a + b'],
    ['not (not a or not b)', 'a + b'],
    ['maybe', 'maybe'],
    ['maybe != null', 'maybe'],
    ['o.more', 'o.deep + o.more'],
    ['o', 'o.deep'],
    ['list', 'list[0] + list.last'],
    ['list.size > 2', 'list[2]'],
    ['3 <= list.size', 'list[2]'],
    ['(list | size) == 3', 'list[-3]'],
    ['not (list.size == 0) and list', 'list.first'],
    ['list[4]', 'list[2]'],
    ['(a ?? null) > 1', 'a'],
    ['data.a', 'a'],
  ])('%s: %s', (condition, printed) => {
    expect(missing(condition, printed)).toEqual([]);
  });
});

describe('a condition that is true does not prove', () => {
  test.each([
    ['a | default: 1', 'a', 'a'],
    ['a ?? 1', 'a', 'a'],
    ['a == b', 'a', 'a'],
    ['a != 1', 'a', 'a'],
    ["t != ''", 't', 't'],
    ['a != b', 'a', 'a'],
    ['a or b', 'a', 'a'],
    ['not a', 'a', 'a'],
    ['a == null', 'b', 'b'],
    ['(a | json) == 1', 'a', 'a'],
    ['o', 'o.more', 'o.more'],
    [
      'list',
      'list[1]',
      'The list may be shorter, so "list[1]" may be missing: write list[1] ?? \'\', or list[1] ?? 0, or set "minItems": 2 in the data schema.',
    ],
    [
      'list != null',
      'list[0]',
      'The list may be shorter, so "list[0]" may be missing: write list[0] ?? \'\', or list[0] ?? 0, or set "minItems": 1 in the data schema.',
    ],
    ['not (list.size < 1)', 'list[0]', 'list'],
    ['(a > 1 ? b : n) > 1', 'b', 'b'],
  ])('%s: %s', (condition, printed, path) => {
    expect(missing(condition, printed)).toEqual([path]);
  });
});

describe('a condition that is false proves', () => {
  test.each([
    ['a == null', 'a'],
    ['not a', 'a'],
    ['a != 3', 'a'],
    ['a == null or b == null', 'a + b'],
    ['a == null and b == null ? true : a == null', 'a'],
    ['lines.size < 1', 'lines[0].p'],
  ])('%s: %s', (condition, printed) => {
    expect(missing(condition, printed, 'false')).toEqual([]);
  });
  test.each([['a'], ['a < b'], ['a == 1'], ['a != null'], ['a or b']])('but not %s', (condition) => {
    expect(missing(condition, 'a', 'false')).toEqual(['a']);
  });
});

describe('within an expression', () => {
  const silent = (printed: string) => expect(compileText(`- {{ ${printed} }}`, names).diagnostics, printed).toEqual([]);
  const told = (printed: string) =>
    compileText(`- {{ ${printed} }}`, names).diagnostics.map(
      ({ offset }) => `- {{ ${printed} }}`.slice(offset).match(/^\w+/)?.[0],
    );
  test('both ways of a condition know it, and so do "and", "or" and "??"', () => {
    silent("a == null ? '' : a");
    silent("a != null ? a : ''");
    silent("a and b ? a + b : ''");
    silent('a == null or a > 1 ? 1 : a');
    silent('a == null or a + 1 > 2');
    silent('a != null and a + 1 > 2');
    silent('a == null ? b ?? 0 : a');
    silent('(a + b) ?? a ?? b ?? 0');
    silent('a ?? (a == null ? 1 : a)');
    silent('n ?? b');
    expect(told('a == null ? a : b')).toEqual(['a', 'b']);
    expect(told('a ?? b')).toEqual(['b']);
    expect(told('a ?? a')).toEqual(['a']);
  });
  test('a test is not asked, whatever stands behind the result', () => {
    expect(told('(a < 0 ? 1 : 2) ?? 3')).toEqual(['a']);
    expect(told('(not (a < 0)) ?? 3')).toEqual(['a']);
    silent('(a < 0) ?? false');
    silent('((a + 1) * b) ?? 0');
  });
  test('both sides of an equation may not be missing', () => {
    expect(told('a == b ? 1 : 2')).toHaveLength(1);
    expect(told('a + 1 == 2 ? 1 : 2')).toEqual(['a']);
    silent('a == n ? 1 : 2');
    silent('a == null ? 1 : 2');
    silent('a != null and a == b ? 1 : 2');
  });
  test('the members of elements are proved by what the list is filtered by', () => {
    silent("lines | where: 'd' | sum: 'p * d'");
    silent("lines | where: 'd != null' | sort: 'p' | sum: 'p * d'");
    silent("lines | where: 'd', 3 | sum: 'p * d'");
    silent("lines | where: 'd != null' | where: 'd', '>', 3 | where: 'e' | sum: 'd * e'");
    silent("lines | sum: 'd'");
    expect(told("lines | sum: 'p * d'")).toEqual(['d']);
    expect(told("lines | where: 'd', '!=', 3 | sum: 'p * d'")).toEqual(['d']);
    expect(told("lines | where: 'd > 1' | sum: 'p * d'")).toEqual(['d']);
    expect(told("a ? (lines | sum: 'p * data.a') : 0")).toEqual([]);
    // A member of an element is not the value of the same name outside.
    const both: StaticScope = { ...names, schema: { ...(names.schema as object), required: ['lines'] } };
    expect(compileText("- {{ lines | where: 'd' | sum: 'd * data.a' }}", both).diagnostics).toHaveLength(1);
  });
  test('a mean of members, and texts joined of them, need all of them', () => {
    expect(told("(lines | avg: 'd') ?? 0")).toHaveLength(1);
    silent("(lines | where: 'd' | avg: 'd') ?? 0");
    expect(told("lines | map: 'd' | join: ', '")).toEqual(['join']);
    silent("lines | where: 'd' | map: 'd' | join: ', '");
    expect(told("lines | map: 'p' | first")).toEqual(['first']);
    expect(told("lines | map: 'p' | avg")).toEqual(['avg']);
    silent("lines ? (lines | map: 'p' | sort | last) ?? 0 : 0");
    silent("lines ? (lines | min: 'p') : 0");
  });
  test('a division may be by zero, whatever is there', () => {
    expect(told('(n / n) ?? a')).toEqual(['a']);
    expect(told('(n % n | default: a) + 1')).toEqual(['a']);
    silent('(n / 2) ?? a');
  });
  test('an element by a computed number is missing with its list, and with its number', () => {
    expect(told('list[n] ? 1 : list[n]')).toEqual(['list']);
    silent('list ? list[n] : 0');
    expect(told('list[n] == a ? 1 : 2')).toHaveLength(1);
    expect(told('lines[a].p == b ? 1 : 2')).toHaveLength(1);
    silent('lines[n].p == b ? 1 : 2');
  });
  test('null that is written is missing', () => {
    expect(told('n > 3 ? n : null')).toEqual(['null']);
    silent("n > 3 ? n : ''");
    silent('(n > 3 ? n : null) ?? 0');
  });
});

test('a required value that may be null may be missing', () => {
  for (const [printed, count] of [
    ['- {{ maybe }}', 1],
    ["{{ maybe | money: 'EUR' }}", 1],
    ['{{ n + maybe }}', 1],
    ['{{ maybe ?? 0 }}', 0],
    ['{{ maybe ? maybe : 0 }}', 0],
  ] as const)
    expect(compileText(printed, names).diagnostics, printed).toHaveLength(count);
});

test('the message says why a test elsewhere does not help', () => {
  const message = (source: string, scope = names) => compileText(source, scope).diagnostics.map((one) => one.message)[0];
  expect(message("{{ a ? '' : '-' }} costs {{ a }}")).toContain('A test in another binding of the text does not reach here');
  expect(message('costs {{ a }}', namesWhere(compileExpression('a', names), names, 'false'))).toContain(
    'A condition above asks for it',
  );
});
