// The rules of XRechnung 3.0.2 beyond EN 16931: BR-DE.

import { germanDemands } from '../demands.ts';
import { type Group, groupOf, groupsOf, textOf } from '../model.ts';
import type { GroupId, TermId } from '../terms.ts';
import { peppolRules } from './peppol.ts';
import { saysHow } from './presence.ts';
import { allGroups, demanded, type InvoiceRule, isPresent, nameOf, paidBy, placeOf, rule, warning } from './rule.ts';

type PaymentGroup = 'BG-17' | 'BG-18' | 'BG-19';

/** Codes of payment means (BT-81), each kind with the group of its account. */
const payments: readonly { readonly number: string; readonly codes: readonly string[]; readonly group: PaymentGroup }[] = [
  { number: 'BR-DE-23', codes: ['30', '58'], group: 'BG-17' },
  { number: 'BR-DE-24', codes: ['48', '54', '55'], group: 'BG-18' },
  { number: 'BR-DE-25', codes: ['59'], group: 'BG-19' },
];

const paymentGroups: readonly PaymentGroup[] = ['BG-17', 'BG-18', 'BG-19'];

const paymentRules = payments.flatMap(({ number, codes, group }): readonly InvoiceRule[] => {
  const others = paymentGroups.filter((other) => other !== group);
  const when = `A ${nameOf('BT-81')} of ${codes.join(' or ')}`;
  return [
    rule({
      id: `${number}-a`,
      demand: `${when} comes with: ${nameOf(group)}.`,
      from: 'EN 16931',
      check: (invoice) =>
        paidBy(invoice, codes)
          .filter((payment) => !isPresent(payment, group))
          .map(({ origin }) => ({ id: group, origin })),
    }),
    rule({
      id: `${number}-b`,
      demand: `${when} comes without: ${others.map(nameOf).join(', ')}.`,
      from: 'EN 16931',
      check: (invoice) =>
        paidBy(invoice, codes).flatMap((payment) =>
          others.flatMap((other) => groupsOf(payment, other).map(({ origin }) => ({ id: other, origin }))),
        ),
    }),
  ];
});

/** A rule for an account that must be an IBAN when a SEPA payment is asked for. */
const sepaAccount = (id: string, code: string, groupId: PaymentGroup, account: TermId): InvoiceRule =>
  warning({
    id,
    demand: `A ${nameOf('BT-81')} of ${code} (SEPA) comes with a valid IBAN as: ${nameOf(account)}.`,
    from: 'EN 16931',
    check: (invoice) =>
      paidBy(invoice, [code]).flatMap((payment) =>
        groupsOf(payment, groupId)
          .filter((group) => isPresent(group, account) && !isIban(textOf(group, account)!))
          .map((group) => placeOf(group, account, `"${textOf(group, account)}"`)),
      ),
  });

/** A rule for the form of a text. */
const shaped = (id: string, demand: string, groupId: GroupId, term: TermId, pattern: RegExp): InvoiceRule =>
  warning({
    id,
    demand,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, groupId)
        .filter((group) => isPresent(group, term) && !pattern.test(textOf(group, term)!.trim()))
        .map((group) => placeOf(group, term, `"${textOf(group, term)}"`)),
  });

const specification = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const extension = `${specification}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`;

const typeCodes: readonly string[] = ['326', '380', '381', '384', '389', '875', '876', '877'];

const skonto = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;

/** Whether lines of payment terms that begin with # grant a discount in the form of XRechnung, the last one with a line break after it. */
function isSkonto(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const grants = lines.filter((line) => line.trim().startsWith('#'));
  if (grants.length === 0) return true;
  return grants.every((line) => skonto.test(line.trim())) && !lines.at(-1)!.trim().startsWith('#');
}

const taxedCategories: readonly string[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];

const usesTax = (invoice: Group): boolean =>
  (
    [
      ['BG-30', 'BT-151'],
      ['BG-20', 'BT-95'],
      ['BG-21', 'BT-102'],
    ] as const
  ).some(([groupId, code]) => allGroups(invoice, groupId).some((group) => taxedCategories.includes(textOf(group, code) ?? '')));

