// What the profile EXTENDED asks beyond EN 16931.
import Big from 'big.js';
import { amountOf, groupOf } from '../model.ts';
import { type InvoiceRule, nameOf, placeOf, rule, stands } from './rule.ts';

export const extendedRules: readonly InvoiceRule[] = [
  // EN 16931 withdrew this rule with the edition 1.3.16; Factur-X 1.09.2 keeps it in this profile.
  rule({
    id: 'BR-CO-25',
    demand: `An invoice with an ${nameOf('BT-115')} above 0 has a ${nameOf('BT-9')} or ${nameOf('BT-20')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      amountOf(groupOf(invoice, 'BG-22'), 'BT-115')?.gt(new Big(0)) && !stands(invoice, 'BT-9') && !stands(invoice, 'BT-20')
        ? [placeOf(invoice, 'BT-9')]
        : [],
  }),
];
