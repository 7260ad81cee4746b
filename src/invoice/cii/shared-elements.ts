// Elements that stand in several places of Cross Industry Invoice.
import type { GroupId, TermId } from '../terms.ts';
import { day, type ElementNode, each, element, fixed, qualifier, toldApart, value, type XmlNode } from './node.ts';

/** Tells a charge (`true`) from an allowance. */
export const indicator = (isCharge: 'true' | 'false'): ElementNode =>
  element('ram:ChargeIndicator', fixed('udt:Indicator', isCharge));

interface AllowanceTerms {
  readonly percent: TermId;
  readonly base: TermId;
  readonly amount: TermId;
  readonly code: TermId;
  readonly reason: TermId;
}

/** Allowances (`false`) or charges (`true`). */
export const allowanceCharge = (
  group: GroupId,
  isCharge: 'true' | 'false',
  { percent, base, amount, code, reason }: AllowanceTerms,
  ...more: readonly XmlNode[]
): ElementNode =>
  toldApart(
    each(
      'ram:SpecifiedTradeAllowanceCharge',
      group,
      indicator(isCharge),
      value('ram:CalculationPercent', percent),
      value('ram:BasisAmount', base),
      value('ram:ActualAmount', amount),
      value('ram:ReasonCode', code),
      value('ram:Reason', reason),
      ...more,
    ),
  );

/** The day of a document. */
export const issued = (term: TermId): ElementNode => day('ram:FormattedIssueDateTime', term, 'qdt:DateTimeString');

/** A tender (50) or an invoiced object (130) of UNTDID 1001. */
export const referenced = (type: '50' | '130', term: TermId): ElementNode =>
  toldApart(
    element(
      'ram:AdditionalReferencedDocument',
      value('ram:IssuerAssignedID', term),
      fixed('ram:TypeCode', type),
      qualifier('ram:ReferenceTypeCode', term, 'scheme'),
    ),
  );
