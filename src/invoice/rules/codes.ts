// Codes come from the code lists: BR-CL, BR-CO-05 to BR-CO-09.

import {
  currencies,
  electronicAddressSchemes,
  exemptionReasons,
  identifierSchemes,
  invoiceTypes,
  itemClassificationSchemes,
  mimeTypes,
  noteSubjects,
  paymentMeans,
  referenceQualifiers,
  taxPointDateCodes,
  units,
  vatCategories,
} from '../codes/code-lists.ts';
import { countries } from '../codes/countries.ts';
import { allowanceReasons, chargeReasons } from '../codes/reasons.ts';
import { groupOf, type Term, termOf, textOf } from '../model.ts';
import { type FirstProfile, type GroupId, profileNames, type TermId, terms } from '../terms.ts';
import { allGroups, allTerms, type InvoiceRule, nameOf, placeOf, rule, type TermPlace, warning } from './rule.ts';

/** Any set of codes, or table by code. */
interface Codes {
  has(code: string): boolean;
}

const firstProfileOf = (ids: readonly TermId[]): FirstProfile =>
  ids.map((id) => terms.get(id)!.profile).reduce((a, b) => (profileNames.indexOf(a) <= profileNames.indexOf(b) ? a : b));

/** A rule for values, or their qualifiers, that a list must have. */
const listed = (
  id: string,
  list: string,
  codes: Codes,
  ids: readonly TermId[],
  read: (term: Term) => string | undefined,
): InvoiceRule =>
  rule({
    id,
    demand: list,
    from: firstProfileOf(ids),
    check: (invoice) =>
      ids.flatMap((term) =>
        allTerms(invoice, term).flatMap((one): TermPlace[] => {
          const code = read(one);
          return code === undefined || codes.has(code.trim()) ? [] : [{ id: term, origin: one.origin, found: `"${code}"` }];
        }),
      ),
  });

const asked = (ids: readonly TermId[]): string => ids.map(nameOf).join(', ');

export const values = (id: string, list: string, codes: Codes, ...ids: readonly TermId[]): InvoiceRule =>
  listed(
    id,
    ids.length === 1 ? `The ${asked(ids)} is a code of ${list}.` : `These are codes of ${list}: ${asked(ids)}.`,
    codes,
    ids,
    ({ value }) => value,
  );

export const schemes = (id: string, list: string, codes: Codes, ...ids: readonly TermId[]): InvoiceRule =>
  listed(
    id,
    ids.length === 1
      ? `The scheme of the ${asked(ids)} is a code of ${list}.`
      : `The schemes of these are codes of ${list}: ${asked(ids)}.`,
    codes,
    ids,
    ({ scheme }) => scheme,
  );

/** The currencies of the VAT totals are the currencies of the invoice and of its VAT accounting. */
const totalCurrencies = [
  ['BT-110', 'BT-5'],
  ['BT-111', 'BT-6'],
] as const;

/** Names of reasons that could be meant by a text, in small letters, with the code of each. */
const codesByName = new Map(
  [...allowanceReasons, ...chargeReasons].filter(([, name]) => name !== '').map(([code, name]) => [name.toLowerCase(), code]),
);

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}+/gu));

/**
 * A text that is the name of another code, word for word, says something else than its code. The text may be a part of the code's own name, or
 * of another language: nobody can compare these, so the official check never fails. The breach is a warning for the same reason.
 */
const sameReason = (id: string, groupId: GroupId, text: TermId, code: TermId, names: ReadonlyMap<string, string>): InvoiceRule =>
  warning({
    id,
    demand: `The ${nameOf(text)} and the ${nameOf(code)} give the same reason.`,
    from: terms.get(code)!.profile,
    check: (invoice) =>
      allGroups(invoice, groupId).flatMap((group) => {
        const said = textOf(group, text)?.trim().toLowerCase();
        const nameOfCode = names.get(textOf(group, code)?.trim() ?? '')?.toLowerCase();
        if (!said || !nameOfCode || said === nameOfCode || !codesByName.has(said)) return [];
        const ownWords = wordsOf(nameOfCode);
        return [...wordsOf(said)].some((word) => ownWords.has(word))
          ? []
          : [placeOf(group, text, `"${said}" with the code of "${nameOfCode}"`)];
      }),
  });

