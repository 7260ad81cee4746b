// Adds marks of direction between the pieces of a line, for readers. Poppler adds each neutral character to the run read so far, so a bracket or a
// space between two directions would land on the wrong side (measured: 22.12).

import { leftToRightMark, rightToLeftMark } from '../font/unseen-glyphs.ts';
import type { Atom } from './atom.ts';

/**
 * The effect of a character on a reader's run: a letter begins a run of its direction; digits and similar characters begin a run from left to right.
 */
type Effect = 'right' | 'left' | 'figure' | 'none';

const rightToLeftLetter = /^[\u05be-\u05f4\u061b-\u064a\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]$/u;
const figure = /^[#$%+\-.,/:\d\u00a3-\u00a5\u0600-\u0605\u060c\u0660-\u066c\u06dd\u06f0-\u06f9\u20a0-\u20bf]$/;
const letter = /^[\p{L}\u0640]$/u;

export function effectOf(character: string): Effect {
  if (figure.test(character)) return 'figure';
  if (!letter.test(character)) return 'none';
  return rightToLeftLetter.test(character) ? 'right' : 'left';
}

/**
 * The pieces of a line, in visual order, with marks where a reader would add an edge to the wrong run. `places`: in logical order. `rtl`: the base
 * direction.
 */
export function addDirectionMarks(visual: readonly Atom[], places: ReadonlyMap<Atom, number>, rtl: boolean): readonly Atom[] {
  let marked: Atom[] | undefined;
  for (let i = 1; i < visual.length; i++) {
    const left = visual[i - 1]!;
    const right = visual[i]!;
    for (const mark of marksBetween(left, right, places.get(right)! - places.get(left)!, rtl)) {
      const atom = makeMark(left, mark) ?? makeMark(right, mark);
      if (!atom) continue;
      marked ??= visual.slice(0, i);
      marked.push(atom);
    }
    marked?.push(right);
  }
  return marked ?? visual;
}

/**
 * Readers go through a line in its base direction; a run must begin with a character that shows its direction. A line with few letters from right to
 * left is read from the left, so there the other end of a run needs such a character too. `step`: from the left to the right in logical order.
 */
function marksBetween(left: Atom, right: Atom, step: number, rtl: boolean): string {
  const leftTurns = (left.level & 1) === 1;
  const rightTurns = (right.level & 1) === 1;
  const before = effectOf(edgeOf(left, !leftTurns));
  const after = effectOf(edgeOf(right, rightTurns));
  // In a right-to-left run, a digit would take the following characters into its own run.
  if (rtl && rightTurns && after === 'figure' && before !== 'right') return rightToLeftMark;
  const opens = rtl && after === 'none' ? leftToRightMark : '';
  // Side by side, two runs against the base direction stand in the order of the base direction.
  if (leftTurns === rightTurns)
    return leftTurns === rtl || step === (rtl ? 1 : -1) ? '' : rtl ? rightToLeftMark + opens : leftToRightMark;
  const begins = rtl ? before : after;
  const begun = rtl ? leftTurns : rightTurns;
  if (begun) return (begins === 'right' ? '' : rightToLeftMark) + opens;
  return begins === 'none' ? leftToRightMark : '';
}

function edgeOf({ text }: Atom, last: boolean): string {
  return String.fromCodePoint(last ? codePointBefore(text) : text.codePointAt(0)!);
}

function codePointBefore(text: string): number {
  const unit = text.charCodeAt(text.length - 1);
  return unit >= 0xdc00 && unit < 0xe000 ? text.codePointAt(text.length - 2)! : unit;
}

function makeMark({ words, look, level }: Atom, mark: string): Atom | undefined {
  const word = words.unseen(mark);
  if (!word) return undefined;
  return { text: mark, word, width: 0, isSpace: false, hangs: false, canEnd: false, level, look, words, breaks: undefined };
}
