// Writes an invoice as Cross Industry Invoice of UN/CEFACT, D22B, with the elements in the order of Factur-X 1.09.
import Big from 'big.js';
import { amountOf, type Group, groupOf, groupsOf, type Term, termOf, termsOf, textOf } from './model.ts';
import type { TermId } from './terms.ts';
import { always, branch, type Element, leaf, writeXml } from './xml.ts';

type Maybe = Group | undefined;

/** The XML of an invoice that is complete and holds only terms of the profile. */
export function writeCii(invoice: Group): string {
  const root = branch(
    'rsm:CrossIndustryInvoice',
    documentContext(groupOf(invoice, 'BG-2')),
    exchangedDocument(invoice),
    branch(
      'rsm:SupplyChainTradeTransaction',
      ...groupsOf(invoice, 'BG-25').map(line),
      agreement(invoice),
      delivery(invoice),
      settlement(invoice),
    ),
  );
  return writeXml(root && { ...root, attributes: namespaces });
}

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

const text = (tag: string, group: Maybe, id: TermId): Element => leaf(tag, textOf(group, id));

/** A date in format 102 of UNTDID 2379: `20260417`. */
const day = (date: string | undefined): string | undefined => date?.replaceAll('-', '');

const date = (tag: string, group: Maybe, id: TermId): Element =>
  branch(tag, leaf('udt:DateTimeString', day(textOf(group, id)), { format: '102' }));

const identifier = (tag: string, term: Term | undefined): Element => leaf(tag, term?.value, { schemeID: term?.scheme });

function documentContext(control: Maybe): Element {
  return branch(
    'rsm:ExchangedDocumentContext',
    branch('ram:BusinessProcessSpecifiedDocumentContextParameter', text('ram:ID', control, 'BT-23')),
    branch('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', control, 'BT-24')),
  );
}

function exchangedDocument(invoice: Group): Element {
  return branch(
    'rsm:ExchangedDocument',
    text('ram:ID', invoice, 'BT-1'),
    text('ram:TypeCode', invoice, 'BT-3'),
    date('ram:IssueDateTime', invoice, 'BT-2'),
    ...groupsOf(invoice, 'BG-1').map((note) =>
      branch('ram:IncludedNote', text('ram:Content', note, 'BT-22'), text('ram:SubjectCode', note, 'BT-21')),
    ),
  );
}

function line(one: Group): Element {
  const item = groupOf(one, 'BG-31');
  return branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch(
      'ram:AssociatedDocumentLineDocument',
      text('ram:LineID', one, 'BT-126'),
      branch('ram:IncludedNote', text('ram:Content', one, 'BT-127')),
    ),
    branch(
      'ram:SpecifiedTradeProduct',
      identifier('ram:GlobalID', termOf(item, 'BT-157')),
      text('ram:SellerAssignedID', item, 'BT-155'),
      text('ram:BuyerAssignedID', item, 'BT-156'),
      text('ram:Name', item, 'BT-153'),
      text('ram:Description', item, 'BT-154'),
      ...groupsOf(item, 'BG-32').map((attribute) =>
        branch(
          'ram:ApplicableProductCharacteristic',
          text('ram:Description', attribute, 'BT-160'),
          text('ram:Value', attribute, 'BT-161'),
        ),
      ),
      ...(item ? termsOf(item, 'BT-158') : []).map(({ value, scheme, version }) =>
        branch('ram:DesignatedProductClassification', leaf('ram:ClassCode', value, { listID: scheme, listVersionID: version })),
      ),
      branch('ram:OriginTradeCountry', text('ram:ID', item, 'BT-159')),
    ),
    lineAgreement(one),
    branch(
      'ram:SpecifiedLineTradeDelivery',
      leaf('ram:BilledQuantity', textOf(one, 'BT-129'), { unitCode: textOf(one, 'BT-130') }),
    ),
    lineSettlement(one),
  );
}

