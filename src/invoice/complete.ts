// Fills in what follows from the rest of an invoice: the specification identifier, the VAT breakdown and the document totals.
import Big from 'big.js';
import {
  amountOf,
  type Group,
  groupOf,
  groupsOf,
  type InvoiceFinding,
  isCounted,
  type Origin,
  sum,
  type Term,
  termsOf,
  textOf,
  toCents,
} from './model.ts';
import { hasTermsOf, profiles } from './profiles.ts';
import { type GroupId, groups, type ProfileName, type TermId, terms } from './terms.ts';

/** The invoice as a profile has it: totals that the mapping leaves out are computed, and terms that the profile lacks are left out. */
export function completeInvoice(mapped: Group, profile: ProfileName): Group {
  const specification: Term = { value: profiles[profile].specification, origin: at('/invoice/profile', 'template') };
  const control: Group = groupOf(mapped, 'BG-2') ?? { terms: {}, groups: {}, origin: at('/invoice/profile', 'template') };
  const lines = groupsOf(mapped, 'BG-25').filter((line) => profile === 'EXTENDED' || isCounted(line));
  const withVat = withGroups(mapped, {
    'BG-25': lines.map(completePrice),
    'BG-2': [{ ...control, terms: { ...control.terms, 'BT-24': [specification] } }],
    'BG-23': completeVat(mapped).map((vat) => (profile === 'XRECHNUNG' ? withRate(vat) : vat)),
  });
  return restrict(withGroups(withVat, { 'BG-22': [completeTotals(withVat)] }), profile);
}

/** Amounts that only EXTENDED has, in an invoice of another profile: without them the totals would be wrong. */
export const findLostAmounts = (mapped: Group, profile: ProfileName): readonly InvoiceFinding[] =>
  profile === 'EXTENDED'
    ? []
    : [...groupsOf(mapped, 'BG-X-42'), ...termsOf(mapped, 'BT-179')].map(({ origin }) => ({
        rule: 'extended-amount',
        severity: 'error',
        origin,
        message: `Only EXTENDED has logistics service charges (BG-X-42) and amounts for third parties (BT-179). For ${profile}, map a charge (BG-21) or a line (BG-25).`,
      }));

const at = (pointer: string, of: Origin['of'] = 'computed'): Origin => ({ of, pointer });

/** An invoice with other groups of these ids. An empty list leaves the id out. */
function withGroups(group: Group, more: Readonly<Partial<Record<GroupId, readonly Group[]>>>): Group {
  const all = Object.entries({ ...group.groups, ...more }).filter(([, list]) => list !== undefined && list.length > 0);
  return { ...group, groups: Object.fromEntries(all) };
}

/** A group with these amounts where it has none of its own. */
function withAmounts(group: Group, amounts: Readonly<Partial<Record<TermId, Big | undefined>>>): Group {
  const more: Partial<Record<TermId, readonly Term[]>> = {};
  for (const [id, amount] of Object.entries(amounts) as [TermId, Big | undefined][]) {
    if (amount === undefined || group.terms[id] !== undefined) continue;
    more[id] = [{ value: toCents(amount).toFixed(2), origin: { ...group.origin, of: 'computed' } }];
  }
  return { ...group, terms: { ...group.terms, ...more } };
}

/** BG-29. A discount (BT-147) stands beside the gross price only (BT-148), which is the net price before the discount. */
function completePrice(line: Group): Group {
  const price = groupOf(line, 'BG-29');
  const discount = amountOf(price, 'BT-147');
  const net = amountOf(price, 'BT-146');
  if (price === undefined || discount === undefined || net === undefined || price.terms['BT-148'] !== undefined) return line;
  const gross: Term = { value: net.plus(discount).toFixed(), origin: { ...price.origin, of: 'computed' } };
  return withGroups(line, { 'BG-29': [{ ...price, terms: { ...price.terms, 'BT-148': [gross] } }] });
}

/** The amounts that are taxed under one category and rate. */
interface Taxed {
  readonly category: string;
  readonly rate: Big | undefined;
  readonly amount: Big;
}

/** The taxed parts of an invoice: lines and charges, and allowances as negative amounts. */
function taxedParts(invoice: Group): readonly Taxed[] {
  const parts: (Taxed | undefined)[] = [
    ...groupsOf(invoice, 'BG-25')
      .filter(isCounted)
      .map((line) => {
        const vat = groupOf(line, 'BG-30');
        return taxed(textOf(vat, 'BT-151'), amountOf(vat, 'BT-152'), amountOf(line, 'BT-131'));
      }),
    ...groupsOf(invoice, 'BG-20').map((one) =>
      taxed(textOf(one, 'BT-95'), amountOf(one, 'BT-96'), amountOf(one, 'BT-92')?.neg()),
    ),
    ...groupsOf(invoice, 'BG-21').map((one) => taxed(textOf(one, 'BT-102'), amountOf(one, 'BT-103'), amountOf(one, 'BT-99'))),
    ...groupsOf(invoice, 'BG-X-42').map((one) =>
      taxed(textOf(one, 'BT-X-273'), amountOf(one, 'BT-X-274'), amountOf(one, 'BT-X-272')),
    ),
  ];
  return parts.filter((part) => part !== undefined);
}

