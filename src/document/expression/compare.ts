// Compares two values of an expression, and warns when the result is probably not what the author wants.

import { toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import { instantOf } from './filters/moment.ts';
import type { TextKind } from './schema-walk.ts';
import { compareValues, comparisons, isAbsent } from './values.ts';

/** Advice for texts that are numbers and were compared letter by letter. */
export const numbersAdvice = 'If these texts are numbers, let the data schema say "type": ["number", "string"]';

/** The same for times of different offsets. */
export const momentsAdvice = 'If these texts are times, let the data schema say "format": "date-time"';

/** A shorter text is no day with its time and offset. */
const leastMoment = '2026-03-09T14:05Z'.length;

/**
 * Two texts compare as numbers or points in time if both are such and the data schema has such, else letter by letter. Tells if this makes a difference
 * without a data schema, and of values that have no order.
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
  const shown = () => `${showOperand(p)} ${operator} ${showOperand(q)}`;
  if (typeof p === 'string' && typeof q === 'string' && p.length >= leastMoment && q.length >= leastMoment && p !== q) {
    const x = instantOf(p);
    const y = instantOf(q);
    if (x !== undefined && y !== undefined && holds(x, y) !== result) {
      if (kind === 'moments') return !result;
      tell(`${shown()} compares times letter by letter, which gives ${result}. ${momentsAdvice}`);
    }
  }
  if (operator === '==' || operator === '!=') return result;
  if (typeof p === 'string' && typeof q === 'string') {
    if (kind === 'texts' || kind === 'moments') return result;
    const x = toDecimal(p);
    const y = toDecimal(q);
    if (x === undefined || y === undefined || holds(x, y) === result) return result;
    if (kind === 'numbers') return !result;
    tell(`${shown()} compares texts letter by letter, which gives ${result}. ${numbersAdvice}`);
  } else if (!isAbsent(p) && !isAbsent(q) && compareValues(p, q) === undefined)
    tell(`${shown()} compares values without an order, which gives false`);
  return result;
}
