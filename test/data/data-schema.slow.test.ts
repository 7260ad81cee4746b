import { describe, expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';
import { listOf, objectOf } from '../support/schemas.ts';

/** A time that a busy machine does not reach. */
const patient = { timeoutMs: 60_000 };
const check = (schema: unknown, data: unknown, limits = patient) => compileDataSchema(schema).check(data, limits);
const lines = (schema: unknown, data: unknown) => check(schema, data).map(({ path, message }) => `${path} ${message}`);

describe('what a breach says', () => {
  test('every breach is listed with its place, the value and what is allowed', () => {
    const schema = {
      type: 'object',
      required: ['number', 'date'],
      additionalProperties: false,
      properties: {
        number: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
        date: { type: 'string', format: 'date' },
        status: { enum: ['open', 'paid'] },
        lines: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { qty: { type: 'number', exclusiveMinimum: 0 } } },
        },
      },
    };
    expect(lines(schema, { number: 'x1', dat: '2026-02-30', status: 'piad', lines: [{ qty: 'two' }, { qty: 0 }] })).toEqual([
      '/data must have "date"; is it "dat"?',
      '/data must not have "dat"; did you mean "date"?',
      '/data/number must match the pattern ^[A-Z]{2}-\\d+$, got "x1"',
      '/data/status must be one of "open" or "paid", got "piad"; did you mean "paid"?',
      '/data/lines/0/qty must be a number, got "two"',
      '/data/lines/1/qty must be more than 0, got 0',
    ]);
  });

  test('a breach has keyword, params and the pointer to the rule, also behind a reference', () => {
    const schema = { properties: { a: { $ref: '#/$defs/price' } }, $defs: { price: { type: 'number' } } };
    expect(check(schema, { a: 'x' })).toEqual([
      {
        path: '/data/a',
        message: 'must be a number, got "x"',
        keyword: 'type',
        params: { type: 'number' },
        schemaPath: '#/$defs/price/type',
      },
    ]);
  });

  test('control and direction characters of data are escaped, long values are cut', () => {
    expect(lines({ type: 'number' }, 'a\u001b[31m\u202e\u009b')).toEqual([
      '/data must be a number, got "a\\u001b[31m\\u202e\\u009b"',
    ]);
    expect(lines({ type: 'number' }, 'x'.repeat(1000))[0]!.length).toBeLessThan(100);
  });

  test.each([
    [{ const: 3 }, 4, 'must be 3, got 4'],
    [{ minLength: 2 }, 'a', 'must have at least 2 characters, got "a"'],
    [{ maxLength: 2 }, 'a😀b', 'must have at most 2 characters, has 3: "a😀b"'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 item, has 2'],
    [{ multipleOf: 0.01 }, 0.005, 'must be a multiple of 0.01, got 0.005'],
    [{ uniqueItems: true }, [{ a: 1, b: [2] }, 3, { b: [2], a: 1 }], 'must have no equal items; items 0 and 2 are equal'],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { A1: 1 }, 'must not have a member named "A1"'],
    [{ dependentRequired: { card: ['expiry'] } }, { card: 1 }, 'must have "expiry" because it has "card"'],
    [{ contains: { type: 'number' } }, ['a'], 'must have at least 1 item that is a number, has 0'],
    [{ type: ['string', 'null'] }, 1, 'must be a string or null, got 1'],
    [{ not: { type: 'string' } }, 'a', 'must not fit the schema in "not", got "a"'],
    [false, {}, 'is not allowed here'],
    [{ unevaluatedProperties: false, properties: { name: true } }, { nmae: 1 }, 'must not have "nmae"; did you mean "name"?'],
  ])('%j', (schema, data, message) => {
    expect(lines(schema, data)).toEqual([`/data ${message}`]);
  });
});

describe('combinations', () => {
  const cat = { type: 'object', required: ['kind', 'lives'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } };
  const dog = { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' }, name: { type: 'string' } } };

  test('oneOf with a constant in each branch reports only the matching branch', () => {
    const schema = { oneOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }], $defs: { cat, dog } };
    expect(lines(schema, { kind: 'dog', name: 1 })).toEqual(['/data/name must be a string, got 1']);
    expect(lines(schema, { kind: 'dig' })).toEqual(['/data/kind must be one of "cat" or "dog", got "dig"; did you mean "dog"?']);
  });

  test('anyOf of null and another type reports the other type', () => {
    expect(lines({ properties: { a: { anyOf: [{ type: 'null' }, { type: 'string', minLength: 3 }] } } }, { a: 'x' })).toEqual([
      '/data/a must have at least 3 characters, got "x"',
    ]);
  });

  test('anyOf of constants reads as one enum', () => {
    expect(lines({ anyOf: [{ const: 'red' }, { enum: ['green', 1] }] }, 'gren')).toEqual([
      '/data must be one of "red", "green" or 1, got "gren"; did you mean "green"?',
    ]);
  });

  test('the message for a value that fits two forms of a oneOf names both', () => {
    expect(lines({ oneOf: [{ type: 'number' }, { minimum: 0 }] }, 4)).toEqual([
      '/data must fit one form only, but fits forms 1 and 2',
    ]);
  });

  test('if and then report only the breach of then', () => {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const schema = { if: { properties: { vat: { const: true } }, required: ['vat'] }, then: { required: ['vatId'] } };
    expect(lines(schema, { vat: true })).toEqual(['/data must have "vatId"']);
  });
});

