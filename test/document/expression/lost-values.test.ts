// Values that the data schema lets be missing in ways that are easy to overlook: where they are lost, lint tells, and so does the document.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { date, listOf, number, objectOf, text } from '../../support/schemas.ts';
import { scopeOf } from './scope.ts';

/** The schema that no value fits. */
const noValue = false as unknown as JsonSchema;
const orNull = (type: string) => ({ type: [type, 'null'] });

/**
 * What lint tells of a text, and the document with these data. `each`: the text stands in a `repeat` over the list, for its elements `e`. `where`: a
 * condition around.
 */
function found(
  schema: JsonSchema,
  source: string,
  data: object,
  { each, where }: { readonly each?: string; readonly where?: string } = {},
) {
  const told: string[] = [];
  const warn = (_place: string, message: string) => void told.push(message);
  const scope = { ...scopeOf(data), warn };
  let names: StaticScope = { schema, locals: [] };
  let elements: readonly unknown[] = [undefined];
  const lint: string[] = [];
  if (each !== undefined) {
    const list = compileExpression(each, names);
    lint.push(...list.diagnostics.map(({ message }) => message));
    elements = list.evaluate(scope) as readonly unknown[];
    names = { ...names, locals: [{ name: 'e', schema: list.items() as JsonSchema }] };
  }
  if (where !== undefined) names = namesWhere(compileExpression(where, names), names);
  const compiled = compileText(source, names);
  lint.push(...compiled.diagnostics.map(({ message }) => message));
  for (const element of elements) compiled.printed({ ...scope, locals: [element] });
  return { lint, told };
}

type Case = readonly [source: string, schema: JsonSchema, data: object, around?: Parameters<typeof found>[3]];

/** Each case loses a value, which lint tells, and the document too. */
function lose(cases: readonly Case[]): void {
  for (const [source, schema, data, around] of cases)
    test(`${around?.each ?? ''} ${source}`, () => {
      const { lint, told } = found(schema, source, data, around);
      expect(lint.length).toBeGreaterThan(0);
      expect(told.length).toBeGreaterThan(0);
    });
}

/** The cases lose nothing, and nothing is told. */
function keep(cases: readonly Case[]): void {
  for (const [source, schema, data, around] of cases)
    test(`${around?.each ?? ''} ${source}`, () => {
      expect(found(schema, source, data, around)).toEqual({ lint: [], told: [] });
    });
}

describe('the key of a group that elements lack', () => {
  const schema = objectOf({
    l: listOf(objectOf({ city: text, n: number, s: text, c: { type: 'boolean' }, day: date }, 'n c')),
  });
  const data = {
    l: [
      { n: 1, c: false, city: 'Bern' },
      { n: 2, c: true },
    ],
  };
  const groupedBy = (key: string) => ({ each: `l | group: '${key}'` });
  describe('is lost', () => {
    lose([
      ['City {{ e.key }}', schema, data, groupedBy('city')],
      ['City {{ e.key | upcase }}', schema, data, groupedBy('city')],
      ['On {{ e.key | date }}', schema, data, groupedBy('day')],
      ['City {{ e.key }}', schema, data, groupedBy('c ? s : city')],
      ["{{ l | group: 'city' | map: 'key' | join }}", schema, data],
    ]);
  });
  describe('is kept', () => {
    keep([
      ["City {{ e.key ?? '–' }}", schema, data, groupedBy('city')],
      ['No. {{ e.key }}', schema, data, groupedBy('n')],
      ['City {{ e.key }}', schema, data, { each: "l | where: 'city' | group: 'city'" }],
      ["{{ l | group: 'city' | map: 'key' | compact | join }}", schema, data],
    ]);
  });
  test('names the reason and the remedy', () => {
    expect(found(schema, 'City {{ e.key }}', data, groupedBy('city')).lint).toEqual([
      '"city" is not required by the data schema and may be missing, and "e.key" needs it: write {{ e.key ? \'City \' & e.key : \'\' }}, or list it under "required".',
    ]);
  });
});

