import { describe, expect, test } from 'vitest';
import { checkInvoice } from '../../../src/invoice/rules/check-invoice.ts';
import type { TermId } from '../../../src/invoice/terms.ts';
import { type CategoryCode, goodInvoice, goodLine, modelOf, type PlainGroup } from '../good-invoices.ts';

const brokenRules = (plain: PlainGroup): readonly string[] =>
  [...new Set(checkInvoice(modelOf(plain), 'EXTENDED').map(({ rule }) => rule))].sort();

/** A good invoice of EXTENDED: a subtotal of both lines, a freight of nothing, an advance payment. */
function extended(category: CategoryCode = 'S'): PlainGroup {
  const invoice = goodInvoice(category);
  const lines = invoice['BG-25']!;
  const rate = lines[0]!['BG-30']![0]!['BT-152'] as string | undefined;
  invoice['BG-25'] = [
    { 'BT-126': 'G', 'BT-131': '96.00', 'BT-X-8': 'GROUP', 'BG-31': [{ 'BT-153': 'Set' }] },
    ...lines.map((line): PlainGroup => ({ ...line, 'BT-X-8': 'DETAIL', 'BT-X-304': 'G' })),
    { 'BT-126': 'I', 'BT-X-8': 'INFORMATION', 'BG-31': [{ 'BT-153': 'Note' }] },
  ];
  invoice['BG-X-42'] = [{ 'BT-X-271': 'Freight', 'BT-X-272': '0.00', 'BT-X-273': category, 'BT-X-274': rate ?? '0' }];
  invoice['BG-X-33'] = [{ 'BT-X-207': 'Factoring AG', 'BG-X-35': [{ 'BT-X-220': 'DE' }] }];
  invoice['BG-X-45'] = [{ 'BT-X-291': '11.90', 'BG-X-46': [{ 'BT-X-293': '1.90', 'BT-X-296': 'S', 'BT-X-298': '19' }] }];
  return invoice;
}

type Change = (invoice: PlainGroup) => void;
const line = (invoice: PlainGroup, index: number) => invoice['BG-25']![index]!;
const drop = (group: PlainGroup, ...ids: readonly TermId[]) => {
  for (const id of ids) delete group[id];
};
const totals = (invoice: PlainGroup) => invoice['BG-22']![0]!;

test.each(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const)(
  'a good invoice of the category %s breaks no rule',
  (category) => {
    expect(brokenRules(extended(category))).toEqual([]);
  },
);

