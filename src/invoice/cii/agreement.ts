// Agreement and delivery: parties, references, the place and day of delivery.
import { day, each, element, fixed, needed, required, toldApart, value } from './node.ts';
import { buyer, seller, shipTo, taxRepresentative, ultimateShipTo } from './parties.ts';
import { issued, referenced } from './shared-elements.ts';

const supportingDocument = toldApart(
  each(
    'ram:AdditionalReferencedDocument',
    'BG-24',
    value('ram:IssuerAssignedID', 'BT-122'),
    value('ram:URIID', 'BT-124'),
    fixed('ram:TypeCode', '916'),
    value('ram:Name', 'BT-123'),
    value('ram:AttachmentBinaryObject', 'BT-125', {
      mimeCode: { kind: 'qualifier', name: 'mime' },
      filename: { kind: 'qualifier', name: 'filename' },
    }),
  ),
);

export const agreement = needed(
  element(
    'ram:ApplicableHeaderTradeAgreement',
    value('ram:BuyerReference', 'BT-10'),
    seller,
    buyer,
    taxRepresentative,
    element('ram:SellerOrderReferencedDocument', value('ram:IssuerAssignedID', 'BT-14')),
    element('ram:BuyerOrderReferencedDocument', value('ram:IssuerAssignedID', 'BT-13'), issued('BT-X-147')),
    element('ram:ContractReferencedDocument', value('ram:IssuerAssignedID', 'BT-12')),
    referenced('50', 'BT-17'),
    referenced('130', 'BT-18'),
    supportingDocument,
    // The syntax demands a name; EN 16931 has none.
    element(
      'ram:SpecifiedProcuringProject',
      required(value('ram:ID', 'BT-11')),
      required(fixed('ram:Name', 'Project reference')),
    ),
  ),
);

export const delivery = required(
  needed(
    element(
      'ram:ApplicableHeaderTradeDelivery',
      shipTo,
      ultimateShipTo,
      element('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', 'BT-72')),
      element('ram:DespatchAdviceReferencedDocument', value('ram:IssuerAssignedID', 'BT-16')),
      element('ram:ReceivingAdviceReferencedDocument', value('ram:IssuerAssignedID', 'BT-15')),
      element('ram:DeliveryNoteReferencedDocument', value('ram:IssuerAssignedID', 'BT-X-202'), issued('BT-X-203')),
    ),
  ),
);
