// What payments need beyond their properties, loaded when a template has a payment.
export { readEpc } from '../../payment/epc.ts';
export { readQrBill } from '../../payment/qr-bill.ts';
export { billNode } from './bill-node.ts';
export { epcNode } from './epc-node.ts';
