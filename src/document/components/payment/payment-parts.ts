// What payments need beyond their properties, loaded when a template has a payment.
export { type EpcPayment, readEpc, writeEpc } from '../../payment/epc.ts';
export { inGroups } from '../../payment/iban.ts';
export { readQrBill } from '../../payment/qr-bill.ts';
export { BillWriter } from './bill-writer.ts';
export { billHeight, billWidth, drawBill } from './draw-bill.ts';
