// The form of given XML: for each rule XML that breaks it, made of XML that breaks none.
import { describe, expect, test } from 'vitest';
import { europeanFormRules, germanFormRules } from '../../../src/invoice/cii/form-rules.ts';
import { repeatRuleRows } from '../../../src/invoice/cii/repeat-rules.ts';
import { makeInvoice, takeInvoice } from '../../../src/invoice/make-invoice.ts';
import type { InvoiceFinding } from '../../../src/invoice/model.ts';
import type { ProfileName } from '../../../src/invoice/terms.ts';
import { goodInvoice, modelOf } from '../good-invoices.ts';
import { richInvoice } from '../rich-invoice.ts';

const good: Readonly<Record<string, string>> = Object.fromEntries(
  (['EN 16931', 'EXTENDED', 'XRECHNUNG'] as const).map((name) => [name, makeInvoice(modelOf(richInvoice()), name).xml]),
);

const findings = (xml: string): readonly InvoiceFinding[] => {
  const taken = takeInvoice({ xml, origin: { of: 'data', pointer: '/xml' }, breaches: 'refuse' }, () => {});
  if ('rule' in taken) throw new Error(taken.message);
  return taken.breaches as readonly InvoiceFinding[];
};
const errors = (xml: string) => findings(xml).flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));

type Change = (xml: string) => string;

/** Puts XML behind the first start tag of an element. */
const into =
  (tag: string, more: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`<${tag}( [^>]*)?>`), (start) => `${start}${more}`);

const replaced =
  (from: RegExp | string, to: string): Change =>
  (xml) =>
    xml.replace(from, to);

/** Doubles the first element of a tag behind a start tag. */
const doubled =
  (parent: string, tag: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`<${parent}>[\\s\\S]*?(<${tag}[ >][\\s\\S]*?</${tag}>)`), (all, one) =>
      all.replace(one, `${one}${one}`),
    );

const without = (parent: string, tag: string): Change =>
  replaced(new RegExp(`(<${parent}>[\\s\\S]*?)<${tag}[ >][\\s\\S]*?</${tag}>`), '$1');

const attribute =
  (tag: string, name: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`<${tag}(?=[ >])`), `<${tag} ${name}="x"`);

const inOrder = (tag: string) => into('ram:BuyerOrderReferencedDocument', `<${tag}>1</${tag}>`);
const inAddress = (tag: string) => into('ram:PostalTradeAddress', `<${tag}>1</${tag}>`);
const inPeriod = (tag: string) => into('ram:BillingSpecifiedPeriod', `<${tag}>1</${tag}>`);
const allowance = 'ram:SpecifiedTradeAllowanceCharge';
const gross = 'ram:GrossPriceProductTradePrice';
const totals = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation';

