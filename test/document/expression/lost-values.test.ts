// Values that the data schema lets be missing in ways that are easy to overlook: where they are lost, lint tells, and so does the document.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileLet, compileText, namesWhere } from '../../../src/document/expression/index.ts';
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
      '"city" is not required by the data schema and may be missing, and "e.key" needs it: write {{ (\'City \' & e.key) ?? \'\' }}, or list it under "required".',
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
      "By the data schema, there may be text here, so \"o.name\" may be missing: write {{ ('x ' & o.name) ?? '' }}.",
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

describe('an element by a number that cannot be computed', () => {
  const schema = objectOf({ l: listOf(objectOf({ s: text })), n: number, m: number }, 'l n');
  test('is lost in a condition, also behind a name', () => {
    for (const [values, when] of [
      [{}, 'l[n + m].s'],
      [{ v: 'l[n + m].s' }, 'v'],
    ] as const) {
      const told: string[] = [];
      const { names, bind } = compileLet(values, { schema, locals: [] }, '', () => undefined);
      const compiled = compileExpression(when, names);
      compiled.test(bind({ ...scopeOf({ l: [], n: 1 }), warn: (_place: string, message: string) => void told.push(message) }));
      expect([compiled.diagnostics.length, told.length], when).toEqual([1, 1]);
    }
  });
});

describe('a mean that is made by hand', () => {
  const line = objectOf({ x: number, y: number, z: number, s: text }, 'y');
  const schema = objectOf({
    l: { ...listOf(line), minItems: 1 },
    k: { type: 'array', minItems: 1, items: orNull('number') },
  });
  const data = {
    l: [
      { x: 4, y: 4 },
      { y: 2, z: 3 },
    ],
    k: [1, null],
  };
  const both = { l: [{ x: 4, y: 4, z: 1 }, ...data.l] };
  describe('of what is there, divided by the number of all, is lost', () => {
    lose([
      ["x {{ (l | sum: 'x') / (l | size) }}", schema, data],
      ["x {{ (l | sum: 'x') / l.size }}", schema, data],
      ["x {{ (l | sum: 'x' | round: 2) / l.size }}", schema, data],
      ["x {{ (l | where: 'y' | sum: 'x') / (l | where: 'y' | size) }}", schema, data],
      ['x {{ (k | sum) / (k | size) }}', schema, data],
      ["x {{ (l | sum: 'y') / (l | sum: 'x') }}", schema, data],
      ["x {{ (l | sum: 'x') / (l | sum: 'y') }}", schema, data],
      ["x {{ (l | size) / (l | sum: 'x') }}", schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'x') / (l | size) }}", schema, data],
      ["x {{ (l | sum: 'y') / (l | where: 'x != null' | sum: 'x') }}", schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'x' | round: 1) / (l | sort: 'y' | sum: 'y') }}", schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'x') / (l | where: 'z != null' | sum: 'z') }}", schema, data],
      ["x {{ (l | where: 'z != null' | sum: 'x') / (l | where: 'z != null' | sum: 'z') }}", schema, data],
      ['x {{ (k | compact | sum) / k.size }}', schema, data],
    ]);
  });
  describe('of all, or divided by the number of those that are there, is kept', () => {
    keep([
      ["x {{ (l | sum: 'y') / (l | size) }}", schema, data],
      ["x {{ (l | sum: 'x ?? 0') / (l | size) }}", schema, data],
      ["x {{ (l | map: 'x' | compact | avg) ?? 0 }}", schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'x') / ((l | where: 'x != null' | size) | at_least: 1) }}", schema, data],
      ['x {{ (k | sum) / (l | size) }}', schema, data],
      ["x {{ (l | sum: 'x') / (l | sum: 'x') }}", schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'x') / (l | sum: 'x') }}", schema, data],
      ["x {{ (l | sum: 'x') / ((l | where: 'x != null' | size) | at_least: 1) }}", schema, data],
      ["x {{ (l | where: 's' | sum: 'y') / (l | sum: 'y') }}", schema, data],
      ["x {{ (l | where: 'x != null' | size) / (l | size) }}", schema, data],
      [
        "x {{ (l | where: 'x != null and z != null' | sum: 'x') / (l | where: 'x != null and z != null' | sum: 'z') }}",
        schema,
        both,
      ],
      ['x {{ (k | compact | sum) / (k | compact | size) }}', schema, data],
      ["x {{ (l | where: 'x != null' | sum: 'y') / (l | where: 'x != null' | sum: 'x') }}", schema, data],
    ]);
  });
  test('names one condition for both sides', () => {
    const rate = "{{ (l | where: 'x != null' | sum: 'x') / (l | where: 'z != null' | sum: 'z') }}";
    expect(found(schema, rate, data).lint.filter((one) => one.includes('both sides'))).toEqual([
      `"x" is not required by the data schema and may be missing, and then both sides do not count the same elements: write where: 'x != null and z != null' before both, or add with ?? 0 if a missing one counts as 0, or list it under "required".`,
    ]);
  });
  test('behind names', () => {
    const names = compileLet({ all: 'l | size', total: "l | sum: 'x'" }, { schema, locals: [] }, '', () => undefined);
    const mean = compileText('x {{ total / all }}', names.names);
    expect(mean.diagnostics.map(({ message }) => message)).toEqual([
      '"x" is not required by the data schema and may be missing, and then the sum has what is there, and the size counts all: write (l | map: \'x\' | compact | avg) ?? 0, or add with ?? 0 if a missing one counts as 0, or list it under "required".',
    ]);
    const told: string[] = [];
    mean.printed(names.bind({ ...scopeOf(data), warn: (_place: string, message: string) => void told.push(message) }));
    expect(told).toHaveLength(1);
  });
});