describe('what is checked', () => {
  test('data is never changed: no defaults, no coercion', () => {
    const data = { a: '1' };
    expect(check({ properties: { a: { type: 'number' }, b: { default: 1 } } }, data)).toHaveLength(1);
    expect(data).toEqual({ a: '1' });
  });

  test('NaN and infinity are not numbers', () => {
    for (const data of [Number.NaN, Number.POSITIVE_INFINITY]) expect(check({ type: 'number' }, data)).toHaveLength(1);
  });

  test('multipleOf counts in decimal', () => {
    const cents = compileDataSchema({ type: 'number', multipleOf: 0.01 });
    for (const amount of [19.99, 0.07, 123456789.01, -4.35, 1e21, 0]) expect(cents.check(amount, patient)).toEqual([]);
    for (const amount of [19.999, 1e-7]) expect(cents.check(amount, patient)).toHaveLength(1);
  });

  test('members of the prototype do not count, and __proto__ counts like any other', () => {
    expect(lines({ required: ['toString'] }, {})).toEqual(['/data must have "toString"']);
    expect(lines({ additionalProperties: false, properties: { ok: true } }, JSON.parse('{"__proto__": 1}'))[0]).toContain(
      'must not have "__proto__"',
    );
  });

  test.each(['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty'])(
    'enum and const take an object with a member %s as data',
    (name) => {
      const data: unknown = JSON.parse(`{"${name}": 1}`);
      const other: unknown = JSON.parse(`{"${name}": [2]}`);
      for (const schema of [{ enum: [[], data] }, { const: data }]) {
        expect(lines(schema, JSON.parse(JSON.stringify(data)))).toEqual([]);
        expect(lines(schema, other)).toEqual([expect.stringMatching(/^\/data must be /)]);
        expect(lines(schema, {})).toHaveLength(1);
      }
    },
  );

  test('enum and const compare values whatever the order of members', () => {
    const schema = { enum: [{ a: 1, b: [{ c: null }, '1'] }, 'a', 0] };
    for (const data of [{ b: [{ c: null }, '1'], a: 1 }, 'a', 0, -0]) expect(lines(schema, data)).toEqual([]);
    for (const data of [{ b: ['1', { c: null }], a: 1 }, { a: 1 }, { a: 1, b: [{ c: null }, 1] }, '"a', '0', null, [], false])
      expect(lines(schema, data)).toHaveLength(1);
    expect(lines({ const: [1, 2] }, [2, 1])).toHaveLength(1);
  });

  test('$schema selects draft-07 and 2019-09', () => {
    const items = [{ type: 'string' }, { type: 'number' }];
    expect(lines({ $schema: 'http://json-schema.org/draft-07/schema#', items, additionalItems: false }, ['a', 'b', 3])).toEqual([
      '/data must have at most 2 items',
      '/data/1 must be a number, got "b"',
    ]);
    expect(check({ $schema: 'https://json-schema.org/draft/2019-09/schema', items, unevaluatedItems: false }, ['a', 1])).toEqual(
      [],
    );
    expect(check({ prefixItems: items, items: false }, ['a', 1])).toEqual([]);
  });

  test('references to anchors, to an $id inside and to a meta-schema resolve', () => {
    expect(check({ $ref: '#amount', $defs: { a: { $anchor: 'amount', type: 'number' } } }, 'x')).toHaveLength(1);
    expect(
      check({ $id: 'https://a.example/b.json', $ref: 'c.json', $defs: { c: { $id: 'c.json', type: 'number' } } }, 'x'),
    ).toHaveLength(1);
    expect(check({ $ref: 'https://json-schema.org/draft/2020-12/schema' }, { type: 3 })).not.toEqual([]);
    expect(
      check(
        { $schema: 'http://json-schema.org/draft-07/schema#', $ref: 'http://json-schema.org/draft-07/schema#' },
        { type: 'number' },
      ),
    ).toEqual([]);
  });

  test('two schemas with the same $id do not affect each other', () => {
    const one = compileDataSchema({ $id: 'https://a.example/x', type: 'number' });
    const two = compileDataSchema({ $id: 'https://a.example/x', type: 'string' });
    expect([one.check(1, patient), two.check('a', patient)]).toEqual([[], []]);
  });

  test('names and texts that look like generated code change nothing', () => {
    const name = 'vErrors.push(err0);for(;;){let vErrors = null;"\\';
    const schema = { type: 'object', required: [name], additionalProperties: false, properties: { [name]: { const: name } } };
    expect(check(schema, { [name]: name })).toEqual([]);
    expect(check(schema, { [name]: 'other' })).toHaveLength(1);
  });

  test('a recursive schema checks a tree', () => {
    const tree = objectOf({ v: { type: 'number' }, kids: listOf({ $ref: '#' }) }, 'v');
    expect(lines(tree, { v: 1, kids: [{ v: 2 }, { kids: [{ v: 'x' }] }] })).toEqual([
      '/data/kids/1 must have "v"',
      '/data/kids/1/kids/0/v must be a number, got "x"',
    ]);
  });
});

