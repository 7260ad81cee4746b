import { describe, expect, test } from 'vitest';
import { isDay, momentOf, offsetMs } from '../../src/words/calendar.ts';
import { createRandom } from '../support/random.ts';

test.each(['2026-02-28', '2024-02-29', '0000-01-01', '9999-12-31'])('%s is a day', (day) => expect(isDay(day)).toBe(true));
test.each(['2026-02-29', '2026-13-01', '2026-1-1', '12026-01-01', '2026-01-01T', ''])('%s is none', (day) =>
  expect(isDay(day)).toBe(false),
);

describe('the clocks of a zone', () => {
  const at = (shown: string, zone: string) =>
    momentOf(new Date(`${shown}Z`), zone)
      ?.toISOString()
      .slice(0, 16);
  test.each([
    ['2026-01-31T00:00', 'Europe/Berlin', '2026-01-30T23:00'],
    ['2026-07-31T00:00', 'America/New_York', '2026-07-31T04:00'],
    // Clocks leave out an hour in spring: the time is later.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00'],
    // In autumn they show an hour twice: the first time counts, also where a day begins with it.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45'],
    ['2021-10-29T00:00', 'Asia/Amman', '2021-10-28T21:00'],
    ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15'],
  ])('show %s in %s at %sZ', (shown, zone, moment) => expect(at(shown, zone)).toBe(moment));
  test('show what they show at their moment, on any day', () => {
    const random = createRandom(7);
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kolkata'];
    for (let i = 0; i < 1000; i++) {
      const moment = new Date(Math.floor(random() * 4e12));
      const zone = zones[i % zones.length]!;
      const shown = new Date(moment.getTime() + offsetMs(moment, zone)!);
      const found = momentOf(shown, zone)!;
      expect(found.getTime() + offsetMs(found, zone)!).toBe(shown.getTime());
    }
  });
  test('are not known of what is no zone', () => {
    expect(at('2026-01-31T00:00', 'written')).toBeUndefined();
    expect(offsetMs(new Date(), 'Mars/Olympus')).toBeUndefined();
  });
});