function lineAgreement(one: Group): Element {
  const price = groupOf(one, 'BG-29');
  const discount = textOf(price, 'BT-147');
  const net = amountOf(price, 'BT-146');
  // The discount stands beside the gross price only, which is the net price before it (EN 16931-1, BT-148).
  const gross = textOf(price, 'BT-148') ?? (discount === undefined ? undefined : net?.plus(new Big(discount)).toFixed());
  const base = leaf('ram:BasisQuantity', textOf(price, 'BT-149'), { unitCode: textOf(price, 'BT-150') });
  return branch(
    'ram:SpecifiedLineTradeAgreement',
    branch('ram:BuyerOrderReferencedDocument', text('ram:LineID', one, 'BT-132')),
    gross === undefined
      ? undefined
      : branch(
          'ram:GrossPriceProductTradePrice',
          leaf('ram:ChargeAmount', gross),
          base,
          discount === undefined
            ? undefined
            : branch('ram:AppliedTradeAllowanceCharge', indicator(false), leaf('ram:ActualAmount', discount)),
        ),
    branch('ram:NetPriceProductTradePrice', text('ram:ChargeAmount', price, 'BT-146'), base),
  );
}

function lineSettlement(one: Group): Element {
  const vat = groupOf(one, 'BG-30');
  const object = termOf(one, 'BT-128');
  const period = groupOf(one, 'BG-26');
  return branch(
    'ram:SpecifiedLineTradeSettlement',
    branch(
      'ram:ApplicableTradeTax',
      vat && leaf('ram:TypeCode', 'VAT'),
      text('ram:CategoryCode', vat, 'BT-151'),
      text('ram:RateApplicablePercent', vat, 'BT-152'),
    ),
    branch('ram:BillingSpecifiedPeriod', date('ram:StartDateTime', period, 'BT-134'), date('ram:EndDateTime', period, 'BT-135')),
    ...groupsOf(one, 'BG-27').map((allowance) => allowanceCharge(allowance, false, lineAllowance)),
    ...groupsOf(one, 'BG-28').map((charge) => allowanceCharge(charge, true, lineCharge)),
    branch('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', one, 'BT-131')),
    object && reference('ram:AdditionalReferencedDocument', object, { type: '130' }),
    branch('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', one, 'BT-133')),
  );
}

function agreement(invoice: Group): Element {
  const project = textOf(invoice, 'BT-11');
  const tender = termOf(invoice, 'BT-17');
  const object = termOf(invoice, 'BT-18');
  return always(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', invoice, 'BT-10'),
    seller(groupOf(invoice, 'BG-4')),
    buyer(groupOf(invoice, 'BG-7')),
    taxRepresentative(groupOf(invoice, 'BG-11')),
    branch('ram:SellerOrderReferencedDocument', text('ram:IssuerAssignedID', invoice, 'BT-14')),
    branch('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', invoice, 'BT-13')),
    branch('ram:ContractReferencedDocument', text('ram:IssuerAssignedID', invoice, 'BT-12')),
    tender && reference('ram:AdditionalReferencedDocument', tender, { type: '50' }),
    object && reference('ram:AdditionalReferencedDocument', object, { type: '130' }),
    ...groupsOf(invoice, 'BG-24').map(supportingDocument),
    project === undefined
      ? undefined
      : branch('ram:SpecifiedProcuringProject', leaf('ram:ID', project), leaf('ram:Name', 'Project reference')),
  );
}

/** A tender (50) or an invoiced object (130) of UNTDID 1001. */
const reference = (tag: string, { value, scheme }: Term, { type }: { readonly type: '50' | '130' }): Element =>
  branch(tag, leaf('ram:IssuerAssignedID', value), leaf('ram:TypeCode', type), leaf('ram:ReferenceTypeCode', scheme));