describe('elements that may be null', () => {
  const object = { type: ['object', 'null'], properties: { q: number, p: number, s: text }, required: ['q', 'p', 's'] };
  const schema = objectOf({
    l: { type: 'array', items: object, minItems: 1 },
    m: { type: 'array', items: orNull('number'), minItems: 1 },
    t: { type: 'array', items: orNull('string'), minItems: 1 },
    u: { type: 'array', minItems: 1 },
  });
  const data = { l: [null], m: [null], t: [null], u: [null] };
  describe('are lost', () => {
    lose([
      ["x {{ l | sum: 'q * p' }}", schema, data],
      ['x {{ m | max }}', schema, data],
      ['x {{ m | min }}', schema, data],
      ['x {{ t | first }}', schema, data],
      ['x {{ t | last }}', schema, data],
      ['x {{ t.first }}', schema, data],
      ["x {{ l | max: 'q' }}", schema, data],
      ["x {{ l | where: 'q < 5' | size }}", schema, data],
      ['x {{ e }}', schema, data, { each: 'm' }],
      ['x {{ e }}', schema, data, { each: "l | map: 's'" }],
      ["x {{ l | map: 's' | join }}", schema, data],
      ['x {{ e.key }}', schema, data, { each: "l | group: 's'" }],
    ]);
  });
  describe('are kept', () => {
    keep([
      ["x {{ l | sum: '(q ?? 0) * p ?? 0' }}", schema, data],
      ['x {{ (m | max) ?? 0 }}', schema, data],
      ["x {{ (t | first) ?? '' }}", schema, data],
      ["x {{ l | where: 'q' | sum: 'q * p' }}", schema, data],
      ["x {{ l | where: 'q' | map: 's' | join }}", schema, data],
      ['x {{ t | compact | join }}', schema, data],
      // A list itself adds what its elements have, as the sums of a table do.
      ["x {{ l | sum: 'q' }}", schema, data],
      ['x {{ m | sum }}', schema, data],
    ]);
  });
  test('name the reason and the remedy', () => {
    const message = (source: string) => found(schema, source, data).lint[0];
    expect(message("{{ l | sum: 'q * p' }}")).toBe(
      'An element of the list may be null, and "q" needs it: write (q * p) ?? 0 to leave such an element out, or take "null" out of the type of the elements.',
    );
    expect(message('{{ m | max }}')).toEqual(
      expect.stringMatching(/^Elements may be missing, so "max" may give nothing: write \(m \| max\) \?\? ''/),
    );
  });
  test('of which no schema says anything are told in the document alone', () => {
    for (const source of ['x {{ u | first }}', 'x {{ u | max }}']) {
      const { lint, told } = found(schema, source, data);
      expect(lint.filter((one) => one.includes('may'))).toEqual([]);
      expect(told).toHaveLength(1);
    }
  });
});

