// What of an embedded font depends on its glyph set alone: program, widths, tag. Prepared once for a set.
import { createHash } from 'node:crypto';
import { PdfgenError } from '../../contract/errors.ts';
import { BoundedCache } from '../image/bounded-cache.ts';
import type { Face, FontProgram } from '../text/types.ts';
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
  /** By the character map alone. */
  readonly toUnicode: Uint8Array;
}

const cache = new BoundedCache<FontStreams>(64);

/** The streams of a face with `glyphs`, which are ascending, all deflated. */
export function makeFontStreams(face: Face, glyphs: readonly number[]): FontStreams {
  const digest = createHash('sha256').update(face.id).update('\n').update(Uint16Array.from(glyphs)).digest();
  const key = digest.toString('latin1');
  const known = cache.get(key);
  if (known) return known;
  const program = face.subset(new Set(glyphs));
  if (!program) throw new PdfgenError('RENDER_FAILED', `The font ${face.postscriptName} gave no subset to embed.`);
  const streams: FontStreams = {
    tag: String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26))),
    format: program.format,
    programLength: program.bytes.length,
    program: deflate(program.bytes),
    cidToGid: program.cidToGid && deflate(program.cidToGid),
    widths: makeWidths(face, glyphs),
    toUnicode: deflate(
      Buffer.from(
        makeToUnicode(glyphs, (glyph) => face.unicodeOf(glyph)),
        'latin1',
      ),
    ),
  };
  cache.set(key, streams);
  return streams;
}

const latin = new WeakMap<Face, readonly number[]>();

/** The glyphs of a face for Latin-1, ascending: what a template's subset holds besides the document's own. */
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