const european: Readonly<Record<string, readonly Change[]>> = {
  'CII-DT-015': [inOrder('ram:URIID'), replaced(/(<ram:TypeCode>50)/, '<ram:URIID>https://x.example</ram:URIID>$1')],
  'CII-DT-016': [inOrder('ram:StatusCode')],
  'CII-DT-017': [
    into('ram:ContractReferencedDocument', '<ram:CopyIndicator><udt:Indicator>true</udt:Indicator></ram:CopyIndicator>'),
  ],
  'CII-DT-018': [inOrder('ram:TypeCode'), replaced('<ram:TypeCode>50<', '<ram:TypeCode>51<')],
  'CII-DT-019': [inOrder('ram:GlobalID')],
  'CII-DT-020': [inOrder('ram:RevisionID')],
  'CII-DT-021': [inOrder('ram:Name'), replaced('<ram:TypeCode>916<', '<ram:TypeCode>50<')],
  'CII-DT-022': [inOrder('ram:AttachmentBinaryObject')],
  'CII-DT-023': [inOrder('ram:Information')],
  'CII-DT-024': [inOrder('ram:ReferenceTypeCode'), replaced('<ram:TypeCode>130<', '<ram:TypeCode>50<')],
  'CII-DT-025': [inOrder('ram:SectionName')],
  'CII-DT-026': [inOrder('ram:PreviousRevisionID')],
  'CII-DT-027': [inOrder('ram:FormattedIssueDateTime')],
  'CII-DT-028': [inOrder('ram:EffectiveSpecifiedPeriod')],
  'CII-DT-029': [inOrder('ram:IssuerTradeParty')],
  'CII-DT-030': [inOrder('ram:AttachedSpecifiedBinaryFile')],
  'CII-DT-037': [replaced(/(<ram:CategoryTradeTax>\s*<ram:TypeCode>)VAT/, '$1vat')],
  'CII-DT-069': [inPeriod('ram:DurationMeasure')],
  'CII-DT-070': [inPeriod('ram:InclusiveIndicator')],
  'CII-DT-071': [inPeriod('ram:Description')],
  'CII-DT-073': [inPeriod('ram:CompleteDateTime')],
  'CII-DT-074': [inPeriod('ram:OpenIndicator')],
  'CII-DT-075': [inPeriod('ram:SeasonCode')],
  'CII-DT-076': [inPeriod('ram:ID')],
  'CII-DT-077': [inPeriod('ram:Name')],
  'CII-DT-078': [inPeriod('ram:SequenceNumeric')],
  'CII-DT-079': [inPeriod('ram:StartDateFlexibilityCode')],
  'CII-DT-080': [inPeriod('ram:ContinuousIndicator')],
  'CII-DT-081': [inPeriod('ram:PurposeCode')],
  'CII-DT-082': [inAddress('ram:ID')],
  'CII-DT-083': [inAddress('ram:PostOfficeBox')],
  'CII-DT-084': [inAddress('ram:BuildingName')],
  'CII-DT-086': [inAddress('ram:LineFour')],
  'CII-DT-087': [inAddress('ram:LineFive')],
  'CII-DT-088': [inAddress('ram:StreetName')],
  'CII-DT-089': [inAddress('ram:CitySubDivisionName')],
  'CII-DT-090': [inAddress('ram:CountryName')],
  'CII-DT-091': [inAddress('ram:CountrySubDivisionID')],
  'CII-DT-092': [inAddress('ram:AttentionOf')],
  'CII-DT-093': [inAddress('ram:CareOf')],
  'CII-DT-094': [inAddress('ram:BuildingNumber')],
  'CII-DT-095': [inAddress('ram:DepartmentName')],
  'CII-DT-096': [inAddress('ram:AdditionalStreetName')],
  'CII-DT-101': [attribute('ram:ID', 'schemeName'), attribute('ram:URIID', 'schemeName')],
  'CII-DT-102': [attribute('ram:GlobalID', 'schemeAgencyName')],
  'CII-DT-103': [attribute('ram:ID', 'schemeDataURI')],
  'CII-DT-104': [attribute('ram:ID', 'schemeURI')],
  'CII-DT-005': [attribute('ram:LineID', 'schemeID')],
  'CII-DT-006': [replaced(/(<rsm:ExchangedDocument>\s*<ram:ID)/, '$1 schemeAgencyID="x"')],
  'CII-DT-007': [attribute('ram:SellerAssignedID', 'schemeVersionID')],
  'CII-DT-008': [attribute('ram:TypeCode', 'name')],
  'CII-DT-009': [attribute('ram:TypeCode', 'listURI')],
  'CII-DT-031': [attribute('ram:GrandTotalAmount', 'currencyID')],
  'CII-DT-032': [attribute('ram:ChargeAmount', 'currencyCodeListVersionID')],
  'CII-DT-034': [attribute('ram:BilledQuantity', 'unitCodeListID')],
  'CII-DT-035': [attribute('ram:BilledQuantity', 'unitCodeListAgencyID')],
  'CII-DT-036': [attribute('ram:BilledQuantity', 'unitCodeListAgencyName')],
  'CII-SR-090': [replaced(/(<ram:OriginTradeCountry>)[\s\S]*?(<\/ram:OriginTradeCountry>)/, '$1$2')],
  'CII-SR-463': [without(allowance, 'ram:ChargeIndicator')],
  'CII-SR-472': [doubled(allowance, 'ram:CategoryTradeTax')],
  'BR-CL-23': [replaced(/(<ram:BasisQuantity unitCode=)"C62"/, '$1"box"')],
  'BR-49': [
    replaced(/(<ram:SpecifiedTradeSettlementPaymentMeans>)[\s\S]*?(<\/ram:SpecifiedTradeSettlementPaymentMeans>)/, '$1$2'),
  ],
  'BR-52': [
    replaced(/<ram:IssuerAssignedID>[^<]*(<\/ram:IssuerAssignedID>\s*<ram:TypeCode>50)/, '<ram:IssuerAssignedID> $1'),
    replaced(/<ram:IssuerAssignedID>[^<]*<\/ram:IssuerAssignedID>(\s*<ram:TypeCode>130)/, '$1'),
    replaced(/<ram:IssuerAssignedID>Stundenzettel<\/ram:IssuerAssignedID>/, ''),
  ],
  'BR-62': [without('ram:SellerTradeParty>[\\s\\S]*?<ram:URIUniversalCommunication', 'ram:URIID')],
  'BR-63': [without('ram:BuyerTradeParty>[\\s\\S]*?<ram:URIUniversalCommunication', 'ram:URIID')],
};

