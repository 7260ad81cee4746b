// Makes the XML of an electronic invoice from the business terms that a mapping gives, or takes XML that is one.
import { completeInvoice } from './complete.ts';
import type { GivenXml, Group, InvoiceFault } from './model.ts';
import { readCii } from './read-cii.ts';
import { checkInvoice, type InvoiceBreach } from './rules/check-invoice.ts';
import type { ProfileName } from './terms.ts';
import { writeCii } from './write-cii.ts';

/** An invoice as XML, and the rules that it breaks. */
export interface MadeInvoice {
  readonly xml: string;
  readonly breaches: readonly InvoiceBreach[];
}

/** Completes an invoice for a profile, checks it and writes its XML. */
export function makeInvoice(mapped: Group, profile: ProfileName): MadeInvoice {
  const invoice = completeInvoice(mapped, profile);
  return { xml: writeCii(invoice), breaches: checkInvoice(invoice, profile) };
}

/** Takes XML as it is, with the profile that it names, or tells what is wrong with it. The rules of invoices are not checked. */
export function takeInvoice(
  { xml, origin }: GivenXml,
  checkTime: () => void,
): { readonly xml: string; readonly profile: ProfileName } | InvoiceFault {
  const read = readCii(xml, checkTime);
  return 'profile' in read ? { xml, profile: read.profile } : { ...read, origin };
}
