// The hand-over from text to layout and paint: faces, shaped words, lines. Lengths in pt unless a name says em (1/1000 em).

/** A shaped piece of text, kept for the life of its face. */
export interface Word {
  /** Advance, in 1/1000 em. */
  readonly widthEm: number;
  /** Codes of two bytes (one for a standard font) and adjustments, as the inside of a string in a TJ array. */
  readonly tj: string;
  /** Codes in painting order: glyph ids of the font file; for a standard font WinAnsi codes, or those of its own encoding. */
  readonly glyphs: readonly number[];
  /** Text of glyphs that the font's own character map does not give (ligatures, alternates): pairs of glyph id and text. */
  readonly clusters: readonly (readonly [glyph: number, text: string])[] | undefined;
  /** Set where mapping glyph by glyph would extract wrong text: the logical text, for /ActualText. */
  readonly actualText: string | undefined;
  /** Set where one TJ array does not do: what to paint one after the other, instead of `tj`. */
  readonly pieces: readonly (Piece | SaidPieces)[] | undefined;
}

/** Glyphs at one height above the baseline. */
export interface Piece {
  readonly tj: string;
  /** In 1/1000 em. */
  readonly riseEm: number;
}

/** Glyphs that together stand for one character. */
export interface SaidPieces {
  readonly actualText: string;
  readonly pieces: readonly Piece[];
}

/** One font file, or one of the standard 14. */
export interface Face {
  /** Distinct for distinct bytes: SHA-256 of the file, or the standard font's name. */
  readonly id: string;
  readonly postscriptName: string;
  readonly kind: 'truetype' | 'cff' | 'standard';
  /** Typographic metrics in 1/1000 em, descent negative. */
  readonly metrics: FaceMetrics;
  has(codePoint: number): boolean;
  /** The text a glyph stands for by the character map (lowest code point), or undefined. */
  unicodeOf(glyph: number): string | undefined;
  /** Advance of a glyph in 1/1000 em, as the font file has it. */
  advanceEm(glyph: number): number;
  /** The font program with just these glyphs, deterministic for a set. Undefined for a standard font. */
  subset(glyphs: ReadonlySet<number>): FontProgram | undefined;
}

export interface FaceMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly capHeight: number;
  readonly xHeight: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
  readonly italicAngle: number;
  readonly bbox: readonly [number, number, number, number];
  /** Whether it is a serif, a script, fixed-pitch … as PDF's font descriptor flags (ISO 32000-2, table 121). */
  readonly flags: number;
  readonly stemV: number;
}

export interface FontProgram {
  readonly bytes: Uint8Array;
  /** `truetype`: FontFile2; `cff`: FontFile3, subtype CIDFontType0C or OpenType. */
  readonly format: 'truetype' | 'cff' | 'opentype';
  /** Where the subset renumbered its glyphs: glyph id of the file for each CID (= original glyph id); undefined: Identity. */
  readonly cidToGid: Uint8Array | undefined;
}

/** How a run of text looks. Made once per distinct style and compared by identity: text is cached by it. */
export interface TextStyle {
  /** In order of preference; a character takes the first face that has it. */
  readonly faces: readonly Face[];
  readonly size: number;
  /** `#rrggbb`, as paint writes it. */
  readonly color: string;
  readonly letterSpacing: number;
  readonly underline: boolean;
  readonly strike: boolean;
  /** OpenType features, `{ tnum: 1, liga: 0 }`. */
  readonly features: Readonly<Record<string, number>> | undefined;
  /** BCP 47 of the document: shaping and hyphenation differ by language. */
  readonly lang: string | undefined;
}

export interface TextRun {
  readonly text: string;
  readonly style: TextStyle;
  readonly link: string | undefined;
}

export interface ParagraphOptions {
  /** `start` follows the paragraph's direction. */
  readonly align: 'start' | 'left' | 'center' | 'right' | 'justify';
  /** Line height as a multiple of the font size. */
  readonly lineHeight: number;
  /** Base direction; auto: the first strong character (UAX #9, P2). */
  readonly dir: 'auto' | 'ltr' | 'rtl';
}

/** A run of glyphs of one face, size and colour on one line, ready to paint. */
export interface Segment {
  /** From the left edge of the box, alignment and justification applied. */
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
  readonly face: Face;
  /** Spaces are words of their own. */
  readonly words: readonly Word[];
  /** Added after each space, in pt: justification. */
  readonly wordSpacing: number;
  readonly link: string | undefined;
}

export interface Line {
  /** Advance without trailing spaces. */
  readonly width: number;
  readonly height: number;
  /** From the top of the line to its baseline. */
  readonly baseline: number;
  /** In visual order. */
  readonly segments: readonly Segment[];
}

/** Text shaped and ready to be broken at any width. */
export interface Paragraph {
  /** Width of the widest piece that cannot be broken. */
  readonly minWidth: number;
  /** Width of the longest line when nothing wraps. */
  readonly maxWidth: number;
  /** Code points that no face has; they are painted as the first face's .notdef. */
  readonly missing: readonly number[];
  /** UAX #14 breaks, greedy fill, UAX #9 reordering. A word wider than `width` is broken between clusters. `checkTime`: raises when time is up. */
  wrap(width: number, checkTime?: () => void): readonly Line[];
}
