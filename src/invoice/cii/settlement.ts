// Payment: amounts, accounts, discounts, totals.
import type { TermId } from '../terms.ts';
import {
  type Attributes,
  carries,
  copy,
  day,
  type ElementNode,
  each,
  element,
  fixed,
  holdingOne,
  inFirst,
  qualifier,
  required,
  toldApart,
  value,
} from './node.ts';
import { invoicee, invoicer, payee, payer } from './parties.ts';
import { allowanceCharge, issued } from './shared-elements.ts';

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
    element('ram:TaxPointDate', inFirst(required(value('udt:DateString', 'BT-7')))),
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

interface VatTerms {
  readonly category: TermId;
  readonly rate: TermId;
  readonly reason: TermId;
  readonly code: TermId;
  readonly amount?: TermId;
}

/** The VAT of an allowance, a charge or a payment. */
const vat = (tag: string, { amount, reason, category, code, rate }: VatTerms): ElementNode =>
  toldApart(
    element(
      tag,
      ...(amount === undefined ? [] : [value('ram:CalculatedAmount', amount)]),
      fixed('ram:TypeCode', 'VAT'),
      value('ram:ExemptionReason', reason),
      value('ram:CategoryCode', category),
      value('ram:ExemptionReasonCode', code),
      value('ram:RateApplicablePercent', rate),
    ),
  );

const logisticsCharge = each(
  'ram:SpecifiedLogisticsServiceCharge',
  'BG-X-42',
  value('ram:Description', 'BT-X-271'),
  value('ram:AppliedAmount', 'BT-X-272'),
  vat('ram:AppliedTradeTax', { category: 'BT-X-273', rate: 'BT-X-274', reason: 'BT-X-591', code: 'BT-X-592' }),
);

/** One for each discount (BG-X-44). The first also has the terms that hold for all of them. */
const paymentTerms = {
  ...each(
    'ram:SpecifiedTradePaymentTerms',
    'BG-X-44',
    inFirst(value('ram:Description', 'BT-20')),
    inFirst(day('ram:DueDateDateTime', 'BT-9')),
    inFirst(value('ram:DirectDebitMandateID', 'BT-89')),
    element(
      'ram:ApplicableTradePaymentDiscountTerms',
      day('ram:BasisDateTime', 'BT-X-282'),
      value('ram:BasisPeriodMeasure', 'BT-X-283', { unitCode: carries('BT-X-284') }),
      value('ram:BasisAmount', 'BT-X-285'),
      value('ram:CalculationPercent', 'BT-X-286'),
      value('ram:ActualDiscountAmount', 'BT-X-287'),
    ),
  ),
  standsWithoutGroup: true,
};

const advancePayment = each(
  'ram:SpecifiedAdvancePayment',
  'BG-X-45',
  required(value('ram:PaidAmount', 'BT-X-291')),
  day('ram:FormattedReceivedDateTime', 'BT-X-292', 'qdt:DateTimeString'),
  {
    ...vat('ram:IncludedTradeTax', {
      ...{ amount: 'BT-X-293', reason: 'BT-X-295', category: 'BT-X-296', code: 'BT-X-297', rate: 'BT-X-298' },
    }),
    group: 'BG-X-46',
  },
  each('ram:InvoiceSpecifiedReferencedDocument', 'BG-X-85', value('ram:IssuerAssignedID', 'BT-X-558'), issued('BT-X-560')),
);

export const settlement = element(
  'ram:ApplicableHeaderTradeSettlement',
  value('ram:CreditorReferenceID', 'BT-90'),
  value('ram:PaymentReference', 'BT-83'),
  value('ram:TaxCurrencyCode', 'BT-6'),
  value('ram:InvoiceCurrencyCode', 'BT-5'),
  invoicer,
  invoicee,
  payee,
  payer,
  paymentMeans,
  vatBreakdown,
  element('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', 'BT-73'), day('ram:EndDateTime', 'BT-74')),
  allowanceCharge(
    'BG-20',
    'false',
    { percent: 'BT-94', base: 'BT-93', amount: 'BT-92', code: 'BT-98', reason: 'BT-97' },
    vat('ram:CategoryTradeTax', { category: 'BT-95', rate: 'BT-96', reason: 'BT-173', code: 'BT-174' }),
  ),
  allowanceCharge(
    'BG-21',
    'true',
    { percent: 'BT-101', base: 'BT-100', amount: 'BT-99', code: 'BT-105', reason: 'BT-104' },
    vat('ram:CategoryTradeTax', { category: 'BT-102', rate: 'BT-103', reason: 'BT-175', code: 'BT-176' }),
  ),
  logisticsCharge,
  paymentTerms,
  totals,
  holdingOne(
    element(
      'ram:SpecifiedFinancialAdjustment',
      // No rule asks for it, so it is not read.
      copy(qualifier('ram:Reason', 'BT-179', 'reason')),
      value('ram:ActualAmount', 'BT-179'),
    ),
  ),
  each('ram:InvoiceReferencedDocument', 'BG-3', value('ram:IssuerAssignedID', 'BT-25'), issued('BT-26')),
  element('ram:ReceivableSpecifiedTradeAccountingAccount', required(value('ram:ID', 'BT-19'))),
  advancePayment,
);
