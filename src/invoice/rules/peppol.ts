// The rules that XRechnung takes from Peppol BIS Billing. The writer of the XML keeps the rules about its form (R008, R043, R044, R053, R101).
import Big from 'big.js';
import { peppolDemands } from '../demands.ts';
import { amountOf, type Group, groupOf, groupsOf, textOf } from '../model.ts';
import type { GroupId, TermId } from '../terms.ts';
import { amountOrZero, totalOf } from './arithmetic.ts';
import {
  allGroups,
  demanded,
  type InvoiceRule,
  isPresent,
  nameOf,
  paidBy,
  placeOf,
  rule,
  type TermPlace,
  warning,
} from './rule.ts';

interface AllowanceTerms {
  readonly groupId: GroupId;
  readonly amount: TermId;
  readonly base: TermId;
  readonly percentage: TermId;
}

const allowances: readonly AllowanceTerms[] = [
  { groupId: 'BG-20', amount: 'BT-92', base: 'BT-93', percentage: 'BT-94' },
  { groupId: 'BG-21', amount: 'BT-99', base: 'BT-100', percentage: 'BT-101' },
  { groupId: 'BG-27', amount: 'BT-136', base: 'BT-137', percentage: 'BT-138' },
  { groupId: 'BG-28', amount: 'BT-141', base: 'BT-142', percentage: 'BT-143' },
];

/** The most by which an amount may differ from its computation. Forints have no smaller unit in use. */
const slackOf = (invoice: Group): Big => new Big(textOf(invoice, 'BT-5') === 'HUF' ? '0.5' : '0.02');

const inAllowances = (check: (group: Group, ids: AllowanceTerms, invoice: Group) => readonly TermPlace[]) => (invoice: Group) =>
  allowances.flatMap((ids) => allGroups(invoice, ids.groupId).flatMap((group) => check(group, ids, invoice)));

const peppol = (number: string): string => `PEPPOL-EN16931-R${number}`;

/** A rule for lines whose period begins or ends outside the invoicing period. Dates are compared as texts. */
const inPeriod = (number: string, term: TermId, bound: TermId, lies: (day: string, bound: string) => boolean): InvoiceRule =>
  rule({
    id: peppol(number),
    demand: `The ${nameOf(term)} lies within the ${nameOf('BG-14')}.`,
    from: 'EN 16931',
    check: (invoice) => {
      const limit = textOf(allGroups(invoice, 'BG-14')[0], bound);
      return allGroups(invoice, 'BG-26')
        .filter((period) => limit !== undefined && isPresent(period, term) && !lies(textOf(period, term)!, limit))
        .map((period) => placeOf(period, term, textOf(period, term)));
    },
  });

/** The lines whose net amount is not what their quantity and price make. */
export const findWrongAmounts = (lines: readonly Group[], invoice: Group): readonly TermPlace[] =>
  lines.flatMap((line) => {
    const price = groupOf(line, 'BG-29');
    const base = amountOrZero(price, 'BT-149');
    const quantity = amountOf(line, 'BT-129') ?? new Big(1);
    const expected = quantity
      .times(amountOrZero(price, 'BT-146'))
      .div(base.eq(0) ? 1 : base)
      .plus(totalOf(groupsOf(line, 'BG-28'), 'BT-141'))
      .minus(totalOf(groupsOf(line, 'BG-27'), 'BT-136'));
    return amountOrZero(line, 'BT-131').minus(expected).abs().lte(slackOf(invoice))
      ? []
      : [placeOf(line, 'BT-131', `${textOf(line, 'BT-131') ?? 'nothing'} instead of ${expected.toFixed(2)}`)];
  });

export const lineAmount = warning({
  id: peppol('120'),
  demand: `The ${nameOf('BT-131')} is the ${nameOf('BT-129')} times the ${nameOf('BT-146')} of the ${nameOf('BT-149')}, plus charges and less allowances of the line.`,
  from: 'EN 16931',
  check: (invoice) => findWrongAmounts(groupsOf(invoice, 'BG-25'), invoice),
});

export const baseQuantity = rule({
  id: peppol('121'),
  demand: `The ${nameOf('BT-149')} is greater than 0.`,
  from: 'EN 16931',
  check: (invoice) =>
    allGroups(invoice, 'BG-29')
      .filter((price) => amountOf(price, 'BT-149')?.lte(0))
      .map((price) => placeOf(price, 'BT-149', textOf(price, 'BT-149'))),
});

