// Sums and products of random decimals.
import Big from 'big.js';
import { expect, test } from 'vitest';
import { calculate, decimalText, toDecimal } from '../../../src/document/expression/decimal.ts';
import { createRandom } from '../../support/random.ts';

/** A number of up to 17 digits, with up to 8 places, near the limits of what whole numbers of ten-thousandths can hold. */
function makeNumber(random: () => number): number {
  const digits = 1 + Math.floor(random() * 17);
  const whole = Math.floor(random() * 10 ** digits);
  const number = Number(`${random() < 0.5 ? '-' : ''}${whole}e-${Math.floor(random() * 9)}`);
  return random() < 0.1 ? Math.round(number) : number;
}

test('sums, differences and products of numbers are those of their shortest decimal texts', () => {
  const random = createRandom(20);
  const wrong: string[] = [];
  let withPlaces = 0;
  for (let i = 0; i < 30_000; i++) {
    const [a, b] = [makeNumber(random), makeNumber(random)];
    const [left, other] = [new Big(String(a)), new Big(String(b))];
    const expected = { '+': left.plus(other), '-': left.minus(other), '*': left.times(other) };
    for (const operator of ['+', '-', '*'] as const) {
      const found = calculate(operator, toDecimal(a)!, toDecimal(b)!)!;
      const right = expected[operator].abs().eq(0) ? '0' : expected[operator].toFixed();
      if (decimalText(found) !== right) wrong.push(`${a} ${operator} ${b} = ${decimalText(found)}, not ${right}`);
      if (typeof found === 'number' && !Number.isInteger(found)) withPlaces++;
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(withPlaces).toBeGreaterThan(10_000);
});
