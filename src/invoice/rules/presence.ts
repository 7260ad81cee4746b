// Rules that ask for terms and groups: BR-01 to BR-65, BR-CO-18 to BR-CO-26.
import { type Group, groupOf, groupsOf, textOf } from '../model.ts';
import { type GroupId, groups, type TermId, terms } from '../terms.ts';
import { allGroups, groupsWith, type InvoiceRule, isPresent, missingPlaces, nameOf, placeOf, rule } from './rule.ts';

/** A rule for terms or groups that always stand in their group. */
export function needed(id: string, ...wanted: readonly (TermId | GroupId)[]): InvoiceRule {
  const { parent, profile } = (terms.get(wanted[0]!) ?? groups.get(wanted[0]!))!;
  const things = wanted.map(nameOf).join(' and ');
  return rule({
    id,
    demand: parent === undefined ? `An invoice has: ${things}.` : `Each ${nameOf(parent)} has: ${things}.`,
    from: profile,
    check: (invoice) => wanted.flatMap((one) => missingPlaces(invoice, one)),
  });
}

/** A rule for groups that need at least one of several terms. */
const oneOf = (id: string, groupId: GroupId, ...wanted: readonly TermId[]): InvoiceRule =>
  rule({
    id,
    demand: `Each ${nameOf(groupId)} has one of these terms, or more: ${wanted.map(nameOf).join(', ')}.`,
    from: groups.get(groupId)!.profile,
    check: (invoice) =>
      allGroups(invoice, groupId)
        .filter((group) => !wanted.some((term) => isPresent(group, term)))
        .map((group) => placeOf(group, wanted[0]!)),
  });

/** A rule for identifiers that need a scheme. */
const schemeNeeded = (id: string, term: TermId): InvoiceRule =>
  rule({
    id,
    demand: `Each ${nameOf(term)} has the identifier of its scheme.`,
    from: terms.get(term)!.profile,
    check: (invoice) =>
      groupsWith(invoice, term).flatMap((group) =>
        (group.terms[term] ?? [])
          .filter(({ scheme }) => !scheme?.trim())
          .map(({ origin, value }) => ({ id: term, origin, found: `"${value}" without a scheme` })),
      ),
  });

/** A rule for periods that end before they begin. Dates are compared as texts: the model writes them as year, month, day. */
const inOrder = (id: string, start: TermId, end: TermId): InvoiceRule =>
  rule({
    id,
    demand: `The ${nameOf(end)} is the ${nameOf(start)} or a later day.`,
    from: terms.get(end)!.profile,
    check: (invoice) =>
      groupsWith(invoice, end).flatMap((group) => {
        const [from, to] = [textOf(group, start), textOf(group, end)];
        return from !== undefined && to !== undefined && to < from ? [placeOf(group, end, `${to}, which is before ${from}`)] : [];
      }),
  });

/** Transfers for which an account must be named: credit transfer, SEPA credit transfer. */
const transferCodes = ['30', '58'];

const isTransfer = (group: Group): boolean => transferCodes.includes(textOf(group, 'BT-81') ?? '');

/** Remittance information (BT-83), mandate and creditor (BT-89, BT-90) stand apart from the means of payment in the XML, and need no code. */
export const saysHow = (payment: Group): boolean =>
  (['BT-82', 'BG-17', 'BG-18'] as const).some((id) => isPresent(payment, id)) ||
  groupsOf(payment, 'BG-19').some((debit) => isPresent(debit, 'BT-91'));

const identifiersOfPayee: readonly (readonly [TermId, TermId])[] = [
  ['BT-59', 'BT-27'],
  ['BT-60', 'BT-29'],
  ['BT-61', 'BT-30'],
];

