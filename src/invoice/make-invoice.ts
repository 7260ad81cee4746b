// Makes the XML of an electronic invoice from the business terms that a mapping gives, or takes the XML of an invoice as it is.

import { readCii } from './cii/read-cii.ts';
import { writeCii } from './cii/write-cii.ts';
import { completeInvoice, findLostAmounts } from './complete.ts';
import type { GivenXml, Group, InvoiceFault, InvoiceFinding } from './model.ts';
import { checkInvoice } from './rules/check-invoice.ts';
import type { ProfileName } from './terms.ts';

/** An invoice as XML, and the rules that it breaks. */
export interface MadeInvoice {
  readonly xml: string;
  readonly breaches: readonly InvoiceFinding[];
}

/** Completes an invoice for a profile, checks it and writes its XML. */
export function makeInvoice(mapped: Group, profile: ProfileName): MadeInvoice {
  const invoice = completeInvoice(mapped, profile);
  const breaches = [...findLostAmounts(mapped, profile), ...checkInvoice(invoice, profile)];
  return { xml: writeCii(invoice), breaches };
}

/** Takes XML as it is, with the profile that it names, and checks it against the rules of the profile. A fault: the XML cannot be read. */
export function takeInvoice(
  { xml, origin, breaches }: GivenXml,
  checkTime: () => void,
): (MadeInvoice & { readonly profile: ProfileName }) | InvoiceFault {
  const read = readCii(xml, origin, checkTime);
  if ('rule' in read) return { ...read, origin };
  const { profile, invoice, faults } = read;
  const found = [...faults, ...checkInvoice(invoice, profile)];
  return { xml, profile, breaches: breaches === 'warn' ? found.map((one) => ({ ...one, severity: 'warning' })) : found };
}
