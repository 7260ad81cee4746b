// A line of an invoice: BG-25.

import {
  carries,
  copy,
  day,
  type ElementNode,
  each,
  element,
  fixed,
  holdingOne,
  needed,
  required,
  scheme,
  toldApart,
  value,
} from './node.ts';
import { allowanceCharge, indicator, issued, referenced } from './shared-elements.ts';

const product = element(
  'ram:SpecifiedTradeProduct',
  value('ram:GlobalID', 'BT-157', scheme),
  value('ram:SellerAssignedID', 'BT-155'),
  value('ram:BuyerAssignedID', 'BT-156'),
  value('ram:Name', 'BT-153'),
  value('ram:Description', 'BT-154'),
  each(
    'ram:ApplicableProductCharacteristic',
    'BG-32',
    value('ram:TypeCode', 'BT-X-11'),
    value('ram:Description', 'BT-160'),
    value('ram:ValueMeasure', 'BT-X-12', { unitCode: { kind: 'qualifier', name: 'unit' } }),
    value('ram:Value', 'BT-161'),
  ),
  holdingOne(
    element(
      'ram:DesignatedProductClassification',
      value('ram:ClassCode', 'BT-158', {
        listID: { kind: 'qualifier', name: 'scheme' },
        listVersionID: { kind: 'qualifier', name: 'version' },
      }),
    ),
  ),
  each(
    'ram:IndividualTradeProductInstance',
    'BG-X-84',
    value('ram:BatchID', 'BT-X-306'),
    value('ram:SupplierAssignedSerialID', 'BT-X-307'),
  ),
  element('ram:OriginTradeCountry', value('ram:ID', 'BT-159')),
);

const baseQuantity = value('ram:BasisQuantity', 'BT-149', { unitCode: carries('BT-150') });

const prices = element(
  'ram:SpecifiedLineTradeAgreement',
  element(
    'ram:BuyerOrderReferencedDocument',
    value('ram:IssuerAssignedID', 'BT-X-21'),
    value('ram:LineID', 'BT-132'),
    issued('BT-X-22'),
  ),
  element(
    'ram:GrossPriceProductTradePrice',
    required(value('ram:ChargeAmount', 'BT-148')),
    copy(baseQuantity),
    toldApart(element('ram:AppliedTradeAllowanceCharge', indicator('false'), value('ram:ActualAmount', 'BT-147'))),
  ),
  element('ram:NetPriceProductTradePrice', value('ram:ChargeAmount', 'BT-146'), baseQuantity),
);

const amounts = needed(
  element(
    'ram:SpecifiedLineTradeSettlement',
    toldApart(
      element(
        'ram:ApplicableTradeTax',
        fixed('ram:TypeCode', 'VAT'),
        value('ram:ExemptionReason', 'BT-X-96'),
        value('ram:CategoryCode', 'BT-151'),
        value('ram:ExemptionReasonCode', 'BT-X-97'),
        value('ram:RateApplicablePercent', 'BT-152'),
      ),
    ),
    element('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', 'BT-134'), day('ram:EndDateTime', 'BT-135')),
    allowanceCharge('BG-27', 'false', { percent: 'BT-138', base: 'BT-137', amount: 'BT-136', code: 'BT-140', reason: 'BT-139' }),
    allowanceCharge('BG-28', 'true', { percent: 'BT-143', base: 'BT-142', amount: 'BT-141', code: 'BT-145', reason: 'BT-144' }),
    element('ram:SpecifiedTradeSettlementLineMonetarySummation', value('ram:LineTotalAmount', 'BT-131')),
    referenced('130', 'BT-128'),
    element('ram:ReceivableSpecifiedTradeAccountingAccount', required(value('ram:ID', 'BT-133'))),
  ),
);

export const line: ElementNode = each(
  'ram:IncludedSupplyChainTradeLineItem',
  'BG-25',
  element(
    'ram:AssociatedDocumentLineDocument',
    value('ram:LineID', 'BT-126'),
    value('ram:ParentLineID', 'BT-X-304'),
    value('ram:LineStatusReasonCode', 'BT-X-8'),
    element('ram:IncludedNote', value('ram:Content', 'BT-127')),
  ),
  product,
  prices,
  element(
    'ram:SpecifiedLineTradeDelivery',
    value('ram:BilledQuantity', 'BT-129', { unitCode: carries('BT-130') }),
    element('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', 'BT-X-85')),
    each(
      'ram:DeliveryNoteReferencedDocument',
      'BG-X-83',
      value('ram:IssuerAssignedID', 'BT-X-92'),
      value('ram:LineID', 'BT-X-93'),
      issued('BT-X-94'),
    ),
  ),
  amounts,
);
