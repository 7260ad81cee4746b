// A font of a form as a face of the text engine, with the codes and widths of its dictionary. Nothing of it is embedded: the file has it already.
import { ByteReader } from '../document/text/font/byte-reader.ts';
import { readCharacterMap } from '../document/text/font/character-map.ts';
import { openSfnt } from '../document/text/font/sfnt.ts';
import { openStandardFace } from '../document/text/font/standard-face.ts';
import type { Face, FaceMetrics, InkBox, Word } from '../document/text/shaped-text.ts';
import { shownByte, shownCode } from '../document/text/shown-string.ts';
import { type Shaping, TextFace } from '../document/text/text-face.ts';
import type { CodeRoom } from '../inspect/content/cmap.ts';
import { type PdfFont, readFont } from '../inspect/content/font.ts';
import type { Dict } from '../pdf-file/objects.ts';
import { winAnsiOf } from '../pdf-file/win-ansi.ts';

/** `id`: distinct for distinct fonts. Undefined: nobody can be sure which characters the font shows. Raises UnreadablePdf. */
export function openFormFace(dict: Dict, id: string, room: CodeRoom): TextFace | undefined {
  const type = dict.name('Subtype') ?? '';
  const font = readFont(dict, room);
  const widthOf = font.isComposite ? (code: number) => font.widthOf(code) : widthsOf(font);
  if (!widthOf || !isKnown(font, type)) return undefined;
  const glyphOf = font.isComposite ? undefined : readGlyphs(font);
  const codes = new Map<number, number>();
  const last = font.isComposite ? 0xffff : 0xff;
  for (let code = font.isComposite ? 1 : 0x20; code <= last; code++) {
    const text = font.textOf(code);
    const codePoint = text?.codePointAt(0);
    if (codePoint === undefined || text!.length !== String.fromCodePoint(codePoint).length || codes.has(codePoint)) continue;
    if (!isSure(font, code, codePoint) || !(widthOf(code)! > 0) || glyphOf?.(codePoint) === 0) continue;
    codes.set(codePoint, code);
  }
  return codes.size === 0 ? undefined : new FormFace(id, font, codes, widthOf);
}

/**
 * Whether the dictionary says what each code of the font shows. A composite font must have codes of two bytes that are glyphs of its program: without
 * the program, or a map to Unicode, no code is sure.
 */
function isKnown(font: PdfFont, type: string): boolean {
  if (!font.isComposite) return ['Type1', 'MMType1', 'TrueType'].includes(type) && !(font.isSubset && !font.hasToUnicode);
  return font.dict.name('Encoding') === 'Identity-H';
}

/** Whether a code surely shows this character. */
function isSure(font: PdfFont, code: number, codePoint: number): boolean {
  if (font.isComposite) return typeof font.glyphOf(code) === 'number' && font.glyphOf(code) !== 0;
  // These quotation marks differ between the encodings of fonts that name none.
  return !([0x27, 0x60].includes(codePoint) && !font.dict.has('Encoding'));
}

/** The glyphs of an embedded TrueType program, which may be fewer than the encoding has; undefined: another program, or none. */
function readGlyphs({ descendant }: PdfFont): ((codePoint: number) => number) | undefined {
  const bytes = descendant.dict('FontDescriptor')?.stream('FontFile2')?.decode();
  if (!bytes) return undefined;
  try {
    const { tables } = openSfnt(bytes);
    const map = readCharacterMap(tables.get('cmap')!, new ByteReader(tables.get('maxp')!).u16(4));
    return (codePoint) => map.glyphOf(codePoint);
  } catch {
    // A damaged table, or one without Unicode: nobody knows which glyphs are there.
    return () => 0;
  }
}

/** The widths of a simple font; undefined: nobody knows them. */
function widthsOf({ dict, textOf }: PdfFont): ((code: number) => number | undefined) | undefined {
  const first = dict.number('FirstChar');
  const widths = dict.list('Widths');
  if (first !== undefined && widths.length > 0)
    return (code) => {
      const width = widths[code - first];
      return typeof width === 'number' ? width : undefined;
    };
  const standard = standardName(dict.name('BaseFont') ?? '');
  if (standard === undefined) return undefined;
  const face = openStandardFace(standard);
  return (code) => {
    const text = textOf(code);
    return text === undefined ? undefined : face.advanceEm(winAnsiOf(text.codePointAt(0)!));
  };
}