function supportingDocument(one: Group): Element {
  const file = termOf(one, 'BT-125');
  return branch(
    'ram:AdditionalReferencedDocument',
    text('ram:IssuerAssignedID', one, 'BT-122'),
    text('ram:URIID', one, 'BT-124'),
    leaf('ram:TypeCode', '916'),
    text('ram:Name', one, 'BT-123'),
    leaf('ram:AttachmentBinaryObject', file?.value, { mimeCode: file?.mime, filename: file?.filename }),
  );
}

/** Identifiers of a party: those without a scheme first. */
function partyIds(terms: readonly Term[]): readonly Element[] {
  return [
    ...terms.filter(({ scheme }) => scheme === undefined).map(({ value }) => leaf('ram:ID', value)),
    ...terms.filter(({ scheme }) => scheme !== undefined).map((term) => identifier('ram:GlobalID', term)),
  ];
}

const idsOf = (group: Maybe, id: TermId): readonly Element[] => (group ? partyIds(termsOf(group, id)) : []);

function seller(one: Maybe): Element {
  return branch(
    'ram:SellerTradeParty',
    ...idsOf(one, 'BT-29'),
    text('ram:Name', one, 'BT-27'),
    text('ram:Description', one, 'BT-33'),
    organization(one, 'BT-30', 'BT-28'),
    contact(groupOf(one, 'BG-6'), ['BT-41', 'BT-42', 'BT-43']),
    address(groupOf(one, 'BG-5'), ['BT-38', 'BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-40', 'BT-39']),
    branch('ram:URIUniversalCommunication', identifier('ram:URIID', termOf(one, 'BT-34'))),
    taxRegistration(one, 'BT-31', 'VA'),
    taxRegistration(one, 'BT-32', 'FC'),
  );
}

function buyer(one: Maybe): Element {
  return branch(
    'ram:BuyerTradeParty',
    ...idsOf(one, 'BT-46'),
    text('ram:Name', one, 'BT-44'),
    organization(one, 'BT-47', 'BT-45'),
    contact(groupOf(one, 'BG-9'), ['BT-56', 'BT-57', 'BT-58']),
    address(groupOf(one, 'BG-8'), ['BT-53', 'BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-55', 'BT-54']),
    branch('ram:URIUniversalCommunication', identifier('ram:URIID', termOf(one, 'BT-49'))),
    taxRegistration(one, 'BT-48', 'VA'),
  );
}

function taxRepresentative(one: Maybe): Element {
  return branch(
    'ram:SellerTaxRepresentativeTradeParty',
    text('ram:Name', one, 'BT-62'),
    address(groupOf(one, 'BG-12'), ['BT-67', 'BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-69', 'BT-68']),
    taxRegistration(one, 'BT-63', 'VA'),
  );
}

const organization = (party: Maybe, id: TermId, name: TermId | undefined): Element =>
  branch(
    'ram:SpecifiedLegalOrganization',
    identifier('ram:ID', termOf(party, id)),
    name && text('ram:TradingBusinessName', party, name),
  );

const contact = (one: Maybe, [person, phone, email]: readonly [TermId, TermId, TermId]): Element =>
  branch(
    'ram:DefinedTradeContact',
    text('ram:PersonName', one, person),
    branch('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', one, phone)),
    branch('ram:EmailURIUniversalCommunication', text('ram:URIID', one, email)),
  );

/** Post code, three lines, city, country, subdivision: the order of the elements. */
const address = (
  one: Maybe,
  [postcode, first, second, third, city, country, subdivision]: readonly [TermId, TermId, TermId, TermId, TermId, TermId, TermId],
): Element =>
  branch(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', one, postcode),
    text('ram:LineOne', one, first),
    text('ram:LineTwo', one, second),
    text('ram:LineThree', one, third),
    text('ram:CityName', one, city),
    text('ram:CountryID', one, country),
    text('ram:CountrySubDivisionName', one, subdivision),
  );

/** `VA`: the VAT identifier. `FC`: the number of the local tax office. */
const taxRegistration = (party: Maybe, id: TermId, schemeID: 'VA' | 'FC'): Element =>
  branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', textOf(party, id), { schemeID }));

