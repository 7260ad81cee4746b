// Checks an invoice against the rules of its profile.
import { europeanFormRules, germanFormRules, schemaFormRules } from '../cii/form-rules.ts';
import { repeatRuleRows } from '../cii/repeat-rules.ts';
import type { Group, InvoiceFinding } from '../model.ts';
import { hasTermsOf } from '../profiles.ts';
import { type GroupId, type ProfileName, profileNames, type TermId } from '../terms.ts';
import { codeRules } from './codes.ts';
import { decimalRules, signRules } from './decimals.ts';
import { doubts, lineDoubts } from './doubts.ts';
import { extendedRules, replacedRules } from './extended.ts';
import { cardinalityRules, presenceRules } from './presence.ts';
import { type InvoiceRule, nameOf } from './rule.ts';
import { totalsRules } from './totals.ts';
import { vatRules } from './vat-categories.ts';
import { xrechnungRules } from './xrechnung.ts';

/**
 * A place where an invoice breaks a rule. `rule` is the number of the rule, such as `BR-CO-10`, or the name of a doubt. The message says what the rule
 * demands and what was found.
 */
export interface InvoiceBreach extends InvoiceFinding {
  /** The term or group that is wrong or missing. */
  readonly id: TermId | GroupId;
}

/** The rules of EN 16931-1 in the edition 1.3.16 of its official check. */
export const europeanRules: readonly InvoiceRule[] = [
  ...presenceRules,
  ...totalsRules,
  ...decimalRules,
  ...codeRules,
  ...vatRules,
];

/** The places where an invoice breaks the rules of its profile. The model has only the terms of the profile. */
export function checkInvoice(invoice: Group, profile: ProfileName): readonly InvoiceBreach[] {
  return rulesByProfile.get(profile)!.flatMap(({ id: rule, severity, demand, check }) =>
    [...check(invoice)].map(({ id, origin, found }) => ({
      rule,
      severity,
      id,
      origin,
      message: found === undefined ? demand : `${demand} Found: ${found}.`,
    })),
  );
}

type RuleRow = Pick<InvoiceRule, 'id' | 'demand' | 'from' | 'severity'>;

const ofForm =
  (from: InvoiceRule['from']) =>
  ({ id, demand }: Pick<RuleRow, 'id' | 'demand'>): RuleRow => ({ id, demand, from, severity: 'error' });

/** Faults that reading the XML finds. */
const readingRules: readonly Pick<RuleRow, 'id' | 'demand'>[] = [
  { id: 'cii-order', demand: 'The elements stand in the order of the XML schema.' },
  { id: 'cii-missing', demand: 'No element is missing that the XML schema demands.' },
  {
    id: 'cii-repeated',
    demand: 'A term or element stands once, if the profile has it once. XRECHNUNG only warns where its schema takes several.',
  },
  { id: 'cii-empty', demand: 'A number, a day, a code and a VAT identifier is not empty.' },
  { id: 'cii-unknown', demand: 'Each element has a term in the profile. A warning, if the XML schema takes the element.' },
  { id: 'wrong-type', demand: 'A number, a day and a file in base64 have the form of their type.' },
];

/** Faults of a mapping, which are found before or while the invoice is completed. */
const mappingRules: readonly Pick<RuleRow, 'id' | 'demand'>[] = [
  {
    id: 'repeated-vat',
    demand: `The ${nameOf('BG-23')} has each category and rate once, in EXTENDED each category, rate and exemption reason. 19 and 19.00 are the same rate.`,
  },
  { id: 'extended-amount', demand: `Only EXTENDED has a ${nameOf('BG-X-42')} or a ${nameOf('BT-179')}.` },
  { id: 'xml-character', demand: 'No text has a character that XML cannot hold.' },
];

/** All rules, for the reference. */
export const ruleTables: readonly { readonly title: string; readonly rules: readonly RuleRow[] }[] = [
  { title: 'EN 16931', rules: europeanRules },
  { title: 'EXTENDED', rules: extendedRules },
  { title: 'XRECHNUNG', rules: xrechnungRules },
  { title: 'Needed terms', rules: cardinalityRules },
  { title: 'Signs', rules: signRules },
  { title: 'Mapped terms', rules: mappingRules.map(ofForm('MINIMUM')) },
  {
    title: 'Form of given XML',
    rules: [...readingRules, ...schemaFormRules, ...europeanFormRules, ...repeatRuleRows].map(ofForm('MINIMUM')),
  },
  { title: 'Form of given XML, XRECHNUNG', rules: germanFormRules.map(ofForm('EN 16931')) },

  { title: 'Doubts', rules: [...doubts, ...lineDoubts] },
];

const inProfile = (rules: readonly InvoiceRule[], profile: ProfileName): readonly InvoiceRule[] =>
  rules.filter(({ from }) => hasTermsOf(profile, from));

function rulesOf(profile: ProfileName): readonly InvoiceRule[] {
  const european = inProfile(europeanRules, profile);
  if (profile === 'EXTENDED')
    return [...european.filter(({ id }) => !replacedRules.has(id)), ...extendedRules, ...doubts, ...lineDoubts];
  const rules = [...european, ...inProfile([...cardinalityRules, ...signRules, ...doubts], profile)];
  return [...rules, ...(profile === 'XRECHNUNG' ? xrechnungRules : inProfile(lineDoubts, profile))];
}

const rulesByProfile: ReadonlyMap<ProfileName, readonly InvoiceRule[]> = new Map(
  profileNames.map((profile) => [profile, rulesOf(profile)]),
);
