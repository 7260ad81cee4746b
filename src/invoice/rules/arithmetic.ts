// Exact sums and comparisons of the rules, and how a wrong amount is told.
import Big from 'big.js';
import { amountOf, type Group, sum, textOf, toCents } from '../model.ts';
import type { TermId } from '../terms.ts';
import { placeOf, type TermPlace } from './rule.ts';

export const zero = new Big(0);
export const one = new Big(1);

/** The amount of a term, or zero. */
export const amountOrZero = (group: Group | undefined, id: TermId): Big => amountOf(group, id) ?? zero;

/** The sum of a term over groups, in cents. */
export const totalOf = (groups: readonly Group[], id: TermId): Big =>
  toCents(sum(groups.map((group) => amountOrZero(group, id))));

/** A place whose amount is not the expected one. */
export const wrongAmount = (group: Group, id: TermId, expected: Big): TermPlace =>
  placeOf(group, id, `${textOf(group, id) ?? 'nothing'} instead of ${expected.toFixed(2)}`);

/** Nothing if the amounts are equal, otherwise the place. */
export const unlessEqual = (group: Group, id: TermId, expected: Big): readonly TermPlace[] =>
  amountOf(group, id)?.eq(expected) ? [] : [wrongAmount(group, id, expected)];
