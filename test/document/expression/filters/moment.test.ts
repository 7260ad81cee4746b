// Times with an offset from UTC: where they print, and how they compare.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/contract/schema.ts';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { createRandom } from '../../../support/random.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';
import { trialCount } from '../../../support/trials.ts';
import { printed, scopeOf } from '../scope.ts';

const open: StaticScope = { schema: true, locals: [] };
const at = { type: 'string', format: 'date-time' } as const;
const rows = { type: 'array', items: { type: 'object', required: ['at'], properties: { at } } } as const;
const schema: JsonSchema = objectOf({ a: at, b: at, rows, all: listOf(at) });
const timed: StaticScope = { schema, locals: [] };

/** What an expression prints, and the codes or messages of its warnings. */
function run(
  expression: string,
  data: unknown,
  { names = open, timezone }: { names?: StaticScope; timezone?: string | undefined } = {},
) {
  const warnings: string[] = [];
  const warn = (_place: string, message: string, _scope: unknown, _source: string, code?: string) =>
    code === 'missing' || warnings.push(code ?? message);
  const compiled = compileText(`{{ ${expression} }}`, names);
  return {
    text: compiled.printed({ ...scopeOf(data, { timezone }), warn }),
    warnings,
    lint: compiled.diagnostics.map(({ code }) => code),
  };
}

describe('print', () => {
  const t = '2026-01-01T00:30:00+01:00';
  test.each([
    // pattern, as written, in Berlin, in New York
    ["date: 'dd.MM.yyyy'", '01.01.2026', '01.01.2026', '31.12.2025'],
    ["datetime: 'iso'", '2026-01-01T00:30:00', '2026-01-01T00:30:00', '2025-12-31T18:30:00'],
    ["time: 'HH:mm XXX'", '00:30 +01:00', '00:30 +01:00', '18:30 -05:00'],
    ["time: 'HH:mm z'", '00:30 GMT+1', '00:30 GMT+1', '18:30 EST'],
    ["time: 'HH:mm zzzz'", '00:30 GMT+01:00', '00:30 Central European Standard Time', '18:30 Eastern Standard Time'],
    ["time: 'full'", '12:30:00 AM GMT+01:00', '12:30:00 AM Central European Standard Time', '6:30:00 PM Eastern Standard Time'],
    [
      "datetime: 'long'",
      'January 1, 2026 at 12:30:00 AM GMT+1',
      'January 1, 2026 at 12:30:00 AM GMT+1',
      'December 31, 2025 at 6:30:00 PM EST',
    ],
    ["date: 'w D e QQQ'", '1 1 4 Q1', '1 1 4 Q1', '1 365 3 Q4'],
    ['day', '2026-01-01', '2026-01-01', '2025-12-31'],
    ['weekday', '4', '4', '3'],
  ])('%s', (filter, written, berlin, newYork) => {
    const shown = (timezone: string | undefined) => printed(`t | ${filter}`, { t }, { timezone }).replaceAll('\u202f', ' ');
    expect([undefined, 'written', 'Europe/Berlin', 'America/New_York'].map(shown)).toEqual([written, written, berlin, newYork]);
  });
  test.each([
    ['fr-FR', '+05:30', '00:30 UTC+5:30 UTC+05:30'],
    ['ar-EG', '-11:00', /غرينتش-١١/],
    ['de-DE', 'Z', '00:30 UTC Koordinierte Weltzeit'],
    ['he-IL', '-00:30', /GMT.*0:30/],
  ])('the offset in %s of %s', (locale, offset, shown) => {
    const text = printed("t | time: 'HH:mm z zzzz'", { t: `2026-01-01T00:30:00${offset}` }, { locale, timezone: 'written' });
    if (typeof shown === 'string') expect(text).toBe(shown);
    else expect(text).toMatch(shown);
  });
  test('a local time and a day have no zone to print', () => {
    expect(run("t | time: 'HH:mm z'", { t: '2026-01-01T00:30' })).toMatchObject({
      text: '00:30 ',
      warnings: ['A day, or a time without an offset from UTC, has no time zone to print.'],
    });
    expect(run("t | date: 'd XXX'", { t: '2026-01-01' }).warnings).toHaveLength(1);
    for (const timezone of [undefined, 'Europe/Berlin'])
      expect(run("t | time: 'full'", { t: '2026-01-01T00:30' }, { timezone }).text.replaceAll('\u202f', ' ')).toBe('12:30:00 AM');
  });
  test('a fraction of a second has its digits, a leap second and the end of a day their place', () => {
    const t = (value: string) => printed("t | datetime: 'yyyy-MM-dd HH:mm:ss.SSSSSS'", { t: value }, { timezone: 'written' });
    expect(t('1969-12-31T23:59:59.1234567Z')).toBe('1969-12-31 23:59:59.123456');
    expect(t('2016-12-31T23:59:60Z')).toBe('2017-01-01 00:00:00.000000');
    expect(t('2026-01-01T24:00:00+02:00')).toBe('2026-01-02 00:00:00.000000');
  });
  test('the last part of a day stays on it, however many digits its second has', () => {
    for (let digits = 1; digits <= 20; digits++) {
      const t = `2026-03-31T23:59:59.${'9'.repeat(digits)}`;
      for (const offset of ['', 'Z']) {
        expect(printed("t | datetime: 'iso'", { t: t + offset }, { timezone: 'UTC' })).toBe('2026-03-31T23:59:59');
        expect(printed("t | end_of: 'month'", { t: t + offset }, { timezone: 'UTC' })).toBe('2026-03-31');
      }
      expect(run('a < b', { a: `${t}Z`, b: '2026-04-01T00:00:00Z' }, { names: timed }).text).toBe('true');
    }
  });
  test.each(['0099-03-07', '0000-03-07', '1000-01-01', '9999-12-31'])('%s has its year, week and day of the year', (day) => {
    const january = new Date(`${day.slice(0, 4)}-01-01`).getTime();
    const dayOfYear = (Date.parse(day) - january) / 86_400_000 + 1;
    expect(printed("d | date: 'iso'", { d: day })).toBe(day);
    expect(printed("d | date: 'D e'", { d: day })).toBe(`${dayOfYear} ${new Date(day).getUTCDay() || 7}`);
  });
  test.each([
    ...'2026-01-01T25:00Z 2026-01-01T24:01Z 2026-02-30T10:00Z 2026-01-01T10:60Z 2026-01-01T10:00+24:00'.split(' '),
    ...'2026-01-01Z 2026-1-1 T10:00'.split(' '),
  ])('%s is no date', (t) => expect(run('t | date', { t }).warnings).toEqual([`"${t}" is not a date and prints nothing.`]));
});

