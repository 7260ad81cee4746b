import { describe, expect, test } from 'vitest';
import { compileText } from '../../../../src/document/expression/index.ts';
import { printed, scopeOf } from '../scope.ts';

const date = (pattern: string, locale: string, d = '2025-03-09') => printed('d | date: p', { d, p: pattern }, { locale });

/** What a pattern warns of. */
function warningsOf(pattern: string, locale: string): readonly string[] {
  const warnings: string[] = [];
  const scope = {
    ...scopeOf({ d: '2025-03-09', p: pattern }, { locale }),
    warn: (_: string, message: string) => void warnings.push(message),
  };
  compileText('{{ d | date: p }}', { schema: true, locals: [] }).printed(scope);
  return warnings;
}

/** Languages of two letters that Intl has formats of. */
const languages = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))).filter(
  (code) => Intl.DateTimeFormat.supportedLocalesOf(code).length > 0,
);
const days = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}-09`);

describe('names of months', () => {
  test.each([
    ['ja-JP', 'yyyy年MMMMd日', '2025年3月9日'],
    ['ja-JP', 'MMM LLLL LLL', '3月 3月 3月'],
    ['zh-CN', 'MMMM MMM LLLL', '三月 3月 三月'],
    ['zh-TW', 'MMMM MMM', '3月 3月'],
    ['ko-KR', 'MMMM MMM', '3월 3월'],
    ['ru', 'd MMMM, LLLL', '9 марта, март'],
    ['lt', 'MMMM LLLL MMM', 'kovo kovas kovo'],
    ['de', 'MMMM MMM MMMMM', 'März März M'],
  ])('%s: %s is %s', (locale, pattern, text) => {
    expect(date(pattern, locale)).toBe(text);
  });
  test.each(['MMMM', 'MMM', 'LLLL', 'LLL'])('%s is twelve names in every language, never bare digits', (pattern) => {
    for (const language of languages) {
      const names = days.map((day) => date(pattern, language, day));
      expect(new Set(names).size, `${language} ${names.join()}`).toBe(12);
      for (const name of names) expect(name, language).not.toMatch(/^[\p{N}\s]*$/u);
    }
  });
});

describe('names of quarters', () => {
  test.each([
    ['en-US', 'Q1 1st quarter'],
    ['de-AT', 'Q1 1. Quartal'],
    ['fr-CA', 'T1 1er trimestre'],
    ['es-ES', 'T1 1.er trimestre'],
    ['es-CO', 'T1 1.º trimestre'],
    ['pt-BR', 'T1 1º trimestre'],
    ['pt-PT', 'T1 1.º trimestre'],
    ['it', 'T1 1º trimestre'],
    ['nl', 'K1 1e kwartaal'],
    ['pl', 'I kw. I kwartał'],
    ['ru', '1-й кв. 1-й квартал'],
    ['sr-Latn-RS', '1. kv. prvi kvartal'],
    ['ja', 'Q1 第1四半期'],
    ['zh-CN', '1季度 第一季度'],
    ['zh-TW', '第1季 第1季'],
    ['zh-HK', 'Q1 第1季'],
    ['ko', '1분기 제 1/4분기'],
  ])('%s: %s', (locale, text) => {
    expect(date('QQQ QQQQ', locale)).toBe(text);
    expect(date('qqq qqqq Q QQ QQQQQ', locale)).toBe(`${text} 1 01 1`);
  });
  test('are four in every language, or it is said that they are not known', () => {
    // Languages of two letters with names of quarters in CLDR.
    const known = new Set(
      [
        'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fo fr ga gl gu he hi hr hu hy id is it',
        'ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw',
        'ta te tg th tk tr uk ur uz vi zh zu',
      ].flatMap((row) => row.split(' ')),
    );
    for (const language of languages) {
      for (const pattern of ['QQQ', 'QQQQ']) {
        const names = days.map((day) => date(pattern, language, day));
        expect(new Set(names).size, language).toBe(4);
        if (warningsOf(pattern, language).length === 0) continue;
        expect(known.has(language), language).toBe(false);
        expect(names[0]).toMatch(/^Q\p{Nd}$/u); // in the digits of the language
      }
    }
    expect(warningsOf('QQQ', 'haw')).toEqual(['The names of quarters in "haw" are not known: Q1 is printed.']);
    expect(warningsOf('QQQ', 'az-Cyrl')).toHaveLength(1);
  });
});

describe('calendars', () => {
  test.each([
    ['ja-JP-u-ca-japanese', 'Gy年M月d日', '令和7年3月9日'],
    ['ja-JP-u-ca-japanese', 'GGGGGyy.MM.dd', 'R07.03.09'],
    ['ja-JP', 'Gy年', '西暦2025年'],
    ['zh-TW-u-ca-roc', 'Gy年M月d日', '民國114年3月9日'],
    ['th-TH', 'd MMMM G yyyy', '9 มีนาคม พ.ศ. 2568'],
    ['th-TH-u-ca-gregory', 'd MMMM yyyy', '9 มีนาคม 2025'],
    ['fa-IR', 'd MMMM y', '۱۹ اسفند ۱۴۰۳'],
    ['ja-JP-u-ca-japanese', "u YYYY-'W'ww D", '2025 2025-W10 68'],
  ])('%s: %s is %s', (locale, pattern, text) => {
    expect(date(pattern, locale)).toBe(text);
  });
  test('an era begins on its day', () => {
    expect(date('Gy.M.d', 'ja-JP-u-ca-japanese', '2019-04-30')).toBe('平成31.4.30');
    expect(date('Gy.M.d', 'ja-JP-u-ca-japanese', '2019-05-01')).toBe('令和1.5.1');
  });
  test('iso is the Gregorian day in every calendar', () => {
    for (const locale of ['ja-JP-u-ca-japanese', 'th-TH', 'fa-IR', 'he-IL-u-ca-hebrew', 'zh-u-ca-chinese'])
      expect(date('iso', locale)).toBe('2025-03-09');
  });
  test('the year of an era with four digits is told', () => {
    expect(date('yyyy', 'ja-JP-u-ca-japanese')).toBe('0007');
    expect(warningsOf('yyyy', 'ja-JP-u-ca-japanese')).toEqual([
      '"yyyy" prints 0007, the year of an era of this calendar: write y.',
    ]);
    expect(warningsOf('yyyy', 'th-TH')).toEqual([]);
    for (const short of ['Gy', 'GGGGGyy.MM.dd']) expect(warningsOf(short, 'ja-JP-u-ca-japanese')).toEqual([]);
  });
  test('day, month and year of a pattern are of one calendar, that of the styles', () => {
    for (const calendar of Intl.supportedValuesOf('calendar')) {
      const locale = `en-US-u-ca-${calendar}`;
      for (const day of days) {
        const parts = new Intl.DateTimeFormat(`${locale}-nu-latn`, {
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          timeZone: 'UTC',
        }).formatToParts(new Date(day));
        const part = (...types: string[]) => parts.find((one) => types.includes(one.type))?.value ?? '';
        expect(date('d y', locale, day), calendar).toBe(`${Number(part('day'))} ${part('year', 'relatedYear')}`);
        expect(date('M Q', locale, day), calendar).toMatch(/^(?:\d{1,2}(?:bis)?|\p{L}+(?: I)?) [1-4]$/u);
      }
    }
  });
});
