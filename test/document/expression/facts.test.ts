// What conditions prove of the values in them: `lint` is silent where they are there.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { scopeOf } from './scope.ts';

const number = { type: 'number' };
const text = { type: 'string' };
const names: StaticScope = {
  schema: objectOf(
    {
      n: number,
      maybe: { type: ['number', 'null'] },
      a: number,
      b: number,
      t: text,
      word: { type: 'string', minLength: 1 },
      due: { type: 'string', format: 'date' },
      o: objectOf({ deep: number, more: number }, 'deep'),
      list: listOf(number),
      lines: listOf(objectOf({ p: number, d: number, e: number }, 'p')),
    },
    'n maybe lines',
  ),
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
    ['lines[0].d', 'lines.first.d'],
    ['lines.last.d', 'lines[-1].d'],
    ['list.size > 2000', 'list[2000]'],
    ['list.size > 3 or list.size > 2', 'list[2]'],
    ['list and list[2]', 'list[2]'],
    ['(a ?? null) > 1', 'a'],
    ['data.a', 'a'],
    ['a ?? b', 'a ?? b'],
    ['(a ?? b) != null', 'a ?? b'],
    ['a ?? b ?? maybe', '(a ?? b ?? maybe) + n'],
  ])('%s: %s', (condition, printed) => {
    expect(missing(condition, printed)).toEqual([]);
  });
});

