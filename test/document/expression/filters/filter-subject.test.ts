// What filters of lists work with: the names of members, and what the elements must be.
import { describe, expect, test } from 'vitest';
import { compileText } from '../../../../src/document/expression/index.ts';
import { createRandom } from '../../../support/random.ts';
import { first, messages, names, run } from './rows.ts';

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
