// What a mapping gives is written whole, or not at all.
import { describe, expect, test } from 'vitest';
import { makeInvoice } from '../../src/invoice/make-invoice.ts';
import { profileNames } from '../../src/invoice/terms.ts';
import { goodInvoice, modelOf, type PlainGroup, term } from './good-invoices.ts';

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

describe('a VAT breakdown that has a category and rate again', () => {
  const vat = (category: string, rate?: string, more: PlainGroup = {}): PlainGroup => ({
    ...{ 'BT-118': category },
    ...(rate !== undefined && { 'BT-119': rate }),
    ...more,
  });
  const repeatsOf = (breakdown: PlainGroup[], profile: (typeof profileNames)[number] = 'EN 16931') =>
    makeInvoice(modelOf({ ...goodInvoice('S'), 'BG-23': breakdown }), profile).breaches.filter(
      ({ rule }) => rule === 'repeated-vat',
    );

  test('is refused at its place in every profile, and nothing is written or computed', () => {
    for (const profile of profileNames) {
      const made = makeInvoice(
        modelOf({ ...goodInvoice('S'), 'BG-22': [], 'BG-23': [vat('S', '19'), vat('S', '19.00')] }),
        profile,
      );
      expect(made, profile).toEqual({
        xml: '',
        breaches: [
          {
            rule: 'repeated-vat',
            severity: 'error',
            origin: { of: 'data', pointer: '/BG-23/1' },
            message: `The VAT breakdown (BG-23) has category S at 19 % again, so its amounts would count twice. Map each category${profile === 'EXTENDED' ? ', rate and exemption reason' : ' and rate'} once, not for each line: pdfgen adds up the amounts.`,
          },
        ],
      });
    }
  });

  test('is named each time, also with amounts of its own', () => {
    const amounts: PlainGroup = { 'BT-116': '50.00', 'BT-117': '9.50' };
    const places = repeatsOf([vat('S', '19', amounts), vat('S', '7'), vat('S', '19', amounts), vat('S', '19.0', amounts)]);
    expect(places.map(({ origin }) => origin.pointer)).toEqual(['/BG-23/2', '/BG-23/3']);
  });

  test('is another one with another rate or category', () => {
    expect(repeatsOf([vat('S', '19'), vat('S', '7'), vat('Z', '0'), vat('E', '0'), vat('L', '7')])).toEqual([]);
  });

  test('has no rate outside of VAT (O)', () => {
    expect(repeatsOf([vat('O'), vat('O', '0')])).toMatchObject([{ origin: { pointer: '/BG-23/1' } }]);
  });

  test('may have another exemption reason in EXTENDED only, in words or as a code', () => {
    const reasons = (...all: PlainGroup[]) => all.map((more) => vat('E', '0', more));
    for (const id of ['BT-120', 'BT-121'] as const) {
      expect(repeatsOf(reasons(term(id, 'a b'), term(id, 'c')), 'EXTENDED')).toEqual([]);
      expect(repeatsOf(reasons(term(id, 'a b'), term(id, 'c')))).toHaveLength(1);
      expect(repeatsOf(reasons(term(id, 'a b'), term(id, ' a  b ')), 'EXTENDED')).toMatchObject([
        { message: expect.stringContaining('category E at 0 % with the same exemption reason again') },
      ]);
    }
  });
});

describe('one cause gives one breach', () => {
  test.each<[string, PlainGroup, string, pointer: string]>([
    ['no lines', { 'BG-25': [], 'BG-22': [{ 'BT-109': '100.00', 'BT-111': '19.00' }] }, 'BR-16', ''],
    ['a currency that is none', { 'BT-5': 'XXQ' }, 'BR-CL-04', '/BT-5'],
    [
      'a wrong net total',
      { 'BG-22': [{ 'BT-109': '7.00', 'BT-111': '19.00', 'BT-112': '119.00' }] },
      'BR-CO-13',
      '/BG-22/0/BT-109',
    ],
    ['no seller', { 'BG-4': [] }, 'BR-06', ''],
  ])('%s', (_, more, rule, pointer) => {
    const found = breachesOf(more).filter(({ severity }) => severity === 'error');
    expect(found.map((one) => [one.rule, one.origin.pointer])).toEqual([[rule, pointer]]);
  });
});
