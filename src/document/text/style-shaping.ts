// A style made ready for shaping: its faces, its words, and what of it a line's height depends on. Made once per style.
import { PdfgenError } from '../../contract/errors.ts';
import { isIgnorable, isSpaceSeparator } from './character-kind.ts';
import { type Shaping, TextFace, type WordCache } from './text-face.ts';
import type { TextStyle, Word } from './types.ts';

export class StyleShaping {
  readonly style: TextStyle;
  readonly faces: readonly TextFace[];
  /** pt per 1/1000 em. */
  readonly scale: number;
  /** Of the first face, in pt; fallback faces do not move lines. */
  readonly ascent: number;
  readonly descent: number;
  /** Words of the first face in Latin. */
  readonly latin: WordCache;
  readonly space: Word;
  /** By character below 0x250: 1 the first face has it, 2 it has not, 0 not yet asked. */
  readonly covered = new Uint8Array(0x250);
  readonly #features: Shaping['features'];
  readonly #caches = new Map<string, WordCache>();

  constructor(style: TextStyle) {
    this.style = style;
    this.faces = style.faces.map((face) => {
      if (face instanceof TextFace) return face;
      throw new PdfgenError('INTERNAL', 'A style has a face that the text engine did not open.');
    });
    const first = this.faces[0];
    if (!first) throw new PdfgenError('INTERNAL', 'A style needs a face.');
    this.scale = style.size / 1000;
    this.ascent = first.metrics.ascent * this.scale;
    this.descent = first.metrics.descent * this.scale;
    this.#features = listFeatures(style);
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
      cache = face.wordsFor({ script, rtl, lang: lang ?? '', features: this.#features, spacingEm });
      this.#caches.set(key, cache);
    }
    return cache;
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

  /** The first face that has a base character and the marks on it, else the first that has the base; undefined where none has. */
  faceFor(cluster: string): TextFace | undefined {
    for (const face of this.faces) if (hasAll(face, cluster)) return face;
    const base = cluster.codePointAt(0)!;
    return this.faces.find((face) => hasCharacter(face, base));
  }
}

/** Letters that are spaced out do not form ligatures (CSS Text 3, 8.2). */
function listFeatures({ features, letterSpacing }: TextStyle): Shaping['features'] {
  const wanted = letterSpacing === 0 ? features : { liga: 0, clig: 0, ...features };
  return wanted ? Object.entries(wanted).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
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

/** Shaping replaces spaces of other widths, and the hyphen that does not break, by what the font has. */
function hasCharacter(face: TextFace, codePoint: number): boolean {
  if (face.has(codePoint) || isIgnorable(codePoint)) return true;
  if (isSpaceSeparator(codePoint)) return face.has(0x20);
  return codePoint === 0x2011 && face.has(0x2010);
}
