// Small items and faces for tests of paint.
import { completeOptions } from '../../../src/contract/document-options.ts';
import type { LinkItem, Metadata, Page, PageItem, RectItem, TextItem } from '../../../src/document/layout/fragment.ts';
import { PageIndex } from '../../../src/document/layout/page-index.ts';
import type { Element } from '../../../src/document/layout/tag.ts';
import { createPdf, type PdfResult } from '../../../src/document/paint/create-pdf.ts';
import type { FontSubset } from '../../../src/document/paint/fonts.ts';
import { createPdfkitSink } from '../../../src/document/paint/pdfkit-sink.ts';
import type { Standard } from '../../../src/document/standard.ts';
import type { Face, FaceMetrics, FontProgram, Segment, TextStyle, Word } from '../../../src/document/text/shaped-text.ts';
import { initialText, textPropertiesFor } from '../../../src/document/text/text-properties.ts';
import { contentOf } from '../../support/read-pdf.ts';

const metrics: FaceMetrics = {
  ascent: 900,
  descent: -200,
  lineGap: 0,
  capHeight: 700,
  xHeight: 500,
  underlinePosition: -100,
  underlineThickness: 50,
  strikeoutPosition: 250,
  italicAngle: 0,
  bbox: [0, -200, 1000, 900],
  flags: 4,
  stemV: 80,
};

/** A face whose glyph id is the character code less 29, as in many font files, and whose program lists its glyphs. */
export const letterFace: Face = {
  id: 'letters',
  postscriptName: 'Letters-Regular',
  kind: 'truetype',
  metrics,
  has: (codePoint) => codePoint >= 32 && codePoint < 127,
  unicodeOf: (glyph) => (glyph >= 3 && glyph < 98 ? String.fromCharCode(glyph + 29) : undefined),
  advanceEm: (glyph) => (glyph === 3 ? 250 : 500),
  inkEm: () => undefined,
  firstFreeCode: undefined,
  features: undefined,
  subset: (glyphs): FontProgram => ({
    bytes: Buffer.from([...glyphs].join(' ')),
    format: 'truetype',
    cidToGid: undefined,
    cids: () => glyphs,
  }),
};

export const helvetica: Face = {
  ...letterFace,
  id: 'Helvetica',
  postscriptName: 'Helvetica',
  kind: 'standard',
  subset: () => undefined,
};

export function makeWord(text: string, more: Partial<Word> = {}): Word {
  const glyphs = [...text].map((character) => character.charCodeAt(0) - 29);
  return {
    widthEm: glyphs.length * 500,
    tj: glyphs.map((glyph) => String.fromCharCode(glyph >> 8, glyph & 255)).join(''),
    glyphs,
    says: undefined,
    actualText: undefined,
    pieces: undefined,
    drawn: undefined,
    ...more,
  };
}

export function makeStandardWord(text: string): Word {
  return { ...makeWord(''), tj: text, glyphs: [...Buffer.from(text, 'latin1')] };
}

const style: TextStyle = {
  ...textPropertiesFor('glyphs', initialText),
  faces: [letterFace],
  lang: undefined,
};

export function makeText(
  words: readonly Word[],
  more: {
    face?: Face;
    style?: Partial<TextStyle>;
    x?: number;
    y?: number;
    wordSpacing?: number;
    spreads?: ReadonlySet<number>;
  } = {},
): TextItem {
  const segment: Segment = {
    x: 0,
    width: 50,
    style: { ...style, ...more.style },
    face: more.face ?? letterFace,
    words,
    wordSpacing: more.wordSpacing ?? 0,
    spreads: more.spreads,
    link: undefined,
    reading: undefined,
  };
  return { kind: 'text', x: more.x ?? 10, y: more.y ?? 20, segment, tag: undefined };
}

export function makeRect(more: Partial<RectItem> = {}): RectItem {
  return {
    kind: 'rect',
    x: 10,
    y: 20,
    width: 30,
    height: 40,
    fill: '#ff0000',
    stroke: undefined,
    radius: 0,
    tag: undefined,
    ...more,
  };
}

export function makeLink(target: string): LinkItem {
  const source = { component: 'c', dataPath: null };
  return { kind: 'link', x: 10, y: 20, width: 30, height: 10, target, source, tag: undefined, contents: target };
}

export function makePage(items: readonly PageItem[], late?: Page['late']): Page {
  return { width: 200, height: 100, items, late };
}

export const noMetadata: Metadata = {
  title: undefined,
  author: undefined,
  subject: undefined,
  keywords: [],
  creator: undefined,
  lang: undefined,
  date: undefined,
};

export interface Written extends PdfResult {
  readonly file: Buffer;
  readonly chunks: number;
}

export function writePdf(
  pages: readonly Page[],
  more: { metadata?: Partial<Metadata>; fontSubset?: FontSubset; structure?: Element; standard?: Standard } = {},
): Written {
  const chunks: Uint8Array[] = [];
  const pdf = createPdf({
    metadata: { ...noMetadata, ...more.metadata },
    options: completeOptions({ fontSubset: more.fontSubset }),
    structure: more.structure,
    standard: more.standard,
    classicForm: createPdfkitSink,
    write: (chunk) => chunks.push(chunk),
  });
  const index = new PageIndex();
  const add = (items: readonly PageItem[], page: number) => {
    index.add(items, page + 1);
    return items;
  };
  for (const [i, page] of pages.entries()) {
    add(page.items, i);
    pdf.addPage(page);
  }
  const all = { total: pages.length, anchors: index };
  for (const [i, { late }] of pages.entries()) if (late) pdf.addLate(i, add(late(all), i));
  const result = pdf.end();
  return { ...result, file: Buffer.concat(chunks), chunks: chunks.length };
}

/** The content of a one-page document of these items. */
export function contentOfItems(items: readonly PageItem[]): string {
  return contentOf(writePdf([makePage(items)]).file);
}