describe('a list of what elements may lack', () => {
  const schema = objectOf({ l: listOf(objectOf({ x: number, y: number }, 'y')), k: { type: 'array', items: orNull('number') } });
  const data = { l: [{ x: 4, y: 4 }, { y: 2 }], k: [null] };
  describe('is counted with those that have nothing, which is lost', () => {
    lose([
      ["x {{ l | map: 'x' | size }}", schema, data],
      ["x {{ (l | map: 'x').size }}", schema, data],
      ["x {{ l | map: 'x' | uniq | size }}", schema, data],
      ["x {{ (l | sum: 'y') / (l | map: 'x' | sort | size) }}", schema, data],
      ["x {{ (l | map: 'x' | size) > 1 ? 'several' : 'one' }}", schema, data],
    ]);
  });
  describe('is kept', () => {
    keep([
      ["x {{ l | map: 'x' | compact | size }}", schema, data],
      ["x {{ (l | map: 'x' | compact | uniq).size }}", schema, data],
      ["x {{ l | where: 'x != null' | map: 'x' | size }}", schema, data],
      ["x {{ l | map: 'y' | size }}", schema, data],
      ["x {{ l | map: 'x ?? 0' | size }}", schema, data],
      // These are the elements of the data.
      ['x {{ k | size }}', schema, data],
    ]);
  });
  test('is told behind a name, and without a schema in the document alone', () => {
    for (const [of, count] of [
      [schema, 1],
      [true, 0],
    ] as const) {
      const { names, bind } = compileLet({ all: "l | map: 'x'" }, { schema: of, locals: [] }, '', () => undefined);
      const told: string[] = [];
      for (const size of ['all | size', 'all.size', 'all | uniq | size']) {
        const text = compileText(`x {{ ${size} }}`, names);
        expect(text.diagnostics, size).toHaveLength(count);
        text.printed(bind({ ...scopeOf(data), warn: (_place: string, message: string) => void told.push(message) }));
      }
      expect(told).toHaveLength(3);
    }
  });
  test('names the remedy', () => {
    expect(found(schema, "{{ l | map: 'x' | size }}", data).lint).toEqual([
      '"x" is not required by the data schema and may be missing, and "size" counts such an element too: write compact before it, to count what is there, or list it under "required".',
    ]);
  });
});

describe('what is sought among results that may be missing', () => {
  const schema = objectOf({ l: listOf(objectOf({ v: number, hi: number }, 'v')) });
  const data = { l: [{ v: 5 }] };
  describe('is lost', () => {
    lose([
      ["x {{ l | map: 'v > hi' | contains: true }}", schema, data],
      ["x {{ l | map: '(v > hi) ?? null' | contains: true }}", schema, data],
      ["x {{ l | map: '(v > hi) ?? null' | uniq | contains: true }}", schema, data],
      ["x {{ l | map: 'v - hi' | contains: 0 }}", schema, data],
      ["x {{ l | map: '(v - hi) ?? null' | contains: 0 }}", schema, data],
    ]);
  });
  describe('is kept', () => {
    keep([
      ["x {{ l | map: '(v > hi) ?? false' | contains: true }}", schema, data],
      ["x {{ l | where: 'hi != null' | map: 'v - hi' | contains: 0 }}", schema, data],
      // What is missing equals only what is missing.
      ["x {{ l | map: 'hi' | contains: 0 }}", schema, data],
    ]);
  });
  test.each([
    ["l | map: 'v > hi' | contains: true", '(v > hi) ?? false'],
    ["not (l | map: 'v > hi' | contains: true)", '(v > hi) ?? true'],
    ["not (l | map: '(v > hi) ?? null' | contains: true)", 'true in place of null'],
  ])('%s: the remedy says nothing of what nobody knows', (source, remedy) => {
    expect(compileExpression(source, { schema, locals: [] }).diagnostics[0]!.message).toContain(`write ${remedy}`);
  });
});

