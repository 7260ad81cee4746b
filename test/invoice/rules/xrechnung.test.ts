import { describe, expect, test } from 'vitest';
import { checkInvoice } from '../../../src/invoice/rules/check-invoice.ts';
import { goodInvoice, modelOf, type PlainGroup, term } from '../good-invoices.ts';

const breaches = (plain: PlainGroup) => checkInvoice(modelOf(plain), 'XRECHNUNG');

test('a good XRechnung breaks no rule and raises no doubt', () => {
  expect(breaches(goodInvoice('S'))).toEqual([]);
});

type Change = (invoice: PlainGroup) => void;
type Row = readonly [rule: string, severity: 'error' | 'warning', what: string, change: Change, also?: readonly string[]];

const seller = (invoice: PlainGroup): PlainGroup => invoice['BG-4']![0]!;
const buyer = (invoice: PlainGroup): PlainGroup => invoice['BG-7']![0]!;
const contact = (invoice: PlainGroup): PlainGroup => seller(invoice)['BG-6']![0]!;
const delivery = (invoice: PlainGroup): PlainGroup => invoice['BG-13']![0]!;
const line = (invoice: PlainGroup): PlainGroup => invoice['BG-25']![0]!;
const paidWith =
  (code: string, more: PlainGroup): Change =>
  (invoice) => {
    invoice['BG-16'] = [{ 'BT-81': code, ...more }];
  };

const account: PlainGroup = { 'BG-17': [{ 'BT-84': 'DE89370400440532013000' }] };
const card: PlainGroup = { 'BG-18': [{ 'BT-87': '411111' }] };
const debit: PlainGroup = { 'BG-19': [{ 'BT-89': 'M-1', 'BT-90': 'DE98ZZZ09999999999', 'BT-91': 'DE89370400440532013000' }] };

const terms =
  (text: string): Change =>
  (invoice) => {
    invoice['BT-20'] = text;
  };

