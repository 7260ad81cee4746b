import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';
import { asWritten } from '../../../src/document/expression/scope.ts';
import { createRandom } from '../../support/random.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { printed, scopeOf } from './scope.ts';

const schema = objectOf({
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'time' },
  moment: { type: 'string', format: 'date-time' },
  rows: listOf(objectOf({ day: { $ref: '#/properties/day' }, at: { $ref: '#/properties/moment' } })),
});
const names = { schema, locals: [] };
const fault = (source: string) => compileExpression(source, names).diagnostics[0]?.message;

describe('texts that are compared with dates', () => {
  test.each([
    ["day > '17.05.2026'", "write '2026-05-17'"],
    ["day == '17. 5. 2026'", "write '2026-05-17'"],
    ["'2026-5-7' <= day", "write '2026-05-07'"],
    ["day == '2026/05/17'", "write '2026-05-17'"],
    ["day == '2026年5月7日'", "write '2026-05-07'"],
    ["day == '2026-05'", "such as '2026-05-17'"],
    ["day != '05/17/2026'", "such as '2026-05-17'"],
    ["day > 'today'", "such as '2026-05-17'"],
    ["moment == '2026-05-17'", 'write (… | day)'],
    ["moment > '2026-05'", 'write (… | day)'],
    ["moment < '2026-05-17T12:00'", "such as '2026-05-17T14:30:00Z'"],
    ['day < moment', 'write (moment | day)'],
    ['doc.date >= day', 'write (doc.date | day)'],
    ["rows | where: 'at', '<=', day", 'write (at | day)'],
    ["rows | where: 'at <= data.day'", 'write (at | day)'],
    ['rows | map: "at" | contains: day', 'write (… | day)'],
    ["at == '14:05'", "such as '14:30:00Z'"],
    ["at < '9:00'", "such as '14:30:00Z'"],
    ["rows | where: 'day', '>', '01.01.2026'", "write '2026-01-01'"],
    ["rows | where: 'day', '2026-1-1'", "write '2026-01-01'"],
  ])('%s: %s', (source, right) => {
    expect(fault(source)).toContain(right);
  });

  test.each([
    "day == '2026-05-17'",
    "day >= '2026'",
    "day < '2026-06'",
    "moment > '2026-05-17T12:00Z'",
    "moment == '2026-05-17T14:05:00+02:00'",
    "at < '12:00'",
    "at == '14:05:00Z'",
    "rows | where: 'day', '>=', '2026-01'",
    'day < (doc.date | day)',
    "(moment | day) <= '2026-05'",
    'moment < doc.date',
    'moment < (moment | add_days: 1)',
  ])('%s is right', (source) => {
    expect(fault(source)).toBeUndefined();
  });

  test('are right as ISO 8601 has them, and no other way of writing a day is', () => {
    const random = createRandom(61);
    const int = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
    const pick = (all: readonly string[]) => all[int(0, all.length - 1)]!;
    for (let i = 0; i < 300; i++) {
      const [year, month, day] = [int(1900, 2100), int(1, 9), int(1, 28)];
      const iso = `${year}-0${month}-${String(day).padStart(2, '0')}`;
      expect(fault(`day ${pick(['==', '<', '>='])} '${iso}'`)).toBeUndefined();
      const other = pick([
        `${day}.${month}.${year}`,
        `${month}/${day}/${year}`,
        `${year}-${month}-${day}`,
        `${year}/0${month}/${day}`,
      ]);
      expect(fault(`day ${pick(['==', '<', '>='])} '${other}'`)).toContain('cannot be compared');
    }
  });
});

describe('times with different offsets', () => {
  const [first, same, later] = ['2026-05-17T12:00:00+02:00', '2026-05-17T10:00:00.0Z', '2026-05-17T12:00:00Z'];
  const rows = [{ at: first }, { at: same }, { at: later }, { at: same }];
  const data = { rows, times: rows.map(({ at }) => at) };
  const times = { type: 'array', items: schema.properties.moment };
  const given = { ...schema, properties: { ...schema.properties, times } };
  const show = (source: string, known: JsonSchema | true) =>
    compileText(`{{ ${source} }}`, { schema: known, locals: [] }).printed(scopeOf(data, { timezone: asWritten }));

  test.each([
    ['times | uniq | join', `${first} ${later}`],
    ["rows | uniq: 'at' | map: 'at' | join", `${first} ${later}`],
    ["rows | group: 'at' | map: 'key' | join", `${first} ${later}`],
    ["rows | group: 'at' | map: 'items.size' | join", '3 1'],
  ])('%s takes equal points in time as one, and shows the first', (source, shown) => {
    expect(show(source, given)).toBe(shown);
  });
  test('are different texts where no data schema calls them times', () => {
    expect(show('times | uniq | size', true)).toBe('3');
    expect(show("rows | group: 'at' | size", true)).toBe('3');
  });
});

describe('times of day', () => {
  test('print as they are written, with an offset or without', () => {
    expect(printed("t | time: 'HH:mm'", { t: '08:30' })).toBe('08:30');
    expect(printed("t | time: 'HH:mm'", { t: '08:30:00Z' }, { timezone: 'Europe/Berlin' })).toBe('08:30');
    expect(printed('t | time', { t: '08:30:15.5+02:00' }, { locale: 'de-DE' })).toBe('08:30');
  });
  test('are no days, nor days times of day', () => {
    const of = (text: string) => compileText(text, names).diagnostics.map(({ code, message }) => [code, message]);
    expect(of('{{ at | date }}')).toEqual([['wrong-type', '"date" needs a day, but the data schema gives a time of day here.']]);
    expect(of('{{ day | time }}')).toEqual([['wrong-type', '"time" needs a time of day, but the data schema gives a day here.']]);
    expect(
      of("{{ at | time }} {{ day | date }} {{ moment | date }} {{ moment | time }} {{ moment | datetime: 'short' }}"),
    ).toEqual([]);
  });
});