function delivery(invoice: Group): Element {
  const one = groupOf(invoice, 'BG-13');
  return always(
    'ram:ApplicableHeaderTradeDelivery',
    branch(
      'ram:ShipToTradeParty',
      ...idsOf(one, 'BT-71'),
      text('ram:Name', one, 'BT-70'),
      address(groupOf(one, 'BG-15'), ['BT-78', 'BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-80', 'BT-79']),
    ),
    branch('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', one, 'BT-72')),
    branch('ram:DespatchAdviceReferencedDocument', text('ram:IssuerAssignedID', invoice, 'BT-16')),
    branch('ram:ReceivingAdviceReferencedDocument', text('ram:IssuerAssignedID', invoice, 'BT-15')),
  );
}

function settlement(invoice: Group): Element {
  const payment = groupOf(invoice, 'BG-16');
  const period = groupOf(groupOf(invoice, 'BG-13'), 'BG-14');
  const debit = groupOf(payment, 'BG-19');
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:CreditorReferenceID', debit, 'BT-90'),
    text('ram:PaymentReference', payment, 'BT-83'),
    text('ram:TaxCurrencyCode', invoice, 'BT-6'),
    text('ram:InvoiceCurrencyCode', invoice, 'BT-5'),
    payee(groupOf(invoice, 'BG-10')),
    ...paymentMeans(payment),
    ...groupsOf(invoice, 'BG-23').map((vat, i) => vatBreakdown(vat, invoice, i === 0)),
    branch('ram:BillingSpecifiedPeriod', date('ram:StartDateTime', period, 'BT-73'), date('ram:EndDateTime', period, 'BT-74')),
    ...groupsOf(invoice, 'BG-20').map((allowance) => allowanceCharge(allowance, false, documentAllowance)),
    ...groupsOf(invoice, 'BG-21').map((charge) => allowanceCharge(charge, true, documentCharge)),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      text('ram:Description', invoice, 'BT-20'),
      date('ram:DueDateDateTime', invoice, 'BT-9'),
      text('ram:DirectDebitMandateID', debit, 'BT-89'),
    ),
    totals(invoice),
    ...groupsOf(invoice, 'BG-3').map(precedingInvoice),
    branch('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', invoice, 'BT-19')),
  );
}

const payee = (one: Maybe): Element =>
  branch('ram:PayeeTradeParty', ...idsOf(one, 'BT-60'), text('ram:Name', one, 'BT-59'), organization(one, 'BT-61', undefined));

/** One for each account of the payee. Card and debited account stand in the first. */
function paymentMeans(payment: Maybe): readonly Element[] {
  if (payment === undefined) return [];
  const accounts: readonly Maybe[] = groupsOf(payment, 'BG-17');
  const card = groupOf(payment, 'BG-18');
  return (accounts.length === 0 ? [undefined] : accounts).map((account, i) => {
    const number = textOf(account, 'BT-84');
    return branch(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      text('ram:TypeCode', payment, 'BT-81'),
      text('ram:Information', payment, 'BT-82'),
      i > 0
        ? undefined
        : branch(
            'ram:ApplicableTradeSettlementFinancialCard',
            text('ram:ID', card, 'BT-87'),
            text('ram:CardholderName', card, 'BT-88'),
          ),
      i > 0 ? undefined : branch('ram:PayerPartyDebtorFinancialAccount', text('ram:IBANID', groupOf(payment, 'BG-19'), 'BT-91')),
      branch(
        'ram:PayeePartyCreditorFinancialAccount',
        isIban(number) ? leaf('ram:IBANID', number?.replaceAll(' ', '')) : undefined,
        text('ram:AccountName', account, 'BT-85'),
        isIban(number) ? undefined : leaf('ram:ProprietaryID', number),
      ),
      branch('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', account, 'BT-86')),
    );
  });
}

/** ISO 13616: country, check digits, account. */
const isIban = (number: string | undefined): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number?.replaceAll(' ', '') ?? '');