const rows: readonly Row[] = [
  ['BR-DE-1', 'error', 'no payment instructions', (i) => delete i['BG-16']],
  ['BR-DE-1', 'error', 'a remittance information alone', (i) => Object.assign(i, { 'BG-16': [{ 'BT-83': 'RE-1' }] })],
  ['one-BG-3', 'error', 'two preceding invoices', (i) => i['BG-3']!.push({ 'BT-25': 'RE-2026-0040' })],
  ['BR-DE-2', 'error', 'no seller contact', (i) => delete seller(i)['BG-6']],
  ['BR-DE-3', 'error', 'no city of the seller', (i) => delete seller(i)['BG-5']![0]!['BT-37']],
  ['BR-DE-4', 'error', 'no post code of the seller', (i) => delete seller(i)['BG-5']![0]!['BT-38']],
  ['BR-DE-5', 'error', 'no contact point', (i) => delete contact(i)['BT-41']],
  ['BR-DE-6', 'error', 'no telephone', (i) => delete contact(i)['BT-42']],
  ['BR-DE-7', 'error', 'no email address', (i) => delete contact(i)['BT-43']],
  ['BR-DE-8', 'error', 'no city of the buyer', (i) => delete buyer(i)['BG-8']![0]!['BT-52']],
  ['BR-DE-9', 'error', 'no post code of the buyer', (i) => delete buyer(i)['BG-8']![0]!['BT-53']],
  ['BR-DE-10', 'error', 'no city of the delivery', (i) => delete delivery(i)['BG-15']![0]!['BT-77']],
  ['BR-DE-11', 'error', 'no post code of the delivery', (i) => delete delivery(i)['BG-15']![0]!['BT-78']],
  ['BR-DE-14', 'error', 'no VAT rate', (i) => delete i['BG-23']![0]!['BT-119'], ['BR-48', 'BR-CO-17', 'BR-S-09']],
  ['BR-DE-15', 'error', 'no buyer reference', (i) => delete i['BT-10']],
  [
    'BR-DE-16',
    'error',
    'no tax identifier of the seller',
    (i) => {
      delete seller(i)['BT-31'];
      delete i['BG-11'];
    },
    ['BR-S-02', 'BR-S-03', 'BR-S-04'],
  ],
  ['BR-DE-17', 'warning', 'another kind of invoice', (i) => Object.assign(i, { 'BT-3': '325' })],
  ['BR-DE-18', 'error', 'a comma in the percentage', terms('#SKONTO#TAGE=14#PROZENT=2,00#\n')],
  ['BR-DE-18', 'error', 'one decimal', terms('#SKONTO#TAGE=14#PROZENT=2.0#\n')],
  ['BR-DE-18', 'error', 'small letters', terms('#skonto#TAGE=14#PROZENT=2.00#\n')],
  ['BR-DE-18', 'error', 'no line break at the end', terms('#SKONTO#TAGE=14#PROZENT=2.00#')],
  ['BR-DE-18', 'error', 'two discounts in one line', terms('#SKONTO#TAGE=14#PROZENT=2.00##SKONTO#TAGE=7#PROZENT=3.00#\n')],
  ['BR-DE-19', 'warning', 'no IBAN', paidWith('58', { 'BG-17': [{ 'BT-84': 'DE88370400440532013000' }] })],
  ['BR-DE-20', 'warning', 'no IBAN', paidWith('59', { 'BG-19': [{ ...debit['BG-19']![0]!, 'BT-91': '4711' }] })],
  [
    'BR-DE-21',
    'warning',
    'the identifier of EN 16931',
    (i) => Object.assign(i['BG-2']![0]!, term('BT-24', 'urn:cen.eu:en16931:2017')),
  ],
  [
    'BR-DE-22',
    'error',
    'two files of one name',
    (i) => i['BG-24']!.push({ 'BT-122': '2', 'BT-125': { value: 'aA==', mime: 'text/csv', filename: 'Stunden.csv' } }),
  ],
  ['BR-DE-23-a', 'error', 'a transfer without account', paidWith('30', {}), ['BR-61']],
  ['BR-DE-23-b', 'error', 'a transfer with a card', paidWith('30', { ...account, ...card })],
  ['BR-DE-23-b', 'error', 'a transfer with a direct debit', paidWith('58', { ...account, ...debit })],
  ['BR-DE-24-a', 'error', 'a card payment without card', paidWith('48', {})],
  ['BR-DE-24-b', 'error', 'a card payment with an account', paidWith('54', { ...card, ...account })],
  ['BR-DE-25-a', 'error', 'a direct debit without mandate', paidWith('59', {}), ['PEPPOL-EN16931-R061']],
  ['BR-DE-25-b', 'error', 'a direct debit with an account', paidWith('59', { ...debit, ...account })],
  [
    'BR-DE-26',
    'warning',
    'a correction of nothing',
    (i) => {
      i['BT-3'] = '384';
      delete i['BG-3'];
    },
  ],
  ['BR-DE-27', 'warning', 'two digits', (i) => Object.assign(contact(i), term('BT-42', 'call 12'))],
  ['BR-DE-28', 'warning', 'no address', (i) => Object.assign(contact(i), term('BT-43', 'buch@muster'))],
  ['BR-DE-30', 'error', 'no creditor', paidWith('59', { 'BG-19': [{ 'BT-89': 'M-1', 'BT-91': 'DE89370400440532013000' }] })],
  ['BR-DE-31', 'error', 'no debited account', paidWith('59', { 'BG-19': [{ 'BT-89': 'M-1', 'BT-90': 'DE98ZZZ09999999999' }] })],
  ['BR-TMP-2', 'warning', 'a path', (i) => Object.assign(i['BG-24']![0]!, term('BT-124', '/files/1'))],
  [
    'BR-DE-TMP-32',
    'warning',
    'no day of supply',
    (i) => {
      delete delivery(i)['BT-72'];
      delete delivery(i)['BG-14'];
    },
  ],
  ['PEPPOL-EN16931-R001', 'error', 'no business process', (i) => delete i['BG-2']![0]!['BT-23']],
  ['PEPPOL-EN16931-R005', 'error', 'the same currency', (i) => Object.assign(i, { 'BT-6': 'EUR' }), ['BR-53']],
  ['PEPPOL-EN16931-R010', 'error', 'no address of the buyer', (i) => delete buyer(i)['BT-49']],
  ['PEPPOL-EN16931-R020', 'error', 'no address of the seller', (i) => delete seller(i)['BT-34']],
  ['PEPPOL-EN16931-R040', 'error', 'another base', (i) => Object.assign(i['BG-20']![0]!, term('BT-93', '60.30'))],
  ['PEPPOL-EN16931-R040', 'error', 'another percentage', (i) => Object.assign(line(i)['BG-28']![0]!, term('BT-143', '3'))],
  ['PEPPOL-EN16931-R041', 'error', 'no base', (i) => delete i['BG-21']![0]!['BT-100']],
  ['PEPPOL-EN16931-R042', 'error', 'no percentage', (i) => delete line(i)['BG-27']![0]!['BT-138']],
  ['PEPPOL-EN16931-R046', 'error', 'another gross price', (i) => Object.assign(line(i)['BG-29']![0]!, term('BT-148', '6.01'))],
  ['PEPPOL-EN16931-R054', 'error', 'a second VAT total without currency', (i) => delete i['BT-6']],
  ['PEPPOL-EN16931-R055', 'error', 'another sign', (i) => Object.assign(i['BG-22']![0]!, term('BT-111', '-475.00'))],
  [
    'PEPPOL-EN16931-R061',
    'error',
    'no mandate',
    paidWith('59', { 'BG-19': [{ 'BT-90': 'DE98ZZZ09999999999', 'BT-91': 'DE89370400440532013000' }] }),
  ],
  [
    'PEPPOL-EN16931-R110',
    'error',
    'a line that begins early',
    (i) => Object.assign(line(i)['BG-26']![0]!, term('BT-134', '2026-03-31')),
  ],
  [
    'PEPPOL-EN16931-R111',
    'error',
    'a line that ends late',
    (i) => Object.assign(line(i)['BG-26']![0]!, term('BT-135', '2026-05-01')),
  ],
  ['PEPPOL-EN16931-R120', 'warning', 'another quantity', (i) => Object.assign(line(i), term('BT-129', '11'))],
  ['PEPPOL-EN16931-R121', 'error', 'a price of nothing', (i) => Object.assign(line(i)['BG-29']![0]!, term('BT-149', '0'))],
  ['PEPPOL-EN16931-R130', 'error', 'another unit', (i) => Object.assign(line(i)['BG-29']![0]!, term('BT-150', 'KGM'))],
];

