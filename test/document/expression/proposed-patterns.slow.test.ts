// Random patterns of dates.
import { expect, test } from 'vitest';
import { findPatternFault } from '../../../src/document/expression/filters/date-pattern.ts';
import { createRandom } from '../../support/random.ts';
import { printed } from './scope.ts';

const rightOf = (pattern: string) =>
  /; write (?:'(.*)'|"(.*)")$/
    .exec(findPatternFault(pattern)?.message ?? '')
    ?.slice(1)
    .find(Boolean);

test('what is proposed in place of a faulty pattern has no fault, and patterns without a fault print the date they say', () => {
  const random = createRandom(29);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const pieces = [...'d dd D DD M MM MMMM m mm y yyyy Y YYYY yy H HH hh a ss SS EEE w Do of T'.split(' '), "'um'", "'", '%d'];
  const between = ['.', '-', '/', ' ', ', ', ':', ''];
  let proposed = 0;
  for (let i = 0; i < 5000; i++) {
    let pattern = '';
    for (let n = 1 + Math.floor(random() * 5); n > 0; n--) pattern += pick(pieces) + pick(between);
    const fault = findPatternFault(pattern);
    const right = rightOf(pattern);
    if (right !== undefined) {
      proposed++;
      expect(findPatternFault(right)?.message, `${pattern} -> ${right}`).toBeUndefined();
    }
    if (fault) continue;
    // 2026-05-17 is day 137 in week 20, at 14:03:59: a pattern with a month and no time of day that passes prints no other number.
    const print = printed('d | datetime: p', { d: '2026-05-17T14:03:59Z', p: pattern });
    if (/M/.test(pattern) && !/[wHhkKSsa]/.test(pattern)) expect(print, pattern).not.toMatch(/137|20(?!26)|03|59/);
  }
  expect(proposed).toBeGreaterThan(1000);
});
