// Compares two values of an expression, and warns when the result is probably not what the author wants.

import { toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import type { TextKind } from './schema-walk.ts';
import { compareValues, comparisons, isAbsent } from './values.ts';

/** Advice for texts that are numbers and were compared letter by letter. */
export const numbersAdvice = 'If these texts are numbers, let the data schema say "type": ["number", "string"]';

/**
 * Two texts compare as numbers if both are numbers and the data schema has numbers, else letter by letter. Tells if this makes a difference without a
 * data schema, and of values that have no order.
 */
export function compare(
  operator: keyof typeof comparisons,
  p: unknown,
  q: unknown,
  kind: TextKind,
  tell: (what: string) => void,
): boolean {
  const holds = comparisons[operator];
  const result = holds(p, q);
  if (operator === '==' || operator === '!=') return result;
  const shown = () => `${showOperand(p)} ${operator} ${showOperand(q)}`;
  if (typeof p === 'string' && typeof q === 'string') {
    if (kind === 'texts') return result;
    const x = toDecimal(p);
    const y = toDecimal(q);
    if (x === undefined || y === undefined || holds(x, y) === result) return result;
    if (kind === 'numbers') return !result;
    tell(`${shown()} compares texts letter by letter, which gives ${result}. ${numbersAdvice}`);
  } else if (!isAbsent(p) && !isAbsent(q) && compareValues(p, q) === undefined)
    tell(`${shown()} compares values without an order, which gives false`);
  return result;
}
