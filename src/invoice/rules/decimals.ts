// Amounts have at most two decimals: BR-DEC. Zero has no sign.
import { termsOf } from '../model.ts';
import { type TermId, terms } from '../terms.ts';
import { allTerms, groupsWith, type InvoiceRule, nameOf, rule } from './rule.ts';

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

/** Terms that the official check compares with a sum or with 0. Prices have rules of their own (BR-27, BR-28). */
const compared: readonly TermId[] = [
  'BT-92',
  'BT-96',
  'BT-99',
  'BT-103',
  'BT-107',
  'BT-108',
  'BT-110',
  'BT-111',
  'BT-117',
  'BT-152',
];

/** -0.00 is another number than 0.00 for Saxon, with which receivers run the official check. */
export const signRules: readonly InvoiceRule[] = compared.map((term) =>
  rule({
    id: 'negative-zero',
    demand: `The ${nameOf(term)} has no sign if it is 0.`,
    from: terms.get(term)!.profile,
    check: (invoice) =>
      allTerms(invoice, term)
        .filter(({ value }) => /^-[0.]+$/.test(value))
        .map(({ value, origin }) => ({ id: term, origin, found: value })),
  }),
);
