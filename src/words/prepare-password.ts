// Prepares passwords as SASLprep says (RFC 4013), so that the same characters open a file whatever keyboard wrote them. The whole profile is these few
// sets of characters; the packages for it bring their own tables of Unicode 3.2 and are not looked after.

/** RFC 3454, C.1.2: these become a space. */
const spaces = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
/** RFC 3454, B.1: these are left out. */
const nothing = /\u034f|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u1806\u200b-\u200d\u2060\ufeff]/gu;
/** RFC 3454, C.2 to C.9: control, private, changing and tagging characters. `Cn` has the unassigned characters, which may get a normal form later. */
const forbidden =
  /\u0340|\u0341|[\p{Cc}\p{Co}\p{Cs}\p{Cn}]|[\u06dd\u070f\u180e\u2028\u2029\u200e\u200f]|[\u202a-\u202e\u2061-\u2063\u206a-\u206f]|[\u2ff0-\u2ffb\ufff9-\ufffd]|[\u{1d173}-\u{1d17a}\u{e0001}]|[\u{e0020}-\u{e007f}]/u;
const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** ISO 32000-2, 7.6.4.3.3: most bytes in UTF-8. Longer passwords would be cut, so that their ends would not count. */
export const mostPasswordBytes = 127;

/** The time that the normal form takes grows with the square of the marks on a letter. */
export const mostGivenCharacters = 10_000;

/** The password as PDF asks for it, or why it has no such form. `fault` goes on after the name of the password and does not show it. */
export type PreparedPassword = { readonly password: string } | { readonly fault: string };

/** Brings a password into its normal form (ISO 32000-2, 7.6.4.3.3). */
export function preparePassword(given: string): PreparedPassword {
  const password = given.replace(spaces, ' ').replace(nothing, '').normalize('NFKC');
  if (given === '') return { fault: 'is empty' };
  if (password === '') return { fault: 'has only characters that nobody sees' };
  if (forbidden.test(password)) return { fault: 'has a control character or another character that passwords may not have' };
  if (rightToLeft.test(password)) {
    // RFC 3454, section 6.
    const ends = [[...password][0]!, [...password].at(-1)!];
    const letters = password.match(/\p{L}/gu) ?? [];
    if (!letters.every((one) => rightToLeft.test(one)) || !ends.every((one) => rightToLeft.test(one)))
      return { fault: 'mixes writing from the right with letters or ends from the left, which readers take in different orders' };
  }
  return { password };
}
