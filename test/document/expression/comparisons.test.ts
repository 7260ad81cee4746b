import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileText } from '../../../src/document/expression/index.ts';
import { createRandom } from '../../support/random.ts';
import { first, messages } from './filters/rows.ts';
import { scopeOf } from './scope.ts';

/** The text of an expression, and its warnings. */
function printing(source: string, values: unknown, schema: object | true = true): string[] {
  const warnings: string[] = [];
  const warn = (_place: string, message: string) => void warnings.push(message);
  const compiled = compileText(`{{ ${source} }}`, { schema: schema as JsonSchema, locals: [] });
  expect(compiled.diagnostics).toEqual([]);
  return [compiled.printed({ ...scopeOf(values), warn }), ...warnings];
}

const hasType = (type: unknown) => ({ type: 'object', properties: { a: { type }, b: { type } }, required: ['a', 'b'] });
const numberOrText = hasType(['number', 'string']);

describe('numbers that are texts', () => {
  test('compare as numbers beside numbers, and where the data schema has numbers', () => {
    const random = createRandom(5);
    const some = () => Math.round((random() - 0.3) * 400) / 4;
    for (let i = 0; i < 50; i++) {
      const [x, y] = i % 5 === 0 ? [i, i] : [some(), some()];
      for (const [operator, answer] of [
        ['<', x < y],
        ['<=', x <= y],
        ['>', x > y],
        ['>=', x >= y],
        ['==', x === y],
        ['!=', x !== y],
      ]) {
        const source = `a ${operator} b`;
        expect(printing(source, { a: x.toFixed(2), b: y })).toEqual([`${answer}`]);
        expect(printing(source, { a: x, b: y.toFixed(2) })).toEqual([`${answer}`]);
        expect(printing(source, { a: x.toFixed(2), b: y.toFixed(2) }, numberOrText)).toEqual([`${answer}`]);
        expect(printing(`l | where: 'v', '${operator}', b | size`, { l: [{ v: x.toFixed(2) }], b: y })).toEqual([
          answer ? '1' : '0',
        ]);
      }
    }
  });
  test('compare letter by letter as texts, with a warning where this makes a difference', () => {
    const advice = 'If these texts are numbers, let the data schema say "type": ["number", "string"].';
    expect(printing('a > b', { a: '100.00', b: '99.00' })).toEqual([
      'false',
      `"100.00" > "99.00" compares texts letter by letter, which gives false. ${advice}`,
    ]);
    expect(printing('a > b', { a: '40001', b: '4000' })).toEqual(['true']);
    expect(printing('a > b', { a: '2026-10-01', b: '2026-09-30' })).toEqual(['true']);
    expect(printing('a < b', { a: '40001', b: '5000' }, hasType('string'))).toEqual(['true']);
  });
  test('are the smallest, the largest and in order by size', () => {
    const l = [{ v: '10.00' }, { v: 9 }, { v: '9.5' }, { v: null }, {}];
    expect(printing("l | max: 'v'", { l })).toEqual(['10.00']);
    expect(printing("l | min: 'v'", { l })).toEqual(['9']);
    expect(printing("l | sort: 'v' | map: 'v' | join: ','", { l })).toEqual([
      '9,9.5,10.00,,',
      'An element without a value is joined as an empty text.',
      'An element without a value is joined as an empty text.',
    ]);
    expect(printing('l | max', { l: ['10.00', '9.00'] })).toEqual(['10.00']);
    expect(printing('l | max', { l: ['2026-01-31', '2026-02-01'] })).toEqual(['2026-02-01']);
  });
});

/** The data schema of a list `l` and a value `a`. */
const listOf = (type: unknown) => ({
  type: 'object',
  properties: { l: { type: 'array', minItems: 1, items: { type } }, a: { type } },
  required: ['l', 'a'],
});