const taxed = (category: string | undefined, rate: Big | undefined, amount: Big | undefined): Taxed | undefined =>
  category === undefined || amount === undefined ? undefined : { category, rate, amount };

/** Not subject to VAT (O) has no rate, though a logistics service charge of EXTENDED says 0. */
const keyOf = (category: string | undefined, rate: Big | undefined): string =>
  category === 'O' ? category : `${category} ${rate?.toFixed() ?? ''}`;

/** BG-23: one for each category and rate. Amounts that the mapping gives stay. */
function completeVat(invoice: Group): readonly Group[] {
  const parts = taxedParts(invoice);
  const totals = new Map<string, Taxed>();
  for (const { category, rate, amount } of parts) {
    const key = keyOf(category, rate);
    totals.set(key, { category, rate, amount: (totals.get(key)?.amount ?? new Big(0)).plus(amount) });
  }
  const given = groupsOf(invoice, 'BG-23');
  const breakdown = given.length > 0 ? given : [...totals.values()].map(emptyVat);
  return breakdown.map((one) => {
    const rate = amountOf(one, 'BT-119');
    const total = totals.get(keyOf(textOf(one, 'BT-118'), rate))?.amount;
    const base = amountOf(one, 'BT-116') ?? total;
    return withAmounts(one, { 'BT-116': total, 'BT-117': base?.times(rate ?? 0).div(100) });
  });
}

/** XRechnung asks for a rate in every breakdown (BR-DE-14): 0 for amounts not subject to VAT, which have no rate in other profiles. */
const withRate = (vat: Group): Group =>
  textOf(vat, 'BT-118') !== 'O' || vat.terms['BT-119'] !== undefined
    ? vat
    : { ...vat, terms: { ...vat.terms, 'BT-119': [{ value: '0', origin: { ...vat.origin, of: 'computed' } }] } };

function emptyVat({ category, rate }: Taxed): Group {
  const origin = at('/invoice/BG-25');
  return {
    origin,
    groups: {},
    terms: {
      'BT-118': [{ value: category, origin }],
      ...(rate && category !== 'O' && { 'BT-119': [{ value: rate.toFixed(), origin }] }),
    },
  };
}

/** BG-22. The steps of BR-CO-10 to BR-CO-16. */
function completeTotals(invoice: Group): Group {
  const totals = groupOf(invoice, 'BG-22') ?? { terms: {}, groups: {}, origin: at('/invoice') };
  const sumOf = (...parts: readonly (readonly [GroupId, TermId])[]) => {
    const amounts = parts.flatMap(([group, term]) =>
      groupsOf(invoice, group)
        .filter(isCounted)
        .map((one) => amountOf(one, term)),
    );
    return amounts.length === 0 ? undefined : sum(amounts.filter((amount) => amount !== undefined));
  };
  const zero = new Big(0);
  const sums = withAmounts(totals, {
    'BT-106': sumOf(['BG-25', 'BT-131']),
    'BT-107': sumOf(['BG-20', 'BT-92']),
    'BT-108': sumOf(['BG-21', 'BT-99'], ['BG-X-42', 'BT-X-272']),
    'BT-110': sumOf(['BG-23', 'BT-117']),
  });
  const net = amountOf(sums, 'BT-106')
    ?.minus(amountOf(sums, 'BT-107') ?? zero)
    .plus(amountOf(sums, 'BT-108') ?? zero);
  const withNet = withAmounts(sums, { 'BT-109': net });
  const withGross = withAmounts(withNet, { 'BT-112': amountOf(withNet, 'BT-109')?.plus(amountOf(withNet, 'BT-110') ?? zero) });
  return withAmounts(withGross, {
    'BT-115': amountOf(withGross, 'BT-112')
      ?.minus(amountOf(withGross, 'BT-113') ?? zero)
      .plus(amountOf(withGross, 'BT-114') ?? zero)
      .plus(sum(termsOf(invoice, 'BT-179').map(({ value }) => new Big(value)))),
  });
}

/** The group with the terms and groups that the profile has. */
function restrict(group: Group, profile: ProfileName): Group {
  const kept = <T extends object>(parts: T, table: typeof groups | typeof terms) =>
    Object.entries(parts).filter(([id]) => hasTermsOf(profile, table.get(id)!.profile));
  return {
    origin: group.origin,
    terms: Object.fromEntries(kept(group.terms, terms)),
    groups: Object.fromEntries(
      kept(group.groups, groups).map(([id, list]: [string, readonly Group[]]) => [id, list.map((one) => restrict(one, profile))]),
    ),
  };
}
