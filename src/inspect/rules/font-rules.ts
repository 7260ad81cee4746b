// Fonts: embedded, with the widths of their programs, and with a text for each code.
import type { PdfFont } from '../content/font.ts';
import type { UsedCode } from '../content/paint-log.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { a2and3, type Broken, type Clauses, type Rule } from './rule.ts';

type FontTest = (font: PdfFont, codes: ReadonlyMap<number, UsedCode>) => Iterable<Broken>;

const ofFonts = (test: FontTest) =>
  function* find({ log }: OpenedPdf): Iterable<Broken> {
    for (const { font, codes } of log.fonts.values()) if (codes.size > 0) yield* test(font, codes);
  };

const show = (code: number): string => `0x${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** Codes of level U and above, and of PDF/UA. */
const unicodeClauses: Clauses = {
  ...{ 'UA-1': '7.21.7-1', 'UA-2': '8.4.5.8-1' },
  ...{ 'A-1a': '6.3.8-1', 'A-2u': '6.2.11.7.2-1', 'A-3u': '6.2.11.7.2-1' },
};

function readCidSet(font: PdfFont): Uint8Array | undefined {
  return font.descendant.dict('FontDescriptor')?.stream('CIDSet')?.decode();
}

/** The CIDs with a glyph in the program. In TrueType, CIDToGIDMap leads a CID to its glyph. Glyph 0, `.notdef`, counts. */
function* cidsOf(font: PdfFont): Iterable<number> {
  const program = font.program();
  if (!program) return;
  if (program.cids) {
    yield* program.cids;
    return;
  }
  const map = font.descendant.stream('CIDToGIDMap')?.decode();
  if (!map) {
    for (let cid = 0; cid < program.glyphCount; cid++) yield cid;
    return;
  }
  for (let cid = 0; cid * 2 + 1 < map.length; cid++) {
    const glyph = (map[cid * 2]! << 8) | map[cid * 2 + 1]!;
    if (glyph < program.glyphCount) yield cid;
  }
}

const hasBit = (set: Uint8Array, cid: number): boolean => ((set[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0;

function* checkCidSet(font: PdfFont): Iterable<Broken> {
  const set = readCidSet(font);
  if (!set || !font.isSubset) return;
  const listed = new Set<number>();
  for (const cid of cidsOf(font)) {
    listed.add(cid);
    if (!hasBit(set, cid)) {
      yield { message: `CIDSet of ${font.name} lacks CID ${cid}, which the program has` };
      return;
    }
  }
  for (let cid = 0; cid < set.length * 8; cid++)
    if (hasBit(set, cid) && !listed.has(cid)) {
      yield { message: `CIDSet of ${font.name} lists CID ${cid}, which the program lacks` };
      return;
    }
}

export const fontRules: readonly Rule[] = [
  {
    clauses: {
      ...{ 'UA-1': '7.21.4.1-1', 'UA-2': '8.4.5.5.1-1' },
      ...{ 'A-1': '6.3.4-1', ...a2and3('6.2.11.4.1-1'), 'A-4': '6.2.10.4.1-1' },
    },
    matterhorn: '31-009',
    says: 'Each font that paints is embedded.',
    find: ofFonts(function* (font, codes) {
      const shown = [...codes.values()].find(({ isVisible }) => isVisible);
      if (!font.isEmbedded && shown) yield { message: `The font ${font.name} is not embedded`, page: shown.page };
    }),
  },
  {
    clauses: {
      ...{ 'UA-1': '7.21.4.1-2', 'UA-2': '8.4.5.5.1-2' },
      ...{ 'A-1': '6.3.5-1', ...a2and3('6.2.11.4.1-2'), 'A-4': '6.2.10.4.1-2' },
    },
    matterhorn: '31-011',
    says: 'Font programs have all glyphs that are painted.',
    find: ofFonts(function* (font, codes) {
      for (const { code, page, isVisible } of codes.values())
        if (isVisible && font.glyphOf(code) === null) {
          yield { message: `The program of ${font.name} has no glyph for the code ${show(code)}`, page };
        }
    }),
  },
  {
    clauses: {
      ...{ 'UA-1': '7.21.5-1', 'UA-2': '8.4.5.6-1' },
      ...{ 'A-1': '6.3.6-1', ...a2and3('6.2.11.5-1'), 'A-4': '6.2.10.5-1' },
    },
    matterhorn: '31-016',
    says: 'Widths in the font dictionary and in the font program are equal.',
    find: ofFonts(function* (font, codes) {
      for (const { code, page, isVisible } of codes.values()) {
        const glyph = font.glyphOf(code);
        const [given, own] = [font.widthOf(code), typeof glyph === 'number' ? font.program()?.widthOf(glyph) : undefined];
        if (isVisible && given !== undefined && own !== undefined && Math.abs(given - own) > 1)
          yield { message: `${font.name} gives the code ${show(code)} the width ${given}, its program ${Math.round(own)}`, page };
      }
    }),
  },
  {
    clauses: {
      ...{ 'UA-1': '7.21.3.2-1', 'UA-2': '8.4.5.3.2-1' },
      ...{ 'A-1': '6.3.3.2-1', ...a2and3('6.2.11.3.2-1'), 'A-4': '6.2.10.3.2-1' },
    },
    matterhorn: '31-005',
    says: 'A TrueType font with CIDs maps them to glyphs.',
    find: ofFonts(function* (font) {
      if (font.type === 'CIDFontType2' && font.isEmbedded && !font.descendant.has('CIDToGIDMap'))
        yield { message: `${font.name} has no CIDToGIDMap` };
    }),
  },
  {
    clauses: { 'A-1': '6.3.5-3' },
    says: 'The subset of a font with CIDs has a CIDSet, which lists the CIDs of the program.',
    find: ofFonts(function* (font) {
      if (font.isComposite && font.isSubset && font.isEmbedded && !readCidSet(font))
        yield { message: `${font.name} has no CIDSet` };
      if (font.isComposite) yield* checkCidSet(font);
    }),
  },
  {
    clauses: { 'UA-1': '7.21.4.2-2', ...a2and3('6.2.11.4.2-2') },
    matterhorn: '31-014',
    says: 'CIDSet lists the CIDs of the program, and no others.',
    find: ofFonts(function* (font) {
      if (font.isComposite) yield* checkCidSet(font);
    }),
  },
  {
    clauses: unicodeClauses,
    matterhorn: '10-001',
    says: 'Each code stands for a text.',
    ofTags: true,
    find: ofFonts(function* (font, codes) {
      for (const { code, page } of codes.values())
        if (font.textOf(code) === undefined) yield { message: `The code ${show(code)} of ${font.name} stands for no text`, page };
    }),
  },
  {
    clauses: {
      ...{ 'UA-1': '7.21.7-2', 'UA-2': '8.4.5.8-2' },
      ...{ 'A-2u': '6.2.11.7.2-2', 'A-3u': '6.2.11.7.2-2', 'A-4': '6.2.10.7-1' },
    },
    matterhorn: '31-028',
    says: 'No code stands for U+0000, U+FEFF or U+FFFE.',
    find: ofFonts(function* (font, codes) {
      for (const { code, page } of codes.values())
        if (/[\0\uFEFF\uFFFE]/.test(font.textOf(code) ?? ''))
          yield { message: `The code ${show(code)} of ${font.name} stands for a character that is no text`, page };
    }),
  },
  {
    clauses: { 'UA-2': '8.4.3-1', 'A-2a': '6.2.11.7.3-1', 'A-3a': '6.2.11.7.3-1' },
    says: 'Characters of private use have an ActualText.',
    find: ofFonts(function* (font, codes) {
      for (const { code, page, isExplained } of codes.values())
        if (!isExplained && /[\uE000-\uF8FF\u{F0000}-\u{10FFFF}]/u.test(font.textOf(code) ?? ''))
          yield { message: `The code ${show(code)} of ${font.name} stands for a character of private use`, page };
    }),
  },
  {
    clauses: {
      ...{ 'UA-1': '7.21.8-1', 'UA-2': '8.4.5.9-1' },
      ...{ ...a2and3('6.2.11.8-1'), 'A-4': '6.2.10.9-1' },
    },
    matterhorn: '31-030',
    says: 'No text shows the glyph .notdef.',
    find: ofFonts(function* (font, codes) {
      for (const { code, page } of codes.values())
        if (font.glyphOf(code) === 0) yield { message: `The code ${show(code)} of ${font.name} shows .notdef`, page };
    }),
  },
];
