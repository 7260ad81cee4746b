import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { createRandom } from '../../../support/random.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';
import { scopeOf, tellsInto } from '../scope.ts';

const row = objectOf(
  {
    amount: { type: 'number' },
    price: { type: 'string' },
    name: { type: 'string' },
    paid: { type: 'boolean' },
    state: { enum: ['open', 'paid'] },
    customer: objectOf({ city: { type: 'string' } }),
    parts: listOf(objectOf({ code: { type: 'string' } })),
  },
  'amount name state paid customer',
);
const schema = objectOf({
  rows: listOf(row),
  grid: listOf(listOf({ type: 'number' })),
  tags: listOf({ type: 'string' }),
  anything: {},
  total: { type: 'number' },
  price: { type: 'number' },
  day: { type: 'string' },
  column: { type: 'string' },
  digits: { type: 'integer' },
});
const names: StaticScope = { schema, locals: [] };
const messages = (expression: string, scope: StaticScope = names) =>
  compileExpression(expression, scope).diagnostics.map(({ severity, message }) => `${severity} ${message}`);
const first = (expression: string) => messages(expression)[0] ?? '';

/** What an expression prints, and what it warns of. */
function run(expression: string, data: unknown, scope: StaticScope = { schema: true, locals: [] }) {
  const warnings: string[] = [];
  const compiled = compileText(`{{ ${expression} }}`, scope);
  expect(compiled.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  const text = compiled.printed({ ...scopeOf(data), warn: tellsInto(warnings) });
  return { text, warnings };
}

const takingMembers = ['sum', 'avg', 'min', 'max', 'sort', 'where', 'group', 'uniq', 'map'] as const;

describe('names of members', () => {
  test.each(takingMembers)('of %s are proved, with the nearest', (filter) => {
    const [diagnostic] = compileText(`{{ rows | ${filter}: 'amont' }}`, names).diagnostics;
    expect(diagnostic).toMatchObject({ severity: 'error', code: 'unknown-path', offset: `{{ rows | ${filter}: `.length });
    expect(diagnostic?.message).toContain('did you mean "amount"?');
    expect(first(`rows | ${filter}: 'customer.cty'`)).toContain('did you mean "city"?');
    expect(first(`tags | ${filter}: 'name'`)).toContain('has no "name"');
    expect(messages(`rows | ${filter}: 'customer.city'`).filter((one) => filter !== 'sum' && filter !== 'avg' && one)).toEqual(
      [],
    );
  });
  test.each(takingMembers)('of %s without quotes say where the quotes go', (filter) => {
    expect(first(`rows | ${filter}: amount`)).toContain(`The name of a member stands in quotes: ${filter}: 'amount'`);
    expect(first('day | date: dd.MM.yyyy')).toContain("Text stands in quotes: date: 'dd.MM.yyyy'.");
    expect(first(`rows | ${filter}: price`)).toContain(`"${filter}" takes the name of a member, in quotes`);
    expect(first(`rows | ${filter}: true`)).toContain('takes the name of a member in quotes, not true');
  });
  test('follow filters, lists and elements of lists', () => {
    expect(first("rows | where: 'paid' | sort: 'name' | map: 'nme'")).toContain('did you mean "name"?');
    expect(first("rows | group: 'state' | map: 'kee'")).toContain('did you mean "key"?');
    expect(first("rows | map: 'parts.0.cod'")).toContain('did you mean "code"?');
    expect(first("rows | max: 'name' | money")).toContain('needs a number');
    expect(messages('grid | map: 1 | sum | money')).toEqual([]);
    expect(run('grid | map: 1 | sum', { grid: [[1, 2], [3, 4]] }).text).toBe('6'); // biome-ignore format: a table
  });
  test('claim nothing where the schema says nothing', () => {
    expect(messages("anything | sum: 'x' | money")).toEqual([]);
    expect(messages("rows | sum: 'amont'", { schema: true, locals: [] })).toEqual([]);
    expect(run("rows | sum: 'amont'", { rows: [{ amount: 1 }] })).toEqual({ text: '0', warnings: [] });
  });
  test('must lead to numbers where numbers are added, to an order where one is asked for', () => {
    expect(first('rows | sum')).toContain("name a member, as in sum: 'amount'");
    expect(first('rows | sort')).toContain("name a member, as in sort: 'amount'");
    expect(first("rows | sum: 'paid'")).toContain('needs numbers');
    expect(messages("rows | sum: 'name'")).toEqual([
      'error "sum" needs numbers, but by the data schema "name" is text; if these texts are numbers, let the data schema say "type": ["number", "string"].',
    ]);
    expect(first('tags | avg')).toContain('"avg" needs numbers, but by the data schema the elements are text');
    expect(first("rows | max: 'customer'")).toContain('needs numbers or texts');
    expect(messages("rows | sort: 'paid'")).toEqual([]);
    expect(messages("rows | where: 'amount', 3 | sum: 'amount'")).toEqual([]);
  });
  test('that a binding gives are proved when it gives them', () => {
    const rows = [{ amount: 1, name: 'a', state: 'open', paid: true, customer: { city: 'x' } }];
    for (const filter of takingMembers) {
      const { warnings } = run(`rows | ${filter}: column | json`, { rows, column: 'amont' }, names);
      expect(warnings).toEqual([`"${filter}": the data schema has no "amont"; did you mean "amount"?`]);
      expect(run(`rows | ${filter}: column | json`, { rows, column: 'amont' }).warnings).toEqual([
        `"${filter}": no element has "amont".`,
      ]);
      expect(run(`rows | ${filter}: column | json`, { rows }).warnings).toEqual([
        `"${filter}": the name of the member is missing.`,
      ]);
      expect(run(`rows | ${filter}: column | json`, { rows, column: 'amount' }, names).warnings).toEqual([]);
      expect(run(`rows | ${filter}: column | json`, { rows: [], column: 'amont' }).warnings).toEqual([]);
    }
  });
  test('a thousand misspelt names are all errors, the names themselves never', () => {
    const random = createRandom(11);
    const paths = ['amount', 'name', 'paid', 'state', 'customer', 'customer.city'];
    for (let i = 0; i < 1000; i++) {
      const filter = takingMembers[Math.floor(random() * takingMembers.length)]!;
      const path = paths[Math.floor(random() * paths.length)]!;
      const at = Math.floor(random() * path.length);
      const letter = 'abcdefghijklmnopqrstuvwxyzABC_'[Math.floor(random() * 30)]!;
      const misspelt = path.slice(0, at) + letter + path.slice(at + Math.floor(random() * 2));
      const unknown = compileText(`{{ rows | ${filter}: '${misspelt}' }}`, names).diagnostics.some(
        (one) => one.code === 'unknown-path',
      );
      expect(unknown, misspelt).toBe(!paths.includes(misspelt) && misspelt !== 'price');
    }
  });
});

describe('what is added and is not a number', () => {
  test('is warned of, not left out in silence', () => {
    const rows = [{ amount: 1 }, { amount: '1,5' }, { amount: null }, { amount: '2.50' }];
    expect(run("rows | sum: 'amount'", { rows })).toEqual({
      text: '3.5',
      warnings: [expect.stringMatching(/^"1,5" is not a number and is left out: write /)],
    });
    expect(run("rows | avg: 'amount'", { rows }).warnings).toEqual([
      expect.stringMatching(/^"1,5" is not a number and is left out: write /),
    ]);
  });
  test('no list, no date and no duration are warned of', () => {
    expect(run("x | sum: 'a'", { x: { a: 1 } }).warnings).toEqual(['{"a":1} | sum is not a list and prints nothing.']);
    expect(run('x | date', { x: '31.12.2025' }).warnings).toEqual(['"31.12.2025" is not a date and prints nothing.']);
    for (const filter of ['time', 'datetime', "date: 'dd.MM.yyyy HH:mm'", "time: 'iso'"])
      expect(run(`x | ${filter}`, { x: '2025-12-31' }).warnings).toEqual(['A day without a time of day prints midnight.']);
    for (const filter of ['date', "datetime: 'dd.MM.yyyy'", "date: 'iso'"])
      expect(run(`x | ${filter}`, { x: '2025-12-31' }).warnings).toEqual([]);
    expect(run("x | time: 'HH:mm, d. MMMM'", { x: '10:30' }).warnings).toHaveLength(1);
    expect(run('x | duration', { x: 'soon' }).warnings).toEqual(['"soon" is not a duration and prints nothing.']);
    for (const filter of ['date', 'time', 'datetime', 'duration', 'sum', 'size', 'number', 'money'])
      expect(run(`x | ${filter}`, { x: '' }).warnings).toEqual([]);
  });
});

describe('where', () => {
  test('compares by the operator between member and value', () => {
    const rows = [1, 2, 3, 4].map((amount) => ({ amount }));
    const kept = (operator: string) => run(`rows | where: 'amount', '${operator}', 2 | map: 'amount' | join: ''`, { rows }).text;
    expect(['==', '!=', '<', '<=', '>', '>='].map(kept)).toEqual(['2', '134', '1', '12', '34', '234']);
    expect(run("rows | where: 'amount', op, 2 | size", { rows, op: 'gt' })).toEqual({
      text: '1',
      warnings: ['"where" takes == != < <= > >= in quotes between a member and a value, not "gt": "==" is taken.'],
    });
  });
  test.each([
    ["rows | where: 'amount' > 3", "write where: 'amount', '>', 3."],
    ['rows | where: amount >= total', "write where: 'amount', '>=', total."],
    ["rows | where: 'amount', 'gt', 3", 'takes == != < <= > >= in quotes'],
    ["rows | where: 'amount', '3'", 'write 3.'],
    ["rows | where: 'name', 3", "write '3'."],
    ["rows | where: 'state', 'payed'", 'there are: open, paid'],
    ["rows | where: 'paid', 'true'", 'the data schema gives a boolean here'],
  ])('%s is an error that says: %s', (expression, right) => {
    expect(first(expression)).toMatch(/^error/);
    expect(first(expression)).toContain(right);
  });
  test('what can hold is no error', () => {
    for (const good of [
      "'paid'",
      "'paid', true",
      "'state', 'paid'",
      "'amount', 3",
      "'amount', '>', total",
      "'name', column",
      "'name', '3'",
      "'amount >= 3'",
    ])
      expect(messages(`rows | where: ${good}`)).toEqual([]);
  });
});

test('values of enum are among those that the schema lists', () => {
  expect(first("rows[0].state | enum: 'open', 'Offen', 'payed', 'Bezahlt'")).toContain(
    '"payed" is not a value that the data schema allows',
  );
  expect(messages("rows[0].state | enum: 'open', 'Offen', 'paid', 'Bezahlt'")).toEqual([]);
  expect(messages("rows[0].state | enum: 'open', 'Offen', 'else'")).toEqual([]);
  expect(messages("rows[0].name | enum: 'x', 'y'")).toEqual([]);
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

describe('number patterns in place of a number of decimals', () => {
  test.each([
    ["number: '0.00'", 'write number: 2.'],
    ["number: '#,##0.00'", 'write number: 2.'],
    ["number: '#.##0,00'", 'write number: 2.'],
    ["number: '0,0.00'", 'write number: 2.'],
    ["number: '#,##0'", 'write number: 0.'],
    ["number: '0.0##'", 'write number: 1, 3.'],
    ["number: '%.2f'", 'write number: 2.'],
    ["number: '%f'", 'write number: 6.'],
    ["number: '%d'", 'write number: 0.'],
    ["number: '%05i'", 'write number: 0.'],
    ["number: 'N2'", 'write number: 2.'],
    ["number: '1.2-2'", 'write number: 2.'],
    ["number: 0, '0.##'", 'write number: 0, 2.'],
    ["number: '0.00 €'", 'write number: 2.'],
    ["money: 'EUR', '0.00'", "write money: 'EUR', 2."],
    ["money: '#,##0.00'", "write money: 'EUR', 2."],
    ["percent: '0.0'", 'write percent: 1.'],
    ["percent: '0%'", 'write percent: 0.'],
    ['money: EUR', "Text stands in quotes: money: 'EUR'."],
    ["round: '0.00'", 'write round: 2.'],
    ["minor: '0'", ''],
    ['number: 2.5', 'takes a whole number, not 2.5; write 2.'],
    ["number: 'two'", 'takes a whole number, not "two".'],
    ['number: true', 'takes a whole number, not true.'],
    ['number: 21', 'takes 0 to 20, not 21.'],
    ["number: 'de-DE'", 'takes a whole number'],
    ['money: 2', "money: 'EUR', 2"],
    ["money: '€'", 'did you mean "EUR"?'],
    ["money: 'EURO'", 'did you mean "EUR"?'],
    ["money: 'dollars'", 'did you mean "USD"?'],
    ["pad: 'x', 3", 'takes a whole number, not "x"'],
    ["truncate: '…'", 'takes a whole number'],
  ])('total | %s', (filter, right) => {
    const found = messages(`${filter.startsWith('pad') || filter.startsWith('tr') ? 'day' : 'total'} | ${filter}`);
    expect(found).toHaveLength(right === '' ? 0 : 1);
    expect(found[0] ?? '').toContain(right);
  });
  test('a number of decimals is one, also as text', () => {
    for (const good of ['2', "'2'", 'digits', '0, 2', '(digits + 1)', 'digits + 1', '20'])
      expect(messages(`total | number: ${good}`)).toEqual([]);
    for (const good of ["'EUR'", "'eur', 2", "''", "'', 0", 'column', 'column, digits'])
      expect(messages(`total | money: ${good}`)).toEqual([]);
    expect(run("x | number: '2'", { x: 1 }).text).toBe('1.00');
  });
  test('given by a binding they are warned of, and the default holds', () => {
    expect(run('4.9 | number: p', { p: '0.00' })).toEqual({
      text: '4.9',
      warnings: ['"number" takes a number of decimals, not the pattern "0.00"; write number: 2: it is left out.'],
    });
    expect(run('4.9 | money: c', { c: '€' })).toEqual({
      text: '4.90\u00a0€',
      warnings: ['"money": "€" is not a currency; did you mean "EUR"? It is printed as it is.'],
    });
    expect(run('4.9 | money: c', { c: 'EUR' })).toEqual({ text: '€4.90', warnings: [] });
    expect(run('4.9 | number: p', {}).text).toBe('4.9');
  });
  test('any pattern of places names as many decimals as it has', () => {
    const random = createRandom(3);
    for (let i = 0; i < 500; i++) {
      const whole = ['0', '#', '#,##0', '0,000', '# ##0', "#'##0"][Math.floor(random() * 6)]!;
      const least = Math.floor(random() * 5);
      const more = Math.floor(random() * 3);
      if (least + more === 0) continue;
      const pattern = `${whole}.${'0'.repeat(least)}${'#'.repeat(more)}`;
      expect(first(`total | number: "${pattern}"`), pattern).toContain(
        `write number: ${more === 0 ? least : `${least}, ${least + more}`}.`,
      );
    }
  });
});

describe('an argument that swallows what follows', () => {
  test.each([
    ["(rows | sum: 'amount') - total", undefined],
    [
      "rows | sum: 'amount' - total",
      "error 'amount' - total is read as the argument of \"sum\"; put parentheses: (rows | sum: 'amount') - total.",
    ],
    ["rows | sum: 'amount' - total * 2", "(rows | sum: 'amount') - total * 2."],
    ["rows | sum: 'amount' * 2 + total", "(rows | sum: 'amount') * 2 + total."],
    ["rows | sum: 'amount' > 0", "(rows | sum: 'amount') > 0."],
    ['rows | sum: column - total', 'column - total is read as the argument of "sum"'],
    [
      'total | round: 2 * digits',
      'warning 2 * digits is read as the argument of "round"; put parentheses: (total | round: 2) * digits.',
    ],
    ['total | round: (2 * digits)', undefined],
    ['total | round: digits + 2', undefined],
    ['total | round: 2 > 3', '(total | round: 2) > 3.'],
    ['total | default: 0 > 3', 'error 0 > 3 is read as the argument of "default"; put parentheses: (total | default: 0) > 3.'],
    ['total | default: (0 > 3)', undefined],
    ['total | default: price + 1', undefined],
    ["day | date: 'long' + 1", "put parentheses: (day | date: 'long') + 1."],
    ['rows | size > 0', 'put what is before it in parentheses'],
    ['rows | size and total', 'put what is before it in parentheses'],
  ])('%s', (expression, expected) => {
    if (expected === undefined) expect(messages(expression)).toEqual([]);
    else expect(first(expression)).toContain(expected);
  });
});

describe('arguments without their quotes or their value', () => {
  const open: StaticScope = { schema: true, locals: [] };
  test.each([
    ['x | money: EUR', "error Text stands in quotes: money: 'EUR'."],
    ['x | money: usd', "error Text stands in quotes: money: 'usd'."],
    ['x | date: long', "error Text stands in quotes: date: 'long'."],
    ['x | date: yyyy', "error Text stands in quotes: date: 'yyyy'."],
  ])('%s is no path where nothing is known of the data', (expression, message) => {
    expect(messages(expression, open)).toEqual([message]);
    expect(messages(expression.replace('x', expression.includes('money') ? 'total' : 'day'))).toEqual([message]);
  });
  test('others are paths there', () => {
    for (const right of ['x | money: currency', 'x | money: order.EUR', 'x | date: pattern', 'x | date: d', 'x | pad: 3, sign'])
      expect(messages(right, open)).toEqual([]);
    expect(messages('x | money: EUR', { ...open, locals: [{ name: 'EUR', schema: true }] })).toEqual([]);
  });
  test('a misspelt path has the nearest name', () => {
    expect(messages('total | money: colum')).toEqual(['error The data schema has no "colum"; did you mean "column"?']);
  });
  test.each([undefined, null, ''])('%j from a binding takes the default and is told', (value) => {
    expect(run('1.5 | money: c', { c: value })).toEqual({
      text: '$1.50',
      warnings: ['"money": the argument is missing: the template\'s currency is taken.'],
    });
    expect(run("'2026-05-17' | date: c", { c: value }).warnings).toEqual([
      '"date": the argument is missing: the default style is taken.',
    ]);
    expect(run('1.5 | number: c', { c: value }).warnings).toEqual(['"number": the argument is missing: it is left out.']);
  });
});