describe('the smallest, the largest, the first and the last in order', () => {
  const random = createRandom(7);
  const number = () => Math.round((random() - 0.3) * 4000) / 8;
  const text = () => number().toFixed(1 + Math.floor(random() * 3));
  const word = () => 'aBcÄé-19'.charAt(random() * 8) + 'bAz'.charAt(random() * 3) + Math.floor(random() * 12);
  const either = () => (random() < 0.5 ? number() : text());
  const ends = (l: readonly unknown[], schema: object | true) =>
    ['min', 'sort | first', 'max', 'sort | last'].map((filters) => printing(`l | ${filters}`, { l, a: '' }, schema));
  const lists = (some: () => unknown) =>
    Array.from({ length: 40 }, () => Array.from({ length: 1 + Math.floor(random() * 6) }, some));

  test.each([
    ['numbers', number, true],
    ['texts that are numbers', text, true],
    ['both', either, true],
    ['texts where the data schema has numbers too', text, listOf(['number', 'string'])],
  ] as const)('agree by size: %s', (_, some, schema) => {
    for (const l of lists(some)) {
      const [least, most] = [Math.min(...l.map(Number)), Math.max(...l.map(Number))];
      expect(ends(l, schema).map((printed) => printed.map(Number))).toEqual([[least], [least], [most], [most]]);
    }
  });
  test.each([
    ['words', word, true],
    ['texts by the data schema', text, listOf('string')],
  ] as const)('agree as the locale sorts texts: %s', (_, some, schema) => {
    for (const l of lists(some)) {
      const inOrder = [...(l as string[])].sort(new Intl.Collator('en-US').compare);
      const [least, most] = [inOrder[0], inOrder.at(-1)];
      expect(ends(l, schema)).toEqual([[least], [least], [most], [most]]);
    }
  });
  test('are told of numbers that other texts keep in the order of texts', () => {
    const advice = 'If these texts are numbers, let the data schema say "type": ["number", "string"].';
    const l = ['10', 'x', '9'];
    expect(printing('l | sort | join', { l })).toEqual(['10 9 x', `"10" comes before "9", as texts do. ${advice}`]);
    expect(printing('l | min', { l })).toEqual(['10', `"10" comes before "9", as texts do. ${advice}`]);
    expect(printing('l | sort | join', { l, a: '' }, listOf('string'))).toEqual(['10 9 x']);
    expect(printing('l | sort | join', { l, a: '' }, listOf(['number', 'string']))).toEqual([
      '9 10 x',
      '"x" is not a number and comes after the numbers.',
    ]);
    expect(printing('l | sort | join', { l: ['x', '9', '10.0', '9.0', ''] })).toEqual([
      ' 10.0 9 9.0 x',
      `"10.0" comes before "9.0", as texts do. ${advice}`,
    ]);
    expect(printing('l | max', { l: ['0100', '99'], a: '' }, listOf('string'))).toEqual(['99']);
  });
});

test('the elements of a list compare as values do', () => {
  const random = createRandom(9);
  const some = () => (Math.round((random() - 0.3) * 400) / 4).toFixed(2);
  const listed = (type: unknown) => {
    const items = { type: 'object', properties: { v: { type } }, required: ['v'] };
    return { type: 'object', properties: { a: { type }, b: { type }, l: { type: 'array', items } }, required: ['a', 'b', 'l'] };
  };
  for (const schema of [true, listed('string'), listed(['number', 'string'])] as const)
    for (const operator of ['<', '<=', '>', '>=', '==', '!='])
      for (let i = 0; i < 20; i++) {
        const [a, b] = [some(), some()];
        const [answer, ...warnings] = printing(`a ${operator} b`, { a, b, l: [] }, schema);
        expect(printing(`l | where: 'v', '${operator}', b | size`, { a, b, l: [{ v: a }] }, schema)).toEqual([
          answer === 'true' ? '1' : '0',
          ...warnings,
        ]);
      }
  expect(printing("l | where: 'v', '>', a | size", { l: [{ v: 'x' }, { v: null }], a: 9 })).toEqual([
    '0',
    '"x" > 9 compares values without an order, which gives false.',
    '"where" leaves out an element without the value that it compares.',
  ]);
});

describe('values without an order', () => {
  test('compare as false, with a warning', () => {
    expect(printing('a > b', { a: 'x', b: 9 })).toEqual([
      'false',
      '"x" > 9 compares values without an order, which gives false.',
    ]);
    expect(printing('a <= 1', { a: true })).toEqual(['false', 'true <= 1 compares values without an order, which gives false.']);
    expect(printing('a > 1', { a: '' })).toEqual(['false', '"" > 1 compares values without an order, which gives false.']);
  });
  test('are left out of the smallest and largest, and come last in order, with a warning', () => {
    const l = [3, 'x', null, 1];
    expect(printing('l | max', { l })).toEqual(['3', '"x" is not a number and is left out.']);
    expect(printing('l | sort | join', { l: [3, 'x', 1] })).toEqual([
      '1 3 x',
      '"x" is not a number and comes after the numbers.',
    ]);
    expect(printing('l | sort | join', { l: [2, false, 1] })).toContain('false is not a number and comes after the numbers.');
  });
});

describe('comparisons that never change', () => {
  test.each([
    ["total > '3'", 'write 3'],
    ['day == 3', "write '3'"],
    ["rows[0].paid == 'true'", 'a boolean'],
    ["rows[0].state == 'payed'", 'there are: open, paid'],
    ["page.number == '1'", 'write 1'],
  ])('%s', (expression, right) => {
    expect(first(`${expression} ? 1 : 2`)).toContain(right);
  });
  test('but not those for what is missing or not known', () => {
    for (const good of ['total != null', "anything == 'x'", 'anything > 3', "rows[0].state == 'paid'", 'page.number % 2 == 0'])
      expect(messages(`${good} ? 1 : 2`).filter((one) => one.startsWith('error'))).toEqual([]);
  });
});
