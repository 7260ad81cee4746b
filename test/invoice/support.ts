// An invoice with a value for every business term.
import type { Group, Origin, Term } from '../../src/invoice/model.ts';
import { hasTermsOf } from '../../src/invoice/profiles.ts';
import {
  type GroupDefinition,
  type GroupId,
  groups,
  type ProfileName,
  type Qualifier,
  type TermDefinition,
  type TermId,
  terms,
} from '../../src/invoice/terms.ts';

const origin: Origin = { of: 'template', pointer: '/invoice' };

/** Codes that the XML and its schemas take; other terms get a text of their own. */
const codes: Readonly<Record<string, string>> = {
  ...{ 'BT-3': '380', 'BT-5': 'EUR', 'BT-6': 'CHF', 'BT-8': '5', 'BT-21': 'AAI', 'BT-40': 'DE', 'BT-55': 'FR', 'BT-69': 'NL' },
  ...{
    'BT-80': 'AT',
    'BT-81': '58',
    'BT-95': 'S',
    'BT-102': 'S',
    'BT-118': 'S',
    'BT-151': 'S',
    'BT-130': 'C62',
    'BT-150': 'H87',
  },
  ...{ 'BT-159': 'PT', 'BT-98': '95', 'BT-140': '100', 'BT-105': 'ABL', 'BT-145': 'FC', 'BT-121': 'VATEX-EU-AE' },
  ...{ 'BT-84': 'DE75512108001245126199', 'BT-X-8': 'DETAIL', 'BT-125': 'UERG' },
};

/** A value that no other term has, where its type allows. */
export function sampleOf({ id, type }: TermDefinition): string {
  const number = id.replace(/^BT-(X-)?/, '');
  if (codes[id] !== undefined) return codes[id];
  if (type === 'date') return `2026-01-${String((Number(number) % 28) + 1).padStart(2, '0')}`;
  if (type === 'amount') return `1${number}.25`;
  if (type === 'unit price amount' || type === 'quantity' || type === 'percentage') return `1${number}.5`;
  return `text of ${id}`;
}

const qualifiers: Readonly<Record<Qualifier, string>> = {
  scheme: '0088',
  version: '26.0',
  mime: 'image/png',
  filename: 'a.png',
  unit: 'KGM',
  reason: 'deposit',
};

const termOf = (term: TermDefinition): Term => ({
  value: sampleOf(term),
  ...Object.fromEntries(Object.keys(term.qualifiers).map((name) => [name, qualifiers[name as Qualifier]])),
  origin,
});

/** Each term and each group of a profile once. */
export function fullInvoice(profile: ProfileName, parent?: GroupId): Group {
  const isIn = (one: TermDefinition | GroupDefinition) => hasTermsOf(profile, one.profile);
  const ownTerms = [...terms.values()].filter((one) => one.parent === parent && isIn(one));
  const ownGroups = [...groups.values()].filter((one) => one.parent === parent && isIn(one));
  return {
    origin,
    terms: Object.fromEntries(ownTerms.map((term) => [term.id, [termOf(term)]])),
    groups: Object.fromEntries(ownGroups.map(({ id }) => [id, [fullInvoice(profile, id)]])),
  };
}

/** An invoice or group with these terms, and groups as lists. */
export function group(own: Readonly<Record<string, string | readonly Group[]>>): Group {
  const entries = Object.entries(own);
  return {
    origin,
    terms: Object.fromEntries(entries.flatMap(([id, one]) => (typeof one === 'string' ? [[id, [{ value: one, origin }]]] : []))),
    groups: Object.fromEntries(entries.filter(([, one]) => typeof one !== 'string')),
  } as Group;
}

/** The values of terms, for `toEqual`. */
export const valuesOf = (one: Group): Partial<Record<TermId, string>> =>
  Object.fromEntries(Object.entries(one.terms).map(([id, values]) => [id, values![0]!.value]));
