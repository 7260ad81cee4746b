// The rules of each VAT category: a family of ten rules for each, and further rules of single categories.
import type Big from 'big.js';
import { amountOf, type Group, groupOf, groupsOf, textOf } from '../model.ts';
import type { FirstProfile, TermId } from '../terms.ts';
import { amountOrZero, one, totalOf, unlessEqual, wrongAmount, zero } from './arithmetic.ts';
import { allGroups, type InvoiceRule, isPresent, nameOf, placeOf, rule, type TermPlace } from './rule.ts';
import { taxOn } from './totals.ts';

type Rate = 'zero' | 'above zero' | 'zero or above' | 'absent';

export interface Category {
  /** The beginning of the rules' numbers: `BR-S` of `BR-S-01`. */
  readonly family: string;
  readonly code: string;
  readonly name: string;
  /** How many times the category stands in the VAT breakdown: once for each rate, or once. */
  readonly entries: 'each rate' | 'one';
  readonly rate: Rate;
  /** Tax identifiers of the seller: the invoice has at least one of them. */
  readonly seller: readonly TermId[];
  /** Identifiers of the buyer: the invoice has at least one of them. */
  readonly buyer: readonly TermId[];
  /** Identifiers that the invoice must not have. */
  readonly without: readonly TermId[];
  /** Whether the taxable amount may differ by less than 1 from the sum of its parts. */
  readonly tolerant: boolean;
  readonly reason: 'needed' | 'forbidden';
}

const anySellerIdentifier: readonly TermId[] = ['BT-31', 'BT-32', 'BT-63'];
const vatIdentifierOfSeller: readonly TermId[] = ['BT-31', 'BT-63'];
const taxed = {
  entries: 'each rate',
  seller: anySellerIdentifier,
  buyer: [],
  without: [],
  tolerant: false,
  reason: 'forbidden',
} as const;
const untaxed = { entries: 'one', rate: 'zero', buyer: [], without: [], tolerant: true, reason: 'needed' } as const;

export const categories: readonly Category[] = [
  { ...taxed, family: 'BR-S', code: 'S', name: 'standard rate', rate: 'above zero' },
  { ...untaxed, family: 'BR-Z', code: 'Z', name: 'zero rated', seller: anySellerIdentifier, reason: 'forbidden' },
  { ...untaxed, family: 'BR-E', code: 'E', name: 'exempt from VAT', seller: anySellerIdentifier },
  { ...untaxed, family: 'BR-AE', code: 'AE', name: 'reverse charge', seller: anySellerIdentifier, buyer: ['BT-48', 'BT-47'] },
  {
    ...untaxed,
    family: 'BR-IC',
    code: 'K',
    name: 'supply within the Community',
    seller: vatIdentifierOfSeller,
    buyer: ['BT-48'],
  },
  { ...untaxed, family: 'BR-G', code: 'G', name: 'export outside the EU', seller: vatIdentifierOfSeller },
  {
    ...untaxed,
    family: 'BR-O',
    code: 'O',
    name: 'not subject to VAT',
    rate: 'absent',
    seller: [],
    without: ['BT-31', 'BT-63', 'BT-48'],
    tolerant: false,
  },
  { ...taxed, family: 'BR-AF', code: 'L', name: 'Canary Islands tax, IGIC', rate: 'above zero' },
  { ...taxed, family: 'BR-AG', code: 'M', name: 'tax of Ceuta and Melilla, IPSI', rate: 'zero or above' },
];

/** The places of a category besides the breakdown. The numbers of the rules follow this order. */
const sources = [
  { groupId: 'BG-30', code: 'BT-151', rate: 'BT-152', name: 'line', from: 'BASIC' },
  { groupId: 'BG-20', code: 'BT-95', rate: 'BT-96', name: 'document level allowance', from: 'BASIC WL' },
  { groupId: 'BG-21', code: 'BT-102', rate: 'BT-103', name: 'document level charge', from: 'BASIC WL' },
] as const satisfies readonly { groupId: string; code: TermId; rate: TermId; name: string; from: FirstProfile }[];
type CategorySource = (typeof sources)[number];

const usesOf = (invoice: Group, source: CategorySource, code: string): readonly Group[] =>
  allGroups(invoice, source.groupId).filter((group) => textOf(group, source.code) === code);

