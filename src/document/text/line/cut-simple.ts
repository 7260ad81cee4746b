// Cuts simple text (see simple-text.ts) into atoms in one walk. Gives up at the first character that is not simple.
import { type Atom, type AtomLook, type HardLine, longestWord, makeSpace, makeWord } from './atom.ts';
import type { InnerBreak } from './inner-break.ts';
import {
  breakable,
  classOf,
  decideAfterSpace,
  decideInside,
  goesOn,
  hyphen,
  isPlainNeighbour,
  newline,
  noBreakSpace,
  other,
  space,
  undecided,
} from './simple-text.ts';

/** The atoms of a text of one look; undefined: the text is not simple, or the first face lacks a character. `rtl`: of its paragraphs. */
export function cutSimple(text: string, look: AtomLook, rtl: boolean): readonly HardLine[] | undefined {
  const { shaping } = look;
  const words = shaping.latin;
  const lines: HardLine[] = [];
  let atoms: Atom[] = [];
  let breaks: InnerBreak[] | undefined;
  let start = 0;
  /** Class of the character before; `space` at the beginning of a line. */
  let before = space;
  /** Class of the last character that is not a space. */
  let visible = space;
  let isFigure = false;
  const length = text.length;
  for (let i = 0; i <= length; i++) {
    const code = i < length ? text.charCodeAt(i) : 10;
    const kind = classOf(code);
    if (kind === other) return undefined;
    if (kind === space || kind === newline || kind === noBreakSpace) {
      if (i > start) {
        if (i - start > longestWord) return undefined;
        atoms.push(makeWord(text.slice(start, i), words, look, 0, false, breaks));
        breaks = undefined;
        visible = before;
      }
      start = i + 1;
      isFigure = false;
      if (kind === newline) {
        // A line feed at the very end begins no further line.
        if (i < length || atoms.length > 0) lines.push({ atoms, rtl, look, endsInLineFeed: i < length - 1 });
        atoms = [];
        visible = space;
        before = space;
        continue;
      }
      const next = classOf(text.charCodeAt(i + 1));
      const isBreaking = kind === space;
      if (!isBreaking && !(isPlainNeighbour(before) && isPlainNeighbour(next))) return undefined;
      atoms.push(makeSpace(words, look, 0, isBreaking, isBreaking && next !== space && next !== noBreakSpace));
      before = kind;
      continue;
    }
    if (shaping.covered[code] !== 1 && !shaping.covers(code)) return undefined;
    if (i > start) {
      const decision = decideInside(before, kind, isFigure);
      if (decision === undecided) return undefined;
      // A hyphen that begins a word stays with it (UAX #14, LB20a).
      if (decision === breakable && !(before === hyphen && i === start + 1))
        breaks = [...(breaks ?? []), { at: i - start, hyphen: false }];
    } else if (before === space && atoms.length > 0 && decideAfterSpace(visible, kind) === undecided) return undefined;
    isFigure = goesOn(isFigure, kind);
    before = kind;
  }
  return lines;
}
