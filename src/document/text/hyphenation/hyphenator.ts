// Finds the places in words where a line may end with a hyphen: by patterns (F. M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983) and a list of words.
import { isMark } from '../character-kind.ts';
import type { HyphenateSettings } from '../text-properties.ts';
import { TwoGenerationMap } from '../two-generation-map.ts';

/** Packed patterns of a language: see packPatterns. */
export class Patterns {
  readonly before: number;
  readonly after: number;
  readonly exceptions: readonly string[];
  readonly #codes = new Map<string, number>();
  readonly #lists: readonly (readonly number[])[];
  readonly #characters: Uint8Array;
  /** For each node: its first kid. One more at the end. */
  readonly #kids: Uint32Array;
  readonly #digits: Uint8Array;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    const take = (length: number) => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    const number = () => view.getUint32(take(4).byteOffset - bytes.byteOffset, true);
    const text = () => new TextDecoder().decode(take(number()));
    this.before = bytes[at++]!;
    this.after = bytes[at++]!;
    for (const character of text()) this.#codes.set(character, this.#codes.size + 1);
    this.#lists = text()
      .split('\n')
      .map((list) => Array.from(list, Number));
    this.exceptions = text()
      .split(' ')
      .filter((word) => word !== '');
    const count = number();
    this.#characters = take(count);
    const kidCounts = take(count);
    this.#digits = take(2 * count);
    this.#kids = new Uint32Array(count + 1);
    let next = 1;
    for (let node = 0; node < count; node++) {
      this.#kids[node] = next;
      next += kidCounts[node]!;
    }
    this.#kids[count] = next;
  }

  /** For each place between two letters of a word: a hyphen may stand there if the number is odd. `letters`: in lower case. */
  levels(letters: readonly string[]): Uint8Array {
    const codes = ['.', ...letters, '.'].map((letter) => this.#codes.get(letter) ?? 0);
    const levels = new Uint8Array(codes.length + 1);
    for (let from = 0; from < codes.length; from++) {
      let node = 0;
      for (let i = from; i < codes.length; i++) {
        node = this.#kid(node, codes[i]!);
        if (node === 0) break;
        const digits = this.#lists[this.#digits[2 * node]! + 256 * this.#digits[2 * node + 1]!]!;
        for (let k = 0; k < digits.length; k++) if (digits[k]! > levels[from + k]!) levels[from + k] = digits[k]!;
      }
    }
    // The dot before the word takes one place.
    return levels.subarray(1);
  }

  /** The kid of a node with a character; 0: there is none. */
  #kid(node: number, code: number): number {
    if (code === 0) return 0;
    const end = this.#kids[node + 1]!;
    for (let kid = this.#kids[node]!; kid < end; kid++) if (this.#characters[kid] === code) return kid;
    return 0;
  }
}

/** Texts whose places are kept. */
const textLimit = 4000;
/** Longer words come from machines. */
const longestWord = 96;
const nothing: readonly number[] = [];

/** Hyphenates words of a language. */
export class Hyphenator {
  readonly #patterns: Patterns;
  readonly #before: number;
  readonly #after: number;
  /** By words in lower case, without hyphens. */
  readonly #exceptions = new Map<string, readonly number[]>();
  readonly #known = new TwoGenerationMap<readonly number[]>(textLimit);

  /** `exceptions` win over the patterns. */
  constructor(patterns: Patterns, { before, after, exceptions = [] }: HyphenateSettings) {
    this.#patterns = patterns;
    this.#before = before ?? patterns.before;
    this.#after = after ?? patterns.after;
    for (const written of [...patterns.exceptions, ...exceptions]) {
      const parts = written.normalize('NFC').toLowerCase().split('-');
      let length = 0;
      const ends = parts.map((part) => {
        length += [...part].length;
        return length;
      });
      this.#exceptions.set(parts.join(''), ends.slice(0, -1));
    }
  }

  /** The indexes in `text`, a part of a text without spaces, at which a line may end with a hyphen. */
  find(text: string): readonly number[] {
    if (text.length < this.#before + this.#after) return nothing;
    const known = this.#known.get(text);
    if (known) return known;
    const found = isCode(text) ? nothing : this.#findIn(text);
    this.#known.set(text, found);
    return found;
  }

  #findIn(text: string): readonly number[] {
    return [...text.matchAll(word)].flatMap(({ 0: found, index }) => this.#findInWord(found).map((at) => index + at));
  }

  #findInWord(given: string): readonly number[] {
    const composed = given.normalize('NFC');
    const letters = [...composed.toLowerCase()];
    const characters = [...composed];
    if (letters.length < this.#before + this.#after || letters.length > longestWord) return nothing;
    // A word all in capitals is an abbreviation or a name. A few letters become longer in lower case.
    const isInCapitals = characters.every((one) => one.toLowerCase() !== one || !/\p{L}/u.test(one));
    if (isInCapitals && characters.some((one) => one.toUpperCase() !== one.toLowerCase())) return nothing;
    if (letters.length !== characters.length) return nothing;
    const places = this.#exceptions.get(letters.join('')) ?? this.#placesIn(letters);
    const before = (at: number) => characters.slice(0, at).join('');
    if (composed === given) return places.map((at) => before(at).length);
    // The text has marks apart from their letters: the same number of letters with their marks stands before the place.
    const ends = clusterEnds(given);
    return places.map((at) => ends[clusterEnds(before(at)).length - 1]!);
  }

  #placesIn(letters: readonly string[]): readonly number[] {
    const levels = this.#patterns.levels(letters);
    const places: number[] = [];
    for (let at = this.#before; at <= letters.length - this.#after; at++)
      if (levels[at]! % 2 === 1 && !isMark(letters[at]!.codePointAt(0)!)) places.push(at);
    return places;
  }
}

/** Letters with their marks, and apostrophes and joiners between them. */
const word = /\p{L}[\p{L}\p{M}\u200c\u200d]*(?:['’]\p{L}[\p{L}\p{M}\u200c\u200d]*)*/gu;

/** Whether a text is an amount, a code or an address, which stays whole. */
const isCode = (text: string) => /[\p{N}@_/\\]|[\p{L}\p{M}][.:][\p{L}]/u.test(text);

/** The ends of characters with their marks. */
function clusterEnds(text: string): number[] {
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    at += character.length;
    if (ends.length > 0 && isMark(character.codePointAt(0)!)) ends[ends.length - 1] = at;
    else ends.push(at);
  }
  return ends;
}