export const breakdownsOf = (invoice: Group, code: string): readonly Group[] =>
  groupsOf(invoice, 'BG-23').filter((group) => textOf(group, 'BT-118') === code);

const listOf = (ids: readonly TermId[]): string => ids.map(nameOf).join(', ');

const familyOf = (category: Category): readonly InvoiceRule[] => [
  breakdownRule(category),
  ...sources.map((source, index) => identifierRule(category, source, index + 2)),
  ...sources.map((source, index) => rateRule(category, source, index + 5)),
  baseRule(category),
  taxRule(category),
  reasonRule(category),
];

const numbered = ({ family }: Category, number: number): string => `${family}-${String(number).padStart(2, '0')}`;

export const nameOfCategory = ({ code, name }: Category): string => `category ${code} (${name})`;

function breakdownRule(category: Category): InvoiceRule {
  const { code, entries } = category;
  return rule({
    id: numbered(category, 1),
    demand:
      entries === 'one'
        ? `An invoice with ${nameOfCategory(category)} has one ${nameOf('BG-23')} of this category, and the category is used.`
        : `An invoice with ${nameOfCategory(category)} has a ${nameOf('BG-23')} of this category.`,
    from: 'BASIC',
    check: (invoice) => {
      const breakdowns = breakdownsOf(invoice, code);
      const used = sources.flatMap((source) => usesOf(invoice, source, code).map((group) => placeOf(group, source.code)));
      if (breakdowns.length === 0) return used.slice(0, 1);
      if (entries === 'each rate') return [];
      if (used.length === 0) return [placeOf(breakdowns[0]!, 'BT-118', 'a category that nothing uses')];
      return breakdowns.slice(1).map((group) => placeOf(group, 'BT-118', 'the category again'));
    },
  });
}

/** Who pays the tax is known: the seller by a tax identifier and, where the buyer owes the tax, the buyer too. */
function identifierRule(category: Category, source: CategorySource, number: number): InvoiceRule {
  const { seller, buyer, without, code } = category;
  const needs = [seller, buyer].filter((ids) => ids.length > 0).map((ids) => `one of: ${listOf(ids)}`);
  return rule({
    id: numbered(category, number),
    demand:
      without.length > 0
        ? `An invoice with a ${source.name} of ${nameOfCategory(category)} has none of: ${listOf(without)}.`
        : `An invoice with a ${source.name} of ${nameOfCategory(category)} has ${needs.join(', and ')}.`,
    from: source.from,
    check: (invoice) => {
      if (usesOf(invoice, source, code).length === 0) return [];
      const missing = [seller, buyer]
        .filter((ids) => ids.length > 0 && !ids.some((id) => holderOf(invoice, id, isPresent)))
        .map((ids) => placeOf(groupOf(invoice, ids === seller ? 'BG-4' : 'BG-7') ?? invoice, ids[0]!));
      const present = without.flatMap((id) => {
        const group = holderOf(invoice, id, isPresent);
        return group === undefined ? [] : [placeOf(group, id, 'a VAT identifier')];
      });
      return [...missing, ...present];
    },
  });
}

const parties = { 'BT-31': 'BG-4', 'BT-32': 'BG-4', 'BT-63': 'BG-11', 'BT-47': 'BG-7', 'BT-48': 'BG-7' } as const;

/** The party that has an identifier. */
const holderOf = (invoice: Group, id: TermId, has: (group: Group, id: TermId) => boolean): Group | undefined =>
  groupsOf(invoice, parties[id as keyof typeof parties]).find((group) => has(group, id));

const rateDemands: Readonly<Record<Rate, string>> = {
  zero: 'is 0',
  'above zero': 'is greater than 0',
  'zero or above': 'is 0 or greater',
  absent: 'is left out',
};

const isRate: Readonly<Record<Rate, (rate: Big | undefined) => boolean>> = {
  zero: (rate) => rate?.eq(zero) ?? false,
  'above zero': (rate) => rate?.gt(zero) ?? false,
  'zero or above': (rate) => rate?.gte(zero) ?? false,
  absent: (rate) => rate === undefined,
};

