import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';
import { objectOf } from '../../support/schemas.ts';
import { holds, print, printed, scopeOf } from './scope.ts';

const messages = (source: string) =>
  compileExpression(source, { schema: true, locals: [] }).diagnostics.map(({ message }) => message);

describe('a ?? b', () => {
  test.each([
    ['note ?? 7', '7'],
    ["missing.deep ?? note ?? 'x'", 'x'],
    ['total ?? 7', '1234.5'],
    // It binds more tightly than every other operator, and less than a path.
    ['1 + note ?? 2 * 3', '7'],
    ['-note ?? 2', '-2'],
    ['note ?? -2', '-2'],
    ['(note ?? customer.name) & 1', 'Ada1'],
    ['(note > 1) ?? false', 'false'],
    ["note ?? 2 | money: 'EUR'", '€2.00'],
    ["(note | money: 'EUR') ?? '–'", '–'],
    ["(1 / missing) ?? 'none'", 'none'],
    ["(1 / (total - total)) ?? 'none'", 'none'],
    // What counts as false is there.
    ["hasDiscount ?? 'x'", 'false'],
    ["'' ?? 'x'", ''],
    ["0 ?? 'x'", '0'],
  ])('%s is %s', (source, result) => {
    expect(printed(source)).toBe(result);
  });
  test('is told where it cannot stand', () => {
    expect(messages('note | size ?? 1')[0]).toContain('"??" cannot follow a filter');
    expect(messages('note ??')[0]).toContain('ends too early');
  });
  test('writes numbers as the text around writes them', () => {
    expect(print('{{ note ?? total }} {{ note ?? (lines | map: "total" | join) }}', undefined, { locale: 'de-DE' })).toBe(
      '1234,5 0,1 0,2',
    );
  });
});

describe('a & b', () => {
  test.each([
    ["'No. ' & number", 'No. A-17'],
    ["number & '/' & cents & '/' & hasDiscount", 'A-17/123450/false'],
    // It is weaker than "+" and "-", and stronger than comparisons.
    ["'n' & 1 + 2 & '!'", 'n3!'],
    ["'n' & 2 == 'n2'", 'true'],
    ["customer.name & ' ' | upcase | size", '4'],
    ["('doi:' & note) ?? 'no doi'", 'no doi'],
    ["'' & ''", ''],
  ])('%s is %s', (source, result) => {
    expect(printed(source)).toBe(result);
  });
  test('writes numbers as the text around writes them: for people in what is printed, else for programs', () => {
    const compiled = compileText("{{ 'x' & (1 & total) }}", { schema: true, locals: [] });
    const scope = scopeOf(undefined, { locale: 'de-DE' });
    expect([compiled.printed(scope), compiled.plain(scope)]).toEqual(['x11234,5', 'x11234.5']);
    expect(holds("1 & total == '11234.5'")).toBe(true);
  });
  test('of an object is JSON, with a warning, and an error by the data schema', () => {
    const schema = { type: 'object', required: ['o'], properties: { o: { type: 'object' } } };
    expect(compileExpression("o & 'x'", { schema, locals: [] }).diagnostics).toMatchObject([{ code: 'wrong-type', offset: 0 }]);
    const told: string[] = [];
    const warn = (_place: string, message: string) => void told.push(message);
    compileExpression("tags & 'x'", { schema: true, locals: [] }).evaluate({ ...scopeOf(), warn });
    expect(told).toEqual(['["blue","red"] is not a text and is joined as JSON.']);
  });
  test('is no "and"', () => {
    expect(messages('number && cents')[0]).toContain('Write "and" for "&&"');
    expect(messages('number | size & 1')[0]).toContain('"&" cannot follow a filter');
  });
});

