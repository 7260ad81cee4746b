// Writes the fonts of form fields. Viewers write with them what people type, so each can be addressed by characters: a standard font by WinAnsiEncoding,
// a composite font by the character map of its program, whose glyphs have the ids that are the codes.
import { createHash } from 'node:crypto';
import type { Face, TypingFont } from '../text/shaped-text.ts';
import { deflate } from './deflate.ts';
import { FontUse } from './font-use.ts';
import { formatDescriptor, writeFont } from './fonts.ts';
import { makeWidths } from './glyph-widths.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatName } from './text-string.ts';
import { makeToUnicode } from './to-unicode.ts';

/** The deflated streams of a font. */
interface TypingStreams {
  readonly program: Uint8Array;
  readonly toUnicode: Uint8Array;
}

const streams = new WeakMap<TypingFont, TypingStreams>();

export class TypingFonts {
  readonly #sink: PdfSink;
  readonly #withCidSets: boolean;
  /** By name. */
  readonly #written = new Map<string, number>();

  /** `withCidSets`: lists the glyphs of each program, as PDF/A-1 asks. */
  constructor(sink: PdfSink, withCidSets: boolean) {
    this.#sink = sink;
    this.#withCidSets = withCidSets;
  }

  /** The name of a font in the resources of the form. The same font has the same name in all documents, so that they can be merged. */
  use(face: Face, font: TypingFont | undefined): string {
    const tag = font && tagOf(font);
    const name = tag === undefined ? face.postscriptName : `T${tag}`;
    if (!this.#written.has(name)) this.#written.set(name, this.#write(face, font, tag));
    return name;
  }

  /** The resources of the form. */
  format(): string {
    const fonts = [...this.#written].map(([name, id]) => `${formatName(name)} ${id} 0 R`).join('');
    return fonts && `/DR<</Font<<${fonts}>>>>`;
  }

  #write(face: Face, font: TypingFont | undefined, tag: string | undefined): number {
    const program = font?.program;
    if (font && program) return writeAddressable(this.#sink, font, program, tag!);
    const use = new FontUse(face, '');
    if (font) use.mark(font.glyphs);
    return writeFont(this.#sink, use, 'document', this.#withCidSets);
  }
}

const tags = new WeakMap<TypingFont, string>();

/** Six letters that name the font with these characters. */
function tagOf(font: TypingFont): string {
  let tag = tags.get(font);
  if (tag === undefined) {
    const { face, glyphs } = font;
    const digest = createHash('sha256').update(face.id).update('\n').update(Uint16Array.from(glyphs)).digest();
    tag = String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26)));
    tags.set(font, tag);
  }
  return tag;
}

/** The font has a name of its own and no tag: it is whole, and viewers refuse to type with what they take for a subset. */
function writeAddressable(sink: PdfSink, font: TypingFont, program: Uint8Array, tag: string): number {
  const { face, glyphs } = font;
  const known = streams.get(font) ?? {
    program: deflate(program),
    toUnicode: deflate(
      Buffer.from(
        makeToUnicode(glyphs, (glyph) => face.unicodeOf(glyph)),
        'latin1',
      ),
    ),
  };
  streams.set(font, known);
  const name = formatName(`${face.postscriptName}-${tag}`);
  const [id, cidFont, descriptor, file, toUnicode] = Array.from({ length: 5 }, () => sink.reserve()) as [
    number,
    number,
    number,
    number,
    number,
  ];
  sink.writeObject(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${cidFont} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
  );
  sink.writeObject(
    cidFont,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R${makeWidths(glyphs, (glyph) => face.advanceEm(glyph))}/CIDToGIDMap/Identity>>`,
  );
  sink.writeObject(descriptor, formatDescriptor(face, name, `/FontFile2 ${file} 0 R`));
  sink.writeStream(file, `/Length1 ${program.length}/Filter/FlateDecode`, known.program);
  sink.writeStream(toUnicode, '/Filter/FlateDecode', known.toUnicode);
  return id;
}