describe('bounds', () => {
  test('a pattern that backtracks is stopped at the time limit', () => {
    expect(() => check({ type: 'string', pattern: '^(?=a)(a+)+$' }, `${'a'.repeat(40)}b`, { timeoutMs: 100 })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_TIMEOUT' }),
    );
  });

  test('the same without look-ahead takes linear time', () => {
    expect(check({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(5000)}b`)).toHaveLength(1);
  });

  test('references that double at each step are stopped at the time limit', () => {
    const $defs: Record<string, unknown> = { d40: { type: 'number' } };
    for (let i = 0; i < 40; i++) $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
    expect(() => check({ $ref: '#/$defs/d0', $defs }, 'x', { timeoutMs: 100 })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_TIMEOUT' }),
    );
  });

  test('a check after a timeout is exact again', () => {
    const schema = compileDataSchema({ type: 'string', pattern: '^(?=a)(a+)+$' });
    expect(() => schema.check(`${'a'.repeat(40)}b`, { timeoutMs: 50 })).toThrow();
    expect(schema.check('aaa', patient)).toEqual([]);
  });

  test('a million wrong items give 1,001 breaches', () => {
    const items = Array.from({ length: 1_000_000 }, () => 'x');
    expect(check({ items: { type: 'number' } }, items)).toHaveLength(1001);
    expect(check({ items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'number' } } }, items)).toHaveLength(1001);
  });

  test('too many errors of one branch do not hide that another branch fits', () => {
    const items = Array.from({ length: 5000 }, () => 'x');
    const $defs = { n: { items: { type: 'number' } } };
    const either = { anyOf: [{ $ref: '#/$defs/n' }, { items: { type: 'string' } }] };
    expect(check({ ...either, $defs }, items)).toEqual([]);
    const breaches = check({ properties: { a: { items: { type: 'number' } }, b: either }, $defs }, { a: items, b: items });
    expect(breaches).toHaveLength(1001);
    expect(breaches.every(({ path }) => path.startsWith('/data/a/'))).toBe(true);
  });

  test('breaches below a long name, or with long parameters, are told until their list is large', () => {
    const members = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`m${i}`, 1]));
    const below = check(
      { additionalProperties: { additionalProperties: { type: 'string' } } },
      { ['n'.repeat(400_000)]: members },
    );
    expect(below).toHaveLength(3);
    const values = Array.from({ length: 10_000 }, (_, i) => `value-${i}`);
    expect(
      check(
        { items: { enum: values } },
        Array.from({ length: 500 }, () => 'none'),
      ).length,
    ).toBeLessThan(20);
  });

  test('uniqueItems over 200,000 objects is not quadratic', () => {
    expect(
      check(
        { uniqueItems: true },
        Array.from({ length: 200_000 }, (_, i) => ({ i })),
      ),
    ).toEqual([]);
  });

  test('a number that JSON cannot hold is a breach at its place, whatever the schema says', () => {
    const data = { sum: JSON.parse('1e999') as number, lines: [{ 'a/b': Number.NaN, ok: 1e308 }, Number.NEGATIVE_INFINITY] };
    for (const schema of [true, { type: 'object' }, { properties: { sum: { type: 'string' } } }]) {
      const breaches = check(schema, data);
      expect(breaches.map(({ path, keyword }) => [path, keyword])).toEqual([
        ['/data/sum', 'number'],
        ['/data/lines/0/a~1b', 'number'],
        ['/data/lines/1', 'number'],
      ]);
    }
  });

  test('data 65 levels deep is a breach that names the limit, a hundred thousand levels do not overflow', () => {
    for (const levels of [65, 100_000]) {
      let data: unknown = 1;
      for (let i = 0; i < levels; i++) data = [data];
      expect(check(true, data)).toEqual([
        expect.objectContaining({ keyword: 'depth', message: 'is nested deeper than 64 levels' }),
      ]);
    }
  });
});

test('a name may have another Unicode composition than in the schema', () => {
  const [written, given] = ['Größe'.normalize('NFC'), 'Größe'.normalize('NFD')] as const;
  const schema = compileDataSchema({ properties: { [written]: { type: 'number' } }, additionalProperties: false });
  expect(schema.check({ [given]: 1 }, patient)).toEqual([]);
  expect(schema.conform({ [given]: 1 })).toEqual({ [written]: 1 });
  expect(schema.check({ [given]: 'x' }, patient)).toMatchObject([{ path: `/data/${given}`, keyword: 'type' }]);
  expect(schema.check({ [given]: 1, [written]: 2 }, patient)).toMatchObject([{ path: `/data/${given}`, keyword: 'name' }]);
});
