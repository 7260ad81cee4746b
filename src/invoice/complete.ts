// Fills in what follows from the rest of an invoice: the specification identifier, the VAT breakdown and the document totals.
import Big from 'big.js';
import {
  amountOf,
  byKey,
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
import { normal, taxedSources } from './taxed-sources.ts';
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

/** A group, completed with these amounts where its own are missing. */
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

/** A category and rate of VAT, with the exemption reason. */
interface VatKind {
  readonly category: string | undefined;
  readonly rate: Big | undefined;
  readonly text: string | undefined;
  readonly code: string | undefined;
}

/** An amount that is taxed: allowances are negative. */
interface Taxed extends VatKind {
  readonly category: string;
  readonly amount: Big;
}

const taxedParts = (invoice: Group): readonly Taxed[] =>
  taxedSources.flatMap((source) =>
    source.groups(invoice).flatMap((group): readonly Taxed[] => {
      const vat = source.vat(group);
      const category = textOf(vat, source.category);
      const amount = amountOf(group, source.amount)?.times(source.sign);
      if (category === undefined || amount === undefined) return [];
      const reason = { text: textOf(vat, source.text), code: textOf(vat, source.code) };
      return [{ category, rate: amountOf(vat, source.rate), ...reason, amount }];
    }),
  );

const kindOf = (vat: Group): VatKind => ({
  category: textOf(vat, 'BT-118'),
  rate: amountOf(vat, 'BT-119'),
  text: textOf(vat, 'BT-120'),
  code: textOf(vat, 'BT-121'),
});

/** Not subject to VAT (O) has no rate, though a logistics service charge of EXTENDED says 0. */
const rateKey = ({ category, rate }: VatKind): string => (category === 'O' ? category : `${category} ${rate?.toFixed() ?? ''}`);

const reasonKey = (kind: VatKind): string => JSON.stringify([rateKey(kind), normal(kind.text), normal(kind.code)]);

/** EXTENDED also tells breakdowns apart by their exemption reasons (BR-FXEXT-E-08b). */
const keyIn = (profile: ProfileName): ((kind: VatKind) => string) => (profile === 'EXTENDED' ? reasonKey : rateKey);

/** Breakdowns whose category and rate the mapping has already: their amounts would count twice. */
export const findRepeatedVat = (mapped: Group, profile: ProfileName): readonly InvoiceFinding[] =>
  [...byKey(groupsOf(mapped, 'BG-23'), (vat) => keyIn(profile)(kindOf(vat))).values()].flatMap(([, ...repeated]) =>
    repeated.map((vat) => ({
      rule: 'repeated-vat',
      severity: 'error',
      origin: vat.origin,
      message: sayRepeated(kindOf(vat), profile),
    })),
  );

function sayRepeated({ category, rate, text, code }: VatKind, profile: ProfileName): string {
  const at = rate === undefined ? '' : ` at ${rate.toFixed()} %`;
  const isExtended = profile === 'EXTENDED';
  const same = isExtended && (text ?? code) !== undefined ? ' with the same exemption reason' : '';
  const each = isExtended ? ', rate and exemption reason' : ' and rate';
  return `The VAT breakdown (BG-23) has category ${category}${at}${same} again, so its amounts would count twice. Map each category${each} once, not for each line: pdfgen adds up the amounts.`;
}

/** BG-23: one for each category and rate. Amounts that the mapping gives stay. */
function completeVat(invoice: Group): readonly Group[] {
  const parts = taxedParts(invoice);
  const byRate = byKey(parts, rateKey);
  const byReason = byKey(parts, reasonKey);
  const given = groupsOf(invoice, 'BG-23');
  const breakdown = given.length > 0 ? given : [...byRate.values()].map(([first]) => emptyVat(first!));
  const sameRate = byKey(breakdown, (one) => rateKey(kindOf(one)));
  return breakdown.map((one) => {
    const kind = kindOf(one);
    const isAlone = sameRate.get(rateKey(kind))!.length === 1;
    const own = isAlone ? byRate.get(rateKey(kind)) : byReason.get(reasonKey(kind));
    const total = own && sum(own.map(({ amount }) => amount));
    const base = amountOf(one, 'BT-116') ?? total;
    return withAmounts(one, { 'BT-116': total, 'BT-117': base?.times(kind.rate ?? 0).div(100) });
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
    ...group,
    terms: Object.fromEntries(kept(group.terms, terms)),
    groups: Object.fromEntries(
      kept(group.groups, groups).map(([id, list]: [string, readonly Group[]]) => [id, list.map((one) => restrict(one, profile))]),
    ),
  };
}
