// The parts of an embedded font that depend only on its set of glyphs: program, widths, tag. Prepared once for a set.
import { createHash } from 'node:crypto';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { Face, FontProgram, GlyphAliases } from '../text/shaped-text.ts';
import { deflate } from './deflate.ts';
import { makeWidths } from './glyph-widths.ts';
import { makeToUnicode } from './to-unicode.ts';

export interface FontStreams {
  /** Six letters that name the subset (ISO 32000-2, 9.9.2). */
  readonly tag: string;
  readonly format: FontProgram['format'];
  readonly programLength: number;
  readonly program: Uint8Array;
  readonly cidToGid: Uint8Array | undefined;
  readonly widths: string;
  /** The CIDs of the program, a bit each (ISO 32000-1, table 124). */
  readonly cidSet: () => Uint8Array;
  /** The ToUnicode map by the character map only. */
  readonly toUnicode: Uint8Array;
}

const cache = new BoundedCache<FontStreams>(64);

/** The streams of a face with `codes`, in ascending order, all deflated. A code beyond the glyph ids stands for its glyph in `aliases`. */
export function makeFontStreams(face: Face, codes: readonly number[], aliases: GlyphAliases): FontStreams {
  const glyphs = codes.map((code) => aliases.get(code) ?? code);
  const digest = createHash('sha256')
    .update(face.id)
    .update('\n')
    .update(Uint16Array.from(codes))
    .update(Uint16Array.from(aliases.values()))
    .digest();
  const key = digest.toString('latin1');
  const known = cache.get(key);
  if (known) return known;
  const program = face.subset(new Set(glyphs), aliases);
  if (!program) throw new PdfgenError('RENDER_FAILED', `The font ${face.postscriptName} gave no subset to embed.`);
  const streams: FontStreams = {
    tag: String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26))),
    format: program.format,
    programLength: program.bytes.length,
    program: deflate(program.bytes),
    cidToGid: program.cidToGid && deflate(program.cidToGid),
    widths: makeWidths(codes, (code) => face.advanceEm(aliases.get(code) ?? code)),
    cidSet: () => deflate(makeCidSet([...program.cids()])),
    toUnicode: deflate(
      Buffer.from(
        makeToUnicode(codes, (code) => face.unicodeOf(code)),
        'latin1',
      ),
    ),
  };
  cache.set(key, streams);
  return streams;
}

/** The first bit of a byte is its highest. */
function makeCidSet(cids: readonly number[]): Uint8Array {
  const bits = new Uint8Array((cids.reduce((most, cid) => Math.max(most, cid), 0) >> 3) + 1);
  for (const cid of cids) bits[cid >> 3]! |= 128 >> (cid & 7);
  return bits;
}

const latin = new WeakMap<Face, readonly number[]>();

/** The glyphs of a face for Latin-1, ascending. A template's subset holds them besides the document's own glyphs. */
export function latinGlyphs(face: Face): readonly number[] {
  const known = latin.get(face);
  if (known) return known;
  const glyphs: number[] = [];
  for (let glyph = 1; glyph < 65_536; glyph++) {
    const text = face.unicodeOf(glyph);
    if (text !== undefined && text.length === 1 && text >= ' ' && text <= '\u00ff') glyphs.push(glyph);
  }
  latin.set(face, glyphs);
  return glyphs;
}