/** Elements that stand twice. */
const repeated: Readonly<Record<string, readonly Change[]>> = {
  'CII-SR-455': [doubled('ram:SellerTradeParty', 'ram:DefinedTradeContact')],
  'CII-SR-459': [doubled('ram:SellerTradeParty', 'ram:URIUniversalCommunication')],
  'CII-SR-069': [doubled('ram:ApplicableProductCharacteristic', 'ram:Description')],
  'CII-SR-072': [doubled('ram:ApplicableProductCharacteristic', 'ram:Value')],
  'CII-SR-441': [doubled('ram:NetPriceProductTradePrice', 'ram:ChargeAmount')],
  'CII-SR-440': [doubled('ram:AppliedTradeAllowanceCharge', 'ram:ActualAmount')],
  'CII-SR-473': [doubled(allowance, 'ram:ActualAmount')],
  'CII-SR-461': [replaced(/<ram:DueDateTypeCode>29<\/ram:DueDateTypeCode>/, twoDays())],
  'CII-SR-462': [doubled('ram:ApplicableHeaderTradeSettlement', 'ram:DueDateTypeCode')],
  'CII-SR-467': [doubled('ram:SpecifiedTradeSettlementPaymentMeans', 'ram:TypeCode')],
  'CII-SR-468': [doubled('ram:SpecifiedTradeSettlementPaymentMeans', 'ram:Information')],
  'CII-SR-469': [doubled('ram:ApplicableHeaderTradeSettlement', 'ram:PaymentReference')],
  'CII-SR-477': [doubled(totals, 'ram:LineTotalAmount')],
  'CII-SR-478': [doubled(totals, 'ram:ChargeTotalAmount')],
  'CII-SR-479': [doubled(totals, 'ram:AllowanceTotalAmount')],
  'CII-SR-480': [doubled(totals, 'ram:TaxBasisTotalAmount')],
  'CII-SR-481': [into(totals, '<ram:RoundingAmount>0.00</ram:RoundingAmount><ram:RoundingAmount>0.00</ram:RoundingAmount>')],
  'CII-SR-482': [doubled(totals, 'ram:GrandTotalAmount')],
  'CII-SR-484': [doubled(totals, 'ram:TotalPrepaidAmount')],
  'CII-SR-487': [doubled(totals, 'ram:DuePayableAmount')],
  'PEPPOL-EN16931-R053': [doubled(totals, 'ram:TaxTotalAmount')],
};

function twoDays(): string {
  const day = '<udt:DateString format="102">20260417</udt:DateString>';
  return `<ram:TaxPointDate>${day}${day}</ram:TaxPointDate>`;
}

