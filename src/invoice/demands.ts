// What XRechnung demands beyond the cardinalities of EN 16931, each with its rule.
import type { GroupId, TermId } from './terms.ts';

/** National rules of Germany (BR-DE). */
export const germanDemands: readonly (readonly [rule: string, wanted: TermId | GroupId])[] = [
  ['BR-DE-1', 'BG-16'],
  ['BR-DE-2', 'BG-6'],
  ['BR-DE-3', 'BT-37'],
  ['BR-DE-4', 'BT-38'],
  ['BR-DE-5', 'BT-41'],
  ['BR-DE-6', 'BT-42'],
  ['BR-DE-7', 'BT-43'],
  ['BR-DE-8', 'BT-52'],
  ['BR-DE-9', 'BT-53'],
  ['BR-DE-10', 'BT-77'],
  ['BR-DE-11', 'BT-78'],
  ['BR-DE-14', 'BT-119'],
  ['BR-DE-15', 'BT-10'],
  ['BR-DE-30', 'BT-90'],
  ['BR-DE-31', 'BT-91'],
];

/** Rules of Peppol BIS Billing 3.0 that hold for XRechnung. */
export const peppolDemands: readonly (readonly [rule: string, wanted: TermId | GroupId])[] = [
  ['PEPPOL-EN16931-R001', 'BT-23'],
  ['PEPPOL-EN16931-R010', 'BT-49'],
  ['PEPPOL-EN16931-R020', 'BT-34'],
];

const rules: ReadonlyMap<string, string> = new Map([...germanDemands, ...peppolDemands].map(([rule, wanted]) => [wanted, rule]));

/** The rule of XRechnung that demands a term or group wherever the group around it stands. Undefined: none does. */
export const xrechnungRule = (id: TermId | GroupId): string | undefined => rules.get(id);
