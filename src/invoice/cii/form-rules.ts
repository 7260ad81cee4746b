// Rules about the form of given XML: elements and attributes that the official checks of EN 16931 and XRechnung refuse, whatever the invoice says.
import { units } from '../codes/code-lists.ts';
import type { ProfileName } from '../terms.ts';
import { type Located, locateChildren } from './located.ts';
import type { XmlElement } from './parse-xml.ts';

interface FormRule {
  /** The number under which the rule is published. */
  readonly id: string;
  readonly demand: string;
  /** The tags of the elements that the rule is about. */
  readonly about: RegExp;
  /** The found elements have no place where they stand: they are not read. */
  readonly isRefusal?: boolean;
  /** The elements that break the rule: the element itself, or elements in it. */
  readonly find: (element: XmlElement, parent: XmlElement | undefined) => readonly XmlElement[];
}

/** An element that breaks a rule of form. */
export interface FormFault {
  readonly rule: string;
  readonly message: string;
  readonly located: Located;
  /** The element has no place where it stands. */
  readonly isRefused: boolean;
}

/** The elements that break rules of form. */
export function findFormFaults(root: Located, profile: ProfileName): readonly FormFault[] {
  const rules = rulesOf(profile);
  const byTag = new Map<string, readonly FormRule[]>();
  const faults: FormFault[] = [];
  const walk = (located: Located, parent: XmlElement | undefined): void => {
    const { element } = located;
    const own = byTag.get(element.tag) ?? rules.filter(({ about }) => about.test(element.tag));
    byTag.set(element.tag, own);
    const children = locateChildren(located);
    for (const { id, demand, find, isRefusal = false } of own) {
      for (const found of find(element, parent)) {
        const place = children.find((child) => child.element === found) ?? located;
        faults.push({ rule: id, message: demand, located: place, isRefused: isRefusal });
      }
    }
    for (const child of children) walk(child, element);
  };
  walk(root, undefined);
  return faults;
}

/** EXTENDED is no subset of EN 16931 and has other elements. */
function rulesOf(profile: ProfileName): readonly FormRule[] {
  if (profile === 'EXTENDED') return schemaFormRules;
  const german = profile === 'XRECHNUNG' ? germanFormRules : [];
  return [...schemaFormRules, ...europeanFormRules, ...german];
}

const childrenOf = ({ children }: XmlElement, tag: string): readonly XmlElement[] =>
  children.filter((child) => child.tag === tag);

const textIn = (element: XmlElement, ...path: readonly string[]): string | undefined =>
  path.reduce<XmlElement | undefined>((at, tag) => at && childrenOf(at, tag)[0], element)?.text.trim();

const typeCodeOf = (element: XmlElement): string => textIn(element, 'ram:TypeCode') ?? '';

/** Rules of the XML schema that reading cannot find: the indicator decides which term an element holds. */
export const schemaFormRules: readonly FormRule[] = [
  {
    id: 'cii-indicator',
    about: /^ram:ChargeIndicator$/,
    demand: 'A <ram:ChargeIndicator> has an <udt:Indicator>: true or false.',
    find: (element) => (['true', 'false', '1', '0'].includes(textIn(element, 'udt:Indicator') ?? '') ? [] : [element]),
  },
];

type ElementRow = readonly [rule: string, tag: string];

/** Rules for elements that have no place in a kind of element. */
const refusing = (about: RegExp, title: string, rows: readonly ElementRow[]): readonly FormRule[] =>
  rows.map(([id, tag]) => ({
    id,
    about,
    isRefusal: true,
    demand: `${title} has no <${tag}>.`,
    find: (element) => childrenOf(element, tag),
  }));

const documents = /ReferencedDocument$/;

/** Rules for elements that only supporting documents of some type codes have. */
const typedDocuments: readonly FormRule[] = (
  [
    ['CII-DT-015', 'ram:URIID', ['916']],
    ['CII-DT-018', 'ram:TypeCode', ['50', '130', '916']],
    ['CII-DT-021', 'ram:Name', ['916']],
    ['CII-DT-022', 'ram:AttachmentBinaryObject', ['916']],
    ['CII-DT-024', 'ram:ReferenceTypeCode', ['130']],
  ] as const
).map(([id, tag, codes]) => ({
  ...{ id, about: documents, isRefusal: true },
  demand: `Only an <ram:AdditionalReferencedDocument> with the type code ${codes.join(', ').replace(/, (\d+)$/, ' or $1')} has a <${tag}>.`,
  find: (element) =>
    element.tag === 'ram:AdditionalReferencedDocument' && (codes as readonly string[]).includes(typeCodeOf(element))
      ? []
      : childrenOf(element, tag),
}));

