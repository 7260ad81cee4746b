// Values that keep all rules and are probably mistakes.
import { expect, test } from 'vitest';
import { checkInvoice } from '../../../src/invoice/rules/check-invoice.ts';
import type { ProfileName } from '../../../src/invoice/terms.ts';
import { type CategoryCode, goodInvoice, modelOf, type PlainGroup, term } from '../good-invoices.ts';

const doubtsOf = (plain: PlainGroup, profile: ProfileName = 'EN 16931') =>
  checkInvoice(modelOf(plain), profile)
    .filter(({ rule }) => rule.startsWith('doubt-'))
    .map(({ rule, severity, origin, message }) => [rule, severity, origin.pointer, message.replace(/^.* Found: /, '')]);

test('a VAT rate that is hardly meant as a percentage is doubted, once for each rate', () => {
  const invoice = goodInvoice('S');
  invoice['BG-23']![0]!['BT-119'] = '0.19';
  const doubts = checkInvoice(modelOf(invoice), 'EN 16931').filter(({ severity }) => severity === 'warning');
  expect(doubts).toEqual([
    {
      rule: 'doubt-rate',
      severity: 'warning',
      id: 'BT-119',
      origin: { of: 'data', pointer: '/BG-23/0/BT-119' },
      message: 'A VAT category rate (BT-119) is a percentage: write 19 for 19 %. Rates between 0 and 1 are rare. Found: 0.19 %.',
    },
  ]);
});

/** A good invoice whose first line has these terms, and whose price has those. */
function withLine(line: PlainGroup, price: PlainGroup = {}): PlainGroup {
  const invoice = goodInvoice('S');
  const first = invoice['BG-25']![0]!;
  Object.assign(first, line);
  Object.assign(first['BG-29']![0]!, price);
  return invoice;
}

const withLines: readonly ProfileName[] = ['BASIC', 'EN 16931', 'EXTENDED'];

test.each([
  ['doubt-base-quantity', withLine({}, term('BT-149', '0')), '/BG-25/0/BG-29/0/BT-149', '0.'],
  ['doubt-base-unit', withLine({}, term('BT-150', 'KGM')), '/BG-25/0/BG-29/0/BT-150', '"KGM".'],
  ['doubt-line-amount', withLine(term('BT-129', '11')), '/BG-25/0/BT-131', '46.00 instead of 51.00.'],
  ['doubt-line-amount', withLine({}, term('BT-149', '10')), '/BG-25/0/BT-131', '46.00 instead of 1.00.'],
] as const)('%s warns in every profile with lines, and is a rule of its own in XRECHNUNG', (rule, invoice, pointer, found) => {
  for (const profile of withLines) expect(doubtsOf(invoice, profile), profile).toEqual([[rule, 'warning', pointer, found]]);
  expect(doubtsOf(invoice, 'XRECHNUNG')).toEqual([]);
  expect(doubtsOf(invoice, 'BASIC WL')).toEqual([]);
});

test('a negative base quantity is doubted, and so is the amount that it makes', () => {
  expect(doubtsOf(withLine({}, term('BT-149', '-1'))).map(([rule]) => rule)).toEqual([
    'doubt-line-amount',
    'doubt-base-quantity',
  ]);
});

test.each([
  ['EUR', '45.98', []],
  ['EUR', '45.97', ['doubt-line-amount']],
  ['HUF', '45.50', []],
  ['HUF', '45.49', ['doubt-line-amount']],
])('in %s a line over 46.00 may be given as %s, or it is doubted', (currency, net, rules) => {
  expect(doubtsOf({ ...withLine(term('BT-131', net)), 'BT-5': currency }).map(([rule]) => rule)).toEqual(rules);
});

test.each(['BT-129', 'BT-131'] as const)('a line without %s is no doubt: a rule reports what is missing', (id) => {
  const invoice = goodInvoice('S');
  delete invoice['BG-25']![0]![id];
  expect(doubtsOf(invoice)).toEqual([]);
});

test('a line without a price is no doubt either', () => {
  const invoice = goodInvoice('S');
  const [first, second] = invoice['BG-25']!;
  delete first!['BG-29'];
  delete second!['BG-29']![0]!['BT-146'];
  expect(doubtsOf(invoice)).toEqual([]);
});

test('the amount of a subtotal comes from its lines, not from a price', () => {
  const invoice = withLine({ 'BT-131': '1.00' });
  expect(doubtsOf(invoice, 'EXTENDED')).toHaveLength(1);
  invoice['BG-25']![0]!['BT-X-8'] = 'GROUP';
  expect(doubtsOf(invoice, 'EXTENDED')).toEqual([]);
});

const owners: readonly (readonly [code: string, category: CategoryCode])[] = [
  ['VATEX-EU-AE', 'AE'],
  ['VATEX-EU-D', 'E'],
  ['VATEX-EU-F', 'E'],
  ['VATEX-EU-G', 'G'],
  ['VATEX-EU-I', 'E'],
  ['VATEX-EU-IC', 'K'],
  ['VATEX-EU-J', 'E'],
  ['VATEX-EU-O', 'O'],
];
test.each(owners)('the exemption reason %s is for the category %s, and doubted with another', (code, owner) => {
  const doubtsWith = (category: CategoryCode, profile: ProfileName) => {
    const invoice = goodInvoice(category);
    invoice['BG-23']![0]!['BT-121'] = code;
    return doubtsOf(invoice, profile);
  };
  for (const profile of ['BASIC WL', ...withLines, 'XRECHNUNG'] as const) {
    for (const category of ['E', 'AE', 'K', 'G', 'O'] as const) {
      const doubt = ['doubt-reason', 'warning', '/BG-23/0/BT-121', `${code} with ${category}.`];
      expect(doubtsWith(category, profile), `${profile} ${category}`).toEqual(category === owner ? [] : [doubt]);
    }
  }
});

test('a reason that several categories have is not doubted', () => {
  const invoice = goodInvoice('G');
  invoice['BG-23']![0]!['BT-121'] = 'VATEX-EU-146-1E';
  expect(doubtsOf(invoice)).toEqual([]);
});

test('lines, allowances and charges of EXTENDED have their reasons too', () => {
  const invoice = goodInvoice('E');
  invoice['BG-25']![0]!['BG-30']![0]!['BT-X-97'] = 'VATEX-EU-AE';
  invoice['BG-20']![0]!['BT-174'] = 'VATEX-EU-O';
  invoice['BG-21']![0]!['BT-176'] = 'VATEX-EU-D';
  expect(doubtsOf(invoice, 'EXTENDED')).toEqual([
    ['doubt-reason', 'warning', '/BG-25/0/BG-30/0/BT-X-97', 'VATEX-EU-AE with E.'],
    ['doubt-reason', 'warning', '/BG-20/0/BT-174', 'VATEX-EU-O with E.'],
  ]);
});
