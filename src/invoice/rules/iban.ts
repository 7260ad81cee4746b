// International bank account numbers, ISO 13616.

/** Tells whether a text is an IBAN whose check digits are right. Blanks in it do not matter. */
export function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '');
  if (!/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/.test(iban)) return false;
  // ISO 7064, MOD 97-10: the country and the check digits go to the end, letters count from 10.
  const digits = [...(iban.slice(4) + iban.slice(0, 4)).toUpperCase()].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