interface Kind {
  readonly about: RegExp;
  readonly title: string;
}

const identifier: Kind = { about: /^ram:.*ID$/, title: 'An identifier (…ID)' };
const typeCode: Kind = { about: /^ram:TypeCode$/, title: 'A <ram:TypeCode>' };
const amount: Kind = {
  about: /^ram:(?!TaxTotalAmount).*Amount$/,
  title: 'An amount (…Amount) other than <ram:TaxTotalAmount>',
};
const quantity: Kind = { about: /^ram:.*Quantity$/, title: 'A quantity (…Quantity)' };

const attributeRows: readonly (readonly [rule: string, kind: Kind, attribute: string])[] = [
  ['CII-DT-101', identifier, 'schemeName'],
  ['CII-DT-102', identifier, 'schemeAgencyName'],
  ['CII-DT-103', identifier, 'schemeDataURI'],
  ['CII-DT-104', identifier, 'schemeURI'],
  ['CII-DT-008', typeCode, 'name'],
  ['CII-DT-009', typeCode, 'listURI'],
  ['CII-DT-031', amount, 'currencyID'],
  ['CII-DT-032', amount, 'currencyCodeListVersionID'],
  ['CII-DT-034', quantity, 'unitCodeListID'],
  ['CII-DT-035', quantity, 'unitCodeListAgencyID'],
  ['CII-DT-036', quantity, 'unitCodeListAgencyName'],
];

/** Parents of identifiers that have no scheme: profile, number of the invoice, number of a line. */
const plainParents = [
  'ram:GuidelineSpecifiedDocumentContextParameter',
  'rsm:ExchangedDocument',
  'ram:AssociatedDocumentLineDocument',
  'ram:SpecifiedTradeProduct',
];

const plainIdRows: readonly (readonly [rule: string, attribute: string])[] = [
  ['CII-DT-005', 'schemeID'],
  ['CII-DT-006', 'schemeAgencyID'],
  ['CII-DT-007', 'schemeVersionID'],
];

const hasBlankId = (element: XmlElement): boolean => !textIn(element, 'ram:IssuerAssignedID');

