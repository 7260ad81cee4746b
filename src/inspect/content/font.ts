// A font of a page: its codes as text, and the facts that its program and its dictionary must agree on.
import { asDict, type Dict, Name, type Stream, type Value } from '../../pdf-file/objects.ts';
import { codePointOfWinAnsi } from '../../pdf-file/win-ansi.ts';
import { type CMap, type CodeRoom, readCMap } from './cmap.ts';
import { type FontProgram, readFontProgram } from './font-program.ts';

export interface PdfFont {
  readonly dict: Dict;
  /** The CIDFont of a composite font, else the font itself. */
  readonly descendant: Dict;
  readonly name: string;
  readonly type: string;
  readonly isEmbedded: boolean;
  /** Its name begins with six letters and a plus sign. */
  readonly isSubset: boolean;
  readonly isComposite: boolean;
  readonly hasToUnicode: boolean;
  /** Takes the bytes of a shown string apart. */
  codes(bytes: Uint8Array): readonly { readonly code: number; readonly length: number }[];
  /** Undefined: the file does not say which text the code stands for. */
  textOf(code: number): string | undefined;
  /** The width in the dictionary. Only composite fonts answer. */
  widthOf(code: number): number | undefined;
  /** The glyph in the program; null: the program lacks it; undefined: not known. Only composite fonts answer. */
  glyphOf(code: number): number | null | undefined;
  program(): FontProgram | undefined;
}

/** Raises UnreadablePdf for more codes than there is room. */
export function readFont(dict: Dict, room: CodeRoom): PdfFont {
  const type = dict.name('Subtype') ?? '';
  const isComposite = type === 'Type0';
  const descendant = (isComposite ? asDict(dict.list('DescendantFonts')[0]) : undefined) ?? dict;
  const descriptor = descendant.dict('FontDescriptor');
  const file = descriptor?.stream('FontFile2') ?? descriptor?.stream('FontFile3') ?? descriptor?.stream('FontFile');
  const name = dict.name('BaseFont') ?? dict.name('Name') ?? '';
  const toUnicode = readMap(dict.stream('ToUnicode'), room);
  const encoding = isComposite ? readMap(dict.stream('Encoding'), room) : undefined;
  const cidToGid = isComposite ? descendant.stream('CIDToGIDMap')?.decode() : undefined;
  const simple = isComposite ? undefined : readEncoding(dict);
  const cidOf = (code: number): number => encoding?.cids.get(code) ?? code;
  let program: FontProgram | undefined;
  let isProgramRead = false;
  const readProgram = (): FontProgram | undefined => {
    if (!isProgramRead) {
      isProgramRead = true;
      const bytes = file?.decode();
      program = bytes && readFontProgram(bytes);
    }
    return program;
  };
  let widths: ReadonlyMap<number, number> | undefined;
  const defaultWidth = descendant.number('DW') ?? 1000;
  return {
    dict,
    descendant,
    name,
    type: isComposite ? (descendant.name('Subtype') ?? type) : type,
    isEmbedded: file !== undefined || type === 'Type3',
    isSubset: /^[A-Z]{6}\+/.test(name),
    isComposite,
    hasToUnicode: toUnicode !== undefined,
    codes: (bytes) => splitCodes(bytes, isComposite ? encoding : undefined, isComposite),
    textOf: (code) => toUnicode?.texts.get(code) ?? (simple ? simple(code) : undefined),
    widthOf(code) {
      if (!isComposite) return undefined;
      widths ??= readWidths(descendant, room);
      return widths.get(cidOf(code)) ?? defaultWidth;
    },
    glyphOf(code) {
      if (!isComposite) return undefined;
      const known = readProgram();
      if (!known) return undefined;
      const cid = cidOf(code);
      if (known.format === 'cff' && !cidToGid) return known.glyphOf(cid) ?? null;
      const glyph = cidToGid ? ((cidToGid[cid * 2] ?? 0) << 8) | (cidToGid[cid * 2 + 1] ?? 0) : cid;
      return glyph < known.glyphCount ? glyph : null;
    },
    program: readProgram,
  };
}

function readMap(stream: Stream | undefined, room: CodeRoom): CMap | undefined {
  const bytes = stream?.decode();
  return bytes && readCMap(bytes, room);
}

function splitCodes(bytes: Uint8Array, map: CMap | undefined, isComposite: boolean) {
  if (!isComposite) return Array.from(bytes, (code) => ({ code, length: 1 }));
  const codes: { code: number; length: number }[] = [];
  for (let at = 0; at < bytes.length; ) {
    let code = 0;
    let length = 0;
    do {
      code = code * 256 + bytes[at + length]!;
      length++;
    } while (at + length < bytes.length && length < 4 && !isWhole(code, length, map));
    codes.push({ code, length });
    at += length;
  }
  return codes;
}

