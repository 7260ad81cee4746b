// A standard font for the text engine: metrics and a code for each character. Standard fonts are not embedded.
import type { FaceMetrics } from '../shaped-text.ts';

/** The metrics of a standard font, in 1/1000 em, and its one-byte codes. */
export interface StandardFont {
  readonly metrics: FaceMetrics;
  /** By code. */
  readonly widths: Uint16Array;
  /** By left code × 256 + right code. */
  readonly kerning: ReadonlyMap<number, number>;
  /** The code of a character, or 0. */
  codeOf(codePoint: number): number;
  /** The character of a code, or 0. */
  codePointOf(code: number): number;
  /** Code of the sign shown for a character that the font lacks. */
  readonly substitute: number;
}

/** ISO 32000-2, annex D.5 and D.6: the characters of a symbol font at its codes from 20 on (a space for an empty code), and their widths. */
export interface SymbolTable {
  readonly characters: string;
  readonly widths: readonly number[];
  /** Further characters with the same glyph: each with its counterpart in `characters`. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly metrics: FaceMetrics;
  /** A character of the table. */
  readonly substitute: string;
}

const firstCode = 0x20;

/** A font with its own encoding, from its table. */
export function makeSymbolFont({ characters, widths, aliases, metrics, substitute }: SymbolTable): StandardFont {
  const codePoints = new Uint16Array(256);
  const codes = new Map<number, number>();
  for (const [i, character] of [...characters].entries()) {
    const codePoint = character.codePointAt(0)!;
    if (codePoint === 0x20 && i > 0) continue;
    codePoints[firstCode + i] = codePoint;
    // Some signs have two codes; the first is as good.
    if (!codes.has(codePoint)) codes.set(codePoint, firstCode + i);
  }
  for (const [alias, character] of Object.entries(aliases))
    codes.set(alias.codePointAt(0)!, codes.get(character.codePointAt(0)!)!);
  const byCode = new Uint16Array(256);
  byCode.set(widths, firstCode);
  return {
    metrics,
    widths: byCode,
    kerning: new Map(),
    codeOf: (codePoint) => codes.get(codePoint) ?? 0,
    codePointOf: (code) => codePoints[code] ?? 0,
    substitute: codes.get(substitute.codePointAt(0)!)!,
  };
}