/** Rules of the official check of EN 16931 about the XML. They hold in all profiles except EXTENDED. */
export const europeanFormRules: readonly FormRule[] = [
  ...typedDocuments,
  ...refusing(documents, 'A reference to a document', [
    ['CII-DT-016', 'ram:StatusCode'],
    ['CII-DT-017', 'ram:CopyIndicator'],
    ['CII-DT-019', 'ram:GlobalID'],
    ['CII-DT-020', 'ram:RevisionID'],
    ['CII-DT-023', 'ram:Information'],
    ['CII-DT-025', 'ram:SectionName'],
    ['CII-DT-026', 'ram:PreviousRevisionID'],
    ['CII-DT-028', 'ram:EffectiveSpecifiedPeriod'],
    ['CII-DT-029', 'ram:IssuerTradeParty'],
    ['CII-DT-030', 'ram:AttachedSpecifiedBinaryFile'],
  ]),
  {
    id: 'CII-DT-027',
    isRefusal: true,
    about: documents,
    demand: 'Only an <ram:InvoiceReferencedDocument> has a <ram:FormattedIssueDateTime>.',
    find: (element) => (element.tag === 'ram:InvoiceReferencedDocument' ? [] : childrenOf(element, 'ram:FormattedIssueDateTime')),
  },
  {
    id: 'CII-DT-037',
    about: /TradeTax$/,
    demand: 'The <ram:TypeCode> of a tax is VAT.',
    find: (element) => childrenOf(element, 'ram:TypeCode').filter(({ text }) => text !== 'VAT'),
  },
  ...refusing(/^ram:BillingSpecifiedPeriod$/, 'A period', [
    ['CII-DT-069', 'ram:DurationMeasure'],
    ['CII-DT-070', 'ram:InclusiveIndicator'],
    ['CII-DT-071', 'ram:Description'],
    ['CII-DT-073', 'ram:CompleteDateTime'],
    ['CII-DT-074', 'ram:OpenIndicator'],
    ['CII-DT-075', 'ram:SeasonCode'],
    ['CII-DT-076', 'ram:ID'],
    ['CII-DT-077', 'ram:Name'],
    ['CII-DT-078', 'ram:SequenceNumeric'],
    ['CII-DT-079', 'ram:StartDateFlexibilityCode'],
    ['CII-DT-080', 'ram:ContinuousIndicator'],
    ['CII-DT-081', 'ram:PurposeCode'],
  ]),
  ...refusing(/^ram:PostalTradeAddress$/, 'An address', [
    ['CII-DT-082', 'ram:ID'],
    ['CII-DT-083', 'ram:PostOfficeBox'],
    ['CII-DT-084', 'ram:BuildingName'],
    ['CII-DT-086', 'ram:LineFour'],
    ['CII-DT-087', 'ram:LineFive'],
    ['CII-DT-088', 'ram:StreetName'],
    ['CII-DT-089', 'ram:CitySubDivisionName'],
    ['CII-DT-090', 'ram:CountryName'],
    ['CII-DT-091', 'ram:CountrySubDivisionID'],
    ['CII-DT-092', 'ram:AttentionOf'],
    ['CII-DT-093', 'ram:CareOf'],
    ['CII-DT-094', 'ram:BuildingNumber'],
    ['CII-DT-095', 'ram:DepartmentName'],
    ['CII-DT-096', 'ram:AdditionalStreetName'],
  ]),
  ...attributeRows.map(
    ([id, { about, title }, attribute]): FormRule => ({
      ...{ id, about },
      demand: `${title} has no attribute ${attribute}.`,
      find: (element) => (attribute in element.attributes ? [element] : []),
    }),
  ),
  ...plainIdRows.map(
    ([id, attribute]): FormRule => ({
      ...{ id, about: /^ram:(?:ID|LineID|SellerAssignedID)$/ },
      demand: `The identifier of the profile, of the invoice, of a line or of the seller's item has no attribute ${attribute}.`,
      find: (element, parent) => (attribute in element.attributes && plainParents.includes(parent?.tag ?? '') ? [element] : []),
    }),
  ),
  {
    id: 'CII-SR-090',
    about: /^ram:OriginTradeCountry$/,
    demand: 'The country of origin has an <ram:ID>.',
    find: (element) => (childrenOf(element, 'ram:ID').length === 0 ? [element] : []),
  },
  {
    id: 'CII-SR-463',
    about: /^ram:SpecifiedTradeAllowanceCharge$/,
    demand: 'A <ram:ChargeIndicator> tells an allowance from a charge.',
    find: (element) => (childrenOf(element, 'ram:ChargeIndicator').length === 0 ? [element] : []),
  },
  {
    id: 'CII-SR-472',
    isRefusal: true,
    about: /^ram:SpecifiedTradeAllowanceCharge$/,
    demand: 'An allowance or charge has one <ram:CategoryTradeTax>.',
    find: (element) => childrenOf(element, 'ram:CategoryTradeTax').slice(1),
  },
  {
    // The model has the base quantity of the net price.
    id: 'BR-CL-23',
    about: /^ram:GrossPriceProductTradePrice$/,
    demand: 'The unit of a base quantity is a code of UN/ECE Recommendation 20 or 21.',
    find: (element) =>
      childrenOf(element, 'ram:BasisQuantity').filter(
        ({ attributes: { unitCode } }) => unitCode !== undefined && !units.has(unitCode.trim()),
      ),
  },
  {
    id: 'BR-49',
    about: /^ram:SpecifiedTradeSettlementPaymentMeans$/,
    demand: 'Each means of payment has a <ram:TypeCode>.',
    find: (element) => (element.children.length === 0 ? [element] : []),
  },
  {
    // The supporting documents of the invoice (916) are in the model, which has the same rule.
    id: 'BR-52',
    about: /^ram:AdditionalReferencedDocument$/,
    demand: 'Each reference to an additional document has an <ram:IssuerAssignedID>.',
    find: (element, parent) =>
      hasBlankId(element) && (typeCodeOf(element) !== '916' || parent?.tag !== 'ram:ApplicableHeaderTradeAgreement')
        ? [element]
        : [],
  },
  ...(
    [
      ['BR-62', 'ram:SellerTradeParty'],
      ['BR-63', 'ram:BuyerTradeParty'],
    ] as const
  ).map(
    ([id, party]): FormRule => ({
      ...{ id, about: /^ram:URIUniversalCommunication$/ },
      demand: 'An electronic address has an <ram:URIID> with its scheme.',
      find: (element, parent) => (parent?.tag === party && childrenOf(element, 'ram:URIID').length === 0 ? [element] : []),
    }),
  ),
];

