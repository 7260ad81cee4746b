// The values of QR bills: the examples of the guidelines, and each rule with a value that breaks it.
import { describe, expect, test } from 'vitest';
import { readQrBill, writeQrBill } from '../../../src/document/payment/qr-bill.ts';
import { guidelineExamples } from '../../support/payments.ts';

const good = guidelineExamples[1]!.values;
const withIban = guidelineExamples[4]!.values;

/** The faults of an example with other values: `amount: is -1: …`. */
const faultsOf = (change: Readonly<Record<string, unknown>>, base = good): string[] =>
  readQrBill({ ...base, ...change }).faults.map(({ place, message }) => `${place}: ${message}`);

const codeOf = (change: Readonly<Record<string, unknown>>, base = good): readonly string[] => {
  const { bill, faults } = readQrBill({ ...base, ...change });
  expect(faults).toEqual([]);
  return writeQrBill(bill!).split('\n');
};

test.each(guidelineExamples.map(({ values, code }, i) => [i + 1, values, code] as const))(
  'example %i of annex A',
  (_, values, code) => {
    expect(codeOf({}, values).join('|')).toBe(code);
  },
);

describe('what is written otherwise is put right', () => {
  test('spaces and small letters of an account', () => {
    expect(codeOf({ account: ' ch44 3199 9123 0008 8901 2 ' })[3]).toBe('CH4431999123000889012');
  });
  test('spaces in references', () => {
    expect(codeOf({ reference: '21 00000 00003 13947 14300 09017' })[28]).toBe('210000000003139471430009017');
    expect(codeOf({ reference: 'rf18 5390 0754 7034' }, withIban)[28]).toBe('RF18539007547034');
  });
  test('typographic signs become permitted ones', () => {
    expect(codeOf({ message: '“Müller’s” – 3 … 4' })[29]).toBe('"Müller\'s" - 3 ... 4');
    expect(codeOf({ message: 'Zu\u0308rich' })[29]).toBe('Zürich');
  });
  test('a country in small letters, numbers as texts', () => {
    const creditor = { ...(good.creditor as object), country: 'ch', postalCode: 8000, buildingNumber: 7 };
    expect(codeOf({ creditor }).slice(4, 11).join('|')).toBe(
      'S|Max Muster & Söhne (sample company)|Musterstrasse|7|8000|Seldwyla|CH',
    );
  });
  test.each([
    [1949.75, '1949.75'],
    ['1949.75', '1949.75'],
    [0.1 + 0.2, '0.30'],
    [0.01, '0.01'],
    [999_999_999.99, '999999999.99'],
    ['12.500', '12.50'],
  ])('the amount %s', (amount, written) => {
    expect(codeOf({ amount })[18]).toBe(written);
  });
  test('members beyond the address are left alone', () => {
    expect(codeOf({ creditor: { ...(good.creditor as object), email: 'a@b', vatId: 'CHE' } })[5]).toContain('Max Muster');
  });
});

test('the text "open" leaves amount and debtor to the payer', () => {
  const code = codeOf({ amount: 'open', debtor: 'open' });
  expect([code[18], ...code.slice(20, 27)]).toEqual(Array(8).fill(''));
});

test('check digits are computed when asked for', () => {
  expect(codeOf({ reference: '313947143000901', checkDigit: 'computed' })[28]).toBe('000000000003139471430009018');
  expect(codeOf({ reference: '539007547034', checkDigit: 'computed' }, withIban)[28]).toBe('RF18539007547034');
});

test('a bill that nobody pays has the amount 0 and says so', () => {
  expect(codeOf({ amount: 0, message: 'NICHT ZUR ZAHLUNG VERWENDEN' })[18]).toBe('0.00');
  expect(faultsOf({ amount: 0 })[0]).toMatch(/^amount: is 0: the "message" of a bill that nobody pays is one of .* \(3\.5\.3\)$/);
  expect(faultsOf({ amount: 5, message: 'DO NOT USE FOR PAYMENT' })).toEqual([
    'amount: is 5.00, and a bill that nobody pays has the amount 0 (4.4)',
  ]);
  expect(faultsOf({ amount: 'open', message: 'DO NOT USE FOR PAYMENT' })).toEqual([
    'amount: is open, and a bill that nobody pays has the amount 0 (4.4)',
  ]);
});

