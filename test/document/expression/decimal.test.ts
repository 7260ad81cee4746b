import { expect, test } from 'vitest';
import { calculate, decimalText } from '../../../src/document/expression/decimal.ts';

test.each([
  [0.1, 0.2, '0.3'],
  [1.005, 0, '1.005'],
  [99_999_999_999.9999, 0.0001, '100000000000'],
  [0.00005, 0.00005, '0.0001'],
  [450359962737049.5, 0.5, '450359962737050'],
])('%d + %d is %s', (a, b, sum) => expect(decimalText(calculate('+', a, b)!)).toBe(sum));
