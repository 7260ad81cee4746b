// Arithmetic of totals and prices: BR-27, BR-28, BR-CO-10 to BR-CO-17.
import Big from 'big.js';
import { amountOf, type Group, groupOf, groupsOf, textOf, toCents } from '../model.ts';
import type { GroupId, TermId } from '../terms.ts';
import { amountOrZero, one, totalOf, unlessEqual, wrongAmount, zero } from './arithmetic.ts';
import { allGroups, type InvoiceRule, isPresent, nameOf, placeOf, rule, type TermPlace } from './rule.ts';

/** A rule for prices that must not be negative. The official check looks for the sign: it refuses -0.00 too. */
const notNegative = (id: string, term: TermId): InvoiceRule =>
  rule({
    id,
    demand: `The ${nameOf(term)} is zero or more.`,
    from: 'BASIC',
    check: (invoice) =>
      allGroups(invoice, 'BG-29')
        .filter((price) => textOf(price, term)?.startsWith('-'))
        .map((price) => placeOf(price, term, textOf(price, term))),
  });

/** A rule for a total that an invoice has when it has groups to add up. */
const totalOfGroups = (id: string, total: TermId, groupId: GroupId, amount: TermId): InvoiceRule =>
  rule({
    id,
    demand: `The ${nameOf(total)} is the sum of each ${nameOf(amount)}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      inTotals(invoice, (totals) => {
        const parts = groupsOf(invoice, groupId);
        return parts.length === 0 && !isPresent(totals, total) ? [] : unlessEqual(totals, total, totalOf(parts, amount));
      }),
  });

const inTotals = (invoice: Group, check: (totals: Group) => readonly TermPlace[]): readonly TermPlace[] => {
  const totals = groupOf(invoice, 'BG-22');
  return totals === undefined ? [] : check(totals);
};

/** What the official check does with a missing total: it says so by another rule (BR-12 to BR-15), and fails here too. */
const equals = (id: string, demand: string, total: TermId, expected: (totals: Group) => Big): InvoiceRule =>
  rule({
    id,
    demand,
    from: 'BASIC WL',
    check: (invoice) => inTotals(invoice, (totals) => unlessEqual(totals, total, expected(totals))),
  });

/** Tax on a base at a rate in per cent, without signs, in cents. */
export const taxOn = (base: Big, rate: Big): Big => toCents(base.abs().times(rate).div(100));

/** To the next whole number; a half goes up, as XPath rounds. */
const rounded = (amount: Big): Big => amount.plus('0.5').round(0, amount.plus('0.5').lt(zero) ? Big.roundUp : Big.roundDown);

function checkTax(breakdown: Group): readonly TermPlace[] {
  const base = amountOf(breakdown, 'BT-116');
  const tax = amountOf(breakdown, 'BT-117');
  const rate = amountOf(breakdown, 'BT-119');
  if (base === undefined || tax === undefined) return [];
  // The official check rounds both: a rate below 0.5 % counts as 0 %, a tax below 0.5 as 0.
  if (rate === undefined || rounded(rate).eq(zero)) {
    return rounded(tax).eq(zero) ? [] : [wrongAmount(breakdown, 'BT-117', zero)];
  }
  const expected = taxOn(base, rate);
  return tax.abs().minus(expected).abs().lte(one) ? [] : [wrongAmount(breakdown, 'BT-117', expected)];
}

export const totalsRules: readonly InvoiceRule[] = [
  notNegative('BR-27', 'BT-146'),
  notNegative('BR-28', 'BT-148'),
  rule({
    id: 'BR-CO-10',
    demand: `The ${nameOf('BT-106')} is the sum of each ${nameOf('BT-131')}.`,
    from: 'BASIC',
    check: (invoice) =>
      inTotals(invoice, (totals) => unlessEqual(totals, 'BT-106', totalOf(groupsOf(invoice, 'BG-25'), 'BT-131'))),
  }),
  totalOfGroups('BR-CO-11', 'BT-107', 'BG-20', 'BT-92'),
  totalOfGroups('BR-CO-12', 'BT-108', 'BG-21', 'BT-99'),
  equals(
    'BR-CO-13',
    `The ${nameOf('BT-109')} is the ${nameOf('BT-106')}, less the ${nameOf('BT-107')}, plus the ${nameOf('BT-108')}.`,
    'BT-109',
    (totals) =>
      toCents(amountOrZero(totals, 'BT-106').minus(amountOrZero(totals, 'BT-107')).plus(amountOrZero(totals, 'BT-108'))),
  ),
  rule({
    id: 'BR-CO-14',
    demand: `The ${nameOf('BT-110')} is the sum of each ${nameOf('BT-117')}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      inTotals(invoice, (totals) => {
        const expected = totalOf(groupsOf(invoice, 'BG-23'), 'BT-117');
        return !isPresent(totals, 'BT-110') && expected.eq(zero) ? [] : unlessEqual(totals, 'BT-110', expected);
      }),
  }),
  equals('BR-CO-15', `The ${nameOf('BT-112')} is the ${nameOf('BT-109')} plus the ${nameOf('BT-110')}.`, 'BT-112', (totals) =>
    toCents(amountOrZero(totals, 'BT-109').plus(amountOrZero(totals, 'BT-110'))),
  ),
  equals(
    'BR-CO-16',
    `The ${nameOf('BT-115')} is the ${nameOf('BT-112')}, less the ${nameOf('BT-113')}, plus the ${nameOf('BT-114')}.`,
    'BT-115',
    (totals) => amountOrZero(totals, 'BT-112').minus(amountOrZero(totals, 'BT-113')).plus(amountOrZero(totals, 'BT-114')),
  ),
  rule({
    id: 'BR-CO-17',
    demand: `The ${nameOf('BT-117')} is the ${nameOf('BT-116')} times the ${nameOf('BT-119')}, or differs by at most 1.`,
    from: 'BASIC WL',
    check: (invoice) => groupsOf(invoice, 'BG-23').flatMap(checkTax),
  }),
];
