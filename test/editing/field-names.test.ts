import { expect, test } from 'vitest';
import { headerOf, inWords } from '../../src/editing/field-names.ts';

test('names become words, with abbreviations in capitals', () => {
  const names = 'vatRate unitPrice zip vatId qr sent_at sku-no SKUNumber QRCode line2 TOTAL Name'.split(' ');
  expect(names.map((name) => inWords([name])).join(', ')).toBe(
    'VAT rate, Unit price, ZIP, VAT ID, QR, Sent at, SKU no, SKU number, QR code, Line2, TOTAL, Name',
  );
  expect(inWords(['customer', 'vatId'])).toBe('Customer VAT ID');
});

test('a column is called by the title of its field, if that is a short name', () => {
  const header = (title: string) => headerOf({ path: ['line', 'vatRate'], schema: { title }, root: true });
  expect(header('Payable until')).toBe('Payable until');
  expect(header('Exactly 24 letters long x')).toBe('VAT rate');
  expect(header('Exactly 24 letters long.')).toBe('VAT rate');
  expect(header('Exactly 24 letters, long')).toBe('VAT rate');
  expect(header('Exactly 24 letters longx')).toBe('Exactly 24 letters longx');
  expect(header('0.1 is 10 %')).toBe('VAT rate');
  expect(headerOf({ path: ['vatRate'], schema: true, root: true })).toBe('VAT rate');
});