describe('an XRechnung is named for the rule that it breaks', () => {
  const named = rows.map(([rule, severity, what, change, also = []]) => ({ rule, severity, what, change, also }));
  test.each(named)('$rule ($severity): $what', ({ rule, severity, change, also }) => {
    const invoice = goodInvoice('S');
    change(invoice);
    const found = breaches(invoice);
    expect([...new Set(found.map((one) => one.rule))].sort()).toEqual([rule, ...also].sort());
    expect(found.filter((one) => one.rule === rule).map((one) => one.severity)).toContain(severity);
  });
});

test.each([
  '30 days net',
  '#SKONTO#TAGE=14#PROZENT=2.00#\n',
  '#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=-100.00#\r\n',
  '#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=7#PROZENT=3.00#\nOr 30 days net.',
])('payment terms of XRechnung may be %j', (text) => {
  const invoice = goodInvoice('S');
  invoice['BT-20'] = text;
  expect(breaches(invoice)).toEqual([]);
});

test('the rules of XRechnung hold for XRechnung only', () => {
  const invoice = goodInvoice('S');
  delete invoice['BT-10'];
  expect(checkInvoice(modelOf(invoice), 'EN 16931')).toEqual([]);
});

test.each(['326', '380', '381', '384', '389', '875', '876', '877'])('an XRechnung may be of the type %s', (type) => {
  const invoice = goodInvoice('S');
  invoice['BT-3'] = ` ${type}`;
  expect(breaches(invoice)).toEqual([]);
});

test('an XRechnung may tell the identifier of the extension', () => {
  const invoice = goodInvoice('S');
  const control = invoice['BG-2']![0]!;
  control['BT-24'] = `${control['BT-24']}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`;
  expect(breaches(invoice)).toEqual([]);
});

test('one wrong discount among right ones is told, and so is a discount in the last line', () => {
  for (const text of ['#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=7#\n', 'Net\n#SKONTO#TAGE=14#PROZENT=2.00#']) {
    const invoice = goodInvoice('S');
    invoice['BT-20'] = text;
    expect(breaches(invoice).map(({ rule }) => rule)).toEqual(['BR-DE-18']);
  }
});

