// Values that keep all rules and are probably mistakes. EN 16931 has no such rules, so these rules have names of our own.
import { groupsOf, textOf } from '../model.ts';
import { type InvoiceRule, nameOf, placeOf, warning } from './rule.ts';

export const doubts: readonly InvoiceRule[] = [
  warning({
    id: 'doubt-rate',
    demand: `A ${nameOf('BT-119')} is a percentage: write 19 for 19 %. Rates between 0 and 1 are rare.`,
    from: 'BASIC WL',
    check: (invoice) =>
      groupsOf(invoice, 'BG-23').flatMap((tax) => {
        const rate = Number(textOf(tax, 'BT-119') ?? 0);
        return rate > 0 && rate < 1 ? [placeOf(tax, 'BT-119', `${rate} %`)] : [];
      }),
  }),
];
