// Cross Industry Invoice of UN/CEFACT, D22B: its elements in the order of Factur-X 1.09, and the business term in each.
import { agreement, delivery } from './agreement.ts';
import { line } from './line.ts';
import { day, each, element, place, value } from './node.ts';
import { settlement } from './settlement.ts';

/** The prefixes of the namespaces. */
export const namespaces = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
} as const;

/** The whole invoice. */
export const structure = place(
  element(
    'rsm:CrossIndustryInvoice',
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:BusinessProcessSpecifiedDocumentContextParameter', value('ram:ID', 'BT-23')),
      element('ram:GuidelineSpecifiedDocumentContextParameter', value('ram:ID', 'BT-24')),
    ),
    element(
      'rsm:ExchangedDocument',
      value('ram:ID', 'BT-1'),
      value('ram:Name', 'BT-X-2'),
      value('ram:TypeCode', 'BT-3'),
      day('ram:IssueDateTime', 'BT-2'),
      each(
        'ram:IncludedNote',
        'BG-1',
        value('ram:ContentCode', 'BT-X-5'),
        value('ram:Content', 'BT-22'),
        value('ram:SubjectCode', 'BT-21'),
      ),
    ),
    element('rsm:SupplyChainTradeTransaction', line, agreement, delivery, settlement),
  ),
);
