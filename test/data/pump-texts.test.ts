import { describe, expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { type Clock, createClock } from '../../src/data/clock.ts';
import { pumpTexts } from '../../src/data/pump-texts.ts';
import { findSlowPattern } from '../../src/data/slow-pattern.ts';

/** A part of a pattern, and a text that it matches again and again. */
test.each([
  ['(a)+', 'a'],
  ['(?:ab)+', 'ab'],
  ['(\\d)+', '1'],
  ['(\\cJ)+', '\n'],
  ['(\\x41)+', 'A'],
  ['(\\u002d)+', '-'],
  ['(\\p{Lu})+', 'A'],
  ['([\\]])+', ']'],
  ['(\\[)+', '['],
  ['(\\])+', ']'],
  ['(\\^)+', '^'],
  ['(\\\\)+', '\\'],
  ['([\\^])+', '^'],
  ['([x\\]y])+', 'x'],
  ['(\\+)+', '+'],
  ['(\\$)+', '$'],
  ['([ж])+', 'ж'],
  ['([^a])+', '1'],
  ['(?:x|cd)+', 'cd'],
  ['(.)+', 'a'],
  ['\\b(a)+', 'a'],
  ['(?=q)(a)+', 'a'],
  ['(?<!q)(a)+', 'a'],
  ['(?<name>ab)+\\k<name>', 'ab'],
  ['a{2,3}(b)+', 'b'],
  ['a{2,3}?(b){2,}', 'b'],
])('the texts for %s repeat %j, up to each length and with each ending', (pattern, body) => {
  const texts = pumpTexts(pattern);
  for (const length of [64, 300])
    for (const tail of ['\n!', '!', '']) expect(texts).toContain(body.repeat(Math.ceil(length / body.length)) + tail);
});

test.each([
  ['^no-(a)+', 'no-', 'a'],
  ['q(a)\\1(b)+', 'qaa', 'b'],
  ['(?:q)(a)(x)\\2\\1(b)+', 'qaxxa', 'b'],
  ['(?<two>xy)\\k<two>\\1(b)+', 'xyxyxy', 'b'],
  ['((?:k|q)a)\\1(b)+', 'qaqa', 'b'],
  ['(?=zz)q(b)+', 'q', 'b'],
  ['\\bq(b)+', 'q', 'b'],
  ['(?:k|q)(b)+', 'q', 'b'],
])('the texts for %s begin with %j', (pattern, prefix, body) => {
  const texts = pumpTexts(pattern);
  for (const tail of ['\n!', '!', '']) expect(texts).toContain(prefix + body.repeat(64) + tail);
});

test('a hundred different texts are made where the pattern has letters, and only of its letters', () => {
  const texts = pumpTexts('^\\b(?:a|b)+$');
  expect(new Set(texts).size).toBe(100);
  expect(texts.filter((text) => !/^[ab]+(?:\n?!)?$/.test(text))).toEqual([]);
  expect(pumpTexts('^$')).toEqual([]);
});

test('references to groups of references do not double the texts each time', () => {
  const pattern = `(a)${Array.from({ length: 60 }, (_, i) => `(\\${i + 1}\\${i + 1})`).join('')}`;
  expect(Math.max(...pumpTexts(pattern).map((text) => text.length))).toBeLessThan(20_000);
});

describe('the search for a slow pattern', () => {
  const patterns = new Map([
    ['(?=a)a+', '/first'],
    ['(?=b)b+', '/second'],
  ]);
  const withGuard = (guard: Clock['guard']): Clock => ({ ...createClock(), guard });

  test('raises what is no end of time', () => {
    const clock = withGuard(() => {
      throw new Error('boom');
    });
    expect(() => findSlowPattern(patterns, {}, clock, 1000)).toThrow('boom');
  });

  test('names the pattern at which the time ends, if the others were quick', () => {
    let calls = 0;
    const clock = withGuard((work) => {
      calls++;
      if (calls === 1) return work();
      throw new PdfgenError('VALIDATION_TIMEOUT', 'late');
    });
    expect(
      findSlowPattern(
        new Map([
          ['(?=a)a', '/only'],
          ['^x$', '/linear'],
        ]),
        {},
        withGuard((work) => work()),
        1000,
      ),
    ).toBeUndefined();
    expect(findSlowPattern(patterns, {}, clock, 1000)?.path).toMatch(/^\/dataSchema\/(?:first|second)$/);
  });
});
