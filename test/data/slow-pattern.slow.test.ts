import { describe, expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';
import { pumpTexts } from '../../src/data/pump-texts.ts';
import { createRandom } from '../support/random.ts';
import { trialCount, trialSeeds } from '../support/trials.ts';

const withPattern = (...patterns: readonly string[]) =>
  compileDataSchema({
    type: 'object',
    properties: Object.fromEntries(patterns.map((pattern, i) => [`p${i}`, { type: 'string', pattern }])),
  });
const short = { timeoutMs: 150 };

describe('patterns that backtrack without end are found', () => {
  test.each([
    '(?=.)^(a+)+$',
    '^(?!x)(\\w+\\s?)+$',
    '^(?=.*)([a-zA-Z0-9]+)*@$',
    '(?<=x)(?:[^,]*,?)+;$',
    '^(?!-)(a|a)*b$',
    '^(?!-)(a|ab|b)*c$',
    '^(.*)\\1(?:x*)*y$',
    '^(?=a)(?:(?:ab)+)+c$',
    '^order-(?!0)(\\d+)+$',
    '(?!y)^(?:.*.*.*.*.*)=$',
    '^(ab)\\1(c+)+$',
    '^(?<tag>[\\[])\\k<tag>(?:\\]+)+$',
  ])('%s', (pattern) => {
    expect(withPattern(pattern).findSlowPattern({}, short)).toMatchObject({
      path: '/dataSchema/properties/p0/pattern',
      keyword: 'pattern',
      message: expect.stringContaining('takes longer than 0.15 s'),
    });
  });

  test('beside others, and the slowest is named', () => {
    // In a time that others take on no machine, however busy.
    const found = withPattern('^(?=[A-Z])[A-Z]{3}$', '(?=.)^(a+)+$').findSlowPattern({}, { timeoutMs: 4_000 });
    expect(found?.path).toBe('/dataSchema/properties/p1/pattern');
  });

  test('on the example data, where no made text finds it', () => {
    const pattern = '^(?=secret)secret(?:\\u4e00|[\\u4e00-\\u9fff])+$';
    const example = { deep: [{ text: `secret${'\u4e00'.repeat(60)}!` }] };
    expect(withPattern(pattern).findSlowPattern(example, short)).toBeDefined();
  });

  test('in the name of a member', () => {
    const schema = compileDataSchema({ type: 'object', patternProperties: { '^(?=a)(a+)+$': true } });
    expect(schema.findSlowPattern({}, short)?.path).toBe('/dataSchema/patternProperties/^(?=a)(a+)+$');
  });
});

describe('patterns that end are left alone', () => {
  test.each([
    '^(a+)+$',
    '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^(?!0{3})\\d{3}-\\d{2}$',
    '^(?!.*\\.\\.)[\\w.]+@[\\w-]+(?:\\.[\\w-]+)+$',
    '^(["\']).*\\1$',
    '^(?:\\p{L}|\\p{N}){1,2000}$',
    '(?<!\\d)\\d{4}(?!\\d)',
  ])('%s', (pattern) => {
    expect(withPattern(pattern).findSlowPattern({ p0: 'Ada 1234' }, { timeoutMs: 20_000 })).toBeUndefined();
  });
});

test('the texts are a hundred at most, and the same ones each time', () => {
  const random = createRandom(3);
  const parts = 'a \\d [a-f] ( ) (?: (?= | + * ? {2,3} . ^ $ \\b \\1 \\p{L} [^,] 😀 \\u{1F600}'.split(' ');
  let compiled = 0;
  for (let i = 0; i < trialCount('slow-pattern.slow texts'); i++) {
    const source = Array.from({ length: 1 + Math.floor(random() * 12) }, () => parts[Math.floor(random() * parts.length)]).join(
      '',
    );
    try {
      new RegExp(source, 'u');
    } catch {
      continue;
    }
    compiled++;
    const texts = pumpTexts(source);
    expect(texts.length).toBeLessThanOrEqual(100);
    expect(pumpTexts(source)).toEqual(texts);
    expect(Math.max(0, ...texts.map((text) => text.length))).toBeLessThan(500);
  }
  expect(compiled).toBeGreaterThan(trialCount('slow-pattern.slow texts') / 10);
});

test.each(trialSeeds('slow-pattern.slow nested'))('a repetition inside a repetition is found wherever it stands (%i)', (seed) => {
  const random = createRandom(seed);
  const oneOf = (...values: readonly string[]) => values[Math.floor(random() * values.length)]!;
  const atom = oneOf('a', '\\d', '[x-z]', '\\w', 'é', '(?:ab)', '\\p{L}');
  const before = Array.from({ length: Math.floor(random() * 4) }, () => oneOf('q', '-', '\\d\\d', '[A-F]', 'no\\.')).join('');
  const inner = `${atom}${oneOf('+', '+?', '{1,}')}`;
  const outer = oneOf('+', '*', '{2,}');
  const pattern = `^(?!\\n)${before}(${oneOf('', '?:')}${inner})${outer}${oneOf('$', '#$', '\\.end$')}`;
  expect(withPattern(pattern).findSlowPattern({}, short), pattern).toBeDefined();
});
