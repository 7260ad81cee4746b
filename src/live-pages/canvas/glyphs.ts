// The outlines of glyphs and their places in words. Both are kept as long as their face: a change of a template reads few of them anew.
import type { Face, Word } from '../../document/text/shaped-text.ts';
import { readShown } from '../../document/text/shown-string.ts';
import { toPath2D } from './outline.ts';

export interface WordPlaces {
  /** Three numbers for each glyph: its code, its place from the beginning of the word, and its rise, in 1/1000 em. */
  readonly places: readonly number[];
  /** Justification adds room after it. */
  readonly isSpace: boolean;
}

export class Glyphs {
  readonly #faces = new WeakMap<Face, Map<number, Path2D | undefined>>();
  readonly #words = new WeakMap<Word, WordPlaces>();

  /** In 1/1000 em. Undefined: the glyph paints nothing. */
  outlineOf(face: Face, glyph: number): Path2D | undefined {
    let known = this.#faces.get(face);
    if (!known) {
      known = new Map();
      this.#faces.set(face, known);
    }
    if (!known.has(glyph)) {
      const outline = face.outlineOf?.(glyph);
      known.set(glyph, outline && toPath2D(outline));
    }
    return known.get(glyph);
  }

  /** The visible glyphs of a word. A word is shaped for one letter spacing. */
  placesOf(word: Word, face: Face, spacingEm: number): WordPlaces {
    let found = this.#words.get(word);
    if (!found) {
      found = { places: readPlaces(word, face, spacingEm), isSpace: isSpace(word, face) };
      this.#words.set(word, found);
    }
    return found;
  }
}

function readPlaces({ tj, pieces, drawn }: Word, face: Face, spacingEm: number): readonly number[] {
  const places: number[] = [];
  let penEm = 0;
  const shown = (drawn?.pieces ?? pieces ?? [{ tj, riseEm: 0 }]).flatMap((one) => ('pieces' in one ? one.pieces : [one]));
  for (const { tj: codes, riseEm, stretch } of shown)
    for (const { code, shiftEm } of readShown(codes, face.kind === 'standard' ? 1 : 2)) {
      penEm += shiftEm * (stretch ?? 1);
      if (code === undefined) continue;
      places.push(code, penEm, riseEm);
      penEm += stretch === undefined ? face.advanceEm(code) + spacingEm : face.advanceEm(code) * stretch;
    }
  return places;
}

function isSpace({ glyphs }: Word, face: Face): boolean {
  if (glyphs.length !== 1) return false;
  return face.kind === 'standard' ? glyphs[0] === 32 : face.unicodeOf(glyphs[0]!) === ' ';
}
