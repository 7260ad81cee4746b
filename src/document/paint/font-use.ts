// Notes the glyphs of a face that a document shows, and the text of each code.

import type { ImageTraits } from '../image/stored-image.ts';
import { type Face, type Piece, type SaidPieces, type Word, wordJoiner } from '../text/shaped-text.ts';
import { replaceCodes } from '../text/shown-string.ts';

/** The codes and strings that paint a word in one document. */
export interface ShownWord {
  /** Codes in painting order. */
  readonly codes: readonly number[];
  readonly tj: string;
  readonly pieces: Word['pieces'];
  readonly drawn: Word['drawn'];
}

/**
 * One face in one document. A glyph's own code is its id. The character map gives the text of this code; for a glyph outside the map, the first word
 * with the glyph gives it. For each other text the glyph gets a code beyond the font's glyphs. So the codes depend only on the document, in painting
 * order.
 */
export class FontUse {
  readonly face: Face;
  /** Name among the resources: `F1`. */
  readonly name: string;
  // Marks are bits by code: cheap to set for each painted word, and always in order.
  readonly #marks = new Uint32Array(2048);
  /** Texts of codes that the face's character map does not give. */
  readonly #texts = new Map<number, string>();
  /** Glyph ids by the codes beyond the font's. */
  readonly #aliases = new Map<number, number>();
  readonly #aliasOf = new Map<string, number>();
  readonly #shown = new WeakMap<Word, ShownWord>();
  /** Whether pictures of its glyphs are transparent, or have more than 8 bits a channel. Some standards refuse such pictures. */
  isTransparent = false;
  isDeep = false;

  constructor(face: Face, name: string) {
    this.face = face;
    this.name = name;
  }

  mark(codes: readonly number[]): void {
    const marks = this.#marks;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      marks[code >>> 5]! |= 1 << (code & 31);
    }
  }

  noteTraits(traits: ImageTraits | undefined): void {
    this.isTransparent ||= traits?.hasAlpha ?? false;
    this.isDeep ||= (traits?.bits ?? 8) > 8;
  }

  /** All marked codes, ascending. */
  list(): number[] {
    const codes: number[] = [];
    for (let i = 0; i < this.#marks.length; i++) {
      for (let bits = this.#marks[i]!; bits !== 0; bits &= bits - 1) codes.push(i * 32 + 31 - Math.clz32(bits & -bits));
    }
    return codes;
  }

  get aliases(): ReadonlyMap<number, number> {
    return this.#aliases;
  }

  /** Whether each code has the text that the character map gives. */
  get saysCharacterMap(): boolean {
    return this.#texts.size === 0;
  }

  /** The word in codes with its text. Undefined: the font has too few free codes. */
  show(word: Word): ShownWord | undefined {
    const { glyphs, says, tj, pieces, drawn } = word;
    if (says === undefined && drawn === undefined) return { codes: glyphs, tj, pieces, drawn };
    const known = this.#shown.get(word);
    if (known) return known;
    const codes = says ? this.#codesFor(glyphs, (i) => says[i]!) : glyphs;
    const silent = drawn && this.#codesFor(drawn.glyphs, () => wordJoiner);
    if (!codes || (drawn && !silent)) return undefined;
    const shown = recode(word, codes, silent);
    this.#shown.set(word, shown);
    return shown;
  }

  #codesFor(glyphs: readonly number[], textOf: (i: number) => string): readonly number[] | undefined {
    const codes: number[] = [];
    for (let i = 0; i < glyphs.length; i++) {
      const code = this.#codeFor(glyphs[i]!, textOf(i));
      if (code === undefined) return undefined;
      codes.push(code);
    }
    return codes;
  }

  #codeFor(glyph: number, text: string): number | undefined {
    const textOfGlyph = this.face.unicodeOf(glyph) ?? this.#texts.get(glyph);
    if (textOfGlyph === text) return glyph;
    if (textOfGlyph === undefined) {
      this.#texts.set(glyph, text);
      return glyph;
    }
    const key = `${glyph} ${text}`;
    const known = this.#aliasOf.get(key);
    if (known !== undefined) return known;
    const first = this.face.firstFreeCode;
    if (first === undefined || first + this.#aliases.size > 0xffff) return undefined;
    const code = first + this.#aliases.size;
    this.#aliasOf.set(key, code);
    this.#aliases.set(code, glyph);
    this.#texts.set(code, text);
    return code;
  }

  textOf(code: number): string | undefined {
    return this.#texts.get(code) ?? this.face.unicodeOf(code);
  }
}

function recode({ tj, pieces, drawn }: Word, codes: readonly number[], silent: readonly number[] | undefined): ShownWord {
  const next = codes.values();
  const nextSilent = (silent ?? []).values();
  const recodePiece = (piece: Piece): Piece => ({ ...piece, tj: replaceCodes(piece.tj, next) });
  return {
    codes,
    tj: pieces ? '' : replaceCodes(tj, next),
    pieces: pieces?.map((piece: Piece | SaidPieces) =>
      'actualText' in piece ? { ...piece, pieces: piece.pieces.map(recodePiece) } : recodePiece(piece),
    ),
    drawn: drawn && {
      glyphs: silent!,
      pieces: drawn.pieces.map((piece) => ({ ...piece, tj: replaceCodes(piece.tj, nextSilent) })),
    },
  };
}
