// Shapes words with harfbuzz: one wasm instance and one buffer a process; one word at a time.
import type * as harfbuzzModule from 'harfbuzzjs';
import type { Neighbours, Shaping } from '../text-face.ts';

/** Glyphs in visual order, five numbers each: glyph id, cluster (index into the text), advance, x offset, y offset; font units. */
export type GlyphRun = readonly number[];
export const glyphStride = 5;

/** Fonts raise and lower whatever digits this feature holds for, so it holds for fractions only: neither for other numbers nor for dates. */
export const fractionTag = 'frac';

export function findFractions(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found = text.matchAll(/(?<![\d/\u2044])\d+[/\u2044]\d+(?![\d/\u2044])/g);
  return [...found].map(({ index, 0: fraction }) => ({ start: index, end: index + fraction.length }));
}

const alone: Neighbours = { before: '', after: '' };

export class Harfbuzz {
  readonly #hb: typeof harfbuzzModule;
  readonly #buffer: harfbuzzModule.Buffer;

  constructor(hb: typeof harfbuzzModule) {
    this.#hb = hb;
    this.#buffer = new hb.Buffer();
  }

  /** The bytes are copied into the wasm memory, which is freed when the font is no longer referenced. */
  openFont(bytes: Uint8Array): harfbuzzModule.Font {
    return new this.#hb.Font(new this.#hb.Face(new this.#hb.Blob(bytes), 0));
  }

  makePaintFuncs(): harfbuzzModule.PaintFuncs {
    return new this.#hb.PaintFuncs();
  }

  shape(font: harfbuzzModule.Font, text: string, shaping: Shaping, beside: Neighbours = alone): GlyphRun {
    this.#shape(font, text, shaping, 0, beside);
    return this.#read(this.#buffer.getGlyphInfos(), beside.before.length);
  }

  /**
   * The glyphs of a piece of text by itself; undefined: it may look different beside another piece. Two pieces with glyphs look the same together as
   * alone: HarfBuzz promises this for glyphs without the mark HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.
   */
  shapeAlone(font: harfbuzzModule.Font, text: string, shaping: Shaping): GlyphRun | undefined {
    const { BufferFlag, GlyphFlag } = this.#hb;
    this.#shape(font, text, shaping, BufferFlag.PRODUCE_UNSAFE_TO_CONCAT, alone);
    const infos = this.#buffer.getGlyphInfos();
    return infos.some(({ flags }) => (flags & GlyphFlag.UNSAFE_TO_CONCAT) !== 0) ? undefined : this.#read(infos, 0);
  }

  #shape(font: harfbuzzModule.Font, text: string, shaping: Shaping, flags: number, { before, after }: Neighbours): void {
    const hb = this.#hb;
    const buffer = this.#buffer;
    buffer.clearContents();
    buffer.addText(before + text + after, before.length, text.length);
    buffer.setDirection(shaping.rtl ? hb.Direction.RTL : hb.Direction.LTR);
    buffer.setScript(shaping.script);
    if (shaping.lang !== '') buffer.setLanguage(shaping.lang);
    // After shaping, joiners and marks of direction are no longer needed. As glyphs they would be invisible, but extracted.
    buffer.setFlags(hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES | flags);
    const features = shaping.features.flatMap(([tag, value]) => {
      if (tag !== fractionTag || value === 0) return new hb.Feature(tag, value);
      return findFractions(text).map(({ start, end }) => new hb.Feature(tag, value, before.length + start, before.length + end));
    });
    hb.shape(font, buffer, features.length === 0 ? undefined : features);
  }

  #read(infos: readonly harfbuzzModule.GlyphInfo[], offset: number): GlyphRun {
    const positions = this.#buffer.getGlyphPositions();
    const run: number[] = [];
    for (let i = 0; i < infos.length; i++) {
      const info = infos[i]!;
      const position = positions[i]!;
      run.push(info.codepoint, info.cluster - offset, position.xAdvance, position.xOffset, position.yOffset);
    }
    return run;
  }
}
