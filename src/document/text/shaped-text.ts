// The faces, shaped words and lines that the text engine hands to layout and paint. Lengths in pt unless a name says em (1/1000 em).
import type { ImageSource } from '../image/image-source.ts';
import type { Path } from '../vector/path.ts';
import type { Hyphenator } from './hyphenation/hyphenator.ts';
import type { Alignment, TextPropertiesFor } from './text-properties.ts';

/** A shaped piece of text, kept for the life of its face. */
export interface Word {
  /** Advance, in 1/1000 em. */
  readonly widthEm: number;
  /** A space, after which justification adds room. A feature of the font may replace its glyph. */
  readonly isSpace?: true;
  /** Codes of two bytes (one for a standard font) and adjustments, as the inside of a string in a TJ array. */
  readonly tj: string;
  /** Codes in painting order: glyph ids of the font file; for a standard font codes of WinAnsi or of its own encoding. */
  readonly glyphs: readonly number[];
  /** The text of each of `glyphs` here (`wordJoiner`: no text). Undefined: the texts that the face gives. */
  readonly says: readonly string[] | undefined;
  /** The logical text, for /ActualText. Set if readers would join the texts of the glyphs wrongly. */
  readonly actualText: string | undefined;
  /** Pieces to paint one after the other, instead of `tj`. Set if one TJ array is not enough. */
  readonly pieces: readonly (Piece | SaidPieces)[] | undefined;
  /** The visible part, painted without a text, if invisible glyphs give the text of the word. It begins where the word begins. */
  readonly drawn: { readonly glyphs: readonly number[]; readonly pieces: readonly Piece[] } | undefined;
  /** Glyphs that are pictures. Their codes paint nothing. Absent: no such glyphs. */
  readonly pictured?: readonly PicturedGlyph[] | undefined;
}

/** A glyph that is painted as a picture, and its origin from the beginning of its word, in 1/1000 em. */
export interface PicturedGlyph {
  readonly glyph: number;
  readonly xEm: number;
  readonly riseEm: number;
}

/** Glyphs at one height above the baseline. */
export interface Piece {
  readonly tj: string;
  /** In 1/1000 em. */
  readonly riseEm: number;
  /** The factor of all advances, without letter spacing. Absent: 1, with letter spacing. */
  readonly stretch?: number;
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
  /** For a variable font with its axes set: those away from their defaults, as in its PostScript name. */
  readonly instance?: string | undefined;
  /** Why the colours of the font are not painted, as a clause after its name. A character then counts only if it also has an outline. */
  readonly colorFault?: string | undefined;
  /** The font draws characters as pictures, which are painted. */
  readonly hasPictures?: boolean;
  /** The tags of its OpenType features. Undefined: they cannot be listed. */
  readonly features: ReadonlySet<string> | undefined;
  has(codePoint: number): boolean;
  /** The text of a glyph in the character map: the lowest code point, but an ideograph before its radical; or undefined. */
  unicodeOf(glyph: number): string | undefined;
  /** Advance of a glyph in 1/1000 em, from the font file. */
  advanceEm(glyph: number): number;
  /** The box around the painted part of a glyph, from its origin, up and to the right; undefined: it paints nothing. */
  inkEm(glyph: number): InkBox | undefined;
  /** The outline of a glyph in 1/1000 em, y down. Undefined: it paints nothing, or it is a picture. Absent for a standard font. */
  outlineOf?(glyph: number): Path | undefined;
  /** The picture of a glyph in text of a colour `#rrggbb`. Undefined: the glyph is an outline. Raises ASSET_INVALID and RENDER_LIMIT. */
  pictureOf?(glyph: number, color: string): GlyphPicture | undefined;
  /** The first free code: a document may use free codes for glyphs that need a second code. Undefined: the font has no free codes. */
  readonly firstFreeCode: number | undefined;
  /** The font program with just these glyphs, and with free codes for some of them; deterministic. Undefined for a standard font. */
  subset(glyphs: ReadonlySet<number>, aliases?: GlyphAliases): FontProgram | undefined;
  /**
   * The font with which viewers write what people type: those of `characters` that it has. The same list gives the same font. Absent for a standard font.
   * Only for work inside of `withDemanded`.
   */
  typingFont?(characters: readonly number[]): TypingFont;
}

