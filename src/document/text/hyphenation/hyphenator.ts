// Finds the places in words where a line may end with a hyphen: by patterns (F. M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983) and a list of words.
import { isMark } from '../character-kind.ts';
import type { InnerBreak } from '../line/inner-break.ts';
import type { HyphenateSettings } from '../text-properties.ts';
import { TwoGenerationMap } from '../two-generation-map.ts';

export const openPatterns = (bytes: Uint8Array): Patterns => new Patterns(bytes);

export const openHyphenator = (patterns: Patterns, settings: HyphenateSettings): Hyphenator => new Hyphenator(patterns, settings);

/** Bytes of the number of a character, by how many different ones there are. The numbers begin at 1. */
export const characterBytes = (characters: number): 1 | 2 => (characters > 255 ? 2 : 1);

/** Packed patterns of a language: see packPatterns. */
export class Patterns {
  readonly before: number;
  readonly after: number;
  readonly #exceptions: ReadonlyMap<string, readonly number[]>;
  /** Whether an apostrophe is a letter, as in French. Elsewhere it ends a word, as in TeX. */
  readonly hasApostrophes: boolean;
  readonly #codes = new Map<string, number>();
  readonly #lists: readonly (readonly number[])[];
  readonly #characters: Uint8Array | Uint16Array;
  /** For each node: its first kid. One more at the end. */
  readonly #kids: Uint32Array;
  readonly #digits: Uint8Array | Uint16Array;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    const take = (length: number) => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    const number = () => view.getUint32(take(4).byteOffset - bytes.byteOffset, true);
    const text = () => new TextDecoder().decode(take(number()));
    const numbers = (length: number, width: 1 | 2) => {
      const from = at;
      const taken = take(length * width);
      return width === 1 ? taken : new Uint16Array(length).map((_, i) => view.getUint16(from + 2 * i, true));
    };
    this.before = bytes[at++]!;
    this.after = bytes[at++]!;
    for (const character of text()) this.#codes.set(character, this.#codes.size + 1);
    const width = characterBytes(this.#codes.size);
    const apostrophe = this.#codes.get("'") ?? this.#codes.get('’');
    this.hasApostrophes = apostrophe !== undefined;
    // Both apostrophes are one letter. Italian has only one of them in its patterns.
    if (apostrophe !== undefined) for (const one of ["'", '’']) if (!this.#codes.has(one)) this.#codes.set(one, apostrophe);
    this.#lists = text()
      .split('\n')
      .map((list) => Array.from(list, Number));
    this.#exceptions = new Map(
      text()
        .split(' ')
        .filter((word) => word !== '')
        .map(readException),
    );
    const count = number();
    this.#characters = numbers(count, width);
    const kidCounts = numbers(count, width);
    this.#digits = numbers(count, 2);
    this.#kids = new Uint32Array(count + 1);
    let next = 1;
    for (let node = 0; node < count; node++) {
      this.#kids[node] = next;
      next += kidCounts[node]!;
    }
    this.#kids[count] = next;
  }

  /** The places of the hyphens of a word that the authors of the patterns list. */
  exceptionOf(word: string): readonly number[] | undefined {
    return this.#exceptions.get(word);
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
        const digits = this.#lists[this.#digits[node]!]!;
        for (let k = 0; k < digits.length; k++) if (digits[k]! > levels[from + k]!) levels[from + k] = digits[k]!;
      }
    }
    // The dot before the word takes one place.
    return levels.subarray(1);
  }

  /** The child of a node for a character. 0: no such child. */
  #kid(node: number, code: number): number {
    if (code === 0) return 0;
    const last = this.#kids[node + 1]!;
    let [from, end] = [this.#kids[node]!, last];
    while (from < end) {
      const middle = (from + end) >>> 1;
      if (this.#characters[middle]! < code) from = middle + 1;
      else end = middle;
    }
    return from < last && this.#characters[from] === code ? from : 0;
  }
}

