// An invoice that breaks no rule and has nearly every text, reference and identifier of EN 16931.
import { type GroupId, groups, type TermDefinition, type TermId, terms } from '../../src/invoice/terms.ts';
import { goodInvoice, type PlainGroup } from './good-invoices.ts';
import { sampleOf } from './support.ts';

const added: readonly TermDefinition['type'][] = ['text', 'document reference', 'identifier'];
/** The reason of an exemption: the invoice has none. */
const leftOut: readonly TermId[] = ['BT-120'];

/** Samples of terms whose form a rule asks for. */
const formed: Readonly<Record<string, string>> = {
  'BT-58': 'einkauf@beispiel.example',
  'BT-57': '+49 40 7654321',
  'BT-124': 'https://muster.example/2',
};

/** The good invoice of the standard VAT rate, with a value for each text that it leaves out. */
export function richInvoice(): PlainGroup {
  const plain = goodInvoice('S');
  // BASIC has no rounding amount.
  Object.assign(plain['BG-22']![0]!, { 'BT-113': '19.00' });
  delete plain['BG-22']![0]!['BT-114'];
  plain['BG-7']![0]!['BG-9'] = [{}];
  addMissing(plain, undefined);
  return plain;
}

function addMissing(group: PlainGroup, id: GroupId | undefined): void {
  for (const { id: term, parent, profile, type, qualifiers } of terms.values()) {
    const isMissing = parent === id && profile !== 'EXTENDED' && group[term] === undefined;
    const needsMore = Object.values(qualifiers).includes('needed') || leftOut.includes(term);
    if (isMissing && !needsMore && added.includes(type)) group[term] = formed[term] ?? sampleOf(terms.get(term)!);
  }
  for (const child of groups.keys() as Iterable<GroupId>) for (const one of group[child] ?? []) addMissing(one, child);
}