describe('a template without a time zone', () => {
  const lacking = { ...timed, lacksTimezone: true };
  test.each([
    'a | date',
    'a | time',
    'a | datetime: "iso"',
    'a | day',
    'a | weekday',
    "a | end_of: 'month'",
    "'2026-01-01' | days_until: a",
    'doc.date | date',
    "rows | map: 'at | day' | join",
    '(a | add_days: 1) | date',
  ])('%s is warned by lint, and not again in the document', (expression) => {
    const t = '2026-01-01T00:30:00+01:00';
    expect(run(expression, { a: t, b: t, rows: [{ at: t }] }, { names: lacking })).toMatchObject({
      lint: ['no-timezone'],
      warnings: [],
    });
    expect(run(expression, { a: t, b: t, rows: [{ at: t }] }, { names: timed, timezone: 'written' })).toMatchObject({
      lint: [],
      warnings: [],
    });
  });
  test.each(['a', 'a | add_days: 1', 'a | minutes_until: b', 'a < b', "rows | sort: 'at' | size", "'2026-01-01' | date"])(
    'which time it is does not matter for %s',
    (expression) => {
      const t = '2026-01-01T00:30:00+01:00';
      expect(run(expression, { a: t, b: t, rows: [{ at: t }] }, { names: lacking })).toMatchObject({ lint: [], warnings: [] });
    },
  );
  test('a document warns where no schema can, of what has an offset', () => {
    const warned = (t: string, timezone?: string) =>
      run('t | date', { t }, { timezone, names: { ...open, lacksTimezone: true } }).warnings;
    expect(warned('2026-01-01T00:30:00+01:00')).toEqual(['no-timezone']);
    expect(warned('2026-01-01T00:30:00Z')).toEqual(['no-timezone']);
    for (const still of ['2026-01-01', '2026-01-01T00:30', '2026-01-01 00:30:00']) expect(warned(still)).toEqual([]);
    for (const timezone of ['written', 'Europe/Berlin']) expect(warned('2026-01-01T00:30:00Z', timezone)).toEqual([]);
    expect(run('t | time', { t: '00:30:00Z' }).warnings).toEqual([]);
  });
});