test('names of files differ in more than capital letters; files without a name are no matter', () => {
  const invoice = goodInvoice('S');
  const file = (filename?: string): PlainGroup => ({
    'BT-122': '2',
    'BT-125': { value: 'aA==', mime: 'text/csv', ...(filename === undefined ? {} : { filename }) },
  });
  invoice['BG-24']!.push(file(), file(), file('andere.csv'), { 'BT-122': '3' });
  expect(breaches(invoice)).toEqual([]);
  invoice['BG-24']!.push(file('ANDERE.csv'));
  expect(breaches(invoice)).toMatchObject([{ rule: 'BR-DE-22', message: expect.stringContaining('"ANDERE.csv" again') }]);
});

test.each([
  ...(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'] as const).map((category) => [category, true] as const),
  ['O', false] as const,
])('whether an invoice of the category %s names a tax identifier of the seller: %j', (category, isNeeded) => {
  const parts = ['line', 'BG-20', 'BG-21'] as const;
  for (const part of parts) {
    // Only one kind of part is of the category, the others have none.
    const invoice = goodInvoice(category);
    delete seller(invoice)['BT-31'];
    delete invoice['BG-11'];
    if (part !== 'line') for (const one of invoice['BG-25']!) delete one['BG-30'];
    if (part !== 'BG-20') delete invoice['BG-20'];
    if (part !== 'BG-21') delete invoice['BG-21'];
    expect([part, breaches(invoice).some(({ rule }) => rule === 'BR-DE-16')]).toEqual([part, isNeeded]);
  }
});

test.each(['BT-31', 'BT-32', 'BG-11'] as const)('%s alone is enough of a tax identifier of the seller', (kept) => {
  const invoice = goodInvoice('S');
  if (kept !== 'BT-31') delete seller(invoice)['BT-31'];
  if (kept !== 'BG-11') delete invoice['BG-11'];
  if (kept === 'BT-32') seller(invoice)['BT-32'] = '12/345/67890';
  expect(breaches(invoice)).toEqual([]);
});

test.each([
  ['EUR', '6.02', []],
  ['EUR', '6.03', ['PEPPOL-EN16931-R040']],
  ['HUF', '6.50', []],
  ['HUF', '6.51', ['PEPPOL-EN16931-R040']],
] as const)('in %s an allowance of 10 % of 60.00 may be %s, or the rule says no', (currency, amount, rules) => {
  const invoice = goodInvoice('S');
  invoice['BT-5'] = currency;
  invoice['BG-20']![0]!['BT-92'] = amount;
  const found = breaches(invoice).filter(({ rule }) => rule.startsWith('PEPPOL'));
  expect(found.map(({ rule }) => rule)).toEqual(rules);
  for (const { message } of found) expect(message).toContain(`Found: ${Number(amount)} instead of 6.00.`);
});

test('a line says what its amount is and what it should be', () => {
  const invoice = goodInvoice('S');
  line(invoice)['BT-131'] = '40.00';
  const [found] = breaches(invoice).filter(({ rule }) => rule === 'PEPPOL-EN16931-R120');
  expect(found).toMatchObject({
    id: 'BT-131',
    origin: { pointer: '/BG-25/0/BT-131' },
    message: expect.stringContaining('Found: 40.00 instead of 46.00.'),
  });
});

test.each(['49', '59'])('a payment by direct debit of the code %s names its mandate', (code) => {
  const invoice = goodInvoice('S');
  paidWith(code, { 'BG-19': [{ 'BT-90': 'DE98ZZZ09999999999', 'BT-91': 'DE89370400440532013000' }] })(invoice);
  expect(breaches(invoice)).toMatchObject([
    { rule: 'PEPPOL-EN16931-R061', id: 'BT-89', origin: { pointer: '/BG-16/0/BG-19/0' } },
  ]);
});

test('a price of no quantity and a second preceding invoice are told at their places', () => {
  const invoice = goodInvoice('S');
  line(invoice)['BG-29']![0]!['BT-149'] = '0';
  invoice['BG-3']!.push({ 'BT-25': 'RE-2026-0040' });
  expect(breaches(invoice)).toMatchObject([
    { rule: 'one-BG-3', id: 'BG-3', origin: { pointer: '/BG-3/1' } },
    { rule: 'PEPPOL-EN16931-R121', id: 'BT-149', origin: { pointer: '/BG-25/0/BG-29/0/BT-149' } },
  ]);
});
