import { describe, expect, test } from 'vitest';
import { completeInvoice, findLostAmounts } from '../../src/invoice/complete.ts';
import type { Group } from '../../src/invoice/model.ts';
import { groupOf, groupsOf, textOf } from '../../src/invoice/model.ts';
import { profiles } from '../../src/invoice/profiles.ts';
import { profileNames } from '../../src/invoice/terms.ts';
import { fullInvoice, group, valuesOf } from './support.ts';

const line = (amount: string, rate: string, category = 'S') =>
  group({ 'BT-131': amount, 'BG-30': [group({ 'BT-151': category, 'BT-152': rate })] });

const totalsOf = (invoice: Group) => valuesOf(groupOf(completeInvoice(invoice, 'EN 16931'), 'BG-22')!);
const vatOf = (invoice: Group) => groupsOf(completeInvoice(invoice, 'EN 16931'), 'BG-23').map(valuesOf);

test('totals and the VAT breakdown are added up from lines, allowances and charges', () => {
  const invoice = group({
    'BG-20': [group({ 'BT-92': '10.00', 'BT-95': 'S', 'BT-96': '19' })],
    'BG-21': [group({ 'BT-99': '5.00', 'BT-102': 'S', 'BT-103': '7' })],
    'BG-25': [line('100.10', '19'), line('0.20', '19.00'), line('50.00', '7')],
    'BG-22': [group({ 'BT-113': '20.00', 'BT-114': '0.01' })],
  });
  expect(vatOf(invoice)).toEqual([
    { 'BT-116': '90.30', 'BT-117': '17.16', 'BT-118': 'S', 'BT-119': '19' },
    { 'BT-116': '55.00', 'BT-117': '3.85', 'BT-118': 'S', 'BT-119': '7' },
  ]);
  expect(totalsOf(invoice)).toEqual({
    ...{ 'BT-106': '150.30', 'BT-107': '10.00', 'BT-108': '5.00', 'BT-109': '145.30', 'BT-110': '21.01', 'BT-112': '166.31' },
    ...{ 'BT-113': '20.00', 'BT-114': '0.01', 'BT-115': '146.32' },
  });
});

test('half a cent is rounded away from zero, also in a credit', () => {
  expect(vatOf(group({ 'BG-25': [line('0.50', '1')] }))[0]).toMatchObject({ 'BT-117': '0.01' });
  expect(vatOf(group({ 'BG-25': [line('-0.50', '1')] }))[0]).toMatchObject({ 'BT-117': '-0.01' });
});

test('sums are exact where floating point is not', () => {
  expect(totalsOf(group({ 'BG-25': [line('0.10', '0'), line('0.20', '0')] }))).toMatchObject({ 'BT-106': '0.30' });
});

test('what the mapping gives stays, even if it is wrong: the rules compare it', () => {
  const invoice = group({
    'BG-25': [line('100.00', '19')],
    'BG-23': [group({ 'BT-118': 'S', 'BT-119': '19', 'BT-117': '1.00' })],
    'BG-22': [group({ 'BT-109': '7.00' })],
  });
  expect(vatOf(invoice)).toEqual([{ 'BT-116': '100.00', 'BT-117': '1.00', 'BT-118': 'S', 'BT-119': '19' }]);
  expect(totalsOf(invoice)).toMatchObject({ 'BT-106': '100.00', 'BT-109': '7.00', 'BT-110': '1.00', 'BT-112': '8.00' });
});

