// Filters that calculate with days and times, beside calculations of their own.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { createRandom } from '../../../support/random.ts';
import { trialCount } from '../../../support/trials.ts';
import { printed, scopeOf, tellsInto } from '../scope.ts';

const open: StaticScope = { schema: true, locals: [] };
const dayMs = 86_400_000;

const errors = (expression: string, names = open) =>
  compileExpression(expression, names).diagnostics.map(({ severity, message }) => `${severity} ${message}`);

/** What an expression prints, and what it warns of. */
function run(expression: string, data: unknown, timezone?: string) {
  const warnings: string[] = [];
  const text = compileText(`{{ ${expression} }}`, open).printed({
    ...scopeOf(data, { timezone }),
    warn: tellsInto(warnings),
  });
  return { text, warnings };
}

const random = createRandom(44);
const int = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const dayFrom = (least: number, most: number) => new Date(int(least, most) * dayMs).toISOString().slice(0, 10);
/** A day from year 1 to 9998. */
const anyDay = () => dayFrom(-719_000, 2_932_000);
/** A day around one: the same, its neighbours, or some years away. */
const nearDay = (day: string) =>
  new Date(Date.parse(day) + int(-1, 1) * int(0, 2) * int(0, 800) * dayMs).toISOString().slice(0, 10);

describe('agree with another calculation', () => {
  const fields = (day: string) => day.split('-').map(Number) as [number, number, number];
  /** Counts month by month, as people do with a calendar. */
  function countMonths(from: string, to: string): number {
    if (to < from) return 0 - countMonths(to, from);
    const [year, month, date] = fields(from);
    let count = 0;
    for (;;) {
      const months = year * 12 + month - 1 + count + 1;
      const reached = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
      // A day such as 2026-02-31 comes after all days of its month, and before the next month.
      if (to < reached) return count;
      count++;
    }
  }
  const nearby = () => {
    const a = anyDay();
    return [a, nearDay(a)] as const;
  };

  test('days, months and years until a day', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const [a, b] = nearby();
      const months = countMonths(a, b);
      expect(printed('a | days_until: b', { a, b })).toBe(String((Date.parse(b) - Date.parse(a)) / dayMs));
      expect(printed('a | months_until: b', { a, b }), `${a} ${b}`).toBe(String(months));
      expect(printed('a | years_until: b', { a, b })).toBe(String(Math.trunc(months / 12) + 0));
    }
  });
  test('weekdays, and the edges of weeks, months, quarters and years', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const d = anyDay();
      const [year, month] = fields(d);
      const y = String(year).padStart(4, '0');
      const quarter = Math.ceil(month / 3);
      const date = (text: string) => new Date(`${text}T00:00:00Z`);
      const weekday = date(d).getUTCDay() || 7;
      const week = (offset: number) => new Date(date(d).getTime() + (offset - weekday) * dayMs).toISOString().slice(0, 10);
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      const two = (n: number) => String(n).padStart(2, '0');
      expect({
        weekday: printed('d | weekday', { d }),
        week: [printed("d | start_of: 'week'", { d }), printed("d | end_of: 'week'", { d })],
        month: [printed("d | start_of: 'month'", { d }), printed("d | end_of: 'month'", { d })],
        quarter: [printed("d | start_of: 'quarter'", { d }), printed("d | end_of: 'quarter'", { d })],
        year: [printed("d | start_of: 'year'", { d }), printed("d | end_of: 'year'", { d })],
      }).toEqual({
        weekday: String(weekday),
        week: [week(1), week(7)],
        month: [`${y}-${two(month)}-01`, `${y}-${two(month)}-${lengths[month - 1]}`],
        quarter: [`${y}-${two(quarter * 3 - 2)}-01`, `${y}-${two(quarter * 3)}-${lengths[quarter * 3 - 1]}`],
        year: [`${y}-01-01`, `${y}-12-31`],
      });
    }
  });
  test('minutes between times with offsets', () => {
    const pad = (n: number) => String(n).padStart(2, '0');
    const time = (day: string) =>
      `${day}T${pad(int(0, 23))}:${pad(int(0, 59))}:${pad(int(0, 59))}${['Z', '+05:30', '-11:00', '+14:00'][int(0, 3)]}`;
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const [a, b] = nearby().map(time);
      const minutes = Math.trunc((Date.parse(b!) - Date.parse(a!)) / 60_000) + 0;
      for (const timezone of [undefined, 'written', 'Europe/Berlin'])
        expect(run('a | minutes_until: b', { a, b }, timezone)).toEqual({ text: String(minutes), warnings: [] });
    }
  });
});

