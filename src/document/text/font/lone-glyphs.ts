// Joins the glyphs of words, mostly numbers, whose characters neither change nor move each other. Such words need no shaping.
import { type GlyphRun, glyphStride } from './harfbuzz.ts';

/** Up to Latin Extended-B: no character in this range is a mark or joins others. */
const limit = 0x250;
/** A character without a glyph. Its text depends on its place in the word. */
const softHyphen = 0xad;

/** The characters of one font and one shaping. */
export class LoneGlyphs {
  readonly #shapeAlone: (character: string) => GlyphRun | undefined;
  /** By character: its glyphs. `null`: they depend on the neighbours. */
  readonly #runs: (GlyphRun | null | undefined)[] = new Array(limit);

  constructor(shapeAlone: (character: string) => GlyphRun | undefined) {
    this.#shapeAlone = shapeAlone;
  }

  /** The glyphs of a word from left to right; undefined: the word must be shaped as a whole. */
  run(text: string): GlyphRun | undefined {
    const run: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= limit) return undefined;
      const aloneRun = this.#runs[code] === undefined ? this.#learn(code) : this.#runs[code];
      if (aloneRun === null) return undefined;
      for (let i = 0; i < aloneRun.length; i += glyphStride)
        run.push(aloneRun[i]!, at, aloneRun[i + 2]!, aloneRun[i + 3]!, aloneRun[i + 4]!);
    }
    return run;
  }

  #learn(code: number): GlyphRun | null {
    const run = (code === softHyphen ? undefined : this.#shapeAlone(String.fromCharCode(code))) ?? null;
    this.#runs[code] = run;
    return run;
  }
}