/** The tax point date (BT-7) stands in the first breakdown only (CII-SR-461), its code (BT-8) in each. */
function vatBreakdown(vat: Group, invoice: Group, isFirst: boolean): Element {
  return branch(
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', vat, 'BT-117'),
    leaf('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', vat, 'BT-120'),
    text('ram:BasisAmount', vat, 'BT-116'),
    text('ram:CategoryCode', vat, 'BT-118'),
    text('ram:ExemptionReasonCode', vat, 'BT-121'),
    isFirst ? branch('ram:TaxPointDate', leaf('udt:DateString', day(textOf(invoice, 'BT-7')), { format: '102' })) : undefined,
    text('ram:DueDateTypeCode', invoice, 'BT-8'),
    text('ram:RateApplicablePercent', vat, 'BT-119'),
  );
}

interface AllowanceTerms {
  readonly percent: TermId;
  readonly base: TermId;
  readonly amount: TermId;
  readonly code: TermId;
  readonly reason: TermId;
  readonly vat?: readonly [category: TermId, rate: TermId];
}

const lineAllowance: AllowanceTerms = { percent: 'BT-138', base: 'BT-137', amount: 'BT-136', code: 'BT-140', reason: 'BT-139' };
const lineCharge: AllowanceTerms = { percent: 'BT-143', base: 'BT-142', amount: 'BT-141', code: 'BT-145', reason: 'BT-144' };
const documentAllowance: AllowanceTerms = {
  ...{ percent: 'BT-94', base: 'BT-93', amount: 'BT-92', code: 'BT-98', reason: 'BT-97' },
  vat: ['BT-95', 'BT-96'],
};
const documentCharge: AllowanceTerms = {
  ...{ percent: 'BT-101', base: 'BT-100', amount: 'BT-99', code: 'BT-105', reason: 'BT-104' },
  vat: ['BT-102', 'BT-103'],
};

const indicator = (isCharge: boolean): Element => branch('ram:ChargeIndicator', leaf('udt:Indicator', String(isCharge)));

function allowanceCharge(one: Group, isCharge: boolean, { percent, base, amount, code, reason, vat }: AllowanceTerms): Element {
  return branch(
    'ram:SpecifiedTradeAllowanceCharge',
    indicator(isCharge),
    text('ram:CalculationPercent', one, percent),
    text('ram:BasisAmount', one, base),
    text('ram:ActualAmount', one, amount),
    text('ram:ReasonCode', one, code),
    text('ram:Reason', one, reason),
    vat &&
      branch(
        'ram:CategoryTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', one, vat[0]),
        text('ram:RateApplicablePercent', one, vat[1]),
      ),
  );
}

function totals(invoice: Group): Element {
  const one = groupOf(invoice, 'BG-22');
  const currency = (term: TermId) => ({ currencyID: textOf(invoice, term) });
  return branch(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    text('ram:LineTotalAmount', one, 'BT-106'),
    text('ram:ChargeTotalAmount', one, 'BT-108'),
    text('ram:AllowanceTotalAmount', one, 'BT-107'),
    text('ram:TaxBasisTotalAmount', one, 'BT-109'),
    leaf('ram:TaxTotalAmount', textOf(one, 'BT-110'), currency('BT-5')),
    leaf('ram:TaxTotalAmount', textOf(one, 'BT-111'), currency('BT-6')),
    text('ram:RoundingAmount', one, 'BT-114'),
    text('ram:GrandTotalAmount', one, 'BT-112'),
    text('ram:TotalPrepaidAmount', one, 'BT-113'),
    text('ram:DuePayableAmount', one, 'BT-115'),
  );
}

function precedingInvoice(one: Group): Element {
  const issued = leaf('qdt:DateTimeString', day(textOf(one, 'BT-26')), { format: '102' });
  return branch(
    'ram:InvoiceReferencedDocument',
    text('ram:IssuerAssignedID', one, 'BT-25'),
    branch('ram:FormattedIssueDateTime', issued),
  );
}