describe('belong together', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Sao_Paulo', 'Asia/Kolkata'];
  const moment = () => new Date(int(-2e9, 4e9) * 1000).toISOString();

  test('what is added is what lies between, for days and for times in any zone', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const n = int(-3000, 3000);
      const zone = { timezone: zones[i % zones.length]! };
      for (const a of [dayFrom(-600_000, 2_800_000), moment()]) {
        expect(printed('a | days_until: (a | add_days: n)', { a, n }, zone), `${a} ${n} ${zone.timezone}`).toBe(String(n));
        // The last day of a shorter month comes before the day that this month lacks.
        const short =
          Number(printed('a | add_months: n | date: "d"', { a, n }, zone)) < Number(printed('a | date: "d"', { a }, zone));
        const months = Number(printed('a | months_until: (a | add_months: n)', { a, n }, zone));
        expect(months, `${a} ${n}`).toBe(short && n > 0 ? n - 1 : n);
      }
    }
  });
  test('both directions have as many', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const a = anyDay();
      const data = { a, b: nearDay(a) };
      for (const unit of ['days', 'months', 'years'])
        expect(Number(printed(`b | ${unit}_until: a`, data))).toBe(0 - Number(printed(`a | ${unit}_until: b`, data)));
    }
  });
  test('a day lies between the edges of its units', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const d = anyDay();
      for (const unit of ['week', 'month', 'quarter', 'year']) {
        const [start, end] = [printed(`d | start_of: '${unit}'`, { d }), printed(`d | end_of: '${unit}'`, { d })];
        expect(start <= d && d <= end).toBe(true);
        expect(printed(`e | add_days: 1 | start_of: '${unit}'`, { e: end })).toBe(printed('e | add_days: 1', { e: end }));
      }
    }
  });
  test('the calendar day is that of the zone', () => {
    for (let i = 0; i < trialCount('day-filters'); i++) {
      const t = moment();
      const timezone = zones[i % zones.length]!;
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date(t));
      expect(printed('t | day', { t }, { timezone })).toBe(day);
      expect(printed("t | date: 'yyyy-MM-dd'", { t }, { timezone })).toBe(day);
    }
  });
});

describe('ages', () => {
  test.each([
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['1990-05-17', '2026-05-16', 35],
    ['1990-05-17', '2026-05-17', 36],
    ['2026-05-17', '1990-05-18', -35],
  ])('from %s to %s: %i', (born, on, age) => expect(printed('born | years_until: on', { born, on })).toBe(String(age)));
  test('31 January has its first month on 1 March', () => {
    const months = (to: string) => printed("'2026-01-31' | months_until: to", { to });
    expect([months('2026-02-28'), months('2026-03-01'), months('2026-03-31'), months('2026-01-30')]).toEqual([
      '0',
      '1',
      '2',
      '0',
    ]);
  });
});

describe('clocks that change', () => {
  const zone = { timezone: 'Europe/Berlin' };
  test('the day of 23 hours, and that of 25', () => {
    expect(printed('a | minutes_until: b', { a: '2026-03-29T00:00:00+01:00', b: '2026-03-30T00:00:00+02:00' })).toBe('1380');
    expect(printed('a | days_until: b', { a: '2026-03-28T23:30:00Z', b: '2026-03-29T22:30:00Z' }, zone)).toBe('1');
    expect(printed('a | days_until: b', { a: '2026-10-24T22:00:00Z', b: '2026-10-25T22:59:59Z' }, zone)).toBe('0');
  });
  test.each([
    ['2026-10-25T02:30:00+02:00', 0, '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T02:30:00+01:00', 0, '2026-10-25T02:30:00+01:00'],
    ['2026-10-24T02:30:00+02:00', 1, '2026-10-25T02:30:00+02:00'],
    ['2026-10-26T02:30:00+01:00', -1, '2026-10-25T02:30:00+01:00'],
    ['2026-10-24T03:30:00+02:00', 1, '2026-10-25T03:30:00+01:00'],
    ['2026-03-28T02:30:00.25+01:00', 1, '2026-03-29T03:30:00.25+02:00'],
  ])('%s and %i days', (t, n, moved) => expect(printed('t | add_days: n', { t, n }, zone)).toBe(moved));
  test('no days later is the same time, in each half hour of the days on which clocks change', () => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])
      for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'])
        for (let half = 0; half < 48; half++) {
          const t = new Date(Date.parse(day) + half * 1_800_000).toISOString();
          expect(Date.parse(printed('t | add_days: 0', { t }, { timezone })), `${t} ${timezone}`).toBe(Date.parse(t));
        }
  });
  test('a local mean time has seconds, which no offset has', () => {
    const moved = printed('a | add_days: 1', { a: '1890-01-01T12:00:00Z' }, zone);
    expect([moved, printed("m | datetime: 'HH:mm:ss'", { m: moved }, zone)]).toEqual(['1890-01-02T12:00:00Z', '12:53:28']);
  });
});

