// The fonts of one document: named at their first use, written at the end, when all glyphs are known.
import type { Face, Segment } from '../text/shaped-text.ts';
import { deflate } from './deflate.ts';
import { type FontStreams, latinGlyphs, makeFontStreams } from './font-streams.ts';
import { FontUse } from './font-use.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatName } from './text-string.ts';
import { makeToUnicode } from './to-unicode.ts';

/** `document`: exactly the glyphs shown. `template`: these and Latin-1, so that documents of the same template share a program. */
export type FontSubset = 'document' | 'template';

/** A font in use. Of the pictures of its glyphs: whether some are half transparent, or have more than 8 bits a sample. */
export interface ShownFace {
  readonly id: string;
  readonly isTransparent: boolean;
  readonly isDeep: boolean;
}

type FontSink = Pick<PdfSink, 'reserve' | 'writeObject' | 'writeStream'>;

export class Fonts {
  /** References to fonts that the file has already, by the ids of their faces. */
  readonly #own: ReadonlyMap<string, string>;
  readonly #uses = new Map<string, FontUse>();
  #last: FontUse | undefined;

  constructor(own: ReadonlyMap<string, string> = new Map()) {
    this.#own = own;
  }

  /** The font of a segment. */
  use({ face }: Pick<Segment, 'face'>): FontUse {
    if (this.#last?.face === face) return this.#last;
    let use = this.#uses.get(face.id);
    if (!use) {
      use = new FontUse(face, `F${this.#uses.size + 1}`);
      this.#uses.set(face.id, use);
    }
    this.#last = use;
    return use;
  }

  /** Fonts in use, in the order of their first use. */
  shown(): readonly ShownFace[] {
    return [...this.#uses.values()].map(({ face, isTransparent, isDeep }) => ({ id: face.id, isTransparent, isDeep }));
  }

  /** Writes all fonts and returns the entries of the resources' /Font dictionary. `withCidSets`: lists the glyphs of each program, as PDF/A-1 asks. */
  write(sink: FontSink, subset: FontSubset, withCidSets: boolean): string {
    let entries = '';
    for (const use of this.#uses.values()) {
      entries += `/${use.name} ${this.#own.get(use.face.id) ?? `${writeFont(sink, use, subset, withCidSets)} 0 R`}`;
    }
    return entries;
  }
}

/** Writes a font and returns its id. */
export function writeFont(sink: FontSink, use: FontUse, subset: FontSubset, withCidSet: boolean): number {
  return use.face.kind === 'standard' ? writeStandard(sink, use) : writeEmbedded(sink, use, subset, withCidSet);
}

function writeStandard(sink: FontSink, use: FontUse): number {
  const { postscriptName } = use.face;
  const id = sink.reserve();
  // The two symbol fonts have their own encoding, which not every reader knows as text.
  const isSymbolic = postscriptName === 'Symbol' || postscriptName === 'ZapfDingbats';
  const encoding = isSymbolic ? `/ToUnicode ${writeToUnicode(sink, use)} 0 R` : '/Encoding/WinAnsiEncoding';
  sink.writeObject(id, `<</Type/Font/Subtype/Type1/BaseFont${formatName(postscriptName)}${encoding}>>`);
  return id;
}

function writeToUnicode(sink: FontSink, use: FontUse): number {
  const id = sink.reserve();
  const map = makeToUnicode(use.list(), (code) => use.textOf(code), 1);
  sink.writeStream(id, '/Filter/FlateDecode', deflate(Buffer.from(map, 'latin1')));
  return id;
}

/**
 * A composite font whose codes are the glyph ids of the font file (Identity-H), even if the subset renumbers them. Glyphs with several
 * texts also have codes beyond the glyph ids.
 */
function writeEmbedded(sink: FontSink, use: FontUse, subset: FontSubset, withCidSet: boolean): number {
  const { face } = use;
  const codes = subset === 'template' ? merge(use.list(), latinGlyphs(face)) : use.list();
  const streams = makeFontStreams(face, codes, use.aliases);
  const name = formatName(`${streams.tag}+${face.postscriptName}`);
  const isTrueType = face.kind === 'truetype';

  const font = sink.reserve();
  const cidFont = sink.reserve();
  const descriptor = sink.reserve();
  const toUnicode = sink.reserve();
  // ISO 32000-2, 9.7.6.1: over a Type 0 CIDFont, the name ends with the name of the CMap.
  const baseFont = isTrueType ? name : `${name}-Identity-H`;
  sink.writeObject(
    font,
    `<</Type/Font/Subtype/Type0/BaseFont${baseFont}/Encoding/Identity-H/DescendantFonts[${cidFont} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
  );
  sink.writeObject(
    cidFont,
    `<</Type/Font/Subtype/CIDFontType${isTrueType ? 2 : 0}/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R${streams.widths}${isTrueType ? writeCidToGid(sink, streams) : ''}>>`,
  );
  const cidSet = withCidSet ? writeCidSet(sink, streams) : '';
  sink.writeObject(descriptor, formatDescriptor(face, name, writeProgram(sink, streams) + cidSet));
  const map = use.saysCharacterMap
    ? streams.toUnicode
    : deflate(
        Buffer.from(
          makeToUnicode(codes, (code) => use.textOf(code)),
          'latin1',
        ),
      );
  sink.writeStream(toUnicode, '/Filter/FlateDecode', map);
  return font;
}

function writeCidToGid(sink: FontSink, { cidToGid }: FontStreams): string {
  if (!cidToGid) return '/CIDToGIDMap/Identity';
  const id = sink.reserve();
  sink.writeStream(id, '/Filter/FlateDecode', cidToGid);
  return `/CIDToGIDMap ${id} 0 R`;
}

function writeCidSet(sink: FontSink, { cidSet }: FontStreams): string {
  const id = sink.reserve();
  sink.writeStream(id, '/Filter/FlateDecode', cidSet());
  return `/CIDSet ${id} 0 R`;
}

/** Writes the font program and returns the descriptor's entry for it. */
function writeProgram(sink: FontSink, { format, program, programLength }: FontStreams): string {
  const id = sink.reserve();
  if (format === 'truetype') {
    sink.writeStream(id, `/Length1 ${programLength}/Filter/FlateDecode`, program);
    return `/FontFile2 ${id} 0 R`;
  }
  sink.writeStream(id, `/Subtype/${format === 'cff' ? 'CIDFontType0C' : 'OpenType'}/Filter/FlateDecode`, program);
  return `/FontFile3 ${id} 0 R`;
}

/** `program`: the entry for its file. */
export function formatDescriptor({ metrics }: Face, name: string, program: string): string {
  const bbox = metrics.bbox.map(Math.round).join(' ');
  return (
    `<</Type/FontDescriptor/FontName${name}/Flags ${metrics.flags}/FontBBox[${bbox}]/ItalicAngle ${Math.round(metrics.italicAngle * 100) / 100}` +
    `/Ascent ${Math.round(metrics.ascent)}/Descent ${Math.round(metrics.descent)}/CapHeight ${Math.round(metrics.capHeight)}` +
    `/XHeight ${Math.round(metrics.xHeight)}/StemV ${Math.round(metrics.stemV)}${program}>>`
  );
}

function merge(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((a, b) => a - b);
}
