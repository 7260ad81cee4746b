import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { compileDataSchema } from '../../src/data/data-schema.ts';

function faults(schema: unknown): string[] {
  try {
    compileDataSchema(schema);
    return [];
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_INVALID') throw error;
    return error.errors!.map(({ path, message }) => `${path} ${message}`);
  }
}

describe('faults of a dataSchema', () => {
  test('all are listed, each with its pointer and the nearest name', () => {
    const schema = {
      typ: 'object',
      properties: { a: { format: 'dat' }, 'b/c': { type: 'strin', minLength: -1 }, d: 7, e: { $ref: '#/$defs/adress' } },
      required: ['a', 'a'],
      $defs: { address: {} },
    };
    expect(faults(schema)).toEqual([
      '/dataSchema/typ unknown keyword "typ"; did you mean "type"?',
      '/dataSchema/properties/a/format unknown format "dat"; did you mean "date"?',
      '/dataSchema/properties/b~1c/type must be one of string, number, integer, boolean, object, array, null, got "strin"; did you mean "string"?',
      '/dataSchema/properties/b~1c/minLength must be a whole number from 0, got -1',
      '/dataSchema/properties/d must be a schema: an object, true or false, got 7',
      '/dataSchema/required must be an array of different names, got an array of 2',
      '/dataSchema/properties/e/$ref refers to "#/$defs/adress", which does not exist; did you mean "address"?',
    ]);
  });

  test.each([
    [{ 'x-label': 'A', properties: { a: { 'x-order': 1 } } }, []],
    [{ properties: { typ: { type: 'string' } }, default: { typ: 1 }, examples: [{ typo: 1 }] }, []],
    [{ nullable: true }, ['/dataSchema/nullable unknown keyword "nullable"; write "type": ["string", "null"] instead']],
    [
      { additionalItems: false },
      ['/dataSchema/additionalItems unknown keyword "additionalItems" in 2020-12; draft-07 and 2019-09 have it'],
    ],
    [
      { items: [{}] },
      ['/dataSchema/items must be one schema in 2020-12; write "prefixItems" for a list with a schema for each place'],
    ],
    [{ pattern: '(' }, ['/dataSchema/pattern is not a regular expression: "("']],
    [{ patternProperties: { '[': {} } }, ['/dataSchema/patternProperties/[ is not a regular expression: "["']],
    [
      { $ref: 'file:///etc/passwd' },
      [expect.stringContaining('/dataSchema/$ref refers to "file:///etc/passwd", outside of this schema')],
    ],
    [{ $ref: 'https://example.com/a.json' }, [expect.stringContaining('copy the definition into "$defs"')]],
    [{ $ref: '#nowhere' }, ['/dataSchema/$ref refers to "#nowhere", but no "$anchor" has this name']],
    [{ $ref: '#/%zz' }, ['/dataSchema/$ref refers to "#/%zz", which does not exist: it is badly percent-encoded']],
    [{ $ref: '#' }, [expect.stringContaining('checking would never end')]],
    [
      { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      [expect.stringContaining('never end')],
    ],
    [
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      [expect.stringContaining('/dataSchema/$schema "http://json-schema.org/draft-04/schema#" is not supported')],
    ],
    [JSON.parse('{"properties": {"__proto__": {}}}'), [expect.stringContaining('must not name a member "__proto__"')]],
    [[], ['/dataSchema must be a schema: an object, true or false, got an empty array']],
    [null, ['/dataSchema must be a schema: an object, true or false, got null']],
  ])('%j', (schema, expected) => {
    expect(faults(schema)).toEqual(expected);
  });

  test('a number that JSON cannot hold is refused at its place', () => {
    expect(faults({ enum: [1, JSON.parse('1e999')] })).toEqual([
      expect.stringContaining('/dataSchema/enum/1 must be a finite number: it is too large, or NaN'),
    ]);
  });

  test('a schema nested too deep is refused without overflow', () => {
    let schema: unknown = {};
    for (let i = 0; i < 100_000; i++) schema = { items: schema };
    expect(faults(schema)).toEqual([expect.stringContaining('nested deeper than 200 levels')]);
  });

  test('a schema near the limit of depth compiles', () => {
    let schema: unknown = { type: 'number' };
    for (let i = 0; i < 98; i++) schema = { properties: { a: schema } };
    expect(faults(schema)).toEqual([]);
  });

  test('too many schemas are refused', () => {
    const properties = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, {}]));
    expect(faults({ properties })).toEqual([expect.stringContaining('more than 10000 schemas')]);
  });

  test('a schema that takes Ajv too long to compile is stopped', () => {
    const patternProperties = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`p${i}(a|b)+`, { type: 'number' }]));
    expect(faults({ patternProperties })).toEqual(['/dataSchema is too large: compiling it took longer than 5000 ms']);
  });

  // The table of keywords stands for the meta-schema; the published one must agree with it.
  test.each([
    ...[{ type: 'x' }, { type: [] }, { type: ['string', 'string'] }, { minimum: '1' }, { multipleOf: 0 }],
    ...[{ maxItems: 1.5 }, { uniqueItems: 1 }, { required: 'a' }, { required: [1] }, { properties: [] }],
    ...[{ properties: { a: 1 } }, { additionalProperties: 'no' }, { allOf: [] }, { anyOf: {} }, { not: 3 }, { if: [] }],
    ...[{ dependentRequired: { a: 'b' } }, { dependentSchemas: { a: 0 } }, { prefixItems: [] }, { title: 1 }],
    ...[{ examples: {} }, { readOnly: 'yes' }, { $ref: 1 }, { $defs: [] }, { propertyNames: 'x' }, { contains: 1 }],
    ...[{ minContains: -1 }, { enum: 'a' }, { $comment: 4 }, { type: 'string' }, { type: ['string', 'null'] }],
    ...[{ required: [] }, { enum: [1] }, { const: null }, { items: false }, { deprecated: true }],
  ])('agrees with the meta-schema on %j', (schema) => {
    const published = new Ajv2020({ strict: false, formats: { uri: true, 'uri-reference': true, regex: true } }).validateSchema(
      schema,
    );
    expect(faults(schema).length === 0).toBe(published);
  });

  test('the schema may be changed afterwards without effect', () => {
    const schema = { type: 'number' };
    const compiled = compileDataSchema(schema);
    schema.type = 'string';
    expect(compiled.check(1, { timeoutMs: 60_000 })).toEqual([]);
  });
});