function isWhole(code: number, length: number, map: CMap | undefined): boolean {
  if (!map || map.spaces.length === 0) return length === 2;
  return map.spaces.some((space) => space.length === length && space.low <= code && code <= space.high);
}

/** ISO 32000-2, 9.7.4.3: `c [w1 w2 …]` and `first last w`. */
function readWidths(font: Dict, room: CodeRoom): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const list = font.list('W');
  for (let i = 0; i < list.length; ) {
    const [first, second, third] = [list[i], list[i + 1], list[i + 2]];
    if (typeof first !== 'number') break;
    if (Array.isArray(second)) {
      for (const [k, width] of second.entries()) if (typeof width === 'number') widths.set(first + k, width);
      i += 2;
    } else if (typeof second === 'number' && typeof third === 'number') {
      const last = Math.min(second, first + 65_535);
      room.take(last - first + 1);
      for (let cid = first; cid <= last; cid++) widths.set(cid, third);
      i += 3;
    } else break;
  }
  return widths;
}

/** The texts of the codes of a simple font by its encoding. */
function readEncoding(font: Dict): (code: number) => string | undefined {
  const encoding = font.get('Encoding');
  const dict = asDict(encoding as Value);
  const base = encoding instanceof Name ? encoding.name : dict?.name('BaseEncoding');
  const mac = base === 'MacRomanEncoding' ? new TextDecoder('macintosh') : undefined;
  const differences = new Map<number, string>();
  let next = 0;
  for (const value of dict?.list('Differences') ?? []) {
    if (typeof value === 'number') next = value;
    else if (value instanceof Name) differences.set(next++, value.name);
  }
  const isSymbolic = base === undefined && ((font.dict('FontDescriptor')?.number('Flags') ?? 0) & 4) !== 0;
  const isPictures = font.name('Subtype') === 'Type3' || /Symbol|Dingbats/.test(font.name('BaseFont') ?? '');
  return (code) => {
    const name = differences.get(code);
    if (name !== undefined) return textOfGlyphName(name);
    if (isSymbolic || isPictures) return undefined;
    return mac ? mac.decode(Uint8Array.of(code)) : String.fromCharCode(codePointOfWinAnsi(code) || code);
  };
}

// Adobe Glyph List: the names of more than one letter in Latin fonts, and of the letters and signs of PDFDocEncoding.
const glyphNames: ReadonlyMap<string, string> = new Map(
  [
    'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash',
    ' !"#$%&\'()*+,-./',
    'zero one two three four five six seven eight nine colon semicolon less equal greater question at',
    '0123456789:;<=>?@',
    'bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde',
    '[\\]^_`{|}~',
    'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot registered macron',
    '¡¢£¤¥¦§¨©ª«¬®¯',
    'degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright',
    '°±²³´µ¶·¸¹º»',
    'onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute',
    '¼½¾¿ÀÁÂÃÄÅÆÇÈÉ',
    'Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash',
    'ÊËÌÍÎÏÐÑÒÓÔÕÖ×Ø',
    'Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla',
    'ÙÚÛÜÝÞßàáâãäåæç',
    'egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis',
    'èéêëìíîïðñòóôõö',
    'divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis',
    '÷øùúûüýþÿ',
    'breve caron circumflex dotaccent hungarumlaut ogonek ring tilde bullet dagger daggerdbl ellipsis emdash endash florin fraction',
    '˘ˇˆ˙˝˛˚˜•†‡…—–ƒ⁄',
    'guilsinglleft guilsinglright minus perthousand quotedblbase quotedblleft quotedblright quoteleft quoteright quotesinglbase trademark',
    '‹›−‰„“”‘’‚™',
    'Lslash OE Scaron Ydieresis Zcaron dotlessi lslash oe scaron zcaron Euro',
    'ŁŒŠŸŽıłœšž€',
  ].flatMap((line, i, lines) => (i % 2 === 0 ? line.split(' ').map((name, k) => [name, [...lines[i + 1]!][k]!] as const) : [])),
)
  .set('fi', 'fi')
  .set('fl', 'fl')
  .set('ff', 'ff')
  .set('ffi', 'ffi');

function textOfGlyphName(name: string): string | undefined {
  const plain = name.replace(/\..*$/, '');
  if (plain.length === 1) return plain;
  const [, hex] = /^u(?:ni)?([0-9A-F]{4,6})$/.exec(plain) ?? [];
  return hex === undefined ? glyphNames.get(plain) : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
}
