// Elements that the XML schema lets stand several times, though they hold a term or group that stands once.
import { typeOf } from './located.ts';

/**
 * The rule that refuses a second element, by the type of its parent and its tag. Undefined: the official check of EN 16931 only warns.
 * The XML schema itself refuses a second element that is not in this table.
 */
const repeatRules: Readonly<Record<string, string | undefined>> = {
  'TradeParty/ram:DefinedTradeContact': 'CII-SR-455',
  'TradeParty/ram:URIUniversalCommunication': 'CII-SR-459',
  'ram:ApplicableProductCharacteristic/ram:Description': 'CII-SR-069',
  'ram:ApplicableProductCharacteristic/ram:Value': 'CII-SR-072',
  'ram:NetPriceProductTradePrice/ram:ChargeAmount': 'CII-SR-441',
  'ram:AppliedTradeAllowanceCharge/ram:ActualAmount': 'CII-SR-440',
  'ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount': 'CII-SR-473',
  'ram:TaxPointDate/udt:DateString': 'CII-SR-461',
  'ram:ApplicableTradeTax/ram:DueDateTypeCode': 'CII-SR-462',
  'ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode': 'CII-SR-467',
  'ram:SpecifiedTradeSettlementPaymentMeans/ram:Information': 'CII-SR-468',
  'ram:ApplicableHeaderTradeSettlement/ram:PaymentReference': 'CII-SR-469',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount': 'CII-SR-477',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:ChargeTotalAmount': 'CII-SR-478',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:AllowanceTotalAmount': 'CII-SR-479',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxBasisTotalAmount': 'CII-SR-480',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:RoundingAmount': 'CII-SR-481',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:GrandTotalAmount': 'CII-SR-482',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TotalPrepaidAmount': 'CII-SR-484',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:DuePayableAmount': 'CII-SR-487',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount': 'PEPPOL-EN16931-R053',
  ...Object.fromEntries(
    [
      'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter',
      'rsm:ExchangedDocument/ram:Name',
      'ram:IncludedNote/ram:Content',
      'ram:AssociatedDocumentLineDocument/ram:IncludedNote',
      'ram:SpecifiedTradeProduct/ram:Name',
      'TradeParty/ram:ID',
      'TradeParty/ram:GlobalID',
      'TradeParty/ram:Description',
      'TradeParty/ram:SpecifiedTaxRegistration',
      'ram:DefinedTradeContact/ram:DepartmentName',
      'ram:PostalTradeAddress/ram:CountrySubDivisionName',
      'ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument',
      'ReferencedDocument/ram:Name',
      'ReferencedDocument/ram:AttachmentBinaryObject',
      'ram:ApplicableTradeTax/ram:CalculatedAmount',
      'ram:ApplicableTradeTax/ram:BasisAmount',
      'ram:SpecifiedTradePaymentTerms/ram:Description',
      'ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID',
      'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
      'ram:ApplicableHeaderTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount',
      'ram:SpecifiedLineTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount',
      'ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument',
      'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax',
      'ram:GrossPriceProductTradePrice/ram:ChargeAmount',
      'ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge',
    ].map((key) => [key, undefined]),
  ),
};

/** The rule that a second value breaks, and whether the official check of XRechnung only warns. */
export interface RepeatRule {
  readonly rule: string;
  readonly isDoubt: boolean;
}

/** The rule for a second element of a tag in one parent. `path`: of the second element. */
export const repeatRule = (path: string): RepeatRule => ruleOf(keyAt(path)) ?? { rule: 'cii-repeated', isDoubt: false };

/** The rule for a second value of a term in another parent. */
export const repeatRuleApart = (path: string): RepeatRule =>
  ruleOf(keyAt(path.slice(0, path.lastIndexOf('/')))) ?? repeatRule(path);

const ruleOf = (key: string): RepeatRule | undefined =>
  Object.hasOwn(repeatRules, key)
    ? { rule: repeatRules[key] ?? 'cii-repeated', isDoubt: repeatRules[key] === undefined }
    : undefined;

/** The type of the parent, and the tag. */
function keyAt(path: string): string {
  const [parent = '', tag] = path
    .replace(/\[\d+\]/g, '')
    .split('/')
    .slice(-2);
  return `${typeOf(parent)}/${tag}`;
}

/** The rules with numbers, for the reference. */
export const repeatRuleRows: readonly { readonly id: string; readonly demand: string }[] = Object.entries(repeatRules).flatMap(
  ([key, id]) => {
    const [parent, tag] = key.split('/');
    return id === undefined ? [] : [{ id, demand: `<${parent}> has <${tag}> once.` }];
  },
);