/** A font of form fields. */
export interface TypingFont {
  readonly face: Face;
  /** Glyph ids of its characters, ascending. */
  readonly glyphs: readonly number[];
  /** A TrueType file with these glyphs, under their ids, and with its character map. Undefined: the font has other outlines. */
  readonly program: Uint8Array | undefined;
}

/** In 1/1000 em. */
export interface InkBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A glyph in colours, or of pixels. */
export interface GlyphPicture {
  readonly box: InkBox;
  readonly image: ImageSource;
}

/** Glyph ids by the free codes that show them as well. */
export type GlyphAliases = ReadonlyMap<number, number>;

/** The code point for no text. A glyph without a text is mapped to it, for example in a word with more glyphs than characters. */
export const wordJoiner = '\u2060';

/** Where characters below or above the line stand. */
export type TextPosition = 'sub' | 'super';

/** How small such characters are, and how far above the baseline, in 1/1000 em. */
export interface RaisedLook {
  readonly size: number;
  readonly rise: number;
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
  /** Flags of PDF's font descriptor: serif, script, fixed-pitch … (ISO 32000-2, table 121). */
  readonly flags: number;
  readonly stemV: number;
  /** 1 to 1000: 400 is regular, 700 bold. Absent for standard fonts. */
  readonly weight?: number;
  /** The size and place that the font recommends for subscripts and superscripts. Absent: no recommendation. */
  readonly raised?: Readonly<Record<TextPosition, RaisedLook>> | undefined;
}

export interface FontProgram {
  readonly bytes: Uint8Array;
  /** `truetype`: FontFile2; `cff`: FontFile3, subtype CIDFontType0C or OpenType. */
  readonly format: 'truetype' | 'cff' | 'opentype';
  /** If the subset renumbers glyphs: the new glyph id for each CID (= original glyph id); undefined: Identity. */
  readonly cidToGid: Uint8Array | undefined;
  /** All CIDs with a glyph in the program. Glyph 0 counts: CIDToGIDMap leads to it from all CIDs between those in use. */
  cids(): Iterable<number>;
}

/** A font that stands in for letters that the font of the text lacks. */
export interface UnnamedFont {
  readonly face: Face;
  /** The name of the font of the text, and its place in the template. */
  readonly named: string;
  readonly pointer: string;
  /** The letters in words of this face whose script the font of the text has. */
  lettersIn(words: readonly Word[]): readonly string[];
}

/** A doubt about a font, with its place in the template. */
export interface FontDoubt {
  readonly pointer: string;
  readonly message: string;
}

/** The look of a run of text. Made once per distinct style and compared by identity: text is cached by it. */
export interface TextStyle extends TextPropertiesFor<'glyphs'> {
  /** In order of preference: the first face with a character shows it. */
  readonly faces: readonly Face[];
  /** Opens the face for characters that no other face has. */
  readonly openLastFace?: (() => Face | undefined) | undefined;
  /** By their ids: faces in another style than the text asks for, because their family lacks it. */
  readonly standIns?: ReadonlyMap<string, FontDoubt> | undefined;
  /** The font of `faces` that the template does not name, and the font that it names. */
  readonly unnamed?: UnnamedFont | undefined;
  /** BCP 47 of the document: shaping and hyphenation differ by language. */
  readonly lang: string | undefined;
  /** Characters above or below the line: how far above the baseline in pt, and the size of the text around. */
  readonly raised?: { readonly by: number; readonly fullSize: number } | undefined;
  /** The text around that set the underline or strike, if it has another size or face: its line stays even. */
  readonly underlineOf?: LineSource | undefined;
  readonly strikeOf?: LineSource | undefined;
}

/** What the height and place of an underline or strike depend on. */
export interface LineSource {
  readonly size: number;
  readonly face: Face;
}

