// The form of a rule, and the ways of rules through the model.
import { type Group, groupsOf, type Origin, originIn, type Term, termsOf, textOf } from '../model.ts';
import { type Cardinality, type FirstProfile, type GroupId, groups, type TermId, terms } from '../terms.ts';

/** A place of an invoice that breaks a rule. */
export interface TermPlace {
  readonly id: TermId | GroupId;
  readonly origin: Origin;
  /** The value found there, for the message. */
  readonly found?: string;
}

export interface InvoiceRule {
  /** The number under which the rule is published, or the name of a doubt. */
  readonly id: string;
  /** What the rule demands: whole sentences, each with its full stop. */
  readonly demand: string;
  /** The smallest profile in which the rule holds. */
  readonly from: FirstProfile;
  readonly severity: 'error' | 'warning';
  readonly check: (invoice: Group) => Iterable<TermPlace>;
}

type Definition = Pick<InvoiceRule, 'id' | 'demand' | 'from' | 'check'>;

/** A rule whose breach makes an invoice invalid. */
export const rule = (definition: Definition): InvoiceRule => ({ severity: 'error', ...definition });

/** A rule whose breach is doubtful. */
export const warning = (definition: Definition): InvoiceRule => ({ severity: 'warning', ...definition });

/** A term as messages name it: `Invoice number (BT-1)`. */
export const nameOf = (id: TermId | GroupId): string => `${(terms.get(id) ?? groups.get(id))!.name} (${id})`;

/** The groups of an invoice by id. Models do not change, and most rules ask for the same few groups. */
const groupsOfInvoices = new WeakMap<Group, Map<GroupId, readonly Group[]>>();

/** All groups of an id, wherever they stand in the invoice. */
export function allGroups(invoice: Group, id: GroupId): readonly Group[] {
  const byId = groupsOfInvoices.get(invoice) ?? new Map<GroupId, readonly Group[]>();
  groupsOfInvoices.set(invoice, byId);
  const known = byId.get(id);
  if (known !== undefined) return known;
  const { parent } = groups.get(id)!;
  const parents = parent === undefined ? [invoice] : allGroups(invoice, parent);
  const found = parents.flatMap((group) => groupsOf(group, id));
  byId.set(id, found);
  return found;
}

/** The groups in which a term stands, or would stand. The invoice itself is a group. */
export function groupsWith(invoice: Group, id: TermId): readonly Group[] {
  const { parent } = terms.get(id)!;
  return parent === undefined ? [invoice] : allGroups(invoice, parent);
}

/** All values of a term, wherever it stands in the invoice. */
export const allTerms = (invoice: Group, id: TermId): readonly Term[] =>
  groupsWith(invoice, id).flatMap((group) => termsOf(group, id));

/** The places where a term or group is missing. A group that may be left out takes its terms with it; a group that must stand does not. */
export function missingPlaces(invoice: Group, id: TermId | GroupId): TermPlace[] {
  const { parent } = (terms.get(id) ?? groups.get(id))!;
  return holders(invoice, parent)
    .filter(({ group }) => group === undefined || !isPresent(group, id))
    .map(({ near, origin }) => ({ id, origin: near.absent?.[id] ?? origin }));
}

/** A group, or undefined for a group that must stand and is missing. */
interface GroupHolder {
  readonly group: Group | undefined;
  /** The group, or the nearest around it that stands. */
  readonly near: Group;
  readonly origin: Origin;
}

const isNeededOnce = (cardinality: Cardinality): boolean => cardinality === '1..1';

function holders(invoice: Group, id: GroupId | undefined): readonly GroupHolder[] {
  if (id === undefined) return [{ group: invoice, near: invoice, origin: invoice.origin }];
  const { parent, cardinality } = groups.get(id)!;
  return holders(invoice, parent).flatMap(({ group, near, origin }): GroupHolder[] => {
    const found = groupsOf(group, id);
    if (found.length === 0) return isNeededOnce(cardinality) ? [{ group: undefined, near, origin }] : [];
    return found.map((one) => ({ group: one, near: one, origin: one.origin }));
  });
}

/** Tells whether a term or group stands in a group. */
export const isPresent = (group: Group, id: TermId | GroupId): boolean =>
  groups.has(id)
    ? groupsOf(group, id as GroupId).length > 0
    : termsOf(group, id as TermId).some(({ value }) => value.trim() !== '');

/** The place of a term in a group: of its value, or of the group that misses it. */
export const placeOf = (group: Group, id: TermId, found?: string): TermPlace => ({
  id,
  origin: originIn(group, id),
  ...(found === undefined ? {} : { found }),
});

/** A rule for a term or group that EN 16931 leaves free. A group that is missing takes its terms with it, unless the group is asked for too. */
export function demanded(id: string, wanted: TermId | GroupId): InvoiceRule {
  const { parent } = (terms.get(wanted) ?? groups.get(wanted))!;
  return rule({
    id,
    demand: parent === undefined ? `An invoice has: ${nameOf(wanted)}.` : `Each ${nameOf(parent)} has: ${nameOf(wanted)}.`,
    from: 'EN 16931',
    check: (invoice) =>
      (parent === undefined ? [invoice] : allGroups(invoice, parent))
        .filter((group) => !isPresent(group, wanted))
        .map((group) => ({ id: wanted, origin: originIn(group, wanted) })),
  });
}

/** The payment instructions with one of the codes. */
export const paidBy = (invoice: Group, codes: readonly string[]): readonly Group[] =>
  groupsOf(invoice, 'BG-16').filter((payment) => codes.includes(textOf(payment, 'BT-81')?.trim() ?? ''));
