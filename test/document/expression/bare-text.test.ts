// Comparisons that are not what they look like: texts without their quotes, which are read as names, and paths compared with themselves.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { listOf, number, objectOf, text } from '../../support/schemas.ts';

const schema = objectOf({
  city: text,
  paid: { type: 'boolean' },
  total: number,
  any: {},
  people: listOf(objectOf({ city: text, size: number }, 'city')),
});
const names: StaticScope = { schema, locals: [{ name: 'c', schema: schema.properties.people.items }] };
const messages = (source: string, scope = names) => compileExpression(source, scope).diagnostics.map(({ message }) => message);
const quotes = "text stands in quotes: 'Flims'.";

describe('a path that is compared with itself', () => {
  const same = (path: string) => `This compares "${path}" with itself, so the answer is always the same.`;
  const told = (source: string, scope: StaticScope = names) =>
    compileExpression(source, scope)
      .diagnostics.filter(({ code }) => code === 'wrong-type')
      .map(({ severity, message }) => `${severity} ${message}`);
  test('is told', () => {
    expect(told('city == city')).toEqual([`warning ${same('city')}`]);
    expect(told('c.city != c.city')).toEqual([`warning ${same('c.city')}`]);
    expect(told("people[0]['city'] < people[0].city")).toEqual([`warning ${same('people[0].city')}`]);
    for (const source of ['city == c.city', 'total == people[0].size', 'people[0].city == people[1].city', "city == 'city'"])
      expect(told(source)).toEqual([]);
  });
  test('in quotes is told with the value outside that is hidden', () => {
    const city = { name: 'city', key: '$d.city', schema: text, isWritten: false, run: () => undefined };
    const params = { outside: 1, list: [city] };
    const both = 'Both are the member of the element: write where:';
    const inDefinition = { ...names, locals: [{ name: 'all', schema: schema.properties.people }], params };
    expect(told("all | where: 'city == city'", inDefinition)).toEqual([`warning ${same('city')} ${both} 'city', city.`]);
    expect(told("people | where: 'city != city'")).toEqual([`warning ${same('city')} ${both} 'city', '!=', data.city.`]);
    const local = { ...names, locals: [{ name: 'size', schema: number }] };
    expect(told("people | where: 'size > size'", local)).toEqual([`warning ${same('size')} ${both} 'size', '>', size.`]);
    expect(told("people | where: 'size > size'")).toEqual([`warning ${same('size')}`]);
  });
});

describe('a text without its quotes', () => {
  test.each([
    'c.city == Flims',
    'Flims == c.city',
    'c.city != Flims and paid',
    'not (c.city < Flims)',
    '(c.city | upcase) == Flims',
    'any == Flims',
    "people | where: 'city', Flims",
    "people | where: 'city', '!=', Flims",
    "(people | map: 'city') | contains: Flims",
    'paid ? Flims : city',
    "paid ? '' : Flims",
  ])('%s is told with its quotes', (source) => {
    expect(messages(source)).toEqual([`The data schema has no "Flims"; ${quotes}`]);
    expect(compileText(`{{ (${source}) | json }}`, names).diagnostics).toHaveLength(1);
  });
  test('in an expression over the elements too', () => {
    expect(messages("people | where: 'city == Flims'")).toEqual([`By the data schema, the elements have no "Flims"; ${quotes}`]);
  });
  test('that is the name of something elsewhere is told with this alone', () => {
    expect(messages("people | where: 'city == total'")[0]).toContain('write data.total');
    expect(messages('any == size')).toEqual([
      'The data schema has no "size"; did you mean "c.size"? Text stands in quotes: \'size\'.',
    ]);
  });
  test('that is nearly a name is told with both', () => {
    expect(messages('city == citty')).toEqual([
      `The data schema has no "citty"; did you mean "city"? Text stands in quotes: 'citty'.`,
    ]);
    expect(messages('citty == Flims')).toEqual([
      'The data schema has no "citty"; did you mean "city"?',
      `The data schema has no "Flims"; ${quotes}`,
    ]);
  });
  test.each(['total == Flims', 'total > Flims', 'paid == Flims', 'c.city == Flims.x', "people | where: 'size', Flims"])(
    '%s is no text',
    (source) => {
      expect(messages(source).join()).not.toContain('in quotes');
      expect(messages(source)).toHaveLength(1);
    },
  );
  test('is told by the example where there is no data schema', () => {
    const inferred = { ...names, schema: true, locals: [], inferred: schema };
    expect(messages('city == Flims', inferred)).toEqual([`The schema inferred from the example has no "Flims"; ${quotes}`]);
    expect(messages('city == paid', inferred)).toEqual([]);
    expect(messages('city == Flims', { ...names, schema: true })).toEqual([]);
  });
});