/** Describes a part of a text for its tags. All runs and segments of the part have the same object. */
export interface TextMark {
  readonly kind: 'strong' | 'em' | 'code' | 'style' | 'link' | TextPosition;
  readonly decoration?: 'Underline' | 'LineThrough' | undefined;
}

/** One link in a text. All runs and segments of the link have the same object. */
export interface TextLink {
  readonly target: string;
  /** The whole text of the link. */
  readonly text: string;
  /** The name of the place of the link, to which another link leads back. */
  readonly anchor?: string | undefined;
  /** It refers to a note of its text: the index of that. */
  readonly note?: number | undefined;
}

export interface TextRun {
  readonly text: string;
  readonly style: TextStyle;
  readonly link: TextLink | undefined;
  /** The number of a heading, which is a segment of its own. */
  readonly isLabel?: true | undefined;
  /** From the outside in. */
  readonly marks?: readonly TextMark[] | undefined;
  /** The binding that prints it: its order is its own. Runs in a row with the same number are one value. */
  readonly isolate?: number | undefined;
}

/** How runs become lines. Made once per distinct options and compared by identity, like a style. */
export interface ParagraphOptions extends Omit<TextPropertiesFor<'paragraph'>, 'align'> {
  readonly align: Alignment;
  /** Base direction. `auto`: the first strong character of each paragraph (UAX #9, P2), else `ltr`; `auto-rtl`: else `rtl`. */
  readonly dir: 'auto' | 'auto-rtl' | 'ltr' | 'rtl';
  /** Another text follows in the same sentence, so the last line ends in a space too. */
  readonly goesOn?: boolean;
  /** Finds the decimal separator of the locale, for the stops of tabs. */
  readonly decimalPoint?: RegExp | undefined;
  /** Divides words. Undefined: only soft hyphens do. */
  readonly hyphenator?: Hyphenator | undefined;
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
  /** The room that justification adds after each space, in pt. */
  readonly wordSpacing: number;
  /** Indexes of other words after which justification adds this room: between characters of scripts without spaces. */
  readonly spreads: ReadonlySet<number> | undefined;
  readonly link: TextLink | undefined;
  /** The number of a heading. */
  readonly isLabel?: true | undefined;
  /** Signs that fill the gap of a tab. They are not read. */
  readonly isLeader?: true | undefined;
  /** From the outside in. */
  readonly marks?: readonly TextMark[] | undefined;
  /** Set if the line is not in the order in which it is read. */
  readonly reading: Reading | undefined;
}

/** How a piece of a line is read whose glyphs are in visual order. */
export interface Reading {
  /** In logical order. */
  readonly text: string;
  /** Smaller numbers are read first. */
  readonly place: number;
}

export interface TextLine {
  /** Advance without trailing spaces. */
  readonly width: number;
  readonly height: number;
  /** From the top of the line to its baseline. */
  readonly baseline: number;
  /** In visual order. */
  readonly segments: readonly Segment[];
  /** The text in logical order, if it is not that of the segments. */
  readonly reading: string | undefined;
  /** The text stands at the right side: its first strong character is written from right to left. */
  readonly isRightToLeft: boolean;
  /** The text of a line that is wider than its place. */
  readonly tooWide: string | undefined;
  /** Its text, if a tab in it finds no stop, or no room before its stop. */
  readonly offStop?: string | undefined;
  /** Its letters lie over letters of the next line. */
  readonly reachesNext: boolean;
}

/** Text shaped and ready to be broken at any width. */
export interface Paragraph {
  /** Width of the widest piece that is never broken. With `wrap: anywhere` each piece is a character. */
  readonly minWidth: number;
  /** Width of the longest line without wrapping. */
  readonly maxWidth: number;
  /** Code points without a face; the first face's .notdef is painted instead. */
  readonly missing: readonly number[];
  /** Control characters, which are left out, and halves of surrogate pairs, which are painted as U+FFFD. */
  readonly unprintable: readonly number[];
  /** UAX #14 breaks, greedy fill, UAX #9 reordering. A line without a possible break may be wider than `width`. `checkTime`: raises when time is up. */
  wrap(width: number, checkTime?: () => void): readonly TextLine[];
}