export const presenceRules: readonly InvoiceRule[] = [
  needed('BR-01', 'BT-24'),
  needed('BR-02', 'BT-1'),
  needed('BR-03', 'BT-2'),
  needed('BR-04', 'BT-3'),
  needed('BR-05', 'BT-5'),
  needed('BR-06', 'BT-27'),
  needed('BR-07', 'BT-44'),
  needed('BR-08', 'BG-5'),
  needed('BR-09', 'BT-40'),
  needed('BR-10', 'BG-8'),
  needed('BR-11', 'BT-55'),
  needed('BR-12', 'BT-106'),
  needed('BR-13', 'BT-109'),
  needed('BR-14', 'BT-112'),
  needed('BR-15', 'BT-115'),
  needed('BR-16', 'BG-25'),
  rule({
    id: 'BR-17',
    demand: `A payee has a ${nameOf('BT-59')}, and is somebody else than the seller: the names and the identifiers differ.`,
    from: 'BASIC WL',
    check: (invoice) => {
      const seller = groupOf(invoice, 'BG-4');
      const same = groupsOf(invoice, 'BG-10').flatMap((payee) =>
        identifiersOfPayee
          .filter(([own]) => isPresent(payee, own))
          .filter(([own, sellers]) => seller?.terms[sellers]?.some(({ value }) => value === textOf(payee, own)))
          .map(([own, sellers]) => placeOf(payee, own, `the same as the ${nameOf(sellers)}`)),
      );
      return [...missingPlaces(invoice, 'BT-59'), ...same];
    },
  }),
  needed('BR-18', 'BT-62'),
  needed('BR-19', 'BG-12'),
  needed('BR-20', 'BT-69'),
  needed('BR-21', 'BT-126'),
  needed('BR-22', 'BT-129'),
  needed('BR-23', 'BT-130'),
  needed('BR-24', 'BT-131'),
  needed('BR-25', 'BT-153'),
  needed('BR-26', 'BT-146'),
  inOrder('BR-29', 'BT-73', 'BT-74'),
  inOrder('BR-30', 'BT-134', 'BT-135'),
  needed('BR-31', 'BT-92'),
  needed('BR-32', 'BT-95'),
  oneOf('BR-33', 'BG-20', 'BT-97', 'BT-98'),
  needed('BR-36', 'BT-99'),
  needed('BR-37', 'BT-102'),
  oneOf('BR-38', 'BG-21', 'BT-104', 'BT-105'),
  needed('BR-41', 'BT-136'),
  oneOf('BR-42', 'BG-27', 'BT-139', 'BT-140'),
  needed('BR-43', 'BT-141'),
  oneOf('BR-44', 'BG-28', 'BT-144', 'BT-145'),
  needed('BR-45', 'BT-116'),
  needed('BR-46', 'BT-117'),
  needed('BR-47', 'BT-118'),
  rule({
    id: 'BR-48',
    demand: `Each ${nameOf('BG-23')} has a ${nameOf('BT-119')}, unless its category is O (not subject to VAT).`,
    from: 'BASIC WL',
    check: (invoice) =>
      groupsOf(invoice, 'BG-23')
        .filter((group) => !isPresent(group, 'BT-119') && textOf(group, 'BT-118') !== 'O')
        .map((group) => placeOf(group, 'BT-119')),
  }),
  rule({
    id: 'BR-49',
    demand: `Each ${nameOf('BG-16')} that says how to pay has: ${nameOf('BT-81')}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      groupsOf(invoice, 'BG-16')
        .filter((payment) => saysHow(payment) && !isPresent(payment, 'BT-81'))
        .map((payment) => placeOf(payment, 'BT-81')),
  }),
  needed('BR-50', 'BT-84'),
  rule({
    id: 'BR-51',
    demand: `A ${nameOf('BT-87')} has at most the first 6 and the last 4 digits of the card, never the whole number.`,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, 'BG-18')
        .filter((card) => (textOf(card, 'BT-87') ?? '').trim().replace(/\s+/g, ' ').length > 10)
        .map((card) => placeOf(card, 'BT-87', 'more than 10 characters')),
  }),
  needed('BR-52', 'BT-122'),
  rule({
    id: 'BR-53',
    demand: `An invoice with a ${nameOf('BT-6')} has an ${nameOf('BT-111')}, and the two currencies differ.`,
    from: 'BASIC WL',
    check: (invoice) => {
      if (!isPresent(invoice, 'BT-6')) return [];
      if (textOf(invoice, 'BT-6') === textOf(invoice, 'BT-5')) {
        return [placeOf(invoice, 'BT-6', 'the currency of the invoice')];
      }
      return missingPlaces(invoice, 'BT-111');
    },
  }),
  needed('BR-54', 'BT-160', 'BT-161'),
  needed('BR-55', 'BT-25'),
  needed('BR-56', 'BT-63'),
  needed('BR-57', 'BT-80'),
  rule({
    id: 'BR-61',
    demand: `An invoice that is paid by credit transfer (${nameOf('BT-81')} 30 or 58) has a ${nameOf('BT-84')}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      groupsOf(invoice, 'BG-16')
        .filter((payment) => isTransfer(payment) && !groupsOf(payment, 'BG-17').some((account) => isPresent(account, 'BT-84')))
        .map((payment) => placeOf(payment, 'BT-84')),
  }),
  schemeNeeded('BR-62', 'BT-34'),
  schemeNeeded('BR-63', 'BT-49'),
  schemeNeeded('BR-64', 'BT-157'),
  schemeNeeded('BR-65', 'BT-158'),
  rule({
    id: 'BR-CO-03',
    demand: `An invoice has a ${nameOf('BT-7')} or a ${nameOf('BT-8')}, never both.`,
    from: 'BASIC WL',
    check: (invoice) =>
      isPresent(invoice, 'BT-7') && isPresent(invoice, 'BT-8') ? [placeOf(invoice, 'BT-8', 'both of them')] : [],
  }),
  needed('BR-CO-04', 'BT-151'),
  needed('BR-CO-18', 'BG-23'),
  oneOf('BR-CO-19', 'BG-14', 'BT-73', 'BT-74'),
  oneOf('BR-CO-20', 'BG-26', 'BT-134', 'BT-135'),
  oneOf('BR-CO-21', 'BG-20', 'BT-97', 'BT-98'),
  oneOf('BR-CO-22', 'BG-21', 'BT-104', 'BT-105'),
  oneOf('BR-CO-23', 'BG-27', 'BT-139', 'BT-140'),
  oneOf('BR-CO-24', 'BG-28', 'BT-144', 'BT-145'),
  oneOf('BR-CO-26', 'BG-4', 'BT-29', 'BT-30', 'BT-31'),
];

/** Terms that always stand in their group. EN 16931 publishes no rule for them; the XML schema demands them. */
export const cardinalityRules: readonly InvoiceRule[] = [needed('needed-BT-22', 'BT-22'), needed('needed-BT-87', 'BT-87')];