export const baseUnit = rule({
  id: peppol('130'),
  demand: `The ${nameOf('BT-150')} is the ${nameOf('BT-130')}.`,
  from: 'EN 16931',
  check: (invoice) =>
    groupsOf(invoice, 'BG-25').flatMap((line) => {
      const unit = textOf(groupOf(line, 'BG-29'), 'BT-150');
      return unit === undefined || unit === textOf(line, 'BT-130')
        ? []
        : [placeOf(groupOf(line, 'BG-29')!, 'BT-150', `"${unit}"`)];
    }),
});

/** Rules of Peppol BIS Billing 3.0 that hold for XRechnung. */
export const peppolRules: readonly InvoiceRule[] = [
  ...peppolDemands.map(([id, wanted]) => demanded(id, wanted)),
  rule({
    id: peppol('005'),
    demand: `The ${nameOf('BT-6')} differs from the ${nameOf('BT-5')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      isPresent(invoice, 'BT-6') && textOf(invoice, 'BT-6') === textOf(invoice, 'BT-5')
        ? [placeOf(invoice, 'BT-6', `"${textOf(invoice, 'BT-6')}"`)]
        : [],
  }),
  rule({
    id: peppol('040'),
    demand: 'The amount of an allowance or charge is its base amount times its percentage.',
    from: 'EN 16931',
    check: inAllowances((group, { amount, base, percentage }, invoice) => {
      if (!isPresent(group, base) || !isPresent(group, percentage)) return [];
      const expected = amountOf(group, base)!.times(amountOf(group, percentage)!).div(100);
      const found = amountOrZero(group, amount);
      return found.minus(expected).abs().lte(slackOf(invoice))
        ? []
        : [placeOf(group, amount, `${found.toFixed()} instead of ${expected.toFixed(2)}`)];
    }),
  }),
  rule({
    id: peppol('041'),
    demand: 'An allowance or charge with a percentage has a base amount.',
    from: 'EN 16931',
    check: inAllowances((group, { base, percentage }) =>
      isPresent(group, percentage) && !isPresent(group, base) ? [placeOf(group, base)] : [],
    ),
  }),
  rule({
    id: peppol('042'),
    demand: 'An allowance or charge with a base amount has a percentage.',
    from: 'EN 16931',
    check: inAllowances((group, { base, percentage }) =>
      isPresent(group, base) && !isPresent(group, percentage) ? [placeOf(group, percentage)] : [],
    ),
  }),
  rule({
    id: peppol('046'),
    demand: `The ${nameOf('BT-146')} is the ${nameOf('BT-148')}, where there is one, less the ${nameOf('BT-147')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, 'BG-29').flatMap((price) => {
        if (!isPresent(price, 'BT-148')) return [];
        const expected = amountOf(price, 'BT-148')!.minus(amountOrZero(price, 'BT-147'));
        return amountOf(price, 'BT-146')?.eq(expected)
          ? []
          : [placeOf(price, 'BT-146', `${textOf(price, 'BT-146') ?? 'nothing'} instead of ${expected.toFixed()}`)];
      }),
  }),
  rule({
    id: peppol('054'),
    demand: `An invoice has an ${nameOf('BT-111')} exactly when it has a ${nameOf('BT-6')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, 'BG-22')
        .filter((totals) => isPresent(totals, 'BT-111') !== isPresent(invoice, 'BT-6'))
        .map((totals) => placeOf(totals, 'BT-111', textOf(totals, 'BT-111'))),
  }),
  rule({
    id: peppol('055'),
    demand: `The ${nameOf('BT-111')} and the ${nameOf('BT-110')} have the same sign.`,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, 'BG-22')
        .filter((totals) => isPresent(totals, 'BT-110') && isPresent(totals, 'BT-111'))
        .filter((totals) => amountOf(totals, 'BT-110')!.lt(0) !== amountOf(totals, 'BT-111')!.lt(0))
        .map((totals) => placeOf(totals, 'BT-111', textOf(totals, 'BT-111'))),
  }),
  rule({
    id: peppol('061'),
    demand: `An invoice that is paid by direct debit (${nameOf('BT-81')} 49 or 59) has a ${nameOf('BT-89')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      paidBy(invoice, ['49', '59'])
        .filter((payment) => !groupsOf(payment, 'BG-19').some((debit) => isPresent(debit, 'BT-89')))
        .map((payment) => placeOf(groupOf(payment, 'BG-19') ?? payment, 'BT-89')),
  }),
  inPeriod('110', 'BT-134', 'BT-73', (day, start) => day >= start),
  inPeriod('111', 'BT-135', 'BT-74', (day, end) => day <= end),
  lineAmount,
  baseQuantity,
  baseUnit,
];