const vatIdentifiers: readonly TermId[] = ['BT-31', 'BT-48', 'BT-63'];

export const codeRules: readonly InvoiceRule[] = [
  values('BR-CL-01', 'UNTDID 1001', invoiceTypes, 'BT-3'),
  rule({
    id: 'BR-CL-03',
    demand: `The currencies of these are codes of ISO 4217: ${asked(['BT-110', 'BT-111'])}.`,
    from: 'MINIMUM',
    check: (invoice) =>
      totalCurrencies.flatMap(([total, currency]) => {
        const amount = termOf(groupOf(invoice, 'BG-22'), total);
        const code = textOf(invoice, currency)?.trim();
        return amount === undefined || code === undefined || currencies.has(code)
          ? []
          : [{ id: total, origin: amount.origin, found: `an amount in "${code}"` }];
      }),
  }),
  values('BR-CL-04', 'ISO 4217', currencies, 'BT-5'),
  values('BR-CL-05', 'ISO 4217', currencies, 'BT-6'),
  values('BR-CL-06', `UNTDID 2475 (${[...taxPointDateCodes].join(', ')})`, taxPointDateCodes, 'BT-8'),
  schemes('BR-CL-07', 'UNTDID 1153', referenceQualifiers, 'BT-18', 'BT-128'),
  values('BR-CL-08', 'UNTDID 4451', noteSubjects, 'BT-21'),
  schemes('BR-CL-10', 'ISO/IEC 6523', identifierSchemes, 'BT-29', 'BT-46', 'BT-60'),
  schemes('BR-CL-11', 'ISO/IEC 6523', identifierSchemes, 'BT-30', 'BT-47', 'BT-61'),
  schemes('BR-CL-13', 'UNTDID 7143', itemClassificationSchemes, 'BT-158'),
  values('BR-CL-14', 'ISO 3166-1', countries, 'BT-40', 'BT-55', 'BT-69', 'BT-80'),
  values('BR-CL-15', 'ISO 3166-1', countries, 'BT-159'),
  values('BR-CL-16', 'UNTDID 4461', paymentMeans, 'BT-81'),
  values('BR-CL-17', `UNTDID 5305 (${[...vatCategories].join(', ')})`, vatCategories, 'BT-95', 'BT-102'),
  values('BR-CL-18', `UNTDID 5305 (${[...vatCategories].join(', ')})`, vatCategories, 'BT-118', 'BT-151'),
  values('BR-CL-19', 'UNTDID 5189', allowanceReasons, 'BT-98', 'BT-140'),
  values('BR-CL-20', 'UNTDID 7161', chargeReasons, 'BT-105', 'BT-145'),
  schemes('BR-CL-21', 'ISO/IEC 6523', identifierSchemes, 'BT-157'),
  listed('BR-CL-22', `The ${nameOf('BT-121')} is a code of VATEX.`, exemptionReasons, ['BT-121'], ({ value }) =>
    value.toUpperCase(),
  ),
  values('BR-CL-23', 'UN/ECE Recommendation 20 or 21', units, 'BT-130', 'BT-150'),
  listed(
    'BR-CL-24',
    `The ${nameOf('BT-125')} has one of these MIME types: ${[...mimeTypes].join(', ')}.`,
    mimeTypes,
    ['BT-125'],
    ({ mime }) => mime,
  ),
  schemes('BR-CL-25', 'the list of electronic address schemes (EAS)', electronicAddressSchemes, 'BT-34', 'BT-49'),
  schemes('BR-CL-26', 'ISO/IEC 6523', identifierSchemes, 'BT-71'),
  sameReason('BR-CO-05', 'BG-20', 'BT-97', 'BT-98', allowanceReasons),
  sameReason('BR-CO-06', 'BG-21', 'BT-104', 'BT-105', chargeReasons),
  sameReason('BR-CO-07', 'BG-27', 'BT-139', 'BT-140', allowanceReasons),
  sameReason('BR-CO-08', 'BG-28', 'BT-144', 'BT-145', chargeReasons),
  listed(
    'BR-CO-09',
    `A VAT identifier begins with the code of its country in ISO 3166-1, or with EL in Greece: ${asked(vatIdentifiers)}.`,
    { has: (prefix) => prefix === 'EL' || countries.has(prefix) },
    vatIdentifiers,
    ({ value }) => value.slice(0, 2),
  ),
];
