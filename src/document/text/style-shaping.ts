// A style prepared for shaping: its faces, its words, and its part in the height of a line. Made once for each style.
import { PdfgenError } from '../../contract/errors.ts';
import { isIgnorable, isSpaceSeparator, isTextSign } from './character-kind.ts';
import { isJoined } from './letter-spacing.ts';
import type { Face, TextStyle, Word } from './shaped-text.ts';
import { shownShift } from './shown-string.ts';
import { type Shaping, TextFace, type WordCache } from './text-face.ts';

/** Smaller code points are counted one by one: Latin letters, digits, common punctuation. */
const simpleLimit = 0x250;
const hyphen = 0x2d;
/** Kerning changes the width of a run by at most this share. */
const kerningRoom = 0.05;

export class StyleShaping {
  readonly style: TextStyle;
  readonly faces: readonly TextFace[];
  /** pt per 1/1000 em. */
  readonly scale: number;
  /** The font size that gives a line its height. For subscripts and superscripts: the size of the text around. */
  readonly lineSize: number;
  /** Ascent and descent of the first face in this size, in pt; fallback faces do not move lines. */
  readonly ascent: number;
  readonly descent: number;
  /** Words of the first face in Latin. */
  readonly latin: WordCache;
  readonly space: Word;
  /** For characters below 0x250: 1: the first face has it; 2: it lacks it; 0: not looked up yet. */
  readonly covered = new Uint8Array(simpleLimit);
  /** Advances in 1/1000 em by character, as far as known. */
  readonly #advances = new Float64Array(simpleLimit);
  readonly #features: Shaping['features'];
  /** OpenType features for text with letter spacing. */
  readonly #spacedFeatures: Shaping['features'];
  readonly #caches = new Map<string, WordCache>();
  #opened: readonly TextFace[] | undefined;
  readonly #spaces = new Map<WordCache, Word>();

  constructor(style: TextStyle) {
    this.style = style;
    this.faces = style.faces.map(asTextFace);
    const first = this.faces[0];
    if (!first) throw new PdfgenError('INTERNAL', 'A style needs a face.');
    this.scale = style.size / 1000;
    this.lineSize = style.raised?.fullSize ?? style.size;
    this.ascent = (first.metrics.ascent * this.lineSize) / 1000;
    this.descent = (first.metrics.descent * this.lineSize) / 1000;
    this.#features = listFeatures(style.features);
    // Letters with letter spacing do not form ligatures (CSS Text 3, 8.2).
    this.#spacedFeatures = style.letterSpacing === 0 ? this.#features : listFeatures({ liga: 0, clig: 0, ...style.features });
    this.latin = this.wordsOf(first, 'Latn', false);
    this.space = this.latin.get(' ');
  }

  /** The words of one of the faces, in a script and direction. */
  wordsOf(face: TextFace, script: string, rtl: boolean): WordCache {
    const key = `${face.id} ${script} ${rtl}`;
    let cache = this.#caches.get(key);
    if (!cache) {
      const { lang, letterSpacing, size } = this.style;
      const spacingEm = size > 0 ? (letterSpacing * 1000) / size : 0;
      const features = isJoined(script) ? this.#features : this.#spacedFeatures;
      const hyphenFace = face.has(hyphen) ? undefined : this.faces.find((one) => one.has(hyphen));
      cache = face.wordsFor({ script, rtl, lang: lang ?? '', features, spacingEm, hyphenFace });
      this.#caches.set(key, cache);
    }
    return cache;
  }

  /** A space among `words`, as wide as the space of the first face: a fallback face must not change the spaces. */
  spaceIn(words: WordCache): Word {
    if (words.face === this.faces[0] || !this.faces[0]!.has(0x20)) return words.get(' ');
    let space = this.#spaces.get(words);
    if (!space) {
      space = widened(words.get(' '), this.space.widthEm);
      this.#spaces.set(words, space);
    }
    return space;
  }

  /** Whether the first face has a character below 0x250. */
  covers(code: number): boolean {
    let known = this.covered[code]!;
    if (known === 0) {
      known = this.faces[0]!.has(code) ? 1 : 2;
      this.covered[code] = known;
    }
    return known === 1;
  }