function rateRule(category: Category, source: CategorySource, number: number): InvoiceRule {
  const { code, rate } = category;
  return rule({
    id: numbered(category, number),
    demand: `The ${nameOf(source.rate)} of ${nameOfCategory(category)} ${rateDemands[rate]}.`,
    from: source.from,
    check: (invoice) =>
      usesOf(invoice, source, code)
        .filter((group) => !isRate[rate](amountOf(group, source.rate)))
        .map((group) => placeOf(group, source.rate, textOf(group, source.rate) ?? 'nothing')),
  });
}

/** The lines, allowances and charges of a category, and of a rate where the category has several, make its taxable amount. */
function baseRule(category: Category): InvoiceRule {
  const { code, entries, tolerant } = category;
  const sameRate = entries === 'each rate' ? ' and this rate' : '';
  return rule({
    id: numbered(category, 8),
    demand: `The ${nameOf('BT-116')} of ${nameOfCategory(category)} is the sum of the lines and charges of this category${sameRate}, less its allowances${tolerant ? ', or differs by less than 1' : ''}.`,
    from: 'BASIC',
    check: (invoice) =>
      breakdownsOf(invoice, code).flatMap((breakdown): readonly TermPlace[] => {
        const rate = amountOf(breakdown, 'BT-119');
        if (entries === 'each rate' && rate === undefined) return [];
        const expected = baseOf(invoice, code, entries === 'each rate' ? rate : undefined);
        const base = amountOf(breakdown, 'BT-116');
        if (tolerant && base?.minus(expected).abs().lt(one)) return [];
        return unlessEqual(breakdown, 'BT-116', expected);
      }),
  });
}

function baseOf(invoice: Group, code: string, rate: Big | undefined): Big {
  const matches = (group: Group | undefined, codeId: TermId, rateId: TermId): boolean =>
    textOf(group, codeId) === code && (rate === undefined || (amountOf(group, rateId)?.eq(rate) ?? false));
  const lines = groupsOf(invoice, 'BG-25').filter((line) => matches(groupOf(line, 'BG-30'), 'BT-151', 'BT-152'));
  const charges = groupsOf(invoice, 'BG-21').filter((charge) => matches(charge, 'BT-102', 'BT-103'));
  const allowances = groupsOf(invoice, 'BG-20').filter((allowance) => matches(allowance, 'BT-95', 'BT-96'));
  return totalOf(lines, 'BT-131').plus(totalOf(charges, 'BT-99')).minus(totalOf(allowances, 'BT-92'));
}

function taxRule(category: Category): InvoiceRule {
  const { code, entries } = category;
  return rule({
    id: numbered(category, 9),
    demand:
      entries === 'one'
        ? `The ${nameOf('BT-117')} of ${nameOfCategory(category)} is 0.`
        : `The ${nameOf('BT-117')} of ${nameOfCategory(category)} is the ${nameOf('BT-116')} times the ${nameOf('BT-119')}, or differs by less than 1.`,
    from: 'BASIC WL',
    check: (invoice) =>
      breakdownsOf(invoice, code).flatMap((breakdown) => {
        if (entries === 'one') return unlessEqual(breakdown, 'BT-117', zero);
        const expected = taxOn(amountOrZero(breakdown, 'BT-116'), amountOrZero(breakdown, 'BT-119'));
        const tax = amountOf(breakdown, 'BT-117');
        return tax?.abs().minus(expected).abs().lt(one) ? [] : [wrongAmount(breakdown, 'BT-117', expected)];
      }),
  });
}

