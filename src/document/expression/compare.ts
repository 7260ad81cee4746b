// Compares values of expressions, and warns when the result is probably not what the author wants.

import { toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import type { NoteUnusable } from './filters/filter.ts';
import { instantOf } from './filters/moment.ts';
import type { TextKind } from './schema-walk.ts';
import type { Scope } from './scope.ts';
import { compareValues, comparisons, contentKey, isAbsent } from './values.ts';

/** Advice for texts that are numbers and were compared letter by letter. */
export const numbersAdvice = 'If these texts are numbers, let the data schema say "type": ["number", "string"]';

/** The same for times of different offsets. */
export const momentsAdvice = 'If these texts are times, let the data schema say "format": "date-time"';

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
  if (p !== q) {
    const x = instantOf(p);
    const y = x === undefined ? x : instantOf(q);
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

/**
 * Gives the function that gives equal values of a list the same key. Null is a missing value. Lists and objects are equal by content, times of the data
 * schema as points in time. Tells once of texts that differ and would be equal as times.
 */
export function equalityKeys(kind: TextKind, tell: NoteUnusable): (value: unknown, scope: Scope) => string {
  const texts = new Map<number, unknown>();
  let isTold = false;
  return (value, scope) => {
    const instant = instantOf(value);
    if (instant === undefined) return contentKey(value ?? null);
    if (kind === 'moments') return `@${instant}`;
    const other = texts.get(instant) ?? value;
    texts.set(instant, other);
    if (other !== value && !isTold) {
      isTold = true;
      tell(
        scope,
        `${showOperand(other)} and ${showOperand(value)} are one point in time, but count as two texts. ${momentsAdvice}`,
      );
    }
    return contentKey(value);
  };
}
