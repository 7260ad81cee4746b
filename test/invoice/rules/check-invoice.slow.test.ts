import { describe, expect, test } from 'vitest';
import { checkInvoice, europeanRules } from '../../../src/invoice/rules/check-invoice.ts';
import { type CategoryCode, goodInvoice, goodLine, modelOf, type PlainGroup } from '../good-invoices.ts';
import { brokenInvoices, brokenRules } from './broken-invoices.ts';
import { publishedRules } from './published-rules.ts';

const categories: readonly CategoryCode[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'];

test.each(categories)('a good invoice of the VAT category %s breaks no rule', (category) => {
  expect(checkInvoice(modelOf(goodInvoice(category)), 'EN 16931')).toEqual([]);
});

test('there is a rule for each number that the official check has, and no other', () => {
  expect(publishedRules).toHaveLength(223);
  expect(europeanRules.map(({ id }) => id).sort()).toEqual([...publishedRules].sort());
});

test('each rule has an invoice that breaks it', () => {
  const broken = new Set(brokenInvoices.map(({ rule }) => rule));
  expect(publishedRules.filter((id) => !broken.has(id))).toEqual([]);
});

describe('an invoice is named for the rule that it breaks', () => {
  test.each(brokenInvoices)('$rule $of', ({ rule, invoice, also }) => {
    expect(brokenRules(invoice)).toEqual([...new Set([rule, ...also])].sort());
  });
});

test('a breach says where the wrong value comes from, what the rule demands and what was found', () => {
  const invoice = goodInvoice('S');
  invoice['BG-22']![0]!['BT-115'] = '120.00';
  expect(checkInvoice(modelOf(invoice), 'EN 16931')).toEqual([
    {
      rule: 'BR-CO-16',
      severity: 'error',
      id: 'BT-115',
      origin: { of: 'data', pointer: '/BG-22/0/BT-115' },
      message:
        'The Amount due for payment (BT-115) is the Invoice total amount with VAT (BT-112), less the Paid amount (BT-113), plus the Rounding amount (BT-114). Found: 120.00 instead of 100.00.',
    },
  ]);
});

test('a missing term is told at the group that misses it', () => {
  const invoice = goodInvoice('S');
  delete invoice['BG-25']![1]!['BG-31']![0]!['BT-153'];
  expect(checkInvoice(modelOf(invoice), 'EN 16931')).toEqual([
    {
      rule: 'BR-25',
      severity: 'error',
      id: 'BT-153',
      origin: { of: 'data', pointer: '/BG-25/1/BG-31/0' },
      message: 'Each Item information (BG-31) has: Item name (BT-153).',
    },
  ]);
});

test('an invoice without anything breaks the rules for what it must have', () => {
  const numbered = Array.from({ length: 16 }, (_, i) => `BR-${String(i + 1).padStart(2, '0')}`);
  expect(brokenRules({})).toEqual([...numbered, 'BR-CO-18']);
});

test('a profile has the rules for the terms that it has', () => {
  const small: PlainGroup = {
    'BT-1': '1',
    'BT-2': '2026-04-17',
    'BT-3': '380',
    'BT-5': 'EUR',
    'BG-2': [{ 'BT-24': 'urn:factur-x.eu:1p0:minimum' }],
    'BG-4': [{ 'BT-27': 'Seller', 'BT-31': 'DE123456789', 'BG-5': [{ 'BT-40': 'DE' }] }],
    'BG-7': [{ 'BT-44': 'Buyer' }],
    'BG-22': [{ 'BT-109': '100.00', 'BT-110': '19.00', 'BT-112': '119.00', 'BT-115': '119.00' }],
  };
  expect(brokenRules(small, 'MINIMUM')).toEqual([]);
  expect(brokenRules(small, 'BASIC WL')).toEqual(['BR-10', 'BR-11', 'BR-12', 'BR-CO-13', 'BR-CO-14', 'BR-CO-18']);
  expect(brokenRules(small, 'BASIC').join(' ')).toBe('BR-10 BR-11 BR-12 BR-16 BR-CO-10 BR-CO-13 BR-CO-14 BR-CO-18');
  delete small['BG-4']![0]!['BT-27'];
  expect(brokenRules(small, 'MINIMUM')).toEqual(['BR-06']);
});

test('the invoice of the profile EXTENDED says when it is due', () => {
  const invoice = goodInvoice('S');
  delete invoice['BT-9'];
  delete invoice['BT-20'];
  expect(brokenRules(invoice, 'EN 16931')).toEqual([]);
  expect(brokenRules(invoice, 'EXTENDED')).toEqual(['BR-CO-25']);
});

test('amounts are compared as decimals, however many they are', () => {
  const invoice = goodInvoice('S');
  const cents = Array.from({ length: 3_000 }, (_, index) => ({ ...goodLine('S', '0.10'), 'BT-126': String(index) }));
  invoice['BG-25'] = cents;
  Object.assign(invoice['BG-22']![0]!, {
    'BT-106': '300.00',
    'BT-109': '304.00',
    'BT-110': '57.76',
    'BT-112': '361.76',
    'BT-115': '342.76',
  });
  Object.assign(invoice['BG-23']![0]!, { 'BT-116': '304.00', 'BT-117': '57.76' });
  expect(brokenRules(invoice)).toEqual([]);
});

// XPath rounds a half up: 0.50 is 1, -0.50 is 0, and everything below is at least 1 away from zero.
test.each([
  ['0.49', []],
  ['0.50', ['BR-CO-17']],
  ['-0.50', []],
  ['-0.51', ['BR-CO-17']],
  ['-1.00', ['BR-CO-17']],
])('a tax of %s without a rate counts as zero, or the rule says no', (tax, rules) => {
  const invoice = goodInvoice('B');
  delete invoice['BG-23']![0]!['BT-119'];
  invoice['BG-23']![0]!['BT-117'] = tax;
  expect(brokenRules(invoice).filter((rule) => rule === 'BR-CO-17')).toEqual(rules);
});

test.each([
  ['99.01', []],
  ['100.99', []],
  ['101.00', ['BR-E-08']],
  ['99.00', ['BR-E-08']],
])('the taxable amount of an exempt invoice over 100.00 may be given as %s, or the rule says no', (base, rules) => {
  const invoice = goodInvoice('E');
  invoice['BG-23']![0]!['BT-116'] = base;
  expect(brokenRules(invoice)).toEqual(rules);
});

test.each([
  ['BG-20', 'BT-92'],
  ['BG-20', 'BT-96'],
  ['BG-21', 'BT-99'],
  ['BG-21', 'BT-103'],
  ['BG-22', 'BT-107'],
  ['BG-22', 'BT-108'],
  ['BG-22', 'BT-110'],
  ['BG-22', 'BT-111'],
  ['BG-23', 'BT-117'],
] as const)('a zero with a sign is told in %s/%s, a negative number and a plain zero are not', (group, id) => {
  const signsOf = (value: string) => {
    const invoice = goodInvoice('S');
    invoice[group]![0]![id] = value;
    return checkInvoice(modelOf(invoice), 'EN 16931').filter(({ rule }) => rule === 'negative-zero');
  };
  for (const value of ['-0', '-0.00'])
    expect(signsOf(value)).toMatchObject([
      { id, severity: 'error', origin: { pointer: `/${group}/0/${id}` }, message: expect.stringContaining(`Found: ${value}.`) },
    ]);
  for (const value of ['0', '0.00', '-0.01', '-10', '-100.00']) expect(signsOf(value)).toEqual([]);
});

test('a rate of a line that is zero has no sign', () => {
  const invoice = goodInvoice('Z');
  invoice['BG-25']![1]!['BG-30']![0]!['BT-152'] = '-0';
  expect(brokenRules(invoice)).toEqual(['negative-zero']);
});

test('each rate of a category has a breakdown of its own parts', () => {
  const invoice = goodInvoice('S');
  invoice['BG-25']![0]!['BG-30']![0]!['BT-152'] = '7';
  invoice['BG-20']![0]!['BT-96'] = '7.00';
  invoice['BG-21']![0]!['BT-103'] = '7.0';
  const breakdown = { 'BT-118': 'S', 'BT-116': '50.00' };
  invoice['BG-23'] = [
    { ...breakdown, 'BT-117': '3.50', 'BT-119': '7' },
    { ...breakdown, 'BT-117': '9.50', 'BT-119': '19' },
  ];
  Object.assign(invoice['BG-22']![0]!, { 'BT-110': '13.00', 'BT-112': '113.00', 'BT-115': '94.00' });
  expect(brokenRules(invoice)).toEqual([]);
  invoice['BG-21']![0]!['BT-103'] = '19';
  expect(brokenRules(invoice)).toEqual(['BR-S-08']);
});

test('a category without tax adds up all of its parts, also those without a rate', () => {
  const invoice = goodInvoice('Z');
  delete invoice['BG-25']![1]!['BG-30']![0]!['BT-152'];
  expect(brokenRules(invoice)).toEqual(['BR-Z-05']);
});

test('a supply within the Community without any delivery tells neither its day nor its country', () => {
  const invoice = goodInvoice('K');
  delete invoice['BG-13'];
  expect(brokenRules(invoice)).toEqual(['BR-IC-11', 'BR-IC-12']);
});

test.each([
  ['BT-72', { 'BT-72': '2026-04-15' }],
  ['BT-73', { 'BG-14': [{ 'BT-73': '2026-04-01' }] }],
  ['BT-74', { 'BG-14': [{ 'BT-74': '2026-04-30' }] }],
] as const)('the day of a supply within the Community may be given by %s alone', (_id, day) => {
  const invoice = goodInvoice('K');
  invoice['BG-13'] = [{ 'BG-15': invoice['BG-13']![0]!['BG-15']!, ...structuredClone(day) }] as PlainGroup[];
  expect(brokenRules(invoice)).toEqual([]);
});

const anyone = ['BT-31', 'BT-32', 'BT-63'];
const withVat = ['BT-31', 'BT-63'];
test.each([
  ...(['S', 'Z', 'E', 'AE', 'L', 'M'] as const).map((category) => [category, anyone] as const),
  ...(['K', 'G'] as const).map((category) => [category, withVat] as const),
])('the seller of the category %s is known by one of %j', (category, identifiers) => {
  for (const kept of anyone) {
    const invoice = goodInvoice(category);
    if (kept !== 'BT-31') delete invoice['BG-4']![0]!['BT-31'];
    if (kept !== 'BT-63') delete invoice['BG-11'];
    if (kept === 'BT-32') invoice['BG-4']![0]!['BT-32'] = '12/345/67890';
    expect([kept, brokenRules(invoice).length === 0]).toEqual([kept, identifiers.includes(kept)]);
  }
});

test('the buyer of a reverse charge is known by a VAT identifier or a registration', () => {
  const invoice = goodInvoice('AE');
  delete invoice['BG-7']![0]!['BT-48'];
  expect(brokenRules(invoice)).toEqual([]);
});
