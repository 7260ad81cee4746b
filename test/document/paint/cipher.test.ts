import { expect, test } from 'vitest';
import { createCipher } from '../../../src/document/paint/cipher.ts';

const encrypt = (userPassword: string) =>
  createCipher({ userPassword, ownerPassword: undefined, allowed: undefined, randomBytes: (size) => new Uint8Array(size) });

test('a password of 127 bytes is taken whole, and a longer one is refused rather than cut', () => {
  expect(encrypt(`${'ä'.repeat(63)}b`).dictionary).not.toBe(encrypt('ä'.repeat(63)).dictionary);
  expect(() => encrypt('ä'.repeat(64))).toThrow(
    'The user password has 128 bytes in UTF-8, and PDF takes 127. Choose another one.',
  );
});

test('a password of many marks is refused before it is brought into its normal form', () => {
  expect(() => encrypt(`e${'\u0301\u0327'.repeat(100_000)}`)).toThrow(
    'The user password has 200,001 characters, and PDF takes 127 bytes in UTF-8. Choose another one.',
  );
});

test('a password that PDF does not allow is refused, and never shown', () => {
  const fault = { code: 'ENCRYPTION_INVALID', message: expect.not.stringContaining('secret') };
  expect(() => encrypt('secret\u202e')).toThrow(expect.objectContaining(fault));
});
