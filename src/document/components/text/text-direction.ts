// The direction of a text, and whether the order in its lines depends on its bindings.
import type { CompiledText } from '../../expression/index.ts';
import type { Directions, GivenDirection } from '../../layout/direction.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { BoundPart } from '../../text/bidi.ts';
import { mayBeRightToLeft } from '../../text/character-kind.ts';
import { enclose, markOf } from '../../text/enclose.ts';

/** What a text says of its direction. Undefined: it has the direction around. */
export type TextDirection = GivenDirection | undefined;

/** The direction of a text in a scope. `auto-rtl`: a paragraph without a letter is written from right to left. */
export function directionIn(given: TextDirection, { dir, textDir }: Directions): GivenDirection | 'auto-rtl' {
  const own = given ?? textDir;
  return own === 'auto' && dir === 'rtl' ? 'auto-rtl' : own;
}

/** Whether a paragraph without a letter is written from right to left. */
export const isFromRight = (dir: TextDirection, scope: Directions): boolean => directionIn(dir, scope).endsWith('rtl');

/**
 * Whether the order of a text depends on where its bindings begin and end. Values alone are in their own order, unless the text has another direction.
 */
export const turns = (text: string, { parts, isLiteral }: CompiledText, dir: TextDirection, scope: BoundScope): boolean =>
  !isLiteral && (isFromRight(dir, scope) || (parts.length > 1 && mayBeRightToLeft(text)));

/** A text for what takes no spans: each binding stands between the signs of an isolate (UAX #9). */
export function isolated(text: CompiledText, scope: BoundScope, dir: GivenDirection = 'auto'): string {
  const printed = text.printed(scope);
  if (!turns(printed, text, dir, scope) || printed.trim() === '') return printed;
  const parts = text.parts.map((part, i) =>
    typeof part === 'string' ? { text: part } : { text: part.printed(scope), isolate: i },
  );
  return signIsolates(parts, dir);
}

/** The text of spans with the signs of their isolates. A mark before it gives the base direction of its first letter, which the signs would hide. */
export function signIsolates(spans: readonly BoundPart[] | string, dir: GivenDirection): string {
  if (typeof spans === 'string') return spans;
  const all = spans.map(({ text }) => text).join('');
  if (spans.every(({ isolate }) => isolate === undefined)) return all;
  const base = dir === 'auto' ? markOf(all) : '';
  const signed = spans.map(({ text, isolate }, i) => {
    if (isolate === undefined) return text;
    const begins = spans[i - 1]?.isolate !== isolate;
    const ends = spans[i + 1]?.isolate !== isolate;
    if (begins && ends) return enclose(text);
    return (begins ? '\u2068' : '') + text.replace(signs, '') + (ends ? '\u2069' : '');
  });
  return base + signed.join('');
}

const signs = /[\u2066-\u2069]/g;

/** A text as programs read it, without signs of isolates. */
export const withoutSigns = (text: string): string => text.replace(signs, '');
