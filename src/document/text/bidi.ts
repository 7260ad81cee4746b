// Finds the directions of text: UAX #9 levels by the `bidi-js` package, and the painting order of a line's pieces.
import type { Bidi } from 'bidi-js';
import { openBidi } from './open-bidi.ts';
import type { ParagraphOptions } from './shaped-text.ts';

/** A stretch of a text whose inner order is its own, as between U+2068 and U+2069. */
export interface Isolate {
  readonly from: number;
  readonly to: number;
}

/** A part of a text. Parts in a row with the same `isolate` are one isolate: the value of a binding. */
export interface BoundPart {
  readonly text: string;
  readonly isolate?: number | undefined;
}

export interface Levels {
  /** Embedding level by UTF-16 index. */
  readonly levels: Uint8Array;
  /** By UTF-16 index: the base level of its paragraph, which ends at a line feed. */
  readonly bases: Uint8Array;
  /** The level of the side at which the text stands. */
  readonly side: number;
  /** By UTF-16 index: the level between a character and the one before it, where an isolate begins or ends. */
  readonly between: ReadonlyMap<number, number>;
}

/** The isolates of a text that is made of these parts. */
export function findIsolates(parts: readonly BoundPart[]): readonly Isolate[] {
  const found: { from: number; to: number }[] = [];
  let at = 0;
  for (const [i, { text, isolate }] of parts.entries()) {
    const to = at + text.length;
    if (isolate !== undefined && i > 0 && parts[i - 1]!.isolate === isolate) found.at(-1)!.to = to;
    else if (isolate !== undefined) found.push({ from: at, to });
    at = to;
  }
  return found;
}

/** Its tables are made when a text first needs them. */
export class Directions {
  #bidi: Bidi | undefined;

  /** The base of each paragraph is found before its isolates hide letters. `isolates`: in their order. */
  resolve(text: string, dir: ParagraphOptions['dir'], isolates: readonly Isolate[] = []): Levels {
    this.#bidi ??= openBidi();
    const bidi = this.#bidi;
    const stoodIn = standInPairs(text, bidi);
    const levels = new Uint8Array(text.length);
    const bases = new Uint8Array(text.length + 1);
    const between = new Map<number, number>();
    let side: number | undefined;
    let next = 0;
    for (let from = 0; from < text.length; ) {
      const feed = text.indexOf('\n', from);
      const to = feed < 0 ? text.length : feed;
      const own: Isolate[] = [];
      for (; next < isolates.length && isolates[next]!.from < to; next++) {
        own.push({ from: Math.max(from, isolates[next]!.from), to: Math.min(to, isolates[next]!.to) });
        if (isolates[next]!.to > to) break;
      }
      const strong = dir === 'ltr' ? 0 : dir === 'rtl' ? 1 : findStrong(closeValues(stoodIn, { from, to }, own), bidi);
      side ??= strong;
      const base = strong ?? (dir === 'auto-rtl' ? 1 : 0);
      bases.fill(base, from, to + 1);
      // Each paragraph by itself: the package takes the end of the one before for what stands before the first character.
      resolveParagraph(stoodIn, { from, to }, base === 1 ? 'rtl' : 'ltr', own, bidi, { levels, between });
      from = to + 1;
    }
    if (stoodIn !== text) for (const { index } of text.matchAll(eachPair)) levels[index + 1] = levels[index]!;
    return { levels, bases, side: side ?? (dir === 'auto-rtl' || dir === 'rtl' ? 1 : 0), between };
  }
}

function resolveParagraph(
  text: string,
  { from, to }: Isolate,
  base: 'ltr' | 'rtl',
  isolates: readonly Isolate[],
  bidi: Bidi,
  { levels, between }: { readonly levels: Uint8Array; readonly between: Map<number, number> },
): void {
  let source = '';
  let at = from;
  /** Where the signs of isolates stand in the source. */
  const signs: number[] = [];
  for (const one of isolates) {
    source += text.slice(at, one.from);
    signs.push(source.length);
    const { inside, open } = enclose(text.slice(one.from, one.to));
    source += `\u2068${inside}${'\u2069'.repeat(open + 1)}`;
    for (let i = open + 1; i > 0; i--) signs.push(source.length - i);
    at = one.to;
  }
  source += text.slice(at, to);
  const found = bidi.getEmbeddingLevels(source, base).levels;
  at = from;
  for (let i = 0, next = 0; i < source.length; i++) {
    if (i !== signs[next]) levels[at++] = found[i]!;
    else {
      next++;
      between.set(at, Math.min(found[i]!, between.get(at) ?? found[i]!));
    }
  }
}

/** A paragraph in which each value ends the isolates that it begins. */
function closeValues(text: string, { from, to }: Isolate, isolates: readonly Isolate[]): string {
  let closed = '';
  let at = from;
  for (const one of isolates) {
    const { inside, open } = enclose(text.slice(one.from, one.to));
    closed += text.slice(at, one.from) + inside + '\u2069'.repeat(open);
    at = one.to;
  }
  return closed + text.slice(at, to);
}

/** The level of the first strong character outside of isolates (UAX #9, P2 and P3). Undefined: there is none. */
function findStrong(text: string, bidi: Bidi): 0 | 1 | undefined {
  let depth = 0;
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'LRI' || type === 'RLI' || type === 'FSI') depth++;
    else if (type === 'PDI') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (type === 'L') return 0;
    else if (type === 'R' || type === 'AL') return 1;
  }
  return undefined;
}

/** A value that ends no isolate but its own, and how many of these it leaves open: nothing in the data reaches out of the binding. */
function enclose(value: string): { readonly inside: string; readonly open: number } {
  let open = 0;
  if (!/[\u2066-\u2069]/.test(value)) return { inside: value, open };
  const inside = value.replace(/[\u2066-\u2069]/g, (sign) => {
    if (sign !== '\u2069') open++;
    else if (open === 0) return boundaryNeutral;
    else open--;
    return sign;
  });
  return { inside, open };
}

/** For each bidirectional class (UAX #9, table 4): a character below U+10000 that stands in for surrogate pairs of the class. */
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

/**
 * UAX #9, L2: from the highest level down to the lowest odd one, every run of that level or above is reversed. `between`: the level of the signs of
 * isolates before an item, at which a run ends. What stands on both sides of them changes places only at this level, so they stay where they are before.
 */
export function reorder<T extends { readonly level: number; readonly between?: number | undefined }>(
  items: readonly T[],
): readonly T[] {
  let highest = 0;
  let lowestOdd = 255;
  for (const { level, between = level } of items) {
    if (level > highest) highest = level;
    for (const one of [level, between]) if ((one & 1) === 1 && one < lowestOdd) lowestOdd = one;
  }
  if (lowestOdd > highest) return items;
  const order = items.slice();
  for (let level = highest; level >= lowestOdd; level--) {
    for (let from = 0; from < order.length; from++) {
      if (order[from]!.level < level) continue;
      let to = from + 1;
      while (to < order.length && order[to]!.level >= level && !(items[to]!.between! < level)) to++;
      for (let a = from, b = to - 1; a < b; a++, b--) [order[a], order[b]] = [order[b]!, order[a]!];
      from = to - 1;
    }
  }
  return order;
}
