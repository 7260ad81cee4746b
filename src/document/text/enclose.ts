// Values inside of a text: each keeps its own order of letters, between the signs of an isolate (UAX #9, 2.4).
import { mayBeRightToLeft } from './character-kind.ts';

/** A part of a text. `isValue`: it comes from an expression, not from a literal. */
export interface TextPart {
  readonly text: string;
  readonly isValue: boolean;
}

/** The parts as one text. Signs stand around the values if the order in a line may depend on them. */
export function joinParts(parts: readonly TextPart[]): string {
  const all = parts.map(({ text }) => text).join('');
  if (!mayBeRightToLeft(all)) return all;
  const signed = parts.map(({ text, isValue }) => (isValue && text !== '' ? enclose(text) : text)).join('');
  const own = parts.map(({ text, isValue }) => (isValue ? '' : text)).join('');
  const mark = markOf(all);
  return mark === markOf(own) ? signed : mark + signed;
}

/** The mark of direction of the first letter. Empty: there is no letter. Signs around values would hide letters from the rule for the base direction. */
export function markOf(text: string): string {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter === undefined ? '' : mayBeRightToLeft(letter) ? '\u200f' : '\u200e';
}

/** A value between signs. It ends no isolate but its own, and leaves none open. */
export function enclose(value: string): string {
  let open = 0;
  const inside = value.replace(/[\u2066-\u2069]/g, (sign) => {
    if (sign !== '\u2069') open++;
    else if (open === 0) return '';
    else open--;
    return sign;
  });
  return `\u2068${inside}${'\u2069'.repeat(open + 1)}`;
}
