// What a mapping gives is written whole, or not at all.
import { expect, test } from 'vitest';
import { makeInvoice } from '../../src/invoice/make-invoice.ts';
import { goodInvoice, modelOf, type PlainGroup } from './good-invoices.ts';

const breachesOf = (more: PlainGroup) => makeInvoice(modelOf({ ...goodInvoice('S'), ...more }), 'EN 16931').breaches;

test.each([
  ['a control character', { 'BT-20': '14 days\u0001' }, '/BT-20', 'Payment terms (BT-20) has the character U+0001 at position 8'],
  ['half of a surrogate pair', { 'BT-10': '\ud83d' }, '/BT-10', 'Buyer reference (BT-10) has the character U+D83D at position 1'],
  [
    'one that no text may have',
    { 'BT-10': 'a\uffff' },
    '/BT-10',
    'Buyer reference (BT-10) has the character U+FFFF at position 2',
  ],
] as const)('%s is refused at its place, as XML cannot hold it', (_, more, pointer, message) => {
  expect(breachesOf(more)).toEqual([
    {
      rule: 'xml-character',
      severity: 'error',
      origin: { of: 'data', pointer },
      message: `${message}, which XML cannot hold. Remove it.`,
    },
  ]);
});

test('the name of an attached file is held to the same', () => {
  const file = { value: 'AA==', mime: 'application/pdf', filename: 'a\u0000.pdf' };
  expect(breachesOf({ 'BG-24': [{ 'BT-122': '1', 'BT-125': file }] })).toMatchObject([
    { rule: 'xml-character', origin: { pointer: '/BG-24/0/BT-125' } },
  ]);
});

test('other characters are written as they are', () => {
  const { xml, breaches } = makeInvoice(modelOf({ ...goodInvoice('S'), 'BT-20': 'é\u0085\ttab\r\nline 😀' }), 'EN 16931');
  expect([breaches, xml.includes('é\u0085\ttab\nline 😀')]).toEqual([[], true]);
});
