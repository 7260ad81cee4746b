import { describe, expect, test } from 'vitest';
import {
  findCurrencyFault,
  findLanguageFault,
  findLocaleFault,
  findZoneFault,
} from '../../../../src/document/expression/index.ts';
import { printed } from '../scope.ts';

const hint = (fault: string | undefined) => /did you mean "([^"]+)"\?$/.exec(fault ?? '')?.[1];

describe('locales', () => {
  test.each([
    ['german', 'de'],
    ['German (Germany)', 'de'],
    ['Deutsch', 'de'],
    ['français', 'fr'],
    ['日本語', 'ja'],
    ['Germany', 'de-DE'],
    ['de_DE', 'de-DE'],
    ['de_DE.UTF-8', 'de-DE'],
    ['de_DE@euro', 'de-DE'],
    ['de-GER', 'de-DE'],
    ['de-XX', 'de-DE'],
    ['jp', 'ja-JP'],
    ['us', 'en-US'],
    ['ch', 'de-CH'],
    ['ja-JP-u-ca-japanes', 'japanese'],
  ])('%s: %s', (given, meant) => {
    expect(hint(findLocaleFault(given))).toBe(meant);
  });
  test.each(['C', '', '1031', 'xx', 'la', 'und', 'x-private'])('%j is none', (given) => {
    expect(findLocaleFault(given)).toBeDefined();
  });
  test('every language that Intl has formats of is one, with regions, scripts and calendars', () => {
    for (const good of [
      ...'de de-DE DE en-150 es-419 zh-Hant-TW sr-Latn-RS ja-JP-u-ca-japanese ar-EG-u-nu-latn de-DE-1996 nb'.split(' '),
      ...'fil gsw deu'.split(' '),
    ])
      expect(findLocaleFault(good), good).toBeUndefined();
    for (let i = 0; i < 26 * 26; i++) {
      const code = String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26));
      expect(findLocaleFault(code) === undefined, code).toBe(Intl.NumberFormat.supportedLocalesOf(code).length > 0);
    }
  });
  test('whose formats are not known never take those of the machine', () => {
    for (const locale of ['la', 'german', 'xx']) expect(printed('x | number: 1', { x: 1234.5 }, { locale })).toBe('1,234.5');
  });
});

test('languages of documents are any that may be registered', () => {
  for (const good of ['de', 'la', 'tlh', 'qya', 'de-CH', 'zh-Hans']) expect(findLanguageFault(good), good).toBeUndefined();
  expect(['german', 'Deutsch', 'de_DE', 'jp'].map((one) => hint(findLanguageFault(one)))).toEqual(['de', 'de', 'de-DE', 'ja-JP']);
  expect(findLanguageFault('')).toBeDefined();
});

test.each([
  ['CEST', 'Europe/Berlin'],
  ['MESZ', 'Europe/Berlin'],
  ['EDT', 'America/New_York'],
  ['Berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['Europe/Berlni', 'Europe/Berlin'],
  ['BST', 'Europe/London'],
  ['EST', 'America/New_York'],
  ['IST', 'Asia/Kolkata'],
  ['Z', 'UTC'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Eastern Time (US & Canada)', 'America/New_York'],
  ['naive', 'written'],
  ['Writen', 'written'],
])('the time zone %s is %s', (given, meant) => {
  expect(hint(findZoneFault(given))).toBe(meant);
  expect(findZoneFault(meant)).toBeUndefined();
});

test.each([
  ['+02:00', 'Etc/GMT-2'],
  ['GMT+1', 'Etc/GMT-1'],
  ['UTC-05:00', 'Etc/GMT+5'],
  ['+0000', 'UTC'],
  ['-4', 'Etc/GMT+4'],
  ['+05:45', Intl.supportedValuesOf('timeZone').find((zone) => /Kath?mandu/.test(zone))!],
])('the offset %s is no time zone: %s has it all year', (given, zone) => {
  const fault = findZoneFault(given);
  expect(fault).toContain('is not a time zone, but an offset: name the zone of a place, such as "Europe/Berlin"');
  expect(fault).toContain(`"${zone}" has this offset all year`);
  expect(findZoneFault(zone)).toBeUndefined();
});

test.each(['local', 'Local', 'auto', 'system', 'browser'])('the zone of the machine, %s, is none', (given) => {
  expect(findZoneFault(given)).toContain('a document is the same on every machine');
});

test('every zone of IANA is one, and no abbreviation that an engine knows besides', () => {
  for (const zone of ['written', 'UTC', 'CET', 'Etc/GMT+5', 'Japan', 'europe/berlin', ...Intl.supportedValuesOf('timeZone')])
    expect(findZoneFault(zone), zone).toBeUndefined();
  for (const zone of ['ACT', 'ECT', 'VST', 'PST', '', ' ', '+01:00', 'Mars/Olympus', 'writen'])
    expect(findZoneFault(zone), zone).toBeDefined();
});

const currencies = {
  EUR: ['€', 'EURO', 'euros', ' EUR', '   eur   '],
  USD: ['$', 'US$', 'dollars'],
  GBP: ['£'],
  CHF: ['Fr.', 'Swiss francs'],
  JPY: ['¥'],
  PLN: ['zł'],
};
test.each(Object.entries(currencies).flatMap(([meant, names]) => names.map((given) => [given, meant] as const)))(
  'the currency %s is %s',
  (given, meant) => {
    expect(hint(findCurrencyFault(given))).toBe(meant);
    expect(findCurrencyFault(meant)).toBeUndefined();
  },
);

test('a document may be in each language of two letters that Node has a name for', () => {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(codes.filter((code) => (findLanguageFault(code) === undefined) !== (names.of(code) !== undefined))).toEqual([]);
});
