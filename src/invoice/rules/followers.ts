// Leaves out the breaches that follow from another one: a missing line makes totals wrong, which are right when the line is there.
import type { Group } from '../model.ts';
import { type GroupDefinition, type GroupId, groups, type TermId, terms } from '../terms.ts';
import type { InvoiceBreach } from './check-invoice.ts';
import { allGroups } from './rule.ts';

type Id = TermId | GroupId;

/** The amounts and codes from which an amount follows. */
const sources: Readonly<Partial<Record<Id, readonly Id[]>>> = {
  'BT-106': ['BG-25', 'BT-131'],
  'BT-107': ['BT-92'],
  'BT-108': ['BT-99'],
  'BT-109': ['BT-106', 'BT-107', 'BT-108'],
  'BT-110': ['BT-117'],
  'BT-112': ['BT-109', 'BT-110'],
  'BT-115': ['BT-112', 'BT-113', 'BT-114'],
  'BG-23': ['BG-25'],
  'BT-116': ['BG-25', 'BT-131', 'BT-151', 'BT-152', 'BT-92', 'BT-95', 'BT-96', 'BT-99', 'BT-102', 'BT-103'],
  'BT-117': ['BT-116', 'BT-119'],
  'BT-118': ['BG-25'],
};

/** Rules that a breach of another rule breaks too. */
const causes: Readonly<Record<string, string>> = { 'BR-61': 'BR-50', 'BR-CL-03': 'BR-CL-04' };

/** The breaches without those that follow from others. Warnings stay. */
export function withoutFollowers(invoice: Group, breaches: readonly InvoiceBreach[]): readonly InvoiceBreach[] {
  const errors = breaches.filter(({ severity }) => severity === 'error');
  const rules = new Set(errors.map(({ rule }) => rule));
  const wrong = new Set<Id>(errors.map(({ id }) => id));
  const told = new Set<string>();
  const isNew = (key: string) => !told.has(key) && told.add(key);
  return breaches.filter(({ severity, rule, id, origin }) => {
    if (severity !== 'error') return true;
    if (rules.has(causes[rule] ?? '') || leadsBackTo(id, wrong)) return false;
    // The VAT identifier, which a rule asks for, identifies the seller too.
    if (rule === 'BR-CO-26' && wrong.has('BT-31')) return false;
    const missing = outermostMissing(id, invoice);
    return missing === undefined ? isNew(`${id} ${origin.of} ${origin.pointer}`) : isNew(missing);
  });
}

function leadsBackTo(id: Id, wrong: ReadonlySet<Id>): boolean {
  return (sources[id] ?? []).some((source) => wrong.has(source) || leadsBackTo(source, wrong));
}

/** The outermost group that an invoice must have once and lacks: the group of the id, or one around it. */
function outermostMissing(id: Id, invoice: Group): GroupId | undefined {
  const group = groups.get(id);
  const parent = (group ?? terms.get(id))!.parent;
  const above = parent === undefined ? undefined : outermostMissing(parent, invoice);
  if (above !== undefined || group === undefined) return above;
  return isSingle(group) && allGroups(invoice, group.id).length === 0 ? group.id : undefined;
}

const isSingle = ({ cardinality, parent }: GroupDefinition): boolean =>
  cardinality === '1..1' && (parent === undefined || isSingle(groups.get(parent)!));