describe('a member that only some branches of a schema require', () => {
  const state = { enum: ['ok', 'bad'] };
  const isBad = { properties: { state: { const: 'bad' } } };
  const reason = { properties: { reason: text }, required: ['reason'] };
  /** The schemas of objects that fit a condition, and of those that do not. */
  const branches = (condition: object, yes: object | undefined, no?: object) =>
    Object.fromEntries(
      [
        ['if', condition],
        ['then', yes],
        ['else', no],
      ].filter(([, one]) => one !== undefined),
    );
  const schemaWith = (more: object): JsonSchema => ({ ...objectOf({ state }), ...more });
  const never = objectOf(
    {
      n: number,
      o: { ...objectOf({ k: text }, ''), ...branches({ required: ['k'] }, reason) },
    },
    'o',
  );
  const data = { state: 'ok' };
  describe('is lost', () => {
    lose([
      ['Reason: {{ reason }}', schemaWith(branches(isBad, reason)), data],
      ['Reason: {{ reason }}', schemaWith(branches(isBad, undefined, reason)), data],
      ['Reason: {{ reason }}', schemaWith(branches(isBad, reason, { properties: { reason: text } })), data],
      ['Reason: {{ reason }}', schemaWith({ allOf: [branches(isBad, reason)] }), data],
      ['Reason: {{ reason }}', schemaWith({ anyOf: [reason, {}] }), data],
      ['Reason: {{ reason }}', schemaWith({ oneOf: [reason, { properties: { state } }] }), data],
      ['Reason: {{ reason }}', schemaWith({ dependentSchemas: { x: reason } }), data],
      // A branch that says nothing of it allows null.
      ['Reason: {{ reason }}', schemaWith({ required: ['reason'], anyOf: [reason, {}] }), { reason: null }],
      ['Reason: {{ reason }}', schemaWith({ required: ['reason'], ...branches(isBad, reason) }), { reason: null }],
      ['{{ o.reason == null ? n + 1 : o.reason }} x', never, { o: {} }],
    ]);
  });
  describe('is kept if all of them do', () => {
    keep([
      ['Reason: {{ reason }}', schemaWith(branches(isBad, reason, reason)), { reason: 'x' }],
      [
        'Reason: {{ reason }}',
        schemaWith({ anyOf: [reason, { ...reason, properties: { reason: { const: 'y' } } }] }),
        { reason: 'y' },
      ],
      [
        'Reason: {{ reason }}',
        {
          ...objectOf({ reason: text, state }, 'state'),
          ...branches(isBad, { required: ['reason'] }, { required: ['reason'] }),
        },
        { reason: 'x' },
      ],
    ]);
  });
});

describe('an expression over elements that a sum leaves out', () => {
  const schema = objectOf(
    {
      l: { ...listOf(objectOf({ c: { type: 'boolean' }, a: number, b: number, k: text, day: date }, 'c k')), minItems: 1 },
      m: { type: 'object', additionalProperties: number },
      n: number,
    },
    'l m',
  );
  const data = { l: [{ c: true, k: 'b' }], m: { a: 1 } };
  describe('is lost', () => {
    lose([
      ["x {{ l | sum: 'c ? a : -1' }}", schema, data],
      ["x {{ l | sum: '(c ? a : -1) | round' }}", schema, data],
      ["x {{ l | sum: 'a ?? data.n' }}", schema, data],
      ["x {{ (l | max: 'c ? a : b') ?? 0 }}", schema, data],
      ["x {{ (l | min: 'a ?? b') ?? 0 }}", schema, data],
      ["x {{ l | sum: '-a' }}", schema, data],
      ['x {{ l | sum: "day | days_until: \'2026-01-01\'" }}', schema, data],
    ]);
  });
  describe('is kept', () => {
    keep([
      ["x {{ l | sum: 'c ? (a ?? 0) : -1' }}", schema, data],
      ["x {{ l | sum: 'a ?? 0' }}", schema, data],
      // The path of a member adds what is there, as the sums of a table do.
      ["x {{ l | sum: 'a' }}", schema, data],
      ["x {{ l | sum: 'a | round: 2' }}", schema, data],
    ]);
  });
  test('whose name the data give is told in the document alone', () => {
    for (const [source, each] of [
      ["x {{ l | sum: 'data.m[k]' }}"],
      ["x {{ (l | max: 'data.m[k]') ?? 0 }}"],
      ['x {{ e }}', "l | map: 'data.m[k]'"],
      ['x {{ e.key }}', "l | group: 'data.m[k]'"],
    ] as const) {
      const { lint, told } = found(schema, source, data, each ? { each } : {});
      expect(lint, source).toEqual([]);
      expect(told.length, source).toBeGreaterThan(0);
    }
  });
});