const reading: Readonly<Record<string, readonly Change[]>> = {
  'cii-missing': [
    without(gross, 'ram:ChargeAmount'),
    without('ram:ActualDeliverySupplyChainEvent', 'udt:DateTimeString'),
    replaced(/(<ram:StartDateTime>)[\s\S]*?(<\/ram:StartDateTime>)/, '$1$2'),
    without('ram:SpecifiedProcuringProject', 'ram:Name'),
    without('ram:SpecifiedProcuringProject', 'ram:ID'),
    without('ram:ReceivableSpecifiedTradeAccountingAccount', 'ram:ID'),
    replaced(/<ram:ApplicableHeaderTradeDelivery>[\s\S]*<\/ram:ApplicableHeaderTradeDelivery>/, ''),
  ],
  'cii-repeated': [
    doubled('ram:IncludedSupplyChainTradeLineItem', 'ram:SpecifiedTradeProduct'),
    doubled('ram:IncludedSupplyChainTradeLineItem', gross),
    doubled('ram:SpecifiedTradeProduct', 'ram:OriginTradeCountry'),
    doubled('ram:DesignatedProductClassification', 'ram:ClassCode'),
    doubled('ram:SpecifiedTaxRegistration', 'ram:ID'),
    doubled('ram:ChargeIndicator', 'udt:Indicator'),
    doubled('ram:StartDateTime', 'udt:DateTimeString'),
  ],
  'cii-empty': [
    replaced(/(<ram:SubjectCode>)[^<]*/, '$1'),
    replaced(/(<ram:ReasonCode>)[^<]*/, '$1 '),
    replaced(/(<ram:ReferenceTypeCode>)[^<]*/, '$1'),
    replaced(/(<ram:DueDateTypeCode>)[^<]*/, '$1'),
    replaced(/(<ram:CalculationPercent>)[^<]*/, '$1'),
    replaced(/(<ram:BasisQuantity unitCode="C62">)[^<]*/, '$1'),
    replaced(/(<ram:StartDateTime>\s*<udt:DateTimeString format="102">)[^<]*/, '$1'),
    replaced(/(<ram:ID schemeID="VA">)[^<]*/, '$1'),
    replaced(/(<ram:GlobalID schemeID=")0088/, '$1'),
  ],
  'cii-indicator': [
    replaced(/(<ram:ChargeIndicator>)[\s\S]*?(<\/ram:ChargeIndicator>)/, '$1$2'),
    replaced('<udt:Indicator>false', '<udt:Indicator>no'),
  ],
  'wrong-type': [
    replaced(/(<ram:AttachmentBinaryObject [^>]*>)[^<]*/, '$1abc'),
    replaced(new RegExp(`(<${gross}>[\\s\\S]*?<ram:BasisQuantity unitCode="C62">)[^<]*`), '$1one'),
  ],
  'BR-32': [without('ram:CategoryTradeTax', 'ram:TypeCode'), without(allowance, 'ram:CategoryTradeTax')],
  // The last period is the period of the invoice.
  'BR-CO-19': [replaced(/([\s\S]*<ram:BillingSpecifiedPeriod>)[\s\S]*?(<\/ram:BillingSpecifiedPeriod>)/, '$1$2')],
  'BR-57': [replaced(/(<ram:ShipToTradeParty>[\s\S]*?<ram:PostalTradeAddress>)[\s\S]*?(<\/ram:PostalTradeAddress>)/, '$1$2')],
  'BR-27': [replaced(/(<ram:NetPriceProductTradePrice>\s*<ram:ChargeAmount>)[^<]*/, '$1-0.00')],
  'BR-28': [replaced(new RegExp(`(<${gross}>\\s*<ram:ChargeAmount>)[^<]*`), '$1-0.00')],
};

const german: Readonly<Record<string, readonly Change[]>> = {
  'PEPPOL-EN16931-R008': [
    replaced(/(<ram:BuyerReference>)[^<]*/, '$1\n'),
    into('ram:SellerTradeParty', '<ram:Description/>'),
    replaced(/(<ram:StartDateTime>)[\s\S]*?(<\/ram:StartDateTime>)/, '$1$2'),
    replaced(/(<ram:SubjectCode>)[^<]*/, '$1'),
  ],
  'PEPPOL-EN16931-R043': [replaced('<udt:Indicator>false', '<udt:Indicator>0')],
  'PEPPOL-EN16931-R044': [
    replaced(/(<ram:AppliedTradeAllowanceCharge>\s*<ram:ChargeIndicator>\s*<udt:Indicator>)false/, '$1true'),
  ],
  'PEPPOL-EN16931-R101': [replaced('<ram:TypeCode>130<', '<ram:TypeCode>916<')],
  'PEPPOL-EN16931-R054': [without('ram:ApplicableHeaderTradeSettlement', 'ram:TaxCurrencyCode')],
  'BR-TMP-3': [
    replaced(/(<ram:BasisQuantity unitCode="C62">)1/, '$12'),
    replaced(/(<ram:BasisQuantity unitCode=)"C62"/, '$1"KGM"'),
  ],
  'BR-DE-25-b': [paidByDebit],
};

function paidByDebit(): string {
  const plain = goodInvoice('S');
  const debit = { 'BT-89': 'M-1', 'BT-90': 'DE98ZZZ09999999999', 'BT-91': 'DE89370400440532013000' };
  plain['BG-16'] = [{ 'BT-81': '59', 'BG-19': [debit] }];
  const { xml, breaches } = makeInvoice(modelOf(plain), 'XRECHNUNG');
  expect(breaches).toEqual([]);
  const bank =
    '<ram:PayerSpecifiedDebtorFinancialInstitution><ram:BICID>X</ram:BICID></ram:PayerSpecifiedDebtorFinancialInstitution>';
  return xml.replace('</ram:SpecifiedTradeSettlementPaymentMeans>', `${bank}</ram:SpecifiedTradeSettlementPaymentMeans>`);
}

test.each(Object.keys(good))('XML of %s that pdfgen has written breaks no rule', (profile) => {
  expect(findings(good[profile]!)).toEqual([]);
});

test('each rule has XML that breaks it', () => {
  const ids = [...europeanFormRules, ...germanFormRules, ...repeatRuleRows].map(({ id }) => id);
  expect([...new Set(ids)].sort()).toEqual([...Object.keys({ ...european, ...german, ...repeated })].sort());
});

const rowsOf = (changes: Readonly<Record<string, readonly Change[]>>, profiles: readonly ProfileName[]) =>
  Object.entries(changes).flatMap(([rule, list]) =>
    list.flatMap((change, n) => profiles.map((profile) => ({ rule, n, profile, change }))),
  );

describe('XML is named for the rule that it breaks', () => {
  const rows = [
    ...rowsOf({ ...european, ...repeated }, ['EN 16931', 'XRECHNUNG']),
    ...rowsOf(reading, ['EN 16931']),
    ...rowsOf(german, ['XRECHNUNG']),
  ];
  test.each(rows)('$rule $n in $profile', ({ rule, profile, change }) => {
    const xml = change(good[profile]!);
    expect(xml).not.toBe(good[profile]);
    expect(errors(xml)).toContain(rule);
  });
});

test('an element that a rule refuses is not also told as unknown', () => {
  expect(findings(inOrder('ram:StatusCode')(good['EN 16931']!)).map(({ rule }) => rule)).toEqual(['CII-DT-016']);
});

test('EXTENDED has elements that EN 16931 refuses', () => {
  const xml = ['ram:StatusCode', 'ram:FormattedIssueDateTime'].reduce((made, tag) => inOrder(tag)(made), good.EXTENDED!);
  expect(errors(xml).filter((rule) => rule.startsWith('CII-'))).toEqual([]);
  expect(errors(without(gross, 'ram:ChargeAmount')(good.EXTENDED!))).toContain('cii-missing');
});

test('empty texts say nothing, but XRechnung takes no empty element', () => {
  const change = replaced(/(<ram:LineTwo>)[^<]*/, '$1');
  expect(errors(change(good['EN 16931']!))).toEqual([]);
  expect(errors(change(good.XRECHNUNG!))).toEqual(['PEPPOL-EN16931-R008']);
});

test.each([
  ['0.00', []],
  ['-0.00', ['negative-zero']],
  ['-0', ['negative-zero']],
])('a VAT amount of %s has the errors %j', (amount, expected) => {
  const { xml } = makeInvoice(modelOf(goodInvoice('Z')), 'EN 16931');
  expect(errors(xml.replace(/(<ram:CalculatedAmount>)0\.00/, `$1${amount}`))).toEqual(expected);
});