describe('an invoice is named for the rule that it breaks', () => {
  const broken: readonly (readonly [rule: string, change: Change, also: readonly string[]])[] = [
    ['BR-FXEXT-06', (one) => delete line(one, 1)['BT-X-8'], ['BR-FXEXT-08']],
    ['BR-FXEXT-08', (one) => Object.assign(line(one, 0), { 'BT-131': '95.00' }), []],
    ['BR-FXEXT-11', (one) => Object.assign(line(one, 3), { 'BT-X-304': 'H' }), []],
    ['BR-FXEXT-12', (one) => Object.assign(line(one, 3), { 'BT-X-304': 'G', 'BT-X-8': 'GROUP' }), []],
    ['BR-FXEXT-subtype', (one) => Object.assign(line(one, 3), { 'BT-X-8': 'INFO' }), []],
    ['BR-FXEXT-BR-22', (one) => delete line(one, 1)['BT-129'], []],
    ['BR-FXEXT-BR-23', (one) => delete line(one, 1)['BT-130'], []],
    ['BR-FXEXT-BR-26', (one) => delete line(one, 2)['BG-29'], []],
    ['BR-FXEXT-CO-10', (one) => Object.assign(totals(one), { 'BT-106': '96.05' }), []],
    ['BR-FXEXT-CO-11', (one) => Object.assign(totals(one), { 'BT-107': '6.02' }), []],
    ['BR-FXEXT-CO-12', (one) => Object.assign(totals(one), { 'BT-108': '10.03' }), []],
    ['BR-FXEXT-CO-13', (one) => Object.assign(totals(one), { 'BT-109': '100.06', 'BT-112': '119.06', 'BT-115': '100.06' }), []],
    ['BR-FXEXT-CO-15', (one) => Object.assign(totals(one), { 'BT-112': '119.06', 'BT-115': '100.06' }), []],
    ['BR-FXEXT-CO-16', (one) => Object.assign(one, { 'BT-179': { value: '1.00', reason: 'Deposit' } }), []],
    ['BR-FXEXT-S08b', (one) => Object.assign(one['BG-23']![0]!, { 'BT-116': '100.06' }), []],
    ['BR-FXEXT-S-09b', (one) => Object.assign(one['BG-23']![0]!, { 'BT-117': '19.06' }), ['BR-CO-14']],
    ['BR-FXEXT-Z-01', (one) => Object.assign(one['BG-X-42']![0]!, { 'BT-X-273': 'Z', 'BT-X-274': '0' }), []],
    ['BR-FXEXT-BR-38', (one) => drop(one['BG-21']![0]!, 'BT-104', 'BT-105'), []],
    ['BR-FXEXT-01', (one) => delete one['BG-1']![0]!['BT-22'], []],
    ['BR-FXEXT-BR-54-1', (one) => delete line(one, 1)['BG-31']![0]!['BG-32']![0]!['BT-160'], []],
    ['BR-FXEXT-BR-54-2', (one) => delete line(one, 1)['BG-31']![0]!['BG-32']![0]!['BT-161'], []],
    ['BR-CO-25', (one) => drop(one, 'BT-9', 'BT-20'), []],
    ['BR-CL-14', (one) => Object.assign(one['BG-X-33']![0]!['BG-X-35']![0]!, { 'BT-X-220': 'XX' }), []],
    ['needed-BT-X-207', (one) => delete one['BG-X-33']![0]!['BT-X-207'], []],
    ['needed-BG-X-46', (one) => delete one['BG-X-45']![0]!['BG-X-46'], []],
    ['needed-BT-13', (one) => Object.assign(one, { 'BT-X-147': '2026-03-01' }), []],
  ];
  test.each(broken)('%s', (rule, change, also) => {
    const invoice = extended();
    change(invoice);
    expect(brokenRules(invoice)).toEqual([...new Set([rule, ...also])].sort());
  });
});

test('totals may differ by a cent for each amount in them', () => {
  const invoice = extended();
  Object.assign(totals(invoice), { 'BT-106': '96.03', 'BT-109': '100.03', 'BT-112': '119.03', 'BT-115': '100.03' });
  expect(brokenRules(invoice)).toEqual([]);
});

test('breakdowns of one category may be told apart by their exemption reasons', () => {
  const invoice = extended('E');
  invoice['BG-20'] = [];
  invoice['BG-21'] = [];
  invoice['BG-X-42'] = [];
  delete totals(invoice)['BT-107'];
  delete totals(invoice)['BT-108'];
  Object.assign(totals(invoice), { 'BT-109': '96.00', 'BT-112': '96.00', 'BT-115': '77.00' });
  const [reason, other] = ['Medical', 'Education'];
  invoice['BG-25'] = [
    { ...goodLine('E', '46.00'), 'BG-30': [{ 'BT-151': 'E', 'BT-152': '0', 'BT-X-96': reason }] },
    { ...goodLine('E', '50.00'), 'BT-126': '3', 'BG-30': [{ 'BT-151': 'E', 'BT-152': '0', 'BT-X-96': other }] },
  ];
  const breakdown = (base: string, text: string): PlainGroup => ({
    'BT-116': base,
    'BT-117': '0.00',
    'BT-118': 'E',
    'BT-119': '0',
    'BT-120': text,
  });
  invoice['BG-23'] = [breakdown('46.00', reason!), breakdown('50.00', other!)];
  expect(brokenRules(invoice)).toEqual([]);
  invoice['BG-23'] = [breakdown('50.00', reason!), breakdown('46.00', other!)];
  expect(brokenRules(invoice)).toEqual(['BR-FXEXT-E-08b']);
});
