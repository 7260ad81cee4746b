// Finds the directions of text: UAX #9 levels by the `bidi-js` package, and the painting order of a line's pieces.
import type { Bidi } from 'bidi-js';
import { openBidi } from './open-bidi.ts';
import type { ParagraphOptions } from './shaped-text.ts';

export interface Levels {
  /** Embedding level by UTF-16 index. */
  readonly levels: Uint8Array;
  /** Base level of the part between two line feeds that begins at or before `index`. */
  baseAt(index: number): number;
}

/** Its tables are made when a text first needs them. */
export class Directions {
  #bidi: Bidi | undefined;

  resolve(text: string, dir: ParagraphOptions['dir']): Levels {
    this.#bidi ??= openBidi();
    const bidi = this.#bidi;
    const stoodIn = standInPairs(text, bidi);
    const { levels, paragraphs } = bidi.getEmbeddingLevels(stoodIn, dir);
    if (stoodIn !== text) for (const { index } of text.matchAll(eachPair)) levels[index + 1] = levels[index]!;
    const fallback = dir === 'rtl' ? 1 : 0;
    return {
      levels,
      baseAt: (index) => paragraphs.findLast((paragraph) => paragraph.start <= index)?.level ?? fallback,
    };
  }
}

/** A character of the basic plane for each class of the characters beyond it (UAX #9, table 4). */
const standIns: Readonly<Record<string, string>> = {
  ...{ L: 'a', R: '\u05d0', AL: '\u0639', EN: '0', AN: '\u0660', ET: '#', ON: '!', NSM: '\u0300', BN: '\u00ad' },
};
/** A boundary neutral: it does not affect the order, and gets the level of the character before it (UAX #9, 5.2). */
const boundaryNeutral = '\u00ad';

/** Replaces each surrogate pair, whose halves the package takes for letters, by a character of the same class and a neutral character. */
function standInPairs(text: string, bidi: Bidi): string {
  if (!pairs.test(text)) return text;
  return text.replace(eachPair, (pair) => `${standIns[bidi.getBidiCharTypeName(pair)] ?? 'a'}${boundaryNeutral}`);
}

const pairs = /[\ud800-\udbff][\udc00-\udfff]/;
const eachPair = /[\u{10000}-\u{10ffff}]/gu;

/** UAX #9, L2: from the highest level down to the lowest odd one, every run of that level or above is reversed. */
export function reorder<T extends { readonly level: number }>(items: readonly T[]): readonly T[] {
  let highest = 0;
  let lowestOdd = 255;
  for (const { level } of items) {
    if (level > highest) highest = level;
    if ((level & 1) === 1 && level < lowestOdd) lowestOdd = level;
  }
  if (lowestOdd > highest) return items;
  const order = items.slice();
  for (let level = highest; level >= lowestOdd; level--) {
    for (let from = 0; from < order.length; from++) {
      if (order[from]!.level < level) continue;
      let to = from + 1;
      while (to < order.length && order[to]!.level >= level) to++;
      for (let a = from, b = to - 1; a < b; a++, b--) [order[a], order[b]] = [order[b]!, order[a]!];
      from = to;
    }
  }
  return order;
}