/** ISO 32000-1, 9.6.2.2, with the other names that readers know for these fonts. */
const standardNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
      ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
      ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
    ].map((name) => [name, name]),
  ),
  ...{ Arial: 'Helvetica', 'Arial,Bold': 'Helvetica-Bold', ArialMT: 'Helvetica', 'Arial-BoldMT': 'Helvetica-Bold' },
  ...{ CourierNew: 'Courier', CourierNewPSMT: 'Courier', TimesNewRoman: 'Times-Roman', TimesNewRomanPSMT: 'Times-Roman' },
};

const standardName = (name: string): string | undefined => (Object.hasOwn(standardNames, name) ? standardNames[name] : undefined);

class FormFace extends TextFace {
  readonly id: string;
  readonly postscriptName: string;
  readonly kind: Face['kind'];
  readonly metrics: FaceMetrics;
  readonly features = new Set<string>();
  readonly firstFreeCode = undefined;
  readonly #codes: ReadonlyMap<number, number>;
  readonly #texts: ReadonlyMap<number, string>;
  readonly #widthOf: (code: number) => number | undefined;
  readonly #show: (code: number) => string;

  constructor(
    id: string,
    { name, descendant, isComposite }: PdfFont,
    codes: ReadonlyMap<number, number>,
    widthOf: (code: number) => number | undefined,
  ) {
    super();
    this.id = id;
    this.postscriptName = name;
    // The kind says how long a code is.
    this.kind = isComposite ? 'truetype' : 'standard';
    this.metrics = readMetrics(name, descendant.dict('FontDescriptor'));
    this.#codes = codes;
    this.#texts = new Map([...codes].map(([codePoint, code]) => [code, String.fromCodePoint(codePoint)]));
    this.#widthOf = widthOf;
    this.#show = isComposite ? shownCode : shownByte;
  }

  has(codePoint: number): boolean {
    return this.#codes.has(codePoint);
  }

  unicodeOf(code: number): string | undefined {
    return this.#texts.get(code);
  }

  advanceEm(code: number): number {
    return this.#widthOf(code) ?? 0;
  }

  inkEm(code: number): InkBox | undefined {
    if (/^\s?$/u.test(this.unicodeOf(code) ?? '')) return undefined;
    const { ascent, descent } = this.metrics;
    return { left: 0, bottom: descent, right: this.advanceEm(code), top: ascent };
  }

  subset(): undefined {
    return undefined;
  }

  unseenWord(): undefined {}

  blankEm(): number {
    return 0;
  }

  shapeWord(text: string, { spacingEm }: Shaping): Word {
    const glyphs = Array.from(text.normalize('NFC'), (character) => this.#codes.get(character.codePointAt(0)!) ?? 0);
    return {
      widthEm: glyphs.reduce((sum, code) => sum + this.advanceEm(code) + spacingEm, 0),
      tj: glyphs.map(this.#show).join(''),
      glyphs,
      says: undefined,
      actualText: undefined,
      pieces: undefined,
      drawn: undefined,
    };
  }
}

function readMetrics(name: string, descriptor: Dict | undefined): FaceMetrics {
  const standard = standardName(name);
  const known = standard === undefined ? undefined : openStandardFace(standard).metrics;
  const positive = (entry: string, or: number): number => {
    const value = Math.abs(descriptor?.number(entry) ?? 0);
    return value >= 100 && value <= 3000 ? value : or;
  };
  return {
    ascent: positive('Ascent', known?.ascent ?? 750),
    descent: -positive('Descent', -(known?.descent ?? -250)),
    lineGap: 0,
    capHeight: positive('CapHeight', known?.capHeight ?? 700),
    xHeight: positive('XHeight', known?.xHeight ?? 500),
    underlinePosition: -100,
    underlineThickness: 50,
    strikeoutPosition: 250,
    italicAngle: descriptor?.number('ItalicAngle') ?? 0,
    bbox: [0, -250, 1000, 750],
    flags: descriptor?.number('Flags') ?? 32,
    stemV: 80,
  };
}