describe('a value to compare with that is missing', () => {
  const schema = objectOf({ l: listOf(objectOf({ p: text, v: number }, 'v')), p: text }, 'l');
  const data = { l: [{ v: 1 }] };
  describe('is lost, whatever stands for the result', () => {
    lose([
      ["x {{ l | where: 'p', data.p | sum: 'v' }}", schema, data],
      ["x {{ (l | where: 'p', data.p | sum: 'v') ?? 0 }}", schema, data],
      ["x {{ (l | map: 'p' | contains: data.p) ?? false }}", schema, data],
      ["x {{ l | where: 'p', '!=', data.p | size }}", schema, data],
    ]);
  });
  test('also in a filter of the template', () => {
    const names = compileLet({ 'on(q)': "l | where: 'p', q | sum: 'v'" }, { schema, locals: [] }, '', () => undefined).names;
    const told: string[] = [];
    const of = compileText('x {{ p | on }}', names);
    of.printed({ ...scopeOf(data), warn: (_place: string, message: string) => void told.push(message) });
    expect([of.diagnostics.length, told]).toEqual([1, ['"q" is missing, with which "where" compares.']]);
  });
  test('is ended by an empty text, which no element has', () => {
    expect(found(schema, "x {{ l | where: 'p', data.p | size }}", data).lint[0]).toContain("write data.p ?? '', or");
    expect(found(schema, "x {{ l | where: 'p', data.p ?? '' | size }}", data)).toEqual({ lint: [], told: [] });
  });
});

describe('the last of a sorted list, where no schema says what its elements have', () => {
  const open: JsonSchema = {};
  const data = { l: [{ y: 1 }, { x: 3, y: 3 }, { x: 2, y: 2 }] };
  const told = (source: string, of: object = data) => found(open, source, of).told.length;
  test.each([
    "{{ (l | sort: 'x' | last).y }}",
    "{{ (l | sort: 'x').last.y }}",
    "{{ (l | sort: 'x')[-1].y }}",
    "{{ l | sort: 'x' | map: 'y' | last }}",
    "{{ l | sort: 'x' | slice: -1 | size }}",
    "{{ (l | sort: 'x + 1' | last).y }}",
    "{{ (l | sort: 'x' | where: 'y' | last).y }}",
  ])('is told: %s', (source) => {
    expect(told(source)).toBe(1);
    expect(told(source, { l: [{ x: 1, y: 1 }] })).toBe(0);
  });
  test.each(["{{ (l | sort: 'x' | first).y }}", "{{ (l | sort: 'x')[-2].y }}", "{{ l | sort: 'x' | slice: -3, 1 | size }}"])(
    'is not told of another: %s',
    (source) => {
      expect(told(source)).toBe(0);
    },
  );
});