/** Texts whose breaks are kept. */
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
  readonly #known = new TwoGenerationMap<readonly InnerBreak[]>(textLimit);

  /** `exceptions` win over the patterns, the fewest letters and the rule for words in capitals. */
  constructor(patterns: Patterns, { before, after, exceptions = [] }: HyphenateSettings) {
    this.#patterns = patterns;
    this.#before = before ?? patterns.before;
    this.#after = after ?? patterns.after;
    for (const written of exceptions) this.#exceptions.set(...readException(written));
  }

  /** The places in `text`, a part of a text without spaces, at which a line may end, in most scripts with a hyphen. As long as they are kept, the same object. */
  breaksOf(text: string): readonly InnerBreak[] {
    const known = this.#known.get(text);
    if (known) return known;
    const hyphen = !ethiopic.test(text);
    const breaks = this.find(text).map((at) => ({ at, hyphen }));
    this.#known.set(text, breaks);
    return breaks;
  }

  /** The indexes of these places. */
  find(text: string): readonly number[] {
    if (isCode(text)) return nothing;
    return [...text.matchAll(word)].flatMap(({ 0: found, index }) => this.#findInWord(found).map((at) => index + at));
  }

  #findInWord(given: string): readonly number[] {
    const composed = given.normalize('NFC');
    const places = this.#placesIn(composed);
    if (places.length === 0) return nothing;
    const characters = [...composed];
    const before = (at: number) => characters.slice(0, at).join('');
    if (composed === given) return places.map((at) => before(at).length);
    // The text has marks apart from their letters: the same number of letters with their marks stands before the place.
    const ends = clusterEnds(given);
    return places.map((at) => ends[clusterEnds(before(at)).length - 1]!);
  }

  /** For each possible hyphen of a word: the number of characters before it. */
  #placesIn(composed: string): readonly number[] {
    const letters = [...lower(composed)];
    const exception = this.#exceptions.get(letters.join(''));
    if (exception) return exception;
    // A few letters become longer in lower case.
    if (letters.length > longestWord || letters.length !== [...composed].length || isAbbreviation(composed)) return nothing;
    if (this.#patterns.hasApostrophes) return this.#placesByPatterns(letters);
    const places: number[] = [];
    for (let from = 0; from < letters.length; ) {
      const found = letters.indexOf("'", from);
      const end = found < 0 ? letters.length : found;
      for (const place of this.#placesByPatterns(letters.slice(from, end))) places.push(from + place);
      from = end + 1;
    }
    return places;
  }

  #placesByPatterns(letters: readonly string[]): readonly number[] {
    const last = letters.length - this.#after;
    if (last < this.#before) return nothing;
    const isPlace = (at: number) => at >= this.#before && at <= last && !isMark(letters[at]!.codePointAt(0)!);
    const listed = this.#patterns.exceptionOf(letters.join(''));
    if (listed) return listed.filter(isPlace);
    const levels = this.#patterns.levels(letters);
    return letters.flatMap((_, at) => (levels[at]! % 2 === 1 && isPlace(at) ? [at] : []));
  }
}

/** In lower case, with the apostrophe of typewriters. */
const lower = (text: string) => text.toLowerCase().replaceAll('’', "'");

/** A word without its hyphens, and the numbers of characters before them. */
function readException(written: string): [string, readonly number[]] {
  const parts = lower(written.normalize('NFC')).split('-');
  let length = 0;
  const ends = parts.map((part) => {
    length += [...part].length;
    return length;
  });
  return [parts.join(''), ends.slice(0, -1)];
}

/** Longer words in capitals are other words, such as `MENSCHENRECHTE`. */
const longestAbbreviation = 9;

/** Whether a word is all in capitals and short. Scripts without capitals have no such words. */
const isAbbreviation = (text: string) =>
  text.length <= longestAbbreviation && text === text.toUpperCase() && text !== text.toLowerCase();

/** Words in this script go on in the next line without a sign. */
const ethiopic = /\p{sc=Ethi}/u;

/** Letters with their marks, and apostrophes and joiners between them. */
const word = /\p{L}[\p{L}\p{M}\u200c\u200d]*(?:['’]\p{L}[\p{L}\p{M}\u200c\u200d]*)*/gu;

/** Whether a text is an amount, a code or an address, which stays whole. */
const isCode = (text: string) => /[\p{Nd}@_/\\]|[\p{L}\p{M}][.:]\p{L}/u.test(text);

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
