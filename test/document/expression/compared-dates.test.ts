import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';
import { asWritten } from '../../../src/document/expression/scope.ts';
import { createRandom } from '../../support/random.ts';
import { layOut, pageTexts } from '../../support/render.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { printed, scopeOf, tellsInto } from './scope.ts';

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

  const told = `"${first}" and "${same}" are one point in time, but count as two texts. If these texts are times, let the data schema say "format": "date-time".`;
  const untyped = { ...given, properties: { ...given.properties, rows: {}, times: listOf({ type: 'string' }) } };
  test.each(['times | uniq | size', "rows | group: 'at' | size", "rows | uniq: 'at' | size"])(
    '%s takes them as different texts where no schema calls them times, and tells it once',
    (source) => {
      for (const known of [true, untyped] as const) {
        const warnings: string[] = [];
        const scope = { ...scopeOf(data, { timezone: asWritten }), warn: tellsInto(warnings) };
        expect(compileText(`{{ ${source} }}`, { schema: known, locals: [] }).printed(scope)).toBe('3');
        expect(warnings).toEqual([told]);
      }
    },
  );

  const columns = ['{{ loop.index }}'];
  const table = { table: 'rows', as: 'r', columns };
  const merged = { ...table, columns: [...columns, { body: '{{ r.at }}', merge: 'r.at' }] };
  const key = [{ by: 'r.at', header: [{ cells: ['{{ group.key }}'] }] }];
  const nested = [{ by: "'all' & (r.at == null)" }, ...key];
  // A chart has its values once more, in a table that nobody sees.
  const chart = {
    chart: 'bar',
    each: 'rows',
    as: 'r',
    x: '{{ r.at }}',
    value: '1',
    series: 'n',
    labels: true,
    axis: false,
    alt: 'n',
  };
  test.each<[string, object, readonly string[], readonly string[]]>([
    ['groups', { ...table, groups: key }, [first, '1', '2', '3', later, '4'], [first, '1', same, '2', '3', later, '4']],
    [
      'groups in groups',
      { ...table, groups: nested },
      [first, '1', '2', '3', later, '4'],
      [first, '1', same, '2', '3', later, '4'],
    ],
    ['merge', merged, ['1', first, '2', '3', '4', later], ['1', first, '2', same, '3', '4', later]],
    [
      'the points of a chart',
      chart,
      [first, later, '3', '1', first, '3', later, '1'],
      [first, same, later, '1', '2', '1', first, '1', same, '2', later, '1'],
    ],
  ])('%s take equal points in time as one by the schema, else as letters, and tell it', async (_, part, asTimes, asLetters) => {
    const some = { rows: [first, same, same, later].map((at) => ({ at })) };
    const laidOut = (dataSchema?: object) =>
      layOut([part], some, { size: [600, 400] }, { timezone: asWritten, ...(dataSchema && { dataSchema }) });
    const shown = async (dataSchema?: object) => {
      const made = await laidOut(dataSchema);
      const texts = pageTexts(made)
        .flat()
        .filter((text) => /\d/.test(text));
      return { texts, warnings: made.warnings.map(({ message }) => message) };
    };
    expect(await shown(given)).toEqual({ texts: asTimes, warnings: [] });
    expect(await shown()).toEqual({ texts: asLetters, warnings: [told] });
  });
});

describe('equal values of a list', () => {
  const count = (source: string, rows: unknown) => printed(source, { rows });
  test.each(["rows | uniq: 'v' | size", "rows | group: 'v' | size"])('%s', (source) => {
    expect(count(source, [{ v: '' }, {}, { v: 0 }, { v: '0' }, { v: false }, { v: 'false' }, { v: '@1' }])).toBe('7');
    expect(count(source, [{ v: { a: 1, b: [2] } }, { v: { b: [2], a: 1 } }])).toBe('1');
  });
  test('elements without the member stay apart, and are one group', () => {
    const rows = [{ v: null }, {}, { v: null }];
    expect(count("rows | uniq: 'v' | size", rows)).toBe('3');
    expect(count("rows | group: 'v' | size", rows)).toBe('1');
  });
  test('numbers are equal however they are computed, to all their digits', () => {
    const rows = [{ v: 0.3 }, { v: '0.30000' }, { v: '0.300000000000000000001' }, { v: 3, by: 0.1 }];
    expect(count("rows | uniq: 'v * (by ?? 1)' | size", rows)).toBe('2');
    expect(count("rows | group: 'v * (by ?? 1)' | map: 'items.size' | join", rows)).toBe('3 1');
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
