// Words from right to left whose glyphs do not say their text one by one: marks off the baseline, ligatures, marks of order.
//
// Readers turn such text round character by character, as they find it from left to right (measured: poppler 22.12, pdf.js 5.6),
// so each character gets a code of its own, in visual order: the letters that a ligature hides are said by unseen glyphs, and a
// mark is said at the left of its base, on the baseline, wherever it is painted.

import { type GlyphSource, lettersOf } from './build-word.ts';
import { effectOf } from './direction-marks.ts';
import { type GlyphRun, glyphStride } from './harfbuzz.ts';
import { shownCode, shownShift } from './shown-string.ts';
import type { Piece, SaidPieces, Word } from './types.ts';
import { nudge, rightToLeftMark, unseenAdvance } from './unseen-glyphs.ts';

/** A glyph where it is painted, in 1/1000 em. */
interface PlacedGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly rise: number;
  readonly end: number;
}

/** One character with the glyphs that paint it; without any it is hidden in a ligature. */
interface Telling {
  readonly character: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** Not a letter of its own on the baseline: said through ActualText, whatever it is painted by. */
  readonly isApart: boolean;
}

/** The word, or undefined where it needs none of this, or the font leaves no codes free. */
export function buildRightToLeftWord(text: string, run: GlyphRun, spacingEm: number, source: GlyphSource): Word | undefined {
  if (saysItself(text, run, source)) return undefined;
  const direction = source.unseenGlyph(rightToLeftMark);
  const { glyphs, width } = placeGlyphs(run, spacingEm, source);
  const tellings = direction === undefined ? undefined : tellAll(text, run, glyphs, source);
  return tellings && new WordWriter(direction!, spacingEm, source).write(tellings, width);
}

/** Whether each glyph stands on the line and says its character, and no reader loses the direction. */
function saysItself(text: string, run: GlyphRun, source: GlyphSource): boolean {
  // Brackets are words of one character, painted by the glyph of another.
  if (text.length === 1) return true;
  let at = text.length;
  for (let i = 0; i < run.length; i += glyphStride) {
    if (run[i + 2] === 0 || run[i + 3] !== 0 || run[i + 4] !== 0) return false;
    const said = source.unicodeOf(run[i]!);
    if (said === undefined || !text.endsWith(said, at)) return false;
    at -= said.length;
  }
  if (at !== 0) return false;
  for (let i = 1; i < text.length; i++) if (losesDirection(text[i - 1]!, text[i]!)) return false;
  return true;
}

/** A figure or the like ends the run for readers; what is neutral after it would go to the wrong side. */
function losesDirection(character: string, next: string): boolean {
  return effectOf(character) === 'figure' && effectOf(next) !== 'right';
}

function placeGlyphs(run: GlyphRun, spacingEm: number, { unitsPerEm }: GlyphSource): { glyphs: PlacedGlyph[]; width: number } {
  const scale = 1000 / unitsPerEm;
  const glyphs: PlacedGlyph[] = [];
  let pen = 0;
  for (let i = 0; i < run.length; i += glyphStride) {
    const advance = run[i + 2]! * scale;
    const x = pen + run[i + 3]! * scale;
    glyphs.push({ glyph: run[i]!, x, rise: Math.round(run[i + 4]! * scale * 100) / 100, end: x + advance });
    pen += advance;
    // A viewer spaces after every code; a mark has to stay where it is on its base.
    if (advance !== 0) pen += spacingEm;
  }
  return { glyphs, width: pen };
}

