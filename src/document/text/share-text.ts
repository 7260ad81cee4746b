// Divides the text of a cluster among its glyphs. A reader joins the texts of the glyphs in painting order. So each glyph gets a stretch of the text,
// in the order of the text, and the reader gets the original text.
import { wordJoiner } from './shaped-text.ts';

export interface SharingGlyph {
  /** Its text in the font's character map. */
  readonly own: string | undefined;
  /** Whether the glyph has a width, which separates it from the next. */
  readonly isWide: boolean;
}

/** The costs of the text of a glyph. Its own text is free, another text costs a code, and an empty text costs more. */
const ownCode = 0;
const newCode = 1;
const secondCode = 2;
const silentMark = 3;
/** For a glyph without text: some readers ignore its width. */
const silentWide = 6;
/** For a wide glyph whose text is a mark: some readers assume that marks have no width. */
const wideMark = 0.25;

/** The time grows with the cube of a cluster's length. No language has longer clusters; in a longer cluster the first glyph gets the whole text. */
const longest = 32;
/** Characters of the longest text that a character map gives a glyph: ligatures with a code of their own. */
const longestOwn = 4;

/** The text of each glyph. Together they are `text`; a glyph without a part of it gets `wordJoiner`. */
export function shareText(
  text: string,
  glyphs: readonly SharingGlyph[],
  isSame: (said: string, meant: string) => boolean,
): string[] {
  const parts = splitText(text);
  const count = parts.length;
  if (count > longest || glyphs.length > longest) return glyphs.map((_, i) => (i === 0 ? text : wordJoiner));
  const areMarks = parts.map((part) => /\p{Mn}/u.test(part));
  const costOf = ({ own, isWide }: SharingGlyph, from: number, taken: number): number => {
    if (taken === 0) return isWide ? silentWide : silentMark;
    if (own !== undefined && taken <= longestOwn && isSame(own, parts.slice(from, from + taken).join(''))) return ownCode;
    const mark = areMarks.indexOf(true, from);
    return (own === undefined ? newCode : secondCode) + (isWide && mark >= 0 && mark < from + taken ? wideMark : 0);
  };
  // best[i][j]: the least cost of dividing the parts from j on among the glyphs from i on, and the number of parts for glyph i.
  const best: { cost: number; taken: number }[][] = [];
  for (let i = glyphs.length; i >= 0; i--) {
    best[i] = [];
    for (let j = count; j >= 0; j--) {
      let found = { cost: i === glyphs.length && j === count ? 0 : Number.POSITIVE_INFINITY, taken: 0 };
      for (let taken = 0; i < glyphs.length && j + taken <= count; taken++) {
        const after = best[i + 1]![j + taken]!.cost;
        if (after >= found.cost) continue;
        const cost = costOf(glyphs[i]!, j, taken) + after;
        if (cost < found.cost) found = { cost, taken };
      }
      best[i]![j] = found;
    }
  }
  let j = 0;
  return glyphs.map((_, i) => {
    const { taken } = best[i]![j]!;
    const said = parts.slice(j, j + taken).join('');
    j += taken;
    return said === '' ? wordJoiner : said;
  });
}

/** The characters, each with the invisible characters after it. */
function splitText(text: string): string[] {
  return text.match(/.\p{Default_Ignorable_Code_Point}*/gsu) ?? [];
}