describe('a missing operand', () => {
  test.each([
    ...['note + 1', '1 - note', 'note * 2', 'note / 2', '2 % note', '-note', "note & 'x'", 'note < 1', '1 >= note'],
    ...['note | number'],
  ])('takes the result of %s with it', (source) => {
    const compiled = compileExpression(source, { schema: true, locals: [] });
    expect(compiled.evaluate(scopeOf())).toBeUndefined();
    expect(compiled.test(scopeOf())).toBe(false);
  });
  test('equals only what is missing', () => {
    for (const source of ['note == null', 'note == missing', 'note != 0', "note != ''", 'not (note == total)'])
      expect(holds(source), source).toBe(true);
    for (const source of ['note == 0', "note == ''", 'note == false', 'note != null']) expect(holds(source), source).toBe(false);
  });
  test('is told where it decides or prints, unless the expression asks for it', () => {
    const told = (source: string, asText = false) => {
      const found: string[] = [];
      const scope = { ...scopeOf(), warn: (_place: string, message: string) => void found.push(message) };
      if (asText) compileText(source, { schema: true, locals: [] }).printed(scope);
      else compileExpression(source, { schema: true, locals: [] }).test(scope);
      return found;
    };
    expect(told('note + total > 1')).toEqual([
      '"note" is missing, which "note + total > 1" needs: write (note + total > 1) ?? false.',
    ]);
    expect(told('total > note')).toEqual(['"note" is missing, which "total > note" needs: write (total > note) ?? false.']);
    expect(told('not (total > note)')).toHaveLength(1);
    expect(told('note == missing')).toEqual(['Both sides of "==" are missing in "note == missing".']);
    expect(told("{{ note == missing ? '' : '' }}", true)).toEqual([
      'Both sides of "==" are missing in "note == missing ? \'\' : \'\'".',
    ]);
    expect(told('x {{ note }}', true)).toEqual(['"note" is missing and prints nothing.']);
    expect(told("{{ 'a' & note }}", true)[0]).toBe('"note" is missing, which "\'a\' & note" needs: write note ?? \'\'.');
    for (const source of [
      'note',
      'not note',
      'note and total',
      'note == 1',
      '(note > 1) ?? false',
      '(note + 1 | default: 0) > 1',
      'note | size',
    ])
      expect(told(source), source).toEqual([]);
  });
});

describe('a value that may be missing', () => {
  const number = { type: 'number' };
  const list = { type: 'array', items: { type: 'object', required: ['a'], properties: { a: number } } };
  const schema = { type: 'object', properties: { vat: number, high: number, list, from: { type: 'string', format: 'date' } } };
  const lineOf = (source: string) => compileText(`{{ ${source} }}`, { schema, locals: [] }, 'tested');
  test.each([
    ['vat | round', true],
    ["vat ?? ''", true],
    ['vat + 1', false],
    ["(vat + 1) ?? ''", true],
    ["vat + 1 | default: ''", true],
    ['(vat + 1) ?? high', false],
    ["vat != null ? vat + 1 : ''", true],
    ["high ? vat + 1 : ''", false],
    ["'T' & vat", false],
    ["('T' & vat) ?? ''", true],
    ["'T' & (vat ?? '')", true],
    ["(from | days_until: '2026-01-01') ?? ''", true],
    ['from | add_days: 2', true],
    ['from | add_days: vat', false],
    ["(from | add_days: vat) ?? ''", true],
    ["list | sum: 'a'", false],
    ['list | size', false],
    ["from | days_until: '2026-01-01'", false],
  ])('alone in a line, as %s, leaves it out: %s', (source, isOptional) => {
    expect(lineOf(source).isOptional).toBe(isOptional);
  });
  test.each([
    ['vat > 1 and true', '(vat > 1) ?? false'],
    ['vat > 1 or true', '(vat > 1) ?? false'],
    ['not (vat > 1)', '(vat > 1) ?? true'],
    ['not not (vat > 1)', '(vat > 1) ?? false'],
  ])('in the comparison of %s has a remedy for this comparison', (source, remedy) => {
    const found = compileExpression(source, { schema, locals: [] }).diagnostics.map(({ message }) => message);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toContain(`: write ${remedy}, or list`);
  });
  test.each(["vat > 1 ? 'high' : 'normal'", "not (vat > 1 ? 'a' : '')"])(
    'in the test of %s has a remedy that names the rest',
    (source) => {
      const [found] = compileExpression(source, { schema, locals: [] }).diagnostics;
      expect(found?.message).toContain(
        ': write (vat > 1) ?? false if the part after ":" is right without it, or test vat == null before, or list',
      );
    },
  );
});

test.each([
  ['note ?? total - 1', '(note ?? total) - 1', 'note ?? (total - 1)'],
  ["note ?? customer.name & '!'", "(note ?? customer.name) & '!'", "note ?? (customer.name & '!')"],
])('%s has two readings, of which each is silent', (source, first, second) => {
  const schemaOfTwo = objectOf(
    {
      note: {},
      total: { type: 'number' },
      customer: objectOf({ name: { type: 'string' } }),
    },
    'total customer',
  );
  const messages = (one: string) =>
    compileExpression(one, { schema: schemaOfTwo, locals: [] }).diagnostics.map(({ message }) => message);
  expect(messages(source)).toEqual([
    expect.stringContaining(`so this is ${first}: write ${second}, or these parentheses if it is meant.`),
  ]);
  for (const one of [first, second, 'note ?? 0 + total']) expect(messages(one), one).toEqual([]);
});

test('a comparison with what ?? gives names the parentheses that were meant', () => {
  const names = { schema: { type: 'object', properties: { total: { type: 'number' } } }, locals: [] };
  const messages = compileExpression('total > 1 ?? false', names).diagnostics.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/; write \(total > 1\) \?\? false\.$/));
});