/** The characters of a word from left to right. */
function tellAll(text: string, run: GlyphRun, glyphs: readonly PlacedGlyph[], source: GlyphSource): Telling[] | undefined {
  const tellings: Telling[] = [];
  const hasMarks = /\p{M}/u.test(text);
  let end = text.length;
  for (let i = 0; i < glyphs.length; ) {
    const start = run[i * glyphStride + 1]!;
    const own: PlacedGlyph[] = [];
    for (; i < glyphs.length && run[i * glyphStride + 1] === start; i++) own.push(glyphs[i]!);
    const told = tellCluster(text.slice(start, end), own, hasMarks, source);
    if (!told) return undefined;
    tellings.push(...told);
    end = start;
  }
  return end === 0 ? tellings : undefined;
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const isMark = (character: string) => /^\p{M}$/u.test(character);

function tellCluster(
  meant: string,
  glyphs: readonly PlacedGlyph[],
  hasMarks: boolean,
  source: GlyphSource,
): Telling[] | undefined {
  const characters = [...meant.replace(invisible, '')];
  if (characters.length === 0) return glyphs.length === 0 ? [] : undefined;
  const free = new Set(glyphs);
  const painted = characters.map((character) => {
    const found = glyphs.find((glyph) => free.has(glyph) && sayAlike(source.unicodeOf(glyph.glyph), character));
    if (found) free.delete(found);
    return found ? [found] : [];
  });
  // A glyph of several characters says the last letter of them, which stands at its left.
  for (const glyph of [...free].reverse()) {
    const silent = characters.map((_, i) => i).filter((i) => painted[i]!.length === 0);
    const isOnMark = glyph.end === glyph.x;
    const spoken = silent.findLast((i) => isMark(characters[i]!) === isOnMark) ?? silent.at(-1);
    // More glyphs than characters: the dots of a letter, which go with it.
    painted[spoken ?? characters.length - 1]!.push(glyph);
  }
  const tellings = characters.map((character, i): Telling => {
    const own = painted[i]!;
    const [first] = own;
    const said = first && source.unicodeOf(first.glyph);
    // What the font has not is painted as one box, whatever it stands for.
    const isOther = first?.glyph === 0 || (said !== undefined && !sayAlike(said, character));
    // Some fonts paint a letter of a ligature as if it were a mark; among marks it could be taken for one beside its place.
    const isOff = first !== undefined && (first.rise !== 0 || (hasMarks && first.end === first.x));
    return { character, glyphs: own, isApart: isMark(character) || own.length > 1 || isOther || isOff };
  });
  const isHidden = ({ glyphs: own, character }: Telling) => own.length === 0 && source.unseenGlyph(character) === undefined;
  return tellings.some(isHidden) ? undefined : tellings.reverse();
}

function sayAlike(said: string | undefined, character: string): boolean {
  return said === character || (said !== undefined && lettersOf(said) === lettersOf(character));
}

/** Of the letters of a ligature the one that its glyph says. */
export function spokenOf(letters: string): string {
  const characters = [...letters];
  return characters.findLast((character) => !isMark(character)) ?? characters.at(-1)!;
}

/** Differences up to this many thousandths of an em are left, as no eye sees them; they are carried on, so they never add up. */
const slack = 1;
/** Between several said left of one letter: a little more than what readers take for one character painted twice. */
const step = 105;
/** As far as they may reach over the letter before; poppler takes words that overlap by half an em for two lines. */
const reach = 470;

/** Where each is said. What is not painted where it is said gets a place left of the letter that follows it. */
function placesOf(tellings: readonly Telling[], width: number): number[] {
  const places = new Array<number>(tellings.length);
  let next = width;
  for (let i = tellings.length - 1; i >= 0; ) {
    if (isOnLine(tellings[i]!)) {
      next = tellings[i]!.glyphs[0]!.x;
      places[i--] = next;
      continue;
    }
    let first = i;
    while (first > 0 && !isOnLine(tellings[first - 1]!)) first--;
    const count = i - first + 1;
    const apart = count === 1 ? unseenAdvance : Math.min(step, reach / count);
    // At the beginning there is but a space to reach into.
    const leftmost = first === 0 ? -unseenAdvance : tellings[first - 1]!.glyphs[0]!.end - reach;
    for (let place = Math.max(next - count * apart, leftmost); first <= i; first++, place += apart) places[first] = place;
    i -= count;
  }
  return places;
}

function isOnLine({ glyphs: [first], isApart, character }: Telling): boolean {
  return first !== undefined && !isMark(character) && (first.end > first.x || !isApart);
}

class WordWriter {
  readonly #source: GlyphSource;
  readonly #direction: number;
  readonly #spacingEm: number;
  readonly #glyphs: number[] = [];
  readonly #clusters: [number, string][] = [];
  readonly #pieces: (Piece | SaidPieces)[] = [];
  #tj = '';
  #shown = 0;

  constructor(direction: number, spacingEm: number, source: GlyphSource) {
    this.#direction = direction;
    this.#spacingEm = spacingEm;
    this.#source = source;
  }

  write(tellings: readonly Telling[], width: number): Word {
    const places = placesOf(tellings, width);
    for (const [i, telling] of tellings.entries()) {
      const before = tellings[i - 1];
      const place = places[i]!;
      if (before && losesDirection(telling.character, before.character)) this.#sayDirection(place);
      this.#say(telling, place, places[i + 1] ?? width);
    }
    this.#moveTo(width);
    this.#endPiece();
    return this.#finish();
  }

  #say({ character, glyphs, isApart }: Telling, place: number, end: number): void {
    const [first] = glyphs;
    if (isApart) {
      this.#sayApart(character, glyphs, place, end);
    } else if (first) {
      this.#show(first.glyph, first.x);
      this.#note(first.glyph, character);
    } else {
      this.#show(this.#source.unseenGlyph(character)!, place);
    }
  }

  /** Readers would set what stands close to the next letter apart from it, and take letter spacing for a space. */
  #sayDirection(place: number): void {
    if (this.#spacingEm === 0) this.#show(this.#direction, place - nudge);
    else this.#sayApart(rightToLeftMark, [], place - unseenAdvance, place);
  }

  /** Readers take the place of an ActualText from its first and its last glyph; unseen ones there let the others be anywhere. */
  #sayApart(character: string, glyphs: readonly PlacedGlyph[], from: number, to: number): void {
    this.#endPiece();
    const around = this.#pieces.splice(0);
    this.#show(this.#direction, from);
    this.#endPiece();
    if (glyphs.length === 0 && character !== rightToLeftMark) this.#show(this.#source.unseenGlyph(character)!, from);
    for (const { glyph, x, rise } of glyphs) {
      this.#show(glyph, x);
      this.#note(glyph, character);
      this.#endPiece(rise);
    }
    this.#endPiece();
    this.#show(this.#direction, to);
    this.#endPiece();
    const pieces = this.#pieces.splice(0) as Piece[];
    this.#pieces.push(...around, { actualText: character, pieces });
  }

  #note(glyph: number, character: string): void {
    if (glyph !== 0 && this.#source.unicodeOf(glyph) === undefined && !this.#clusters.some(([known]) => known === glyph))
      this.#clusters.push([glyph, character]);
  }

  #show(glyph: number, x: number): void {
    this.#moveTo(x);
    this.#tj += shownCode(glyph);
    this.#glyphs.push(glyph);
    this.#shown += this.#source.advanceEm(glyph) + this.#spacingEm;
  }

  #moveTo(x: number): void {
    const shift = Math.round(x - this.#shown);
    if (shift <= slack && shift >= -slack) return;
    this.#tj += shownShift(shift);
    this.#shown += shift;
  }

  #endPiece(riseEm = 0): void {
    if (this.#tj !== '') this.#pieces.push({ tj: this.#tj, riseEm });
    this.#tj = '';
  }

  #finish(): Word {
    const only = this.#pieces.length === 1 ? this.#pieces[0]! : undefined;
    const isPlain = only !== undefined && 'tj' in only && only.riseEm === 0;
    return {
      widthEm: this.#shown,
      tj: isPlain ? only.tj : '',
      glyphs: this.#glyphs,
      clusters: this.#clusters.length > 0 ? this.#clusters : undefined,
      actualText: undefined,
      pieces: isPlain ? undefined : this.#pieces,
    };
  }
}