describe('each rule refuses', () => {
  test.each<[Readonly<Record<string, unknown>>, string]>([
    [{ account: 'CH4431999123000889013' }, 'account: is mistyped: its check digits do not match the rest (2.9)'],
    [{ account: 'CH44 3199' }, 'account: has 8 characters, and an IBAN of CH has 21 (2.9)'],
    [
      { account: 'DE71110220330123456789' },
      'account: is of DE, and a QR bill takes accounts of CH and LI only (4.2.2). For others there is "payment": "epc"',
    ],
    [{ account: null }, 'account: has no value: a bill needs the IBAN of the creditor (4.2.2)'],
    [{ currency: 'USD' }, 'currency: is USD, and a QR bill takes CHF and EUR only (4.2.2)'],
    [{ currency: undefined }, 'currency: is missing: write "currency": "CHF", or set the "currency" of the template (4.2.2)'],
    [
      { amount: 12.345 },
      'amount: is 12.345, and an amount has at most two decimals: round it, as in {{ total | round: 2 }} (3.5.3)',
    ],
    [{ amount: -1 }, 'amount: is -1: nobody can pay less than nothing (3.5.3)'],
    [{ amount: 1e9 }, 'amount: is 1000000000, and at most 999999999.99 can be paid (3.5.3)'],
    [
      { amount: '1.234,50' },
      'amount: is "1.234,50", which is no number: write it with a decimal point and without other marks, such as 1234.50. The filters money and number add marks (3.5.3)',
    ],
    [{ amount: {} }, 'amount: must be a number, got {} (3.5.3)'],
    [{ amount: null }, 'amount: has no value. The text "open" leaves it to the payer: {{ total | default: \'open\' }} (3.5.3)'],
    [
      { reference: '12345' },
      'reference: has 5 digits, and a QR reference has 27. To add zeros and the check digit, write "checkDigit": "computed" (2.12, 4.3.2)',
    ],
    [{ reference: '210000000003139471430009018' }, 'reference: has the check digit 8, but its other digits give 7 (2.12, 4.3.2)'],
    [{ reference: '0'.repeat(27) }, 'reference: has zeros only (2.12, 4.3.2)'],
    [{ reference: 2.1e26 }, 'reference: is a number, which loses digits: give it as a text (2.12, 4.3.2)'],
    [
      { reference: undefined },
      'reference: is missing: the account CH4431999123000889012 has the IID 31999, so it is a QR-IBAN and needs a QR reference (2.12, 4.3.2)',
    ],
    [
      { reference: 'RF18539007547034' },
      'reference: is a creditor reference, and the account needs a QR reference: the account CH4431999123000889012 has the IID 31999, so it is a QR-IBAN (2.12, 4.3.2)',
    ],
    [
      { account: 'CH93 0076 2011 6238 5295 7', reference: null },
      'reference: has no value. For a payment without reference leave it out, or give the text "none" (4.3.2)',
    ],
    [
      { reference: '' },
      'reference: has no value: the account CH4431999123000889012 has the IID 31999, so it is a QR-IBAN and needs a QR reference (2.12, 4.3.2)',
    ],
    [{ message: 'a\nb' }, 'message: has a line break, which the Swiss QR code cannot have (4.1.1)'],
    [{ message: '王' }, 'message: has the character "王" (U+738B), which the Swiss QR code cannot have (4.1.1)'],
    [{ message: 'x'.repeat(141) }, 'message: has 141 characters, and 140 are allowed (4.2.2)'],
    [{ message: 'x'.repeat(100) }, 'message: and "billingInformation" have 150 characters together, and 140 are allowed (4.3.3)'],
    [
      { billingInformation: 'Invoice 1' },
      'billingInformation: begins with // and the two characters of its syntax, such as "//S1/10/10201409" (4.3.3)',
    ],
    [
      { billingInformation: '//S1/11/201021/10/1' },
      'billingInformation: has the part /10/ after /11/: S1 has each once, in ascending order (4.3.3)',
    ],
    [
      { billingInformation: '//S1/10/A/B' },
      'billingInformation: has "B" where S1 has the number of a part, such as /10/ before the number of the invoice; a slash in a value is \\/ (4.3.3)',
    ],
    [{ alternativeProcedures: ['a/1', 'b/2', 'c/3'] }, 'alternativeProcedures: are 3, and 2 are allowed (3.5.5)'],
    [
      { alternativeProcedures: ['/x'] },
      'alternativeProcedures/0: begins with the name of the procedure and a separator, such as "eBill/B/", got "/x" (3.5.5)',
    ],
    [
      { alternativeProcedures: [`eBill/${'x'.repeat(100)}`] },
      'alternativeProcedures/0: has 106 characters, and 100 are allowed (4.2.2)',
    ],
  ])('%o: %s', (change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });
  test('a QR reference with another account, and a text that is no reference', () => {
    expect(faultsOf({ reference: good.reference }, withIban)).toEqual([
      'reference: is a QR reference, which needs a QR-IBAN: the account CH5800791123000889012 has the IID 00791, and that of a QR-IBAN is from 30000 to 31999 (2.12, 4.3.2)',
    ]);
    expect(faultsOf({ reference: 'Invoice1' }, withIban)[0]).toMatch(
      /^reference: is no creditor reference, which begins with RF/,
    );
    expect(faultsOf({ reference: 'RF19539007547034' }, withIban)).toEqual([
      'reference: is mistyped: its check digits do not match the rest (2.12, 4.3.2)',
    ]);
  });
});

