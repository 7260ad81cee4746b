// Values as long as a request allows: a message shows a part of them, since it is stored and sent for each document.
import { expect, test } from 'vitest';
import { readEpc } from '../../../src/document/payment/epc.ts';
import { readQrBill } from '../../../src/document/payment/qr-bill.ts';
import { guidelineExamples } from '../../support/payments.ts';

const properties = [
  ...['account', 'creditor', 'debtor', 'amount', 'currency', 'reference', 'message', 'billingInformation'],
  ...['alternativeProcedures', 'bic', 'purpose', 'information'],
];

test.each(['9', 'x', '-', 'ß', '(', ' 9', '//S1/'])('messages about a value of many "%s" are short', (piece) => {
  const long = piece.repeat(300_000);
  for (const given of [long, { name: long, zip: long, [long]: long }, [long]])
    for (const property of properties)
      for (const read of [readQrBill, readEpc])
        for (const { place, message } of read({ ...guidelineExamples[1]!.values, [property]: given }).faults)
          expect(message.length, `${property} ${place}`).toBeLessThan(500);
});
