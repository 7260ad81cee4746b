// What is to be paid, and how.
import type { TermId } from '../terms.ts';
import { allowanceCharge } from './common.ts';
import { type Attributes, day, each, element, fixed, inFirst, toldApart, value } from './node.ts';
import { payee } from './parties.ts';

/** One for each account of the payee (BG-17). Card and debited account stand in the first. */
const paymentMeans = {
  ...each(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    'BG-17',
    value('ram:TypeCode', 'BT-81'),
    value('ram:Information', 'BT-82'),
    inFirst(
      element('ram:ApplicableTradeSettlementFinancialCard', value('ram:ID', 'BT-87'), value('ram:CardholderName', 'BT-88')),
    ),
    inFirst(element('ram:PayerPartyDebtorFinancialAccount', value('ram:IBANID', 'BT-91'))),
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      value('ram:IBANID', 'BT-84', {}, 'IBAN'),
      value('ram:AccountName', 'BT-85'),
      value('ram:ProprietaryID', 'BT-84', {}, 'other account'),
    ),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', value('ram:BICID', 'BT-86')),
  ),
  standsWithoutGroup: true,
};

const vatBreakdown = toldApart(
  each(
    'ram:ApplicableTradeTax',
    'BG-23',
    value('ram:CalculatedAmount', 'BT-117'),
    fixed('ram:TypeCode', 'VAT'),
    value('ram:ExemptionReason', 'BT-120'),
    value('ram:BasisAmount', 'BT-116'),
    value('ram:CategoryCode', 'BT-118'),
    value('ram:ExemptionReasonCode', 'BT-121'),
    // Once in the invoice (CII-SR-461); the code BT-8 stands in each breakdown.
    element('ram:TaxPointDate', inFirst(value('udt:DateString', 'BT-7'))),
    value('ram:DueDateTypeCode', 'BT-8'),
    value('ram:RateApplicablePercent', 'BT-119'),
  ),
);

const inCurrency = (term: TermId): Attributes => ({ currencyID: { kind: 'equals', term } });

const totals = element(
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  value('ram:LineTotalAmount', 'BT-106'),
  value('ram:ChargeTotalAmount', 'BT-108'),
  value('ram:AllowanceTotalAmount', 'BT-107'),
  value('ram:TaxBasisTotalAmount', 'BT-109'),
  value('ram:TaxTotalAmount', 'BT-110', inCurrency('BT-5')),
  value('ram:TaxTotalAmount', 'BT-111', inCurrency('BT-6')),
  value('ram:RoundingAmount', 'BT-114'),
  value('ram:GrandTotalAmount', 'BT-112'),
  value('ram:TotalPrepaidAmount', 'BT-113'),
  value('ram:DuePayableAmount', 'BT-115'),
);

/** The VAT of an allowance or charge. */
const vat = (category: TermId, rate: TermId) =>
  element(
    'ram:CategoryTradeTax',
    fixed('ram:TypeCode', 'VAT'),
    value('ram:CategoryCode', category),
    value('ram:RateApplicablePercent', rate),
  );

export const settlement = element(
  'ram:ApplicableHeaderTradeSettlement',
  value('ram:CreditorReferenceID', 'BT-90'),
  value('ram:PaymentReference', 'BT-83'),
  value('ram:TaxCurrencyCode', 'BT-6'),
  value('ram:InvoiceCurrencyCode', 'BT-5'),
  payee,
  paymentMeans,
  vatBreakdown,
  element('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', 'BT-73'), day('ram:EndDateTime', 'BT-74')),
  allowanceCharge(
    'BG-20',
    'false',
    { percent: 'BT-94', base: 'BT-93', amount: 'BT-92', code: 'BT-98', reason: 'BT-97' },
    vat('BT-95', 'BT-96'),
  ),
  allowanceCharge(
    'BG-21',
    'true',
    { percent: 'BT-101', base: 'BT-100', amount: 'BT-99', code: 'BT-105', reason: 'BT-104' },
    vat('BT-102', 'BT-103'),
  ),
  element(
    'ram:SpecifiedTradePaymentTerms',
    value('ram:Description', 'BT-20'),
    day('ram:DueDateDateTime', 'BT-9'),
    value('ram:DirectDebitMandateID', 'BT-89'),
  ),
  totals,
  each(
    'ram:InvoiceReferencedDocument',
    'BG-3',
    value('ram:IssuerAssignedID', 'BT-25'),
    day('ram:FormattedIssueDateTime', 'BT-26', 'qdt:DateTimeString'),
  ),
  element('ram:ReceivableSpecifiedTradeAccountingAccount', value('ram:ID', 'BT-19')),
);