describe('a search behind a name', () => {
  const schema = objectOf({ l: listOf(objectOf({ k: text })), u: { type: 'boolean' }, s: text }, '');
  /** What lint tells of a condition, and the document without data. */
  function tested(let_: Readonly<Record<string, string>>, when: string) {
    const told: string[] = [];
    const { names, bind } = compileLet(let_, { schema, locals: [] }, '', () => undefined);
    const compiled = compileExpression(when, names);
    const holds = compiled.test(bind({ ...scopeOf({}), warn: (_place: string, message: string) => void told.push(message) }));
    return { lint: compiled.diagnostics.map(({ message }) => message), told: told.length, holds };
  }
  const search = "l | where: 'k'";
  test.each([
    [`(${search}) ?? false`],
    [`(${search}) ?? ''`],
    [`${search} | default: false`],
    [`((l | map: 'k' | contains: 'x') ?? false) or u`],
    ["(s | contains: 'x') ?? false"],
  ])('that is false where nothing was searched is told under "not" alone: %s', (value) => {
    expect(tested({ bad: value }, 'not bad')).toMatchObject({
      lint: [expect.stringContaining('"not" says then that nothing was found')],
      told: 0,
      holds: true,
    });
    for (const when of ['bad', 'bad ? true : false', 'bad or u']) expect(tested({ bad: value }, when).lint, when).toEqual([]);
  });
  const rows: StaticScope = { schema: objectOf({ l: listOf(objectOf({ n: number, m: number }, 'n')) }), locals: [] };
  const lintOf = (value: string, when: string, named = true) => {
    const scope = named ? compileLet({ short: value }, rows, '', () => undefined).names : rows;
    return compileExpression(when, scope).diagnostics.map(({ message }) => message);
  };
  test.each([
    ['(l | where: "(n > m) ?? false")', '(l | where: "(n > m) ?? true")', '(l | where: "(n > m) != null and (n > m)")'],
    [
      '(l | map: "(n > m) ?? false" | contains: true)',
      '(l | map: "(n > m) ?? true" | contains: true)',
      '(l | map: "(n > m) != null and (n > m)" | contains: true)',
    ],
    [
      '(l | where: "(n > m) ?? false or n > 7")',
      '(l | where: "(n > m) ?? true or n > 7")',
      '(l | where: "(n > m) != null and (n > m) or n > 7")',
    ],
  ])('that passes over an element of which nobody knows is told where something says so: %s', (search, found, left) => {
    const why = '"m" is not required by the data schema and may be missing';
    const right =
      'if an element without an answer counts as found, or (n > m) != null and (n > m) if it counts as not found, or list it under "required".';
    expect(lintOf(search, 'not short')).toEqual([
      `${why}, and "short" needs it, and "not" says then that nothing was found: write (n > m) ?? true in "short" ${right}`,
    ]);
    expect(lintOf('', `not ${search}`, false)).toEqual([
      `${why}, and "not" says then that nothing was found: write (n > m) ?? true ${right}`,
    ]);
    const conditions = (of: string) => [`not ${of}`, `${of} ? 'some' : 'none'`, `${of} ? '' : 'none'`];
    for (const when of conditions('short')) expect(lintOf(search, when), when).toHaveLength(1);
    for (const when of conditions(search)) expect(lintOf('', when, false), when).toHaveLength(1);
    for (const when of ['short', "short ? 'some' : ''", "not short ? '' : 'some'", 'not (not short)'])
      expect(lintOf(search, when), when).toEqual([]);
    for (const one of [found, left])
      for (const when of conditions('short'))
        expect([...lintOf(one, when), ...lintOf('', when.replace('short', one), false)], when).toEqual([]);
  });
  test.each([
    ['(short | size) == 0', true],
    ['0 == short.size', true],
    ['(short | size) != 0', false],
    ['(short | size) < 1', true],
    ['1 > short.size', true],
    ['(short | size) > 0', false],
    ['0 < (short | size)', false],
    ['(short | first) == null', true],
    ['(short | first) != null', false],
    ["(short | sum: 'n') > 9", false],
  ])('what is found is nothing: %s', (test, isDenied) => {
    for (const finds of ['short', '(l | where: "(n > m) ?? false")']) {
      const lint = (when: string) => lintOf('l | where: "(n > m) ?? false"', when.replace('short', finds));
      expect(lint(test)).toHaveLength(isDenied ? 1 : 0);
      expect(lint(`(${test}) ? 'a' : ''`)).toHaveLength(isDenied ? 1 : 0);
      expect(lint(`(${test}) ? '' : 'b'`)).toHaveLength(isDenied ? 0 : 1);
      expect(lint(`(${test}) ? 'a' : 'b'`)).toHaveLength(1);
    }
  });
  test('passes over an element also where its test says so the other way', () => {
    for (const when of ["short ? 'some' : 'none'", 'not short']) {
      expect(lintOf("l | where: 'not ((n <= m) ?? true)'", when)[0]).toContain(
        'write (n <= m) ?? false in "short" if an element without an answer counts as found, or (n <= m) == null or (n <= m) if',
      );
      for (const right of ['not ((n <= m) ?? false)', 'not ((n <= m) == null or (n <= m))'])
        expect(lintOf(`l | where: '${right}'`, when), right).toEqual([]);
    }
    for (const value of ["'(n > m) | default: false'", "'(n > m) ?? null'", "'((n > m) ?? false) == true'"])
      expect(lintOf('', `(l | where: ${value}) ? 'some' : 'none'`, false), value).toHaveLength(1);
    const told = "(l | where: 'n > m') ? 'some' : 'none'";
    expect(lintOf('', told, false)[0]).toContain(
      'write (n > m) ?? true to keep such an element, or (n > m) != null and (n > m) to leave it out, or',
    );
    expect(lintOf('', "(l | where: 'not (n <= m)') ? 'some' : 'none'", false)[0]).toContain(
      'write (n <= m) ?? false to keep such an element, or (n <= m) == null or (n <= m) to leave it out, or',
    );
    // Nobody says that there is none.
    expect(lintOf('', "l | where: 'not (n <= m)'", false)[0]).toContain(
      'write (n <= m) ?? true to leave out such an element, or',
    );
  });
  test('of a missing list has no first element', () => {
    const first = "(l | where: 'k' | first)";
    expect(tested({}, `${first} == null`)).toMatchObject({ lint: [expect.any(String)], told: 1, holds: true });
    expect(tested({}, `${first} != null ? s == null : true`)).toMatchObject({ lint: [expect.any(String)], told: 1 });
    for (const when of [`${first} != null`, `l != null and ${first} == null`, `${first} != null ? 'x' : ''`])
      expect(tested({}, when), when).toMatchObject({ lint: [], told: 0 });
  });
  test('is told with a remedy that ends the warning', () => {
    const [message] = tested({ bad: `(${search}) ?? false` }, 'not bad').lint;
    expect(message).toBe(
      '"l" is not required by the data schema and may be missing, and "bad" needs it, and "not" says then that nothing was found: write bad ?? true, and leave out what stands for it in "bad" itself, or list it under "required".',
    );
    expect(tested({ bad: search }, 'not (bad ?? true)')).toEqual({ lint: [], told: 0, holds: false });
    expect(tested({}, `not ((${search}) ?? false)`).lint).toEqual([
      `"l" is not required by the data schema and may be missing, and "not" says then that nothing was found: write (${search}) ?? true, or list it under "required".`,
    ]);
    expect(tested({}, `not ((${search}) ?? true)`)).toEqual({ lint: [], told: 0, holds: false });
  });
  test.each([
    [`u or (${search})`],
    [`s == null and (${search})`],
    ["(s | contains: 'x') == true"],
    [`s == null ? (l | map: 'k' | contains: 'x') : u`],
    [`u ?? (${search})`],
  ])('that says nothing of it is told by the document too: %s', (value) => {
    const { lint, told, holds } = tested({ bad: value }, 'not bad');
    expect([lint.length, told, holds]).toEqual([1, 1, true]);
    expect(tested({ bad: value }, 'bad')).toMatchObject({ lint: [], told: 0 });
    // As if it were written in place of the name.
    const inline = tested({}, `not (${value})`);
    expect([inline.lint.length, inline.told]).toEqual([1, 1]);
  });
  test('is told where a filter of the template searches', () => {
    expect(tested({ 'bad(x)': "(x | where: 'k') ?? false" }, 'not (l | bad)')).toMatchObject({
      lint: [expect.any(String)],
      told: 0,
    });
    expect(tested({ 'bad(x)': "u or (x | map: 'k' | contains: 'a')" }, 'not (l | bad)')).toMatchObject({
      lint: [expect.any(String)],
      told: 1,
    });
    expect(tested({ 'bad(x)': "(x | where: 'k') ?? true" }, 'not (l | bad)')).toMatchObject({ lint: [], told: 0 });
  });
});