describe('compare', () => {
  const random = createRandom(5);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  /** A time within a day of another, in an offset of its own. */
  function moment(): string {
    const ms = Date.UTC(2026, 2, 29) + Math.floor(random() * 100) * 900_000;
    const offset = pick([0, 60, -300, 330, 840]);
    const shown = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
    const size = Math.abs(offset);
    const written = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
    return shown + pick(['', '.5', '.000001']) + (offset === 0 ? 'Z' : (offset < 0 ? '-' : '+') + written);
  }
  /** In µs, which a number has exactly. */
  const size = (text: string) => {
    const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
    return Date.parse(text.replace(/\.\d+/, '')) * 1000 + Number(fraction.padEnd(6, '0'));
  };

  test('as points in time, by the schema', () => {
    for (let i = 0; i < trialCount('moment'); i++) {
      const data = { a: moment(), b: moment(), rows: [], all: [] };
      const [a, b] = [size(data.a), size(data.b)];
      const facts = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '==': a === b, '!=': a !== b };
      for (const [operator, holds] of Object.entries(facts))
        expect(run(`a ${operator} b`, data, { names: timed }), JSON.stringify(data)).toEqual({
          text: String(holds),
          warnings: [],
          lint: [],
        });
    }
  });
  test('in sort, min, max, where and contains', () => {
    for (let i = 0; i < 50; i++) {
      const all = Array.from({ length: 12 }, moment);
      const data = { a: all[3]!, b: all[0]!, all, rows: all.map((one) => ({ at: one })) };
      const get = (expression: string) => compileExpression(expression, timed).evaluate(scopeOf(data));
      const sizes = all.map(size).sort((x, y) => x - y);
      const sorted = (get("rows | sort: 'at'") as { at: string }[]).map((row) => size(row.at));
      expect(sorted).toEqual(sizes);
      expect([size(String(get("rows | min: 'at'"))), size(String(get('all | max')))]).toEqual([sizes[0], sizes.at(-1)]);
      expect(get("rows | where: 'at', '<', a | size")).toBe(sizes.filter((one) => one < size(data.a)).length);
      expect(get("rows | where: 'at <= data.a' | size")).toBe(sizes.filter((one) => one <= size(data.a)).length);
      expect(get("rows | where: 'at', a | size")).toBe(sizes.filter((one) => one === size(data.a)).length);
    }
    const data = { a: '2026-01-01T00:30:00+01:00', all: ['2025-12-31T23:30:00Z'] };
    expect(run('all | contains: a', data, { names: timed }).text).toBe('true');
  });
  test('as letters without a schema, which is told where it matters', () => {
    const [a, b] = ['2026-01-01T00:30:00+01:00', '2025-12-31T23:45:00Z'];
    const advice = 'If these texts are times, let the data schema say "format": "date-time".';
    expect(run('a < b', { a, b })).toMatchObject({
      text: 'false',
      warnings: [`"${a}" < "${b}" compares times letter by letter, which gives false. ${advice}`],
    });
    expect(run('rows | sort: "at" | size', { rows: [{ at: a }, { at: b }] }).warnings).toEqual([
      `"${b}" comes before "${a}", as texts do. ${advice}`,
    ]);
    expect(run('all | max', { all: [a, b] }).warnings).toHaveLength(1);
    expect(run('a == b', { a, b: '2025-12-31T23:30:00Z' }).warnings).toHaveLength(1);
    expect(run('a > b', { a, b: '2025-12-31T12:00:00Z' }).warnings).toEqual([]);
    expect(run('all | sort | size', { all: [a, '2025-12-31T12:00:00Z', 'x'] }).warnings).toEqual([]);
  });
});