describe('a condition that is true does not prove', () => {
  test.each([
    ['a | default: 1', 'a', 'a'],
    ['a ?? 1', 'a', 'a'],
    ['a ?? b', 'a', 'a'],
    ['a ?? b', 'b', 'b'],
    ['a ?? b', 'a ?? maybe', 'maybe'],
    ['a ?? b ?? maybe', 'a ?? b', 'b'],
    ['a == b', 'a', 'a'],
    ['a != 1', 'a', 'a'],
    ["t != ''", 't', 't'],
    ['a != b', 'a', 'a'],
    ['a or b', 'a', 'a'],
    ['not a', 'a', 'a'],
    ['a == null', 'b', 'b'],
    ['(a | json) == 1', 'a', 'a'],
    ['o', 'o.more', 'o.more'],
    ['lines[0].d', 'lines.last.d', 'lines.last.d'],
    [
      'list',
      'list[1]',
      'The list may be shorter, so "list[1]" may be missing: write {{ (\'- \' & list[1]) ?? \'\' }}, or list[1] ?? 0 if a missing one counts as 0, or set "minItems": 2 in the data schema.',
    ],
    [
      'list != null',
      'list[0]',
      'The list may be shorter, so "list[0]" may be missing: write {{ (\'- \' & list[0]) ?? \'\' }}, or list[0] ?? 0 if a missing one counts as 0, or set "minItems": 1 in the data schema.',
    ],
    ['not (list.size < 1)', 'list[0]', 'list'],
    [
      'list.size > 3 or list.size > 1',
      'list[2]',
      'The list may be shorter, so "list[2]" may be missing: write {{ (\'- \' & list[2]) ?? \'\' }}, or list[2] ?? 0 if a missing one counts as 0, or set "minItems": 3 in the data schema.',
    ],
    ['list.size > 3 or a', 'list[0]', 'list'],
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
  test('the result of a filter with written arguments is one value wherever it stands', () => {
    silent("(lines | max: 'd') != null ? (lines | max: 'd') : 0");
    expect(told("(lines | max: 'd') > 3 ? (lines | max: 'd') : 0")).toHaveLength(1);
    silent("(lines | max: 'd') == null ? 0 : (lines | max: 'd')");
    silent('(list | first) != null and (list | sort | last) != null ? (list | sort | last) + (list | first) : 0');
    expect(told("(lines | max: 'd') != null ? (lines | max: 'e') : 0")).not.toEqual([]);
    expect(told("(lines | max: 'd') != null ? (lines | min: 'd') : 0")).not.toEqual([]);
    expect(told('(lines | slice: n | first) != null ? (lines | slice: n | first) : 0')).not.toEqual([]);
    expect(told("(lines | max: 'd') != null ? 0 : (lines | max: 'd')")).not.toEqual([]);
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
  test('what one element chooses is not what an element of another list chooses', () => {
    const open: StaticScope = { schema: true, locals: [] };
    const warnings: string[] = [];
    const warn = (_place: string, message: string) => void warnings.push(message);
    const data = { prices: { a: 1 }, rows: [{ code: 'a', parts: [{ code: 'z' }] }] };
    const parts = "(parts | map: 'data.prices[code] + 1' | first) ?? 0";
    for (const expression of [parts, `data.prices[code] ? ${parts} : 5`]) {
      warnings.length = 0;
      expect(compileText(`{{ rows | sum: "${expression}" }}`, open).printed({ ...scopeOf(data), warn })).toBe('0');
      expect(warnings, expression).toEqual(['A value is missing, which "data.prices[code] + 1" needs.']);
    }
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
  test('an element that may be null may be what a filter gives', () => {
    const items = { type: ['number', 'null'] };
    const row = { type: 'object', required: ['n', 'op'], properties: { n: items, d: number, op: text } };
    const full = (of: JsonSchema) => ({ type: 'array', minItems: 2, items: of });
    const schema = { type: 'object', required: ['l', 'rows'], properties: { l: full(items), rows: full(row) } };
    const scope: StaticScope = { schema, locals: [] };
    for (const filter of ['first', 'last', 'min', 'max', 'avg', 'sort | first', 'uniq | last']) {
      const compiled = compileText(`- {{ l | ${filter} }}`, scope);
      expect(
        compiled.diagnostics.map(({ code }) => code),
        filter,
      ).toContain('possibly-missing');
      const told: unknown[] = [];
      compiled.printed({ ...scopeOf({ l: [null, null] }), warn: (...[, , , , about]) => void told.push(about) });
      expect(told, filter).toContain('missing');
    }
    const [max] = compileText("- {{ rows | max: 'n' }}", scope).diagnostics;
    expect(max?.message).toBe(
      "Elements may be missing, so \"max\" may give nothing: write {{ ('- ' & (rows | max: 'n')) ?? '' }}, or (rows | max: 'n') ?? 0 if a missing one counts as 0.",
    );
    const open = compileText('- {{ l ? (l | first) : 0 }}', { schema: true, locals: [] });
    const told: unknown[] = [];
    open.printed({ ...scopeOf({ l: [null] }), warn: (...[, , , , about]) => void told.push(about) });
    expect(told).toEqual(['missing']);
  });
  test('an element counted from the end of a list may be any of those with a schema of their own', () => {
    const pair = { type: 'array', minItems: 2, prefixItems: [text, { type: ['string', 'null'] }], items: text };
    const schema = { type: 'object', required: ['pair'], properties: { pair } };
    const count = (source: string) => compileText(`- {{ ${source} }}`, { schema, locals: [] }).diagnostics.length;
    expect(['pair[0]', 'pair.first'].map(count)).toEqual([0, 0]);
    expect(['pair[1]', 'pair[-1]', 'pair.last', 'pair | last', "pair | join: ', '"].map(count)).toEqual([1, 1, 1, 1, 1]);
    const mixed = { type: 'array', minItems: 2, prefixItems: [text, number], items: false as unknown as JsonSchema };
    const scope: StaticScope = { schema: { ...schema, properties: { pair: mixed } }, locals: [] };
    expect(compileText('- {{ pair.last | round }} {{ pair[1] | round }}', scope).diagnostics).toEqual([]);
    expect(compileText('- {{ pair[0] | round }}', scope).diagnostics).toHaveLength(1);
  });
  test('an object with a member "first" is no list with an element', () => {
    const either = {
      anyOf: [
        { type: 'object', required: ['first'], properties: { first: text } },
        { type: 'array', items: text },
      ],
    };
    const scope: StaticScope = { schema: { type: 'object', required: ['x'], properties: { x: either } }, locals: [] };
    expect(compileText("- {{ x.first != null ? x[0] : '' }}", scope).diagnostics).toHaveLength(1);
  });
  test('what is left once of two equal elements is one element', () => {
    const schema = { type: 'object', required: ['l'], properties: { l: { type: 'array', minItems: 2, items: number } } };
    const count = (source: string) => compileText(`- {{ ${source} }}`, { schema, locals: [] }).diagnostics.length;
    expect([count('(l | uniq)[0]'), count('l | uniq | first'), count('(l | uniq)[1]'), count('(l | sort)[1]')]).toEqual([
      0, 0, 1, 0,
    ]);
  });
  test('a schema is a remedy only for a list of the data', () => {
    const required: StaticScope = { ...names, schema: { ...(names.schema as object), required: ['lines', 'list'] } };
    const advice = (source: string) => compileText(`- {{ ${source} }}`, required).diagnostics.map(({ message }) => message);
    expect(advice("lines | map: 'p' | first")[0]).not.toContain('minItems');
    expect(advice('(list | uniq)[1]')).toEqual([
      "The list may be shorter, so \"…[1]\" may be missing: write {{ ('- ' & (list | uniq)[1]) ?? '' }}.",
    ]);
    for (const source of ['list | first', 'list[1]']) expect(advice(source)[0]).toContain('set "minItems": ');
  });
  test('what is lost within an element is told once', () => {
    const full = { type: 'array', minItems: 1, items: { type: 'object', properties: { d: number } } };
    const scope: StaticScope = { schema: { type: 'object', required: ['l'], properties: { l: full } }, locals: [] };
    const offsets = (source: string) => compileText(`- {{ ${source} }}`, scope).diagnostics.length;
    expect(["l | min: 'd + 1'", "l | min: 'd'", "l | min: 'd ?? 0'"].map(offsets)).toEqual([1, 1, 0]);
  });
  test('an operator that the data give may be !=', () => {
    const given = (operator: string) => told(`lines | where: 'd', ${operator}, 3 | sum: 'p * d'`);
    expect([given("'=='"), given("t ?? '=='"), given("'!='")]).toEqual([[], ['d'], ['d']]);
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
  expect(message("{{ a ? '' : '-' }} costs {{ a }}")).toContain(
    'A test or ?? in another binding of the text does not reach here',
  );
  // Within one binding, the test is no other one.
  for (const source of ["{{ a or t ? t : '' }}", "{{ (t ?? word) ? t & word : '' }}", "{{ a or b ? a : '' }}"])
    expect(message(source)).not.toContain('does not reach here');
  expect(message('costs {{ a }}', namesWhere(compileExpression('a', names), names, 'false'))).toContain(
    'A condition above asks for it',
  );
});

test('what is known of one element beside the data says nothing of an element within it', () => {
  const text = { type: 'string' };
  const kids = { type: 'array', items: { type: 'object', properties: { s: text } } };
  const row = { type: 'object', required: ['kids'], properties: { s: text, kids } };
  const schema = { type: 'object', required: ['ls'], properties: { x: text, ls: { type: 'array', items: row } } };
  const count = (second: string) =>
    compileExpression(`ls | where: "(data.x ?? s) and ${second}"`, { schema, locals: [] }).diagnostics.length;
  expect([count("(kids | map: '(data.x ?? s) & 1' | size) > 0"), count("((data.x ?? s) & 1 == 'a1')")]).toEqual([1, 0]);
});
