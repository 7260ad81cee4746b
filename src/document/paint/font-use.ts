// Which glyphs of a face a document shows, and what text each of them stands for.
import type { Face, Word } from '../text/types.ts';

/** One face in one document. Marks are bits by glyph id: cheap to set for each word painted, and sorted by themselves. */
export class FontUse {
  readonly face: Face;
  /** Name among the resources: `F1`. */
  readonly name: string;
  readonly #marks = new Uint32Array(2048);
  /** Text of glyphs the face's character map does not give: the first text wins, in painting order. */
  readonly texts = new Map<number, string>();
  #space = -1;
  #notSpace = -1;

  constructor(face: Face, name: string) {
    this.face = face;
    this.name = name;
  }

  mark(glyphs: readonly number[]): void {
    const marks = this.#marks;
    for (let i = 0; i < glyphs.length; i++) {
      const glyph = glyphs[i]!;
      marks[glyph >>> 5]! |= 1 << (glyph & 31);
    }
  }

  /** All marked glyphs, ascending. */
  list(): number[] {
    const glyphs: number[] = [];
    for (let i = 0; i < this.#marks.length; i++) {
      for (let bits = this.#marks[i]!; bits !== 0; bits &= bits - 1) glyphs.push(i * 32 + 31 - Math.clz32(bits & -bits));
    }
    return glyphs;
  }

  /** Whether a word is a space, after which justification adds. */
  isSpace(word: Word): boolean {
    if (word.glyphs.length !== 1) return false;
    const glyph = word.glyphs[0]!;
    if (glyph === this.#space) return true;
    if (glyph === this.#notSpace) return false;
    const isSpace = this.face.kind === 'standard' ? glyph === 32 : this.face.unicodeOf(glyph) === ' ';
    if (isSpace) this.#space = glyph;
    else this.#notSpace = glyph;
    return isSpace;
  }

  /** Notes the texts of a word's glyphs; false when one of them already stands for another text in this document. */
  claim(clusters: NonNullable<Word['clusters']>): boolean {
    for (const [glyph, text] of clusters) {
      const taken = this.texts.get(glyph) ?? this.face.unicodeOf(glyph);
      if (taken === undefined) this.texts.set(glyph, text);
      else if (taken !== text) return false;
    }
    return true;
  }

  textOf(glyph: number): string | undefined {
    return this.texts.get(glyph) ?? this.face.unicodeOf(glyph);
  }
}

/** The logical text of a word by its glyphs. Right-to-left words are painted, and so listed, in visual order. */
export function textOfWord(word: Word, use: FontUse): string {
  if (word.actualText !== undefined) return word.actualText;
  const own = new Map(word.clusters);
  const texts = word.glyphs.map((glyph) => own.get(glyph) ?? use.textOf(glyph) ?? '');
  const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(texts.join(''));
  return (isRightToLeft ? texts.reverse() : texts).join('');
}
