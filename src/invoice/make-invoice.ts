// Makes the XML of an electronic invoice from the business terms that a mapping gives.
import { completeInvoice } from './complete.ts';
import type { Group } from './model.ts';
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
