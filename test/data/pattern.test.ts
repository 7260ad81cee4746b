import { describe, expect, test } from 'vitest';
import { createClock } from '../../src/data/clock.ts';
import { compilePattern } from '../../src/data/pattern.ts';

const clock = createClock();

const spaces = [...'\t\n\v\f\r \u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u0085'];
const texts = [
  ...[...spaces, '', ...'aAz09_-.[]^$\\/&~😀éßΩя中٣\u0000\b€ſK\u0301²Ⅷ+ʰǅ\u00ad\ue000', '\ud83d', '«»', '()'],
  ...['ab', 'AB-12', 'AB-1234', 'foo bar', 'a\nb', 'a\n', '\na', 'a\r', 'a\u2028', 'aaa', 'abab', 'a😀b'],
  ...['x@y.de', '12.50', '2026-01-31'],
];

/** The names of Unicode's general categories. RE2 knows only their abbreviations. */
const longCategories = [
  ...['Letter', 'Uppercase_Letter', 'Lowercase_Letter', 'Titlecase_Letter', 'Modifier_Letter', 'Other_Letter'],
  ...['Mark', 'Nonspacing_Mark', 'Spacing_Mark', 'Enclosing_Mark', 'Number', 'Decimal_Number', 'Letter_Number', 'Other_Number'],
  ...['Punctuation', 'Connector_Punctuation', 'Dash_Punctuation', 'Open_Punctuation', 'Close_Punctuation'],
  ...['Initial_Punctuation', 'Final_Punctuation', 'Other_Punctuation', 'Symbol', 'Math_Symbol', 'Currency_Symbol'],
  ...['Modifier_Symbol', 'Other_Symbol', 'Separator', 'Space_Separator', 'Line_Separator', 'Paragraph_Separator'],
  ...['Control', 'Format', 'Private_Use'],
];

describe('patterns in linear time agree with ECMA-262', () => {
  const sources = [
    String.raw`\d \D \w \W \s \S [\s] [^\s] [\S] [^\S] [\d\s_] [\w.-] . ^.$ ^..$ ^...$ ^a a$ ^a$ ^$ \bfoo\b \Bb a|^b (?:ab)+`,
    String.raw`^(?<year>\d{4})-\d{2} [] [^] [[] [\]] [a^] [\^a] [&&a] [~~] \p{L} \P{L} \p{Lu} \p{Letter} \p{Script=Greek}`,
    String.raw`\p{sc=Cyrillic} \p{Sc} \p{Nd} ^\p{Lu}\p{Ll}*$ \u0041 \x41 \u{1F600} \ud83d\ude00 [\u{1F600}-\u{1F64F}] \t [\b] \cJ \0`,
    String.raw`\/ \. \$ ^\d{1,3}(\.\d{2})?$ ^[A-Z]{2}-\d+$ ^(a|b|ab)*$ a{2,} a{2,3}? ^[^@\s]+@[^@\s]+\.[a-z]{2,}$ [a-z]+?$ (a)(b)?`,
    String.raw`[^\d] [\D] \p{Emoji} \p{Alphabetic} ([a])(.)$ ([^a])(.)$ ([[:alpha:]) ([a&&b])(.) \x61\ud83d\ude00 ^a*b*c?$`,
  ].flatMap((line) => line.split(' '));
  const withSpaces = [String.raw`[\p{L}\d ]+`, String.raw`^[\w -]+$`];
  test.each([...sources, ...withSpaces, ...longCategories.map((name) => `\\p{${name}}`)])('%s', (source) => {
    const native = new RegExp(source, 'u');
    const pattern = compilePattern(source, clock);
    expect(pattern.isNative).toBe(false);
    expect(texts.filter((text) => pattern.test(text) !== native.test(text))).toEqual([]);
  });

  test.each(['^\\d{3}\\-\\d{4}$', 'a\\_b', '^[\\w-.]+$'])('%s, which u would refuse, has its one meaning', (source) => {
    const native = new RegExp(source);
    for (const text of [...texts, '123-4567', 'a_b']) expect(compilePattern(source, clock).test(text)).toBe(native.test(text));
  });
});

test.each(['(?=a)b', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '^.{1,5000}x.{1,5000}$'])(
  '%s runs natively',
  (source) => {
    expect(compilePattern(source, clock).isNative).toBe(true);
  },
);

test.each(['(', '[', '*', '\\p{Nonsense}', 'a{2,1}'])('%s is not a regular expression', (source) => {
  expect(() => compilePattern(source, clock)).toThrow(SyntaxError);
});

test.each([
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(.*a){20}$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(\\d+\\.?)+$', '1'],
  ['^a*a*a*a*a*a*a*a*$', 'a'],
])('%s runs in the engine of linear time', (source, character) => {
  const pattern = compilePattern(source, clock);
  expect(pattern.isNative).toBe(false);
  // Backtracking would never come to an end of this text.
  expect(pattern.test(`${character.repeat(8000)}!`)).toBe(false);
});