const germanRules: readonly InvoiceRule[] = [
  rule({
    id: 'BR-DE-1',
    demand: `An invoice has: ${nameOf('BG-16')}, with more than the ${nameOf('BT-83')} and the identifiers of a mandate.`,
    from: 'EN 16931',
    check: (invoice) => {
      const payment = groupOf(invoice, 'BG-16');
      const isThere = payment !== undefined && (isPresent(payment, 'BT-81') || saysHow(payment));
      return isThere ? [] : [{ id: 'BG-16', origin: (payment ?? invoice).origin }];
    },
  }),
  ...germanDemands.filter(([id]) => id !== 'BR-DE-1').map(([id, wanted]) => demanded(id, wanted)),
  rule({
    id: 'BR-DE-16',
    demand: `An invoice with the categories ${taxedCategories.join(', ')} has one of: ${nameOf('BT-31')}, ${nameOf('BT-32')}, ${nameOf('BG-11')}.`,
    from: 'EN 16931',
    check: (invoice) => {
      const seller = groupOf(invoice, 'BG-4') ?? invoice;
      const known = isPresent(seller, 'BT-31') || isPresent(seller, 'BT-32') || isPresent(invoice, 'BG-11');
      return known || !usesTax(invoice) ? [] : [placeOf(seller, 'BT-31')];
    },
  }),
  warning({
    id: 'BR-DE-17',
    demand: `The ${nameOf('BT-3')} is one of: ${typeCodes.join(', ')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      isPresent(invoice, 'BT-3') && !typeCodes.includes(textOf(invoice, 'BT-3')!.trim())
        ? [placeOf(invoice, 'BT-3', `"${textOf(invoice, 'BT-3')}"`)]
        : [],
  }),
  rule({
    id: 'BR-DE-18',
    demand: `A line that begins with # in the ${nameOf('BT-20')} grants a discount as #SKONTO#TAGE=14#PROZENT=2.00#, with #BASISBETRAG=…# at will, and ends with a line break.`,
    from: 'EN 16931',
    check: (invoice) =>
      isSkonto(textOf(invoice, 'BT-20') ?? '') ? [] : [placeOf(invoice, 'BT-20', `"${textOf(invoice, 'BT-20')}"`)],
  }),
  sepaAccount('BR-DE-19', '58', 'BG-17', 'BT-84'),
  sepaAccount('BR-DE-20', '59', 'BG-19', 'BT-91'),
  warning({
    id: 'BR-DE-21',
    demand: `The ${nameOf('BT-24')} is ${specification}.`,
    from: 'EN 16931',
    check: (invoice) =>
      allGroups(invoice, 'BG-2')
        .filter((control) => isPresent(control, 'BT-24') && ![specification, extension].includes(textOf(control, 'BT-24')!))
        .map((control) => placeOf(control, 'BT-24', `"${textOf(control, 'BT-24')}"`)),
  }),
  rule({
    id: 'BR-DE-22',
    demand: `The file names of each ${nameOf('BT-125')} differ, in more than small and capital letters.`,
    from: 'EN 16931',
    check: (invoice) => {
      const files = groupsOf(invoice, 'BG-24').flatMap((group) => group.terms['BT-125'] ?? []);
      const names = files.map(({ filename }) => filename?.toLowerCase());
      return files
        .filter(({ filename }, index) => filename !== undefined && names.indexOf(filename.toLowerCase()) < index)
        .map(({ filename, origin }) => ({ id: 'BT-125' as const, origin, found: `"${filename}" again` }));
    },
  }),
  ...paymentRules,
  rule({
    id: 'one-BG-3',
    demand: `An XRechnung has one ${nameOf('BG-3')}: the XML schema of the standard takes no second one.`,
    from: 'EN 16931',
    check: (invoice) =>
      groupsOf(invoice, 'BG-3')
        .slice(1)
        .map(({ origin }) => ({ id: 'BG-3', origin })),
  }),
  warning({
    id: 'BR-DE-26',
    demand: `A corrected invoice (${nameOf('BT-3')} 384) has a ${nameOf('BG-3')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      textOf(invoice, 'BT-3')?.trim() === '384' && !isPresent(invoice, 'BG-3') ? [{ id: 'BG-3', origin: invoice.origin }] : [],
  }),
  shaped('BR-DE-27', `The ${nameOf('BT-42')} has at least 3 digits.`, 'BG-6', 'BT-42', /([0-9].*){3}/),
  shaped('BR-DE-28', `The ${nameOf('BT-43')} is an email address.`, 'BG-6', 'BT-43', /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/),
  shaped('BR-TMP-2', `The ${nameOf('BT-124')} is an absolute URL.`, 'BG-24', 'BT-124', /^[a-zA-Z][a-zA-Z0-9+.-]+:/),
  warning({
    id: 'BR-DE-TMP-32',
    demand: `An invoice tells the day or the period of the supply: ${nameOf('BT-72')}, ${nameOf('BG-14')}, or in each line ${nameOf('BG-26')}.`,
    from: 'EN 16931',
    check: (invoice) => {
      const delivery = groupOf(invoice, 'BG-13');
      const told =
        (delivery !== undefined && (isPresent(delivery, 'BT-72') || isPresent(delivery, 'BG-14'))) ||
        groupsOf(invoice, 'BG-25').every((line) => isPresent(line, 'BG-26'));
      return told ? [] : [placeOf(delivery ?? invoice, 'BT-72')];
    },
  }),
];

/** The rules of XRechnung 3.0.2. */
export const xrechnungRules: readonly InvoiceRule[] = [...germanRules, ...peppolRules];

/** Tells whether a text is an IBAN whose check digits are right. Blanks in it do not matter. */
function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '');
  if (!/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/.test(iban)) return false;
  // ISO 7064, MOD 97-10: the country and the check digits go to the end, letters count from 10.
  const digits = [...(iban.slice(4) + iban.slice(0, 4)).toUpperCase()].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