  /** Whether each run between spaces is no wider than `least` (pt), and each line no wider than `most`, proved from characters and words. */
  isWithin(text: string, least: number, most: number): boolean {
    const limit = least / this.scale;
    const plain = limit * (1 - kerningRoom);
    const lineLimit = most / this.scale;
    const linePlain = lineLimit * (1 - kerningRoom);
    let sum = 0;
    let start = 0;
    let line = 0;
    let lineStart = 0;
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 0x0a;
      if (code === 0x20 || code === 0x0a) {
        if (sum > plain && this.latin.get(text.slice(start, i)).widthEm > limit) return false;
        line += sum;
        if (code === 0x20) line += this.space.widthEm;
        else {
          if (line > linePlain && this.#lineWidth(text.slice(lineStart, i)) > lineLimit) return false;
          line = 0;
          lineStart = i + 1;
        }
        sum = 0;
        start = i + 1;
        continue;
      }
      if (code >= simpleLimit) return false;
      sum += this.#advances[code] || this.#learnAdvance(code);
      if (sum > limit * (1 + kerningRoom)) return false;
    }
    return true;
  }

  /** The width of a line in 1/1000 em. */
  #lineWidth(line: string): number {
    const words = line.split(' ');
    return words.reduce(
      (sum, word) => sum + (word === '' ? 0 : this.latin.get(word).widthEm),
      (words.length - 1) * this.space.widthEm,
    );
  }

  #learnAdvance(code: number): number {
    const advance = this.latin.get(String.fromCharCode(code)).widthEm;
    this.#advances[code] = advance;
    return advance;
  }

  /** The first face with a base character and its marks, else the first with the base; undefined: no face has the base. */
  faceFor(cluster: string): TextFace | undefined {
    return this.#askedFace(cluster) ?? this.#firstFace(cluster);
  }

  /**
   * UTS #51, 1.4.3 and 1.4.6: variation selectors and tags ask for an emoji in colour, or for a plain sign. A sign without them may be plain by itself; a
   * colour font that the text names first shows it in colour.
   */
  #askedFace(cluster: string): TextFace | undefined {
    if (/[\ufe0f\u{e007f}]/u.test(cluster)) return this.faces.find((face) => face.showsPicture(cluster));
    if (cluster.includes('\ufe0e') || (isTextSign(cluster) && !hasAll(this.faces[0]!, cluster)))
      return (
        this.faces.find((face) => !face.hasPictures && hasAll(face, cluster)) ??
        this.#lastFaces().find((face) => hasAll(face, cluster))
      );
    return undefined;
  }

  #firstFace(cluster: string): TextFace | undefined {
    for (const face of this.faces) if (hasAll(face, cluster)) return face;
    const base = cluster.codePointAt(0)!;
    const hasBase = (face: TextFace) => hasCharacter(face, base);
    return this.faces.find(hasBase) ?? this.#lastFaces().find(hasBase);
  }

  /** The face for characters that no other face has, opened at the first such character. */
  #lastFaces(): readonly TextFace[] {
    if (!this.#opened) {
      const last = this.style.openLastFace?.();
      this.#opened = last ? [asTextFace(last)] : [];
    }
    return this.#opened;
  }
}

function asTextFace(face: Face): TextFace {
  if (face instanceof TextFace) return face;
  throw new PdfgenError('INTERNAL', 'A style has a face that the text engine did not open.');
}

function widened(space: Word, widthEm: number): Word {
  const shift = Math.round((widthEm - space.widthEm) * 100) / 100;
  return shift === 0 ? space : { ...space, widthEm: space.widthEm + shift, tj: space.tj + shownShift(shift) };
}

function listFeatures(features: TextStyle['features']): Shaping['features'] {
  return Object.entries(features).sort(([a], [b]) => (a < b ? -1 : 1));
}

function hasAll(face: TextFace, cluster: string): boolean {
  return (
    hasEach(face, cluster) ||
    (cluster.length > 1 && (hasEach(face, cluster.normalize('NFC')) || hasEach(face, cluster.normalize('NFD'))))
  );
}

function hasEach(face: TextFace, text: string): boolean {
  for (const character of text) if (!hasCharacter(face, character.codePointAt(0)!)) return false;
  return true;
}

/** Whether a face can show a character. Shaping replaces spaces of other widths, and the no-break hyphen, by characters of the font. */
function hasCharacter(face: TextFace, codePoint: number): boolean {
  if (face.has(codePoint) || isIgnorable(codePoint)) return true;
  if (isSpaceSeparator(codePoint)) return face.has(0x20);
  return codePoint === 0x2011 && face.has(0x2010);
}
