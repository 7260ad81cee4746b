// The outlines of glyphs and their places in words. Both are kept as long as their face: a change of a template reads few of them anew.
import type { Face, Word } from '../../document/text/shaped-text.ts';
import { readShown } from '../../document/text/shown-string.ts';
import { toPath2D } from './outline.ts';

export class Glyphs {
  readonly #faces = new WeakMap<Face, Map<number, Path2D | undefined>>();
  readonly #words = new WeakMap<Word, readonly number[]>();

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

  /**
   * The visible glyphs of a word, which is shaped for one letter spacing. Three numbers for each: its code, its place from the beginning of the word, and
   * its rise, in 1/1000 em.
   */
  placesOf(word: Word, face: Face, spacingEm: number): readonly number[] {
    let found = this.#words.get(word);
    if (!found) {
      found = readPlaces(word, face, spacingEm);
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