test('each profile names its specification and leaves out what it does not have', () => {
  const made = Object.fromEntries(profileNames.map((name) => [name, completeInvoice(fullInvoice('EXTENDED'), name)]));
  for (const name of profileNames) expect(textOf(groupOf(made[name], 'BG-2'), 'BT-24'), name).toBe(profiles[name].specification);
  const lines = (name: string) => groupsOf(made[name], 'BG-25').length;
  expect(profileNames.map(lines)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(groupOf(groupOf(made.MINIMUM, 'BG-7'), 'BG-8')).toBeUndefined();
  expect(valuesOf(groupOf(made.MINIMUM, 'BG-22')!)).not.toHaveProperty('BT-106');
  expect(made.XRECHNUNG!.groups['BG-25']).toEqual(made['EN 16931']!.groups['BG-25']);
  expect(textOf(made.EXTENDED, 'BT-X-2')).toBe('text of BT-X-2');
  expect(textOf(made['EN 16931'], 'BT-X-2')).toBeUndefined();
});

test('XRechnung gets a rate of 0 for what is not subject to VAT', () => {
  const invoice = group({ 'BG-25': [group({ 'BT-131': '10.00', 'BG-30': [group({ 'BT-151': 'O' })] })] });
  const rateOf = (profile: 'EN 16931' | 'XRECHNUNG') => textOf(groupOf(completeInvoice(invoice, profile), 'BG-23'), 'BT-119');
  expect(rateOf('XRECHNUNG')).toBe('0');
  expect(rateOf('EN 16931')).toBeUndefined();
});

describe('EXTENDED', () => {
  const line = (id: string, net: string, subtype?: string, parent?: string) =>
    group({
      ...{ 'BT-126': id, 'BT-131': net },
      ...(subtype && { 'BT-X-8': subtype }),
      ...(parent && { 'BT-X-304': parent }),
      'BG-30': [group({ 'BT-151': 'S', 'BT-152': '19' })],
    });
  const invoice = group({
    'BG-25': [line('1', '30.00', 'GROUP'), line('2', '10.00', 'DETAIL', '1'), line('3', '20.00', 'DETAIL', '1')],
    'BG-X-42': [group({ 'BT-X-271': 'Freight', 'BT-X-272': '5.00', 'BT-X-273': 'S', 'BT-X-274': '19' })],
  });

  test('subtotals do not count, logistics service charges do', () => {
    const completed = completeInvoice(invoice, 'EXTENDED');
    expect(valuesOf(groupOf(completed, 'BG-22')!)).toMatchObject({ 'BT-106': '30.00', 'BT-108': '5.00', 'BT-109': '35.00' });
    expect(valuesOf(groupOf(completed, 'BG-23')!)).toMatchObject({ 'BT-116': '35.00', 'BT-117': '6.65' });
  });
  test('other profiles have no subtotals', () => {
    const completed = completeInvoice(group({ 'BG-25': invoice.groups['BG-25']! }), 'BASIC');
    expect(groupsOf(completed, 'BG-25').map((one) => textOf(one, 'BT-126'))).toEqual(['2', '3']);
    expect(valuesOf(groupOf(completed, 'BG-22')!)).toMatchObject({ 'BT-106': '30.00' });
  });
  test('breakdowns of one category and rate each add up the amounts with their exemption reason', () => {
    const exempt = (net: string, reason: string) =>
      group({ 'BT-131': net, 'BG-30': [group({ 'BT-151': 'E', 'BT-152': '0', 'BT-X-96': reason })] });
    const vat = (reason: string) => group({ 'BT-118': 'E', 'BT-119': '0', 'BT-120': reason });
    const basesOf = (...reasons: string[]) => {
      const lines = [exempt('1.00', 'Medical'), exempt('2.00', 'Education'), exempt('4.00', ' Medical')];
      const completed = completeInvoice(group({ 'BG-25': lines, 'BG-23': reasons.map(vat) }), 'EXTENDED');
      return groupsOf(completed, 'BG-23').map((one) => textOf(one, 'BT-116'));
    };
    expect(basesOf('Medical', 'Education')).toEqual(['5.00', '2.00']);
    expect(basesOf('Any')).toEqual(['7.00']);
  });
  test('an amount that only EXTENDED has is a fault in other profiles', () => {
    expect(findLostAmounts(invoice, 'EXTENDED')).toEqual([]);
    expect(findLostAmounts(invoice, 'XRECHNUNG').map(({ message }) => message)).toEqual([
      'Only EXTENDED has logistics service charges (BG-X-42) and amounts for third parties (BT-179). For XRECHNUNG, map a charge (BG-21) or a line (BG-25).',
    ]);
  });
});