function reasonRule(category: Category): InvoiceRule {
  const { code, reason } = category;
  const reasons: readonly TermId[] = ['BT-120', 'BT-121'];
  return rule({
    id: numbered(category, 10),
    demand: `A ${nameOf('BG-23')} of ${nameOfCategory(category)} has ${reason === 'needed' ? 'one of' : 'none of'}: ${listOf(reasons)}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      breakdownsOf(invoice, code).flatMap((breakdown) => {
        const given = reasons.filter((id) => isPresent(breakdown, id));
        if (reason === 'forbidden') return given.map((id) => placeOf(breakdown, id, `"${textOf(breakdown, id)}"`));
        return given.length > 0 ? [] : [placeOf(breakdown, 'BT-120')];
      }),
  });
}

/** A rule for a place where an invoice that is not subject to VAT must not have another category. */
const notBesideO = (id: string, term: TermId, from: FirstProfile, groupsIn: (invoice: Group) => readonly Group[]): InvoiceRule =>
  rule({
    id,
    demand: `An invoice with a ${nameOf('BG-23')} of category O (not subject to VAT) has no other category as: ${nameOf(term)}.`,
    from,
    check: (invoice) =>
      breakdownsOf(invoice, 'O').length === 0
        ? []
        : groupsIn(invoice)
            .filter((group) => isPresent(group, term) && textOf(group, term) !== 'O')
            .map((group) => placeOf(group, term, `"${textOf(group, term)}"`)),
  });

const countryTerms = { 'BT-40': 'BG-5', 'BT-55': 'BG-8', 'BT-69': 'BG-12', 'BT-80': 'BG-15' } as const;

const usesCategory = (invoice: Group, code: string): boolean =>
  breakdownsOf(invoice, code).length > 0 || sources.some((source) => usesOf(invoice, source, code).length > 0);

const singleRules: readonly InvoiceRule[] = [
  rule({
    id: 'BR-IC-11',
    demand: `An invoice with a ${nameOf('BG-23')} of category K (supply within the Community) has an ${nameOf('BT-72')} or an ${nameOf('BG-14')}.`,
    from: 'BASIC WL',
    check: (invoice) => {
      const delivery = groupOf(invoice, 'BG-13');
      const period = groupOf(delivery, 'BG-14');
      const known =
        (delivery !== undefined && isPresent(delivery, 'BT-72')) ||
        (period !== undefined && (isPresent(period, 'BT-73') || isPresent(period, 'BT-74')));
      return known || breakdownsOf(invoice, 'K').length === 0 ? [] : [placeOf(delivery ?? invoice, 'BT-72')];
    },
  }),
  rule({
    id: 'BR-IC-12',
    demand: `An invoice with a ${nameOf('BG-23')} of category K (supply within the Community) has a ${nameOf('BT-80')}.`,
    from: 'BASIC WL',
    check: (invoice) => {
      const delivery = groupOf(invoice, 'BG-13');
      const address = groupOf(delivery, 'BG-15');
      const known = address !== undefined && isPresent(address, 'BT-80');
      return known || breakdownsOf(invoice, 'K').length === 0 ? [] : [placeOf(address ?? delivery ?? invoice, 'BT-80')];
    },
  }),
  notBesideO('BR-O-11', 'BT-118', 'BASIC WL', (invoice) => groupsOf(invoice, 'BG-23')),
  notBesideO('BR-O-12', 'BT-151', 'BASIC', (invoice) => allGroups(invoice, 'BG-30')),
  notBesideO('BR-O-13', 'BT-95', 'BASIC WL', (invoice) => groupsOf(invoice, 'BG-20')),
  notBesideO('BR-O-14', 'BT-102', 'BASIC WL', (invoice) => groupsOf(invoice, 'BG-21')),
  rule({
    id: 'BR-B-01',
    demand: 'An invoice with category B (split payment) stays in Italy: the country of each address is IT.',
    from: 'BASIC',
    check: (invoice) =>
      usesCategory(invoice, 'B')
        ? (
            Object.entries(countryTerms) as [keyof typeof countryTerms, (typeof countryTerms)[keyof typeof countryTerms]][]
          ).flatMap(([term, groupId]) =>
            allGroups(invoice, groupId)
              .filter((address) => isPresent(address, term) && textOf(address, term) !== 'IT')
              .map((address) => placeOf(address, term, `"${textOf(address, term)}"`)),
          )
        : [],
  }),
  rule({
    id: 'BR-B-02',
    demand: 'An invoice with category B (split payment) has no category S (standard rate).',
    from: 'BASIC',
    check: (invoice) => {
      if (!usesCategory(invoice, 'B')) return [];
      const standard = [
        ...sources.flatMap((source) => usesOf(invoice, source, 'S').map((group) => placeOf(group, source.code, '"S"'))),
        ...breakdownsOf(invoice, 'S').map((group) => placeOf(group, 'BT-118', '"S"')),
      ];
      return standard.slice(0, 1);
    },
  }),
];

export const vatRules: readonly InvoiceRule[] = [...categories.flatMap(familyOf), ...singleRules];