describe('references of a schema with several parts', () => {
  const uri = (name: string) => `https://example.com/${name}`;
  const [draft2019, draft2020] = ['2019-09', '2020-12'].map((name) => `https://json-schema.org/draft/${name}/schema`);
  const valid = (schema: object, data: unknown) =>
    compileDataSchema({ $schema: draft2019, ...schema }).check(data, { timeoutMs: 60_000 }).length === 0;
  const tree = { $id: uri('tree'), required: ['v'], properties: { v: {}, kids: { items: { $recursiveRef: '#' } } } };
  const anchored = { ...tree, $recursiveAnchor: true };
  const strict = { $id: uri('strict'), $ref: 'tree', unevaluatedProperties: false };
  const leaf = (name: string, type: string) => ({
    $id: uri(name),
    $recursiveAnchor: true,
    type: ['object', type],
    properties: { k: { $recursiveRef: '#' } },
  });

  // JSON Schema 2019-09 core, 8.2.4.2.
  test.each<[string, object, valid: unknown, invalid: unknown]>([
    ['its own part, in place', { properties: { t: tree } }, { t: { v: 1, kids: [{ v: 1 }] } }, { t: { v: 1, kids: [{}] } }],
    [
      'its own part, by reference',
      { $ref: 'tree', $id: uri('r'), $defs: { tree } },
      { v: 1, kids: [{ v: 1 }] },
      { v: 1, kids: [{}] },
    ],
    [
      'its own part without an anchor',
      { ...strict, $recursiveAnchor: true, $defs: { tree } },
      { v: 1, kids: [{ v: 1, z: 1 }] },
      { v: 1, z: 1 },
    ],
    [
      'the outermost part',
      { ...strict, $recursiveAnchor: true, $defs: { tree: anchored } },
      { v: 1, kids: [{ v: 1 }] },
      { v: 1, kids: [{ v: 1, z: 1 }] },
    ],
    [
      'the outermost part, through a pointer into another',
      { ...strict, $ref: '#/$defs/tree', $recursiveAnchor: true, $defs: { tree: anchored } },
      { v: 1, kids: [{ v: 1 }] },
      { v: 1, kids: [{ v: 1, z: 1 }] },
    ],
    ['the whole schema', { properties: { k: { $recursiveRef: '#' } }, type: 'object' }, { k: {} }, { k: 1 }],
    [
      'each its own, beside each other',
      { properties: { a: leaf('a', 'string'), b: leaf('b', 'number') } },
      { a: { k: 'x' }, b: { k: 1 } },
      { a: {}, b: { k: 'x' } },
    ],
  ])('$recursiveRef refers to %s', (_, schema, good, bad) => {
    expect([valid(schema, good), valid(schema, bad)]).toEqual([true, false]);
  });

  test('$recursiveRef with several targets is told', () => {
    const schema = {
      $schema: draft2019,
      properties: { a: { $ref: uri('a') }, b: { $ref: uri('b') } },
      $defs: { a: leaf('a', 'string'), b: { ...leaf('b', 'number'), $ref: 'a' } },
    };
    expect(faults(schema)).toEqual([
      '/dataSchema/$defs/a/properties/k/$recursiveRef refers to "#", which is "https://example.com/a" or "https://example.com/b", depending on the way to it; write "$ref" with one of them',
    ]);
    expect(faults({ $schema: draft2019, $recursiveRef: '#a' })).toEqual(['/dataSchema/$recursiveRef must be "#", got "#a"']);
  });

  test.each<[object, string]>([
    [{ $defs: { b: { $id: uri('b'), $ref: 'c' }, c: { $id: uri('c'), $ref: 'b' } } }, '/$defs/c'],
    [{ $defs: { b: { $anchor: 'b', $ref: '#c' }, c: { $anchor: 'c', allOf: [{ $ref: '#b' }] } } }, '/$defs/b'],
    [{ $dynamicAnchor: 'n', allOf: [{ $dynamicRef: '#n' }] }, '/allOf/0'],
    [{ $schema: draft2019, $recursiveAnchor: true, allOf: [{ $recursiveRef: '#' }] }, '/allOf/0'],
  ])('a circle through %j is told with its place', (schema, place) => {
    const [told, ...more] = faults({ $schema: draft2020, ...schema });
    expect([told, more]).toEqual([expect.stringMatching(`^/dataSchema${place.replaceAll('$', '[$]')} refers to itself`), []]);
  });

  test('a pointer into a part is checked, and a name near it named', () => {
    const schema = { $id: uri('r'), $ref: 'b#/$defs/qq', $defs: { b: { $id: 'b', $defs: { q: {} } } } };
    expect(faults(schema)).toEqual(['/dataSchema/$ref refers to "b#/$defs/qq", which does not exist; did you mean "q"?']);
  });

  test('a chain of references that is too long is told with its end', () => {
    const names = [...Array(2000).keys()];
    const $defs = Object.fromEntries(names.map((i) => [`a${i}`, { properties: { x: { $ref: `#/$defs/a${i + 1}` } } }]));
    expect(faults({ $ref: '#/$defs/a0', $defs: { ...$defs, a2000: {} } })).toEqual([
      '/dataSchema/$defs/a1999/properties/x ends a chain of 2001 references, which is too long to follow; write some of the definitions in the place of their reference',
    ]);
  });
});
