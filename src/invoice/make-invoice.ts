// Makes the XML of an electronic invoice from the business terms that a mapping gives, or takes the XML of an invoice as it is.

import { findCharacterFault } from '../words/xml-characters.ts';
import { readCii } from './cii/read-cii.ts';
import { writeCii } from './cii/write-cii.ts';
import { completeInvoice, findLostAmounts, findRepeatedVat } from './complete.ts';
import type { GivenXml, Group, InvoiceFault, InvoiceFinding, Term } from './model.ts';
import { checkInvoice } from './rules/check-invoice.ts';
import { withoutFollowers } from './rules/followers.ts';
import { nameOf } from './rules/rule.ts';
import type { ProfileName, TermId } from './terms.ts';

/** An invoice as XML, and the rules that it breaks. */
export interface MadeInvoice {
  /** Empty if a breach leaves no amounts to write. */
  readonly xml: string;
  readonly breaches: readonly InvoiceFinding[];
}

/** Completes an invoice for a profile, checks it and writes its XML. One cause gives one breach. */
export function makeInvoice(mapped: Group, profile: ProfileName): MadeInvoice {
  const repeated = findRepeatedVat(mapped, profile);
  // Amounts that count twice would break further rules: those messages would only mislead.
  if (repeated.length > 0) return { xml: '', breaches: repeated };
  const invoice = completeInvoice(mapped, profile);
  const breaches = [
    ...findLostAmounts(mapped, profile),
    ...findUnwritable(invoice),
    ...withoutFollowers(invoice, checkInvoice(invoice, profile)),
  ];
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

/** Terms with characters that XML cannot hold: an invoice without them would say something else than its data. */
function findUnwritable({ terms, groups }: Group): readonly InvoiceFinding[] {
  const own = (Object.entries(terms) as [TermId, readonly Term[]][]).flatMap(([id, values]) =>
    values.flatMap(({ origin, ...texts }): readonly InvoiceFinding[] => {
      const [fault] = Object.values(texts).flatMap((text) => findCharacterFault(text) ?? []);
      return fault === undefined
        ? []
        : [{ rule: 'xml-character', severity: 'error', origin, message: `${nameOf(id)} ${fault}.` }];
    }),
  );
  return [...own, ...Object.values(groups).flatMap((list = []) => list.flatMap(findUnwritable))];
}
