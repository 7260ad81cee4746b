// The values of EPC codes: an example, and each rule with a value that breaks it.
import { describe, expect, test } from 'vitest';
import { readEpc, writeEpc } from '../../../src/document/payment/epc.ts';

const good = { account: 'BE72 0000 0000 1616', creditor: 'Red Cross of Belgium', amount: 1, message: 'Urgency fund' };

const codeOf = (change: Readonly<Record<string, unknown>>): string => {
  const { payment, faults } = readEpc({ ...good, ...change });
  expect(faults).toEqual([]);
  return writeEpc(payment!).replaceAll('\n', '|');
};
const faultsOf = (change: Readonly<Record<string, unknown>>): string[] =>
  readEpc({ ...good, ...change }).faults.map(({ place, message }) => `${place}: ${message}`);

test('the lines of a code', () => {
  expect(codeOf({})).toBe('BCD|002|1|SCT||Red Cross of Belgium|BE72000000001616|EUR1.00|||Urgency fund');
  expect(codeOf({ version: '001', bic: 'BPOTBEB1', purpose: 'char', information: 'Sample EPC QR code' })).toBe(
    'BCD|001|1|SCT|BPOTBEB1|Red Cross of Belgium|BE72000000001616|EUR1.00|CHAR||Urgency fund|Sample EPC QR code',
  );
  expect(codeOf({ message: undefined, reference: 'RF18 5390 0754 7034' })).toBe(
    'BCD|002|1|SCT||Red Cross of Belgium|BE72000000001616|EUR1.00||RF18539007547034',
  );
  expect(codeOf({ message: undefined, amount: 'open', creditor: { name: 'Ärzte', town: 'x' }, reference: 'none' })).toBe(
    'BCD|002|1|SCT||Ärzte|BE72000000001616',
  );
});

describe('each rule refuses', () => {
  test.each<[Readonly<Record<string, unknown>>, string]>([
    [{ account: 'BE72000000001617' }, 'account: is mistyped: its check digits do not match the rest (EPC069-12)'],
    [{ account: 'XX72000000001616' }, 'account: begins with XX, and no such country has IBANs (EPC069-12)'],
    [{ creditor: null }, 'creditor: has no value: the name of the payee is needed (EPC069-12)'],
    [{ creditor: { name: 'x'.repeat(71) } }, 'creditor/name: has 71 characters, and 70 are allowed (EPC069-12)'],
    [{ bic: 'ABC' }, 'bic: is ABC, and a BIC has 8 or 11 characters, such as MARKDEF1100 (EPC069-12)'],
    [{ version: '001' }, 'bic: is missing, and version 001 needs it. Version 002 does not (EPC069-12)'],
    [
      { account: 'CH5800791123000889012' },
      'bic: is missing, and an account outside of the European Economic Area (CH) needs it (EPC069-12)',
    ],
    [
      { currency: 'CHF' },
      'currency: is CHF, and the code takes EUR only. If the amount is in euros, write "currency": "EUR" (EPC069-12)',
    ],
    [{ amount: 0 }, 'amount: is 0: the least amount is 0.01 (EPC069-12)'],
    [
      { amount: null },
      'amount: has no value. The text "open" leaves it to the payer: {{ total | default: \'open\' }} (EPC069-12)',
    ],
    [{ purpose: 'a-b' }, 'purpose: is A-B, and has up to four letters, such as CHAR or SALA (EPC069-12)'],
    [{ reference: 'RF18539007547034' }, 'message: stands beside a "reference", and a payment has one of them (EPC069-12)'],
    [{ message: 'a\nb' }, 'message: has a line break (EPC069-12)'],
    [{ creditor: 'a\u202eb' }, 'creditor: has the character (U+202E) (EPC069-12)'],
    [{ message: 'x'.repeat(141) }, 'message: has 141 characters, and 140 are allowed (EPC069-12)'],
    [{ message: 'ё'.repeat(140) }, 'payment: has 343 bytes in its code, and 331 are allowed (EPC069-12)'],
  ])('%o: %s', (change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });
});