const indicatorOf = (element: XmlElement): string | undefined => textIn(element, 'ram:ChargeIndicator', 'udt:Indicator');

/** Rules about the XML of XRechnung. */
export const germanFormRules: readonly FormRule[] = [
  {
    id: 'PEPPOL-EN16931-R008',
    isRefusal: true,
    about: /^(?!ram:ApplicableHeaderTradeDelivery$)/,
    demand: 'An element has a text or elements. Leave out what is empty.',
    find: (element) => (element.children.length === 0 && element.text.trim() === '' ? [element] : []),
  },
  {
    id: 'PEPPOL-EN16931-R043',
    about: /^ram:(?:Specified|Applied)TradeAllowanceCharge$/,
    demand: 'The <ram:ChargeIndicator> of an allowance or charge is true or false.',
    find: (element) =>
      childrenOf(element, 'ram:ChargeIndicator').length > 0 && !['true', 'false'].includes(indicatorOf(element) ?? '')
        ? [element]
        : [],
  },
  {
    id: 'PEPPOL-EN16931-R044',
    about: /^ram:GrossPriceProductTradePrice$/,
    demand: 'A gross price has discounts only: their <ram:ChargeIndicator> is false.',
    find: (element) => {
      const charges = childrenOf(element, 'ram:AppliedTradeAllowanceCharge');
      const hasAmount = charges.some((charge) => childrenOf(charge, 'ram:ActualAmount').length > 0);
      return hasAmount && !charges.some((charge) => indicatorOf(charge) === 'false') ? charges : [];
    },
  },
  {
    id: 'PEPPOL-EN16931-R101',
    about: /^ram:SpecifiedLineTradeSettlement$/,
    demand: 'The <ram:AdditionalReferencedDocument> of a line has the type code 130.',
    find: (element) => {
      const found = childrenOf(element, 'ram:AdditionalReferencedDocument');
      return found.some((document) => typeCodeOf(document) === '130') ? [] : found;
    },
  },
  {
    id: 'BR-TMP-3',
    about: /^ram:SpecifiedLineTradeAgreement$/,
    demand: 'The base quantities of the gross and the net price are the same, with the same unit.',
    find: (element) => {
      const [gross, net] = ['ram:GrossPriceProductTradePrice', 'ram:NetPriceProductTradePrice'].map((tag) =>
        childrenOf(element, tag).flatMap((price) => childrenOf(price, 'ram:BasisQuantity')),
      ) as [XmlElement[], XmlElement[]];
      if (gross.length === 0 || net.length === 0) return [];
      const units = [gross[0]!, net[0]!].map(({ attributes }) => attributes.unitCode);
      const isSame = gross[0]!.text === net[0]!.text && (units.includes(undefined) || units[0] === units[1]);
      return isSame ? [] : [element];
    },
  },
  {
    // The model has the total in the accounting currency (BT-6).
    id: 'PEPPOL-EN16931-R054',
    about: /^ram:ApplicableHeaderTradeSettlement$/,
    demand: 'Without a <ram:TaxCurrencyCode>, each <ram:TaxTotalAmount> is in the currency of the invoice.',
    find: (element) => {
      if (childrenOf(element, 'ram:TaxCurrencyCode').length > 0) return [];
      const currency = textIn(element, 'ram:InvoiceCurrencyCode');
      return childrenOf(element, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation').filter((totals) =>
        childrenOf(totals, 'ram:TaxTotalAmount').some(
          ({ attributes: { currencyID } }) => currencyID !== undefined && currencyID.trim() !== currency,
        ),
      );
    },
  },
  {
    // An account, a payee's bank and a card are in the model, which has the same rule.
    id: 'BR-DE-25-b',
    isRefusal: true,
    about: /^ram:SpecifiedTradeSettlementPaymentMeans$/,
    demand: 'A direct debit (type code 59) comes without the bank of the payer.',
    find: (element) => (typeCodeOf(element) === '59' ? childrenOf(element, 'ram:PayerSpecifiedDebtorFinancialInstitution') : []),
  },
];