describe('a member of a value that need not be an object or a list', () => {
  const name = { properties: { name: text, a: text }, required: ['name'] };
  const schema = objectOf({
    o: { type: ['object', 'string'], ...name },
    tied: { type: ['object', 'number'], properties: name.properties, anyOf: [{ required: ['name'] }, { required: ['a'] }] },
    open: name,
    l: { type: ['array', 'string'], items: text, minItems: 1 },
    s: { type: ['array', 'string'], minItems: 1 },
    n: { type: ['array', 'number'], items: text },
  });
  const data = { o: 'x', tied: 5, open: 'x', l: 'abc', s: 'abc', n: 5 };
  describe('is lost', () => {
    lose([
      ['x {{ o.name }}', schema, data],
      ['x {{ tied.a ?? tied.name }}', schema, data],
      ['x {{ l[0] }}', schema, data],
      ['x {{ l.first }}', schema, data],
      ['x {{ l[0] }}', schema, data, { where: 'l.size > 0' }],
      ['x {{ n.size }}', schema, data],
    ]);
  });
  describe('is kept', () => {
    keep([
      ["x {{ o.name ?? '' }}", schema, data],
      ['x {{ s.size }}', schema, data],
      ['x {{ o.name }}', schema, { o: { name: 'y' } }, { where: 'o.name' }],
    ]);
  });
  test('of which the schema gives no type is told in the document alone', () => {
    expect(found(schema, 'x {{ open.name }}', data)).toEqual({ lint: [], told: [expect.any(String)] });
  });
  test('names the reason', () => {
    expect(found(schema, 'x {{ o.name }}', data).lint).toEqual([
      "By the data schema, there may be text here, so \"o.name\" may be missing: write {{ o.name ? 'x ' & o.name : '' }}.",
    ]);
  });
});

describe('names that patterns describe', () => {
  const patterns = { patternProperties: { '^n': orNull('string') }, required: ['note'] };
  const schema = objectOf({
    o: { type: 'object', additionalProperties: text, ...patterns },
    closed: { type: 'object', additionalProperties: text, patternProperties: { '^n': text }, required: ['note'] },
  });
  const data = { o: { note: null }, closed: { note: 'x' } };
  describe('may be null by one of them', () => {
    lose([
      ['A {{ o.note }}', schema, data],
      ['A {{ o.nx }}', schema, data],
    ]);
  });
  describe('are there if none of them allows null', () => {
    keep([['A {{ closed.note }}', schema, data]]);
  });
});

describe('elements with a schema for each place', () => {
  const schema = objectOf({
    l: { type: 'array', minItems: 2, prefixItems: [text], items: orNull('string') },
    m: { type: 'array', minItems: 1, prefixItems: [orNull('string')], items: text },
    two: { type: 'array', minItems: 2, prefixItems: [orNull('string'), text], items: text },
    ends: { type: 'array', minItems: 2, prefixItems: [orNull('string'), text], items: noValue },
    rows: { type: 'array', minItems: 2, prefixItems: [objectOf({ a: number })], items: objectOf({ a: number }, '') },
  });
  const data = { l: ['a', null], m: [null], two: [null, 'a'], ends: [null, 'a'], rows: [{ a: 1 }, {}] };
  describe('may be null', () => {
    lose([
      ['v {{ e }}', schema, data, { each: 'l' }],
      ['v {{ l | last }}', schema, data],
      ['v {{ l.last }}', schema, data],
      ['v {{ l[1] }}', schema, data],
      ['v {{ m.first }}', schema, data],
      ['v {{ m | first }}', schema, data],
      ['v {{ m[-1] }}', schema, data],
      ['v {{ m | last }}', schema, data],
      ['v {{ e }}', schema, data, { each: 'ends' }],
      ['v {{ l | join }}', schema, data],
      ["v {{ rows | sum: 'a * 2' }}", schema, data],
    ]);
  });
  describe('are there in other places', () => {
    keep([
      ['v {{ l[0] }} {{ l.first }}', schema, data],
      ['v {{ two.last }} {{ two[1] }}', schema, data],
      ['v {{ ends.last }}', schema, data],
    ]);
  });
});