test.each([
  ['2026-03-06T24:00:00', '2026-03-07T24:00:00', '2026-03-08'],
  ['2026-03-06T24:00:00Z', '2026-03-07T24:00:00Z', '2026-03-08'],
  ['2016-12-31T23:59:60Z', '2017-01-01T23:59:60Z', '2017-01-02'],
])('the day after %s is %s', (t, next, day) => {
  expect(printed('t | add_days: 1', { t }, { timezone: 'written' })).toBe(next);
  expect(printed('t | add_days: 1 | day', { t }, { timezone: 'written' })).toBe(day);
});

describe('what has no answer', () => {
  test.each([
    ['d | day', { d: 'soon' }, '"soon" is not a date and prints nothing.'],
    ['d | weekday', { d: '10:30:00Z' }, '"10:30:00Z" is not a date and prints nothing.'],
    ['d | days_until: e', { d: '2026-01-01', e: '31.12.2026' }, '"31.12.2026" is not a date and prints nothing.'],
    ["d | end_of: 'week'", { d: '9999-12-31' }, 'The end of the week leaves the years 0 to 9999 and prints nothing.'],
    [
      'd | start_of: u',
      { d: '2026-01-01', u: 'decade' },
      /^"start_of" takes 'week', 'month', .* not "decade": it prints nothing\.$/,
    ],
    ['d | add_years: 1', { d: '9999-01-01' }, '"9999-01-01" | add_years: 1 leaves the years 0 to 9999 and prints nothing.'],
    ['a | minutes_until: b', { a: '2026-01-01', b: '10:00' }, '"2026-01-01" is a day without a time and prints nothing.'],
    [
      'a | minutes_until: b',
      { a: '2026-01-01T10:00:00', b: '2026-01-01T10:00:00Z' },
      /one has an offset from UTC\. Their difference prints nothing\.$/,
    ],
    ['a | minutes_until: b', { a: '10:00', b: '2026-01-01T10:00:00' }, /one has a day\. Their difference prints nothing\.$/],
    [
      'n | duration',
      { n: 90 },
      /^90 \| duration prints nothing: a number needs its unit: write duration: 'seconds' or 'minutes'/,
    ],
    ['n | duration', { n: 'P1M' }, '"P1M" is not a duration and prints nothing.'],
  ])('%s of %j says so', (expression, data, warning) => {
    expect(run(expression, data)).toEqual({
      text: '',
      warnings: [typeof warning === 'string' ? warning : expect.stringMatching(warning)],
    });
  });
  test.each(['d | day', 'd | weekday', "d | start_of: 'year'", 'e | days_until: d', 'd | minutes_until: e', 'e | add_days: d'])(
    '%s of a missing value is missing',
    (expression) => {
      expect(run(expression, { d: null, e: '2026-01-01' })).toEqual({ text: '', warnings: [] });
    },
  );
  test('a zone that moves a time out of the calendar', () => {
    expect(run('d | day', { d: '9999-12-31T23:30:00Z' }, 'Asia/Tokyo')).toEqual({
      text: '',
      warnings: ['"9999-12-31T23:30:00Z" leaves the years 0 to 9999 in "Asia/Tokyo" and prints nothing.'],
    });
  });
});

