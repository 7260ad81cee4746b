// Prepares passwords as SASLprep says (RFC 4013), so that the same characters open a file whatever keyboard wrote them. The whole profile is these few
// sets of characters; the packages for it bring their own tables of Unicode 3.2 and are not looked after.
import { PdfgenError } from '../../contract/errors.ts';

/** RFC 3454, C.1.2: these become a space. */
const spaces = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
/** RFC 3454, B.1: these are left out. */
const nothing = /\u034f|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u1806\u200b-\u200d\u2060\ufeff]/gu;
/** RFC 3454, C.2 to C.9: control, private, changing and tagging characters. `Cn` has the noncharacters. */
const forbidden =
  /\u0340|\u0341|[\p{Cc}\p{Co}\p{Cs}\p{Cn}]|[\u06dd\u070f\u180e\u2028\u2029\u200e\u200f]|[\u202a-\u202e\u2061-\u2063\u206a-\u206f]|[\u2ff0-\u2ffb\ufff9-\ufffd]|[\u{1d173}-\u{1d17a}\u{e0001}]|[\u{e0020}-\u{e007f}]/u;
const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** ISO 32000-2, 7.6.4.3.3: longer passwords would be cut. */
const mostBytes = 127;

/** The bytes of a password. `name`: for messages, which never show the password. Raises ENCRYPTION_INVALID. */
export function preparePassword(given: string, name: string): Buffer {
  const password = given.replace(spaces, ' ').replace(nothing, '').normalize('NFKC');
  if (given === '') throw refuse(name, 'is empty');
  if (password === '') throw refuse(name, 'has only characters that nobody sees');
  if (forbidden.test(password)) throw refuse(name, 'has a control character or another character that passwords may not have');
  if (rightToLeft.test(password)) {
    // RFC 3454, section 6.
    const ends = [[...password][0]!, [...password].at(-1)!];
    const letters = password.match(/\p{L}/gu) ?? [];
    if (!letters.every((one) => rightToLeft.test(one)) || !ends.every((one) => rightToLeft.test(one)))
      throw refuse(
        name,
        'mixes writing from the right with letters or ends from the left, which readers take in different orders',
      );
  }
  const bytes = Buffer.from(password, 'utf8');
  if (bytes.length > mostBytes) throw refuse(name, `has ${bytes.length} bytes in UTF-8, and PDF takes ${mostBytes}`);
  return bytes;
}

function refuse(name: string, why: string): PdfgenError {
  return new PdfgenError('ENCRYPTION_INVALID', `The ${name} ${why}. Choose another one.`);
}