describe('an address refuses', () => {
  const creditor = good.creditor as Readonly<Record<string, unknown>>;
  test.each<[unknown, readonly string[]]>([
    [
      { name: 'A' },
      ['creditor/postalCode: is missing (4.2.2)', 'creditor/town: is missing (4.2.2)', 'creditor/country: is missing (4.2.2)'],
    ],
    [{ ...creditor, name: 'x'.repeat(71) }, ['creditor/name: has 71 characters, and 70 are allowed (4.2.2)']],
    [
      { ...creditor, country: 'Schweiz' },
      ['creditor/country: is "Schweiz", and has two letters by ISO 3166-1, such as CH (4.2.2)'],
    ],
    [{ ...creditor, country: 'XX' }, ['creditor/country: is "XX", and has two letters by ISO 3166-1, such as CH (4.2.2)']],
    [
      { ...creditor, postalCode: 'CH-8000' },
      ['creditor/postalCode: is CH-8000, and has no country in it: give the country as "country" (4.2.2)'],
    ],
    [
      'Max Muster',
      [
        'creditor: is "Max Muster", and an address is needed: an object with "name", "street", "buildingNumber", "postalCode", "town" and "country" (4.3.1)',
      ],
    ],
    [{ ...creditor, town: {} }, ['creditor/town: must be a text, got {}']],
    [
      { name: 'A', street: 'B', houseNumber: 3, zip: '8000', city: 'Zürich', country: 'CH' },
      [
        'creditor: has other names (4.3.1): "houseNumber" is called "buildingNumber", "zip" is called "postalCode", "city" is called "town". Write "creditor": { "name": "{{ ….name }}", "street": "{{ ….street }}", "buildingNumber": "{{ ….houseNumber }}", "postalCode": "{{ ….zip }}", "town": "{{ ….city }}", "country": "{{ ….country }}" }',
      ],
    ],
    [
      { name: 'A', addressLine1: 'B 3', addressLine2: '8000 Zürich', country: 'CH' },
      [
        'creditor: is a combined address ("addressLine2"), which banks refuse since November 2025. Give "street", "buildingNumber", "postalCode", "town" and "country" apart (4.3.1)',
      ],
    ],
  ])('%j: %j', (given, faults) => {
    expect(faultsOf({ creditor: given })).toEqual(faults);
  });
  test('no value, and empty members, which do not leave the debtor to the payer', () => {
    expect(faultsOf({ debtor: null })[0]).toMatch(
      /^debtor: has no value, and an address is needed.* The text "open" leaves it to the payer \(4\.3\.1\)$/,
    );
    expect(faultsOf({ debtor: { name: '', postalCode: '', town: '', country: '' } })[0]).toBe('debtor/name: is missing (4.2.2)');
  });
});