describe('are proved', () => {
  const text = (format?: string) => ({ type: 'string', ...(format && { format }) });
  const members = { day: text('date'), at: text('date-time'), hour: text('time'), word: text(), n: { type: 'number' } };
  const names: StaticScope = {
    schema: { type: 'object', required: Object.keys(members), properties: members },
    locals: [],
    lacksTimezone: false,
  };
  const typeOf = (expression: string) => compileExpression(expression, names).schema;

  test.each([
    ["day | start_of: 'months'", "write 'month'"],
    ["day | end_of: 'Quarter'", "write 'quarter'"],
    ["day | start_of: 'isoWeek'", "write 'week'"],
    ["day | start_of: 'day'", 'the day of a time is a | day'],
    ["day | start_of: 'hour'", "takes 'week', 'month', 'quarter' or 'year', not \"hour\""],
    ['day | start_of: month', "start_of: 'month'"],
    ['day | start_of', 'takes 1 argument'],
    ['hour | day', 'needs a day, but the data schema gives a time of day here'],
    ['day | days_until: hour', 'needs a day, but the data schema gives a time of day here'],
    ['day | days_until: n', 'needs a date, but the data schema gives a number here'],
    ["day | days_until: '31.12.2026'", '"31.12.2026" is not a valid date'],
    ['at | minutes_until: day', 'needs a time of day, but the data schema gives a day here'],
    ['at | minutes_until: hour', 'needs two of a kind, not a day with its time and a time of day'],
    ["day | days_until: '2026-02-30'", '"2026-02-30" is not a valid date'],
    ['day | add_years: 10001', 'takes -10000 to 10000, not 10001'],
    ['n | duration', "a number needs its unit: write duration: 'seconds' or 'minutes' or 'hours' or 'days'"],
    ["n | duration: 'min'", "write 'minutes'"],
    ["n | duration: 'h'", "write 'hours'"],
    ["day | end_of: 'mo'", "write 'month'"],
    ['day - at', 'Filters count days: write at | days_until: day.'],
    ['day + 30', 'Filters count days: write day | add_days: 30.'],
    ['day - n', 'Filters count days: write day | add_days: -n.'],
    ['day.year', "write day | date: 'yyyy'"],
    ['at.age', 'write at | years_until'],
    ['(at | minutes_until: at) - 30 | duration', 'a number needs its unit'],
  ])('%s: %s', (expression, fault) => expect(errors(expression, names)).toEqual([expect.stringContaining(fault)]));

  test.each([
    'day | days_until: at',
    'at | days_until: day',
    'word | days_until: word',
    'at | minutes_until: at | duration',
    "n | duration: 'hours'",
    '(at | day) < day',
    "(at | end_of: 'month') < day",
    '(day | days_until: at) > 30',
  ])('%s is right', (expression) => expect(errors(expression, names)).toEqual([]));

  test('their results have types', () => {
    const day = { type: 'string', format: 'date' };
    expect(['at | day', "at | start_of: 'week'", "word | end_of: 'year'", 'day | add_years: 1'].map(typeOf)).toEqual([
      day,
      day,
      day,
      day,
    ]);
    expect(typeOf('at | add_years: 1')).toEqual({ type: 'string', format: 'date-time' });
    expect(['at | weekday', 'at | months_until: day'].map(typeOf)).toEqual([{ type: 'number' }, { type: 'number' }]);
  });
});

test.each([
  [90, "'minutes'", '1 hr 30 min'],
  [1.5, "'hours'", '1 hr 30 min'],
  [0.1, "'minutes'", '6 sec'],
  [-36, "'hours'", '-1 day 12 hr'],
  [0, "'days'", '0 sec'],
  ['5400', "'seconds'", '1 hr 30 min'],
  ['PT1H30M', '', '1 hr 30 min'],
  ['P1W', '', '7 days'],
])('the duration of %s %s is %s', (n, unit, shown) => expect(printed(`n | duration${unit && `: ${unit}`}`, { n })).toBe(shown));

describe('a duration that may be missing keeps its unit', () => {
  const time = { type: 'string', format: 'time' };
  const schema = { type: 'object', required: ['a', 'n'], properties: { a: time, b: time, n: { type: 'number' } } };
  const names: StaticScope = { schema, locals: [] };
  const minutes = 'a | minutes_until: b';
  test.each([
    [`(${minutes}) ?? '' | duration`, '1 hr', ''],
    [`(${minutes}) ?? 0 | duration`, '1 hr', '0 sec'],
    [`((${minutes}) | default: '') | duration`, '1 hr', ''],
    [`b == null ? '' : (${minutes}) | duration`, '1 hr', ''],
    [`b == null ? 0 : (${minutes}) | duration`, '1 hr', '0 sec'],
    [`((${minutes}) | duration) ?? ''`, '1 hr', ''],
  ])('%s', (expression, whole, lacking) => {
    expect(errors(expression, names)).toEqual([]);
    expect(run(expression, { a: '10:00:00', b: '11:00:00' })).toEqual({ text: whole, warnings: [] });
    expect(run(expression, { a: '10:00:00' })).toEqual({ text: lacking, warnings: [] });
  });
  test.each(["n ?? '' | duration", `(${minutes}) ?? 30 | duration`, `(${minutes}) ?? n | duration`, "n > 1 ? n : '' | duration"])(
    'a number without a unit is refused beside it: %s',
    (expression) => {
      expect(errors(expression, names)).toContainEqual(expect.stringMatching(/^error "duration": a number needs its unit/));
    },
  );
});

test('a negative duration has the minus sign of the locale', () => {
  const shown = (locale: string) => printed("-90 | duration: 'minutes'", {}, { locale });
  expect(['en-US', 'sv-SE', 'de-DE'].map(shown)).toEqual(['-1 hr 30 min', '−1 tim 30 min', '-1 Std. 30 Min.']);
  expect(printed("-0.5 | duration: 'seconds'", {}, { locale: 'sv-SE' })).toBe('−0,5 s');
});
