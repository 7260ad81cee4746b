// Amounts have at most two decimals: BR-DEC.
import { termsOf } from '../model.ts';
import { type TermId, terms } from '../terms.ts';
import { groupsWith, type InvoiceRule, nameOf, rule } from './rule.ts';

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

const twoDecimals = (id: string, term: TermId): InvoiceRule =>
  rule({
    id,
    demand: `The ${nameOf(term)} has at most 2 decimals.`,
    from: terms.get(term)!.profile,
    check: (invoice) =>
      groupsWith(invoice, term).flatMap((group) =>
        termsOf(group, term)
          .filter(({ value }) => decimalsOf(value) > 2)
          .map(({ value, origin }) => ({ id: term, origin, found: value })),
      ),
  });

export const decimalRules: readonly InvoiceRule[] = [
  twoDecimals('BR-DEC-01', 'BT-92'),
  twoDecimals('BR-DEC-02', 'BT-93'),
  twoDecimals('BR-DEC-05', 'BT-99'),
  twoDecimals('BR-DEC-06', 'BT-100'),
  twoDecimals('BR-DEC-09', 'BT-106'),
  twoDecimals('BR-DEC-10', 'BT-107'),
  twoDecimals('BR-DEC-11', 'BT-108'),
  twoDecimals('BR-DEC-12', 'BT-109'),
  twoDecimals('BR-DEC-13', 'BT-110'),
  twoDecimals('BR-DEC-14', 'BT-112'),
  twoDecimals('BR-DEC-15', 'BT-111'),
  twoDecimals('BR-DEC-16', 'BT-113'),
  twoDecimals('BR-DEC-17', 'BT-114'),
  twoDecimals('BR-DEC-18', 'BT-115'),
  twoDecimals('BR-DEC-19', 'BT-116'),
  twoDecimals('BR-DEC-20', 'BT-117'),
  twoDecimals('BR-DEC-23', 'BT-131'),
  twoDecimals('BR-DEC-24', 'BT-136'),
  twoDecimals('BR-DEC-25', 'BT-137'),
  twoDecimals('BR-DEC-27', 'BT-141'),
  twoDecimals('BR-DEC-28', 'BT-142'),
];