describe('a line of which the words of another binding may stay', () => {
  const schema = objectOf({ s: text, t: text, ok: { type: 'boolean' } }, []);
  const lines = (source: string) => {
    const line = compileText(source, { schema, locals: [] }, 'tested');
    const left = [{}, { ok: true, t: 'b' }].map((data) => line.isLeftOut(scopeOf(data)));
    return { told: line.diagnostics.map(({ message }) => /^"(\w+)"/.exec(message)?.[1]), left };
  };
  test.each([
    "{{ s }}{{ ok ? ' (new)' : '' }}",
    "{{ s }} {{ ok ? t ?? 'none' : '' }}",
    "{{ s }}{{ (' (' & t & ')') ?? '' }}",
    "{{ s }}{{ t | default: '' | upcase }}{{ ok ? 'X' : '' | downcase }}",
  ])('is told, and left out where nothing is printed: %s', (source) => {
    expect(lines(source)).toEqual({ told: ['s'], left: [true, false] });
  });
  test.each([
    "{{ s ?? '' }}{{ ok ? ' (new)' : '' }}",
    '{{ s }} {{ t }}',
    "{{ s }}{{ ok ? t ?? '' : '' }}",
    "{{ ok ? 'new' : '' }}",
  ])('is not told where no words stay, or the template says so: %s', (source) => {
    expect(lines(source)).toMatchObject({ told: [], left: [true, false] });
  });
});
