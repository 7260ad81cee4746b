// Arguments of filters: values that they compare, and those that are misread or stand without their quotes.
import { describe, expect, test } from 'vitest';
import { compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { scopeOf } from '../scope.ts';
import { first, messages, run } from './rows.ts';

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
  test('tells that what it compares with is missing', () => {
    const told = (expression: string) => {
      const messages: string[] = [];
      const scope = {
        ...scopeOf({ rows: [{ amount: 1 }, {}] }),
        warn: (_: string, message: string) => void messages.push(message),
      };
      return [compileText(`{{ ${expression} }}`, { schema: true, locals: [] }).printed(scope), ...messages];
    };
    expect(told("rows | where: 'amount', pick | size")).toEqual(['1', '"pick" is missing, with which "where" compares.']);
    expect(told("rows | where: 'amount', (pick ?? 1) | size")).toEqual(['1']);
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
      ...["'paid'", "'paid', true", "'state', 'paid'", "'amount', 3", "'amount', '>', total", "'name', column"],
      ...["'name', '3'", "'amount >= 3'"],
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
  test.each([undefined, null, ''])('%j from a binding is told, and no other currency is taken', (value) => {
    expect(run('1.5 | money: c', { c: value })).toEqual({
      text: '1.50',
      warnings: ['"money": the argument c is missing: the amount is printed without a currency.'],
    });
    expect(run("'2026-05-17' | date: c", { c: value }).warnings).toEqual([
      '"date": the argument c is missing: the default style is taken.',
    ]);
    expect(run('1.5 | number: c', { c: value }).warnings).toEqual(['"number": the argument c is missing: it is left out.']);
  });
});
