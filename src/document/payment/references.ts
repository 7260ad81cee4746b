// Structured references of payments: the QR reference of Switzerland, and the creditor reference of ISO 11649.
import { counted } from '../../words/counts.ts';
import { modulo97 } from './iban.ts';

/** Whether the last digits of a reference are given and checked, or computed and added. */
export type CheckDigit = 'given' | 'computed';

/** A reference with its check digits, or why a text is invalid as a reference: a clause for a message. */
export type Reference = { readonly reference: string } | { readonly fault: string };

/** The carries of the modulo 10, recursive (Swiss Implementation Guidelines QR-bill, annex B). */
const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;
const digitsOfQr = 27;

/** The check digit of the digits of a QR reference. */
export function qrCheckDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10]!;
  return (10 - carry) % 10;
}

/** A QR reference: 26 digits and a check digit. */
export function readQrReference(text: string, checkDigit: CheckDigit): Reference {
  const foreign = /\D/.exec(text)?.[0];
  if (foreign !== undefined) return { fault: `has the character "${foreign}", and a QR reference has digits only` };
  const isComputed = checkDigit === 'computed';
  const count = counted(text.length, 'digit');
  if (isComputed && text.length > digitsOfQr - 1)
    return { fault: `has ${count}, and at most 26 come before the computed check digit` };
  if (!isComputed && text.length !== digitsOfQr) {
    const remedy = text.length < digitsOfQr ? '. To add zeros and the check digit, write "checkDigit": "computed"' : '';
    return { fault: `has ${count}, and a QR reference has 27${remedy}` };
  }
  const digits = isComputed ? text.padStart(digitsOfQr - 1, '0') : text.slice(0, -1);
  if (/^0*$/.test(digits)) return { fault: 'has zeros only' };
  const check = qrCheckDigit(digits);
  if (!isComputed && Number(text.at(-1)) !== check)
    return { fault: `has the check digit ${text.at(-1)}, but its other digits give ${check}` };
  return { reference: `${digits}${check}` };
}

/** A creditor reference: `RF`, two check digits, up to 21 letters and digits. */
export function readCreditorReference(text: string, checkDigit: CheckDigit): Reference {
  const foreign = /[^A-Z0-9]/.exec(text)?.[0];
  if (foreign !== undefined)
    return { fault: `has the character "${foreign}", and a creditor reference has letters and digits only` };
  if (checkDigit === 'computed') {
    if (text.length > 21)
      return { fault: `has ${counted(text.length, 'character')}, and at most 21 follow the computed check digits` };
    return { reference: `RF${String(98 - modulo97(`RF00${text}`)).padStart(2, '0')}${text}` };
  }
  if (!/^RF\d\d/.test(text))
    return {
      fault:
        'is no creditor reference, which begins with RF and two check digits. To make one of it, write "checkDigit": "computed". A text for people is a "message"',
    };
  if (text.length < 5 || text.length > 25)
    return { fault: `has ${counted(text.length, 'character')}, and a creditor reference has 5 to 25` };
  return modulo97(text) === 1 ? { reference: text } : { fault: 'is mistyped: its check digits do not match the rest' };
}
