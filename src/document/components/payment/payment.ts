// The component `payment`: the Swiss QR bill, and the QR code for SEPA credit transfers.

import { onDemand } from '../../on-demand.ts';
import { defineComponent } from '../component.ts';
import { usualBox } from '../shared/usual-properties.ts';
import { paymentProperties } from './payment-properties.ts';

const compiler = onDemand('payments', async () => (await import('./compile-payment.ts')).compilePayment);

export const payment = defineComponent({
  type: 'payment',
  content: 'figure',
  knownAs: ['pay', 'payments'],
  group: 'graphic',
  usual: { content: ['payment', 'account', 'creditor', 'debtor', 'amount', 'currency', 'reference', 'message'], ...usualBox },
  summary: 'A payment: the Swiss QR bill, or the QR code for a SEPA credit transfer.',
  properties: paymentProperties,
  required: ['account', 'creditor'],
  looks: ['cut', 'align'],
  example: {
    payment: 'epc',
    account: 'DE71110220330123456789',
    creditor: 'Gratwerk GmbH',
    amount: '{{ total }}',
    message: 'Invoice {{ number }}',
  },
  sizesItself: true,
  warnsOfWidth: true,
  canPrint: () => true,
  compile: (props, context, pointer) => compiler()(props, context, pointer),
});
