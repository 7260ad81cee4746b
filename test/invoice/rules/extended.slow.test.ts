import { describe, expect, test } from 'vitest';
import { checkInvoice } from '../../../src/invoice/rules/check-invoice.ts';
import type { TermId } from '../../../src/invoice/terms.ts';
import { type CategoryCode, goodInvoice, goodLine, modelOf, type PlainGroup } from '../good-invoices.ts';
import { brokenInvoices, brokenRules as brokenRulesIn } from './broken-invoices.ts';

const brokenRules = (plain: PlainGroup): readonly string[] => brokenRulesIn(plain, 'EXTENDED');

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
  'a good invoice of the category %s breaks no rule and raises no doubt',
  (category) => {
    expect(checkInvoice(modelOf(extended(category)), 'EXTENDED')).toEqual([]);
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
    [
      'BR-FXEXT-BR-24',
      (one) => drop(line(one, 1), 'BT-131'),
      ['BR-FXEXT-08', 'BR-FXEXT-CO-10', 'BR-FXEXT-CO-13', 'BR-FXEXT-S08b'],
    ],
    ['BR-FXEXT-CO-04', (one) => delete line(one, 1)['BG-30'], ['BR-FXEXT-S08b']],
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
    ['BR-FXEXT-BR-44', (one) => drop(line(one, 1)['BG-28']![0]!, 'BT-144', 'BT-145'), []],
    ['BR-FXEXT-Z-01', (one) => one['BG-23']!.push({ 'BT-116': '0', 'BT-117': '0', 'BT-118': 'Z', 'BT-119': '0' }), []],
    ['BR-48', (one) => delete one['BG-23']![0]!['BT-119'], []],
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

/** The rules of EN 16931 that EXTENDED has under another number. */
const renamed: Readonly<Record<string, string>> = {
  'BR-22': 'BR-FXEXT-BR-22',
  'BR-23': 'BR-FXEXT-BR-23',
  'BR-24': 'BR-FXEXT-BR-24',
  'BR-26': 'BR-FXEXT-BR-26',
  'BR-38': 'BR-FXEXT-BR-38',
  'BR-44': 'BR-FXEXT-BR-44',
  'BR-CO-04': 'BR-FXEXT-CO-04',
  'BR-CO-10': 'BR-FXEXT-CO-10',
  'BR-CO-11': 'BR-FXEXT-CO-11',
  'BR-CO-12': 'BR-FXEXT-CO-12',
  'BR-CO-13': 'BR-FXEXT-CO-13',
  'BR-CO-15': 'BR-FXEXT-CO-15',
  'BR-CO-16': 'BR-FXEXT-CO-16',
  'BR-S-08': 'BR-FXEXT-S08b',
  'BR-S-09': 'BR-FXEXT-S-09b',
};
const ofFamily = /^BR-(S|Z|E|AE|IC|G|O|AF|AG)-(01|08)$/;
/** The rules of EN 16931 that EXTENDED does not have. */
const dropped = [
  ...['BR-27', 'BR-28', 'BR-CO-06', 'BR-CO-08', 'BR-CO-17', 'BR-CO-22', 'BR-CO-24'],
  ...['BR-S-10', 'BR-Z-10', 'BR-AF-10', 'BR-AG-10'],
  ...['BR-O-02', 'BR-O-03', 'BR-O-04', 'BR-O-11', 'BR-O-12', 'BR-O-13', 'BR-O-14'],
];
/** Sums of EXTENDED add up lines, allowances and charges themselves, and each breakdown must be used. */
const further: Readonly<Record<string, string>> = {
  'BR-16': 'BR-FXEXT-CO-13',
  'BR-24': 'BR-FXEXT-CO-13',
  'BR-31': 'BR-FXEXT-CO-13',
  'BR-36': 'BR-FXEXT-CO-13',
  'BR-S-08': 'BR-FXEXT-S-09b',
  'BR-O-11': 'BR-FXEXT-S-01',
};
/** What a cent is too little for. */
const tolerated = /^BR-FXEXT-(?:CO-1[0-5]|S08b|S-09b|AF-08b|AG-08b|O-08b)$/;

const inExtended = (rule: string): readonly string[] => {
  if (dropped.includes(rule)) return [];
  const [, family, number] = ofFamily.exec(rule) ?? [];
  return [renamed[rule] ?? (family ? `BR-FXEXT-${family}-${number === '08' ? '08b' : number}` : rule)];
};

/** EXTENDED allows several breakdowns of a category. */
const hasBreakdownTwice = ({ 'BG-23': breakdowns = [] }: PlainGroup): boolean =>
  breakdowns.length === 2 && breakdowns[0]!['BT-118'] === breakdowns[1]!['BT-118'];

describe('an invoice that breaks a rule of EN 16931 breaks the one of EXTENDED in its place', () => {
  const others = brokenInvoices.filter(({ rule, invoice }) => rule !== 'BR-54' && !hasBreakdownTwice(invoice));
  test.each(others)('$rule $of', ({ rule, invoice, also }) => {
    const found = brokenRules(invoice);
    const expected = [rule, ...also].flatMap(inExtended);
    expect(found.filter((id) => !expected.includes(id) && id !== further[rule])).toEqual([]);
    expect(expected.filter((id) => !found.includes(id) && !tolerated.test(id))).toEqual([]);
  });

  test('but for two breakdowns of one category', () => {
    for (const { invoice } of brokenInvoices.filter((one) => hasBreakdownTwice(one.invoice)))
      expect(brokenRules(invoice)).toEqual([]);
  });
});

describe('exemption reasons', () => {
  const reasons = { 'BT-120': 'Medical care', 'BT-121': 'VATEX-EU-132' };
  /** An exempt invoice of one breakdown for each reason: lines, an allowance, a charge and a freight share the first. */
  function withReasons(): PlainGroup {
    const invoice = extended('E');
    const [, first, second] = invoice['BG-25']!;
    Object.assign(first!['BG-30']![0]!, { 'BT-X-96': ' Medical\n care ', 'BT-X-97': 'VATEX-EU-132' });
    Object.assign(second!['BG-30']![0]!, { 'BT-X-96': 'Education' });
    Object.assign(invoice['BG-20']![0]!, { 'BT-173': 'Medical care', 'BT-174': 'VATEX-EU-132' });
    Object.assign(invoice['BG-21']![0]!, { 'BT-175': 'Medical care', 'BT-176': 'VATEX-EU-132' });
    Object.assign(invoice['BG-X-42']![0]!, { 'BT-X-272': '1.00', 'BT-X-591': 'Medical care', 'BT-X-592': 'VATEX-EU-132' });
    Object.assign(totals(invoice), { 'BT-108': '11.00', 'BT-109': '101.00', 'BT-112': '101.00', 'BT-115': '82.00' });
    const breakdown = { 'BT-117': '0.00', 'BT-118': 'E', 'BT-119': '0' };
    invoice['BG-23'] = [
      { ...breakdown, ...reasons, 'BT-116': '51.00' },
      { ...breakdown, 'BT-116': '50.00', 'BT-120': 'Education' },
    ];
    return invoice;
  }

  test('tell the breakdowns of a category apart, whatever the blanks in them', () => {
    expect(brokenRules(withReasons())).toEqual([]);
  });

  const others: readonly (readonly [what: string, change: Change])[] = [
    ['another text of a line', (one) => Object.assign(line(one, 1)['BG-30']![0]!, { 'BT-X-96': 'Medicalcare' })],
    ['another code of a line', (one) => Object.assign(line(one, 1)['BG-30']![0]!, { 'BT-X-97': 'VATEX-EU-O' })],
    ['another text of an allowance', (one) => Object.assign(one['BG-20']![0]!, { 'BT-173': 'Education' })],
    ['no code of an allowance', (one) => drop(one['BG-20']![0]!, 'BT-174')],
    ['another text of a charge', (one) => Object.assign(one['BG-21']![0]!, { 'BT-175': 'Care' })],
    ['no code of a charge', (one) => drop(one['BG-21']![0]!, 'BT-176')],
    ['another text of a freight', (one) => Object.assign(one['BG-X-42']![0]!, { 'BT-X-591': 'Care' })],
    ['no code of a freight', (one) => drop(one['BG-X-42']![0]!, 'BT-X-592')],
  ];
  test.each(others)('%s belongs to another breakdown', (_what, change) => {
    const invoice = withReasons();
    change(invoice);
    expect(brokenRules(invoice)).toEqual(['BR-FXEXT-E-08b']);
  });
});

test('rates tell the breakdowns of a category apart, in each kind of part', () => {
  const invoice = extended();
  const [, first] = invoice['BG-25']!;
  Object.assign(first!['BG-30']![0]!, { 'BT-152': '7' });
  Object.assign(invoice['BG-20']![0]!, { 'BT-96': '7.0' });
  Object.assign(invoice['BG-21']![0]!, { 'BT-103': '7' });
  Object.assign(invoice['BG-X-42']![0]!, { 'BT-X-272': '1.00', 'BT-X-274': '7.00' });
  Object.assign(totals(invoice), {
    'BT-108': '11.00',
    'BT-109': '101.00',
    'BT-110': '13.07',
    'BT-112': '114.07',
    'BT-115': '95.07',
  });
  const breakdown = (rate: string, base: string, tax: string): PlainGroup => ({
    ...{ 'BT-118': 'S', 'BT-119': rate, 'BT-116': base, 'BT-117': tax },
  });
  invoice['BG-23'] = [breakdown('7', '51.00', '3.57'), breakdown('19', '50.00', '9.50')];
  expect(brokenRules(invoice)).toEqual([]);
  const places: readonly (readonly [PlainGroup, TermId])[] = [
    [first!['BG-30']![0]!, 'BT-152'],
    [invoice['BG-20']![0]!, 'BT-96'],
    [invoice['BG-21']![0]!, 'BT-103'],
    [invoice['BG-X-42']![0]!, 'BT-X-274'],
  ];
  for (const [group, id] of places) {
    const rate = group[id];
    group[id] = '19' as never;
    expect([id, brokenRules(invoice)]).toEqual([id, ['BR-FXEXT-S08b']]);
    group[id] = rate as never;
  }
});

test('identifiers of lines are compared with one blank for many, and no blank around them', () => {
  const invoice = extended();
  line(invoice, 0)['BT-126'] = ' A  1';
  for (const index of [1, 2]) line(invoice, index)['BT-X-304'] = 'A\n1 ';
  expect(brokenRules(invoice)).toEqual([]);
  line(invoice, 0)['BT-126'] = 'A1';
  expect(brokenRules(invoice)).toEqual(['BR-FXEXT-08', 'BR-FXEXT-11']);
});

test('an invoice without anything has nothing to add up', () => {
  const found = checkInvoice(modelOf({}), 'EXTENDED');
  expect(found.filter(({ rule, id }) => rule.startsWith('BR-FXEXT') || id === undefined)).toEqual([]);
});

test('an amount due is due on a day or on terms', () => {
  for (const kept of ['BT-9', 'BT-20'] as const) {
    const invoice = extended();
    drop(invoice, kept === 'BT-9' ? 'BT-20' : 'BT-9');
    expect([kept, brokenRules(invoice)]).toEqual([kept, []]);
  }
  const invoice = extended();
  drop(invoice, 'BT-9', 'BT-20');
  expect(checkInvoice(modelOf(invoice), 'EXTENDED')).toMatchObject([{ rule: 'BR-CO-25', id: 'BT-9', origin: { pointer: '' } }]);
});
