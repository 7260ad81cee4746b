// Places the pieces of a filled line: visual order, alignment, justification, height.

import { reorder } from '../bidi.ts';
import type { ParagraphOptions, Reading, Segment, TextLine, Word } from '../shaped-text.ts';
import type { Atom } from './atom.ts';
import { addDirectionMarks } from './direction-marks.ts';
import type { FilledLine } from './fill-lines.ts';
import { measureLine } from './measure-line.ts';
import { type SpreadAtom, spreadAtoms } from './spread-atoms.ts';

/** `isRightToLeft`: the text stands at the right side, whatever the direction of this paragraph. */
export function placeLine(
  line: FilledLine,
  width: number,
  { align: given, lineHeight }: ParagraphOptions,
  isRightToLeft: boolean,
): TextLine {
  const { atoms, hard } = line;
  let spaces = 0;
  let mixed = false;
  let hasTab = false;
  for (const atom of atoms) {
    if (atom.tab) hasTab = true;
    if (atom.isSpace) spaces++;
    if (atom.level > 0) mixed = true;
  }
  // The stops of tabs are counted from where the text begins.
  const align = hasTab ? 'start' : given;
  const { height, baseline } = measureLine(line, lineHeight);
  const room = Number.isFinite(width) ? width - line.width : 0;
  const spread = align === 'justify' && !line.isLast && room > 0 ? spreadAtoms(atoms) : undefined;
  const gaps = spread ? spread.filter(({ spreads }) => spreads).length : spaces;
  const natural = spread ? spread.reduce((sum, atom) => sum + atom.width, 0) : line.width;
  const isSpread = align === 'justify' && !line.isLast && room > 0;
  const isShrunk = line.mayShrink === true && room < 0;
  const gap = gaps > 0 && (isSpread || isShrunk) ? (width - natural) / gaps : 0;
  const x = gap !== 0 ? 0 : offsetOf(room, align, hard.rtl, hasTab ? hard.rtl : isRightToLeft);
  const logical: readonly (Atom | SpreadAtom)[] = spread ?? atoms;
  const places = mixed ? new Map<Atom, number>(logical.map((atom, i) => [atom, i])) : undefined;
  const visual = places ? addDirectionMarks(reorder(logical), places, hard.rtl) : logical;
  const tooWide = natural + gap * gaps > width + tolerance ? textOf(atoms) : undefined;
  return {
    width: natural + gap * gaps,
    height,
    baseline,
    segments: makeSegments(visual, x, gap, line.endsInSpace, places),
    reading: mixed ? readingOf(logical) + (line.endsInSpace ? ' ' : '') : undefined,
    isRightToLeft,
    tooWide,
    offStop: hasTab && atoms.some(({ tab }) => tab?.isOff) ? textOf(atoms) : undefined,
    reachesNext: false,
  };
}

const textOf = (atoms: readonly Atom[]): string => atoms.map(({ text }) => text).join('');

/** A smaller difference is rounding (pt). */
const tolerance = 0.01;

/** The start of the text. A line that is too wide sticks out at the end of its reading direction. `isAtRight`: the side of `start`. */
function offsetOf(room: number, align: ParagraphOptions['align'], rtl: boolean, isAtRight: boolean): number {
  if (room > 0) return room * shareBefore(align, isAtRight);
  return rtl && room < -tolerance ? room : 0;
}

/** The share of the free room that goes before the text. */
function shareBefore(align: ParagraphOptions['align'], rtl: boolean): number {
  if (align === 'center') return 0.5;
  if (align === 'left' || align === 'right') return align === 'right' ? 1 : 0;
  return rtl === (align !== 'end') ? 1 : 0;
}

/**
 * Joins neighbours of the same look and face into one segment. `endsInSpace`: the line ends with a space that takes no room, because readers would
 * join its last word to the first word of the next line.
 */
function makeSegments(
  atoms: readonly (Atom | SpreadAtom)[],
  from: number,
  gap: number,
  endsInSpace: boolean,
  places: ReadonlyMap<Atom, number> | undefined,
): readonly Segment[] {
  const segments: Segment[] = [];
  const leaders: Segment[] = [];
  let x = from;
  for (let i = 0; i < atoms.length; ) {
    const { look, words: cache } = atoms[i]!;
    const start = i;
    const words: Word[] = [];
    let spreads: Set<number> | undefined;
    let width = 0;
    for (; i < atoms.length; i++) {
      const atom = atoms[i]!;
      if (atom.look !== look || (atom.words !== cache && atom.words.face !== cache.face)) break;
      words.push(atom.word);
      if (atom.tab) {
        const isInside = i > 0 && i < atoms.length - 1;
        if (atom.tab.leader) leaders.push(...leaderOf(atom, atom.tab.leader, x + width, isInside, places !== undefined));
        width += atom.width;
        i++;
        break;
      }
      width += atom.width;
      if (gap === 0) continue;
      if (atom.isSpace) width += gap;
      else if ('spreads' in atom && atom.spreads) {
        width += gap;
        spreads ??= new Set();
        spreads.add(words.length - 1);
      }
    }
    if (i === atoms.length && endsInSpace && cache.face.has(0x20)) words.push(look.shaping.spaceIn(cache));
    segments.push({
      x,
      width,
      style: look.shaping.style,
      face: cache.face,
      words,
      wordSpacing: gap,
      spreads,
      link: look.link,
      isLabel: look.isLabel,
      marks: look.marks,
      reading: places && readInOrder(atoms.slice(start, i), places, endsInSpace),
    });
    x += width;
  }
  // At the end, so that they come between no two parts of the text.
  return leaders.length > 0 ? [...segments, ...leaders] : segments;
}

/** The signs in the gap of a tab, at places that are the same on all lines. `isInside`: text stands on both sides of them. */
function leaderOf(tab: Atom | SpreadAtom, signs: string, x: number, isInside: boolean, isMixed: boolean): readonly Segment[] {
  const { shaping } = tab.look;
  const face = shaping.faceFor(signs.trim()) ?? shaping.faces[0]!;
  const cache = shaping.wordsOf(face, 'Latn', false);
  const one = Array.from(signs, (sign) => (sign === ' ' ? shaping.spaceIn(cache) : cache.get(sign)));
  const step = one.reduce((sum, { widthEm }) => sum + widthEm * shaping.scale, 0);
  const distance = isInside ? shaping.space.widthEm * shaping.scale : 0;
  const first = step > 0 ? Math.ceil((x + distance) / step) : 0;
  const count = step > 0 ? Math.min(mostSigns, Math.floor((x + tab.width - distance) / step) - first) : 0;
  if (count <= 0) return [];
  return [
    {
      x: first * step,
      width: count * step,
      style: shaping.style,
      face,
      words: Array.from({ length: count }, () => one).flat(),
      wordSpacing: 0,
      spreads: undefined,
      link: undefined,
      isLeader: true,
      reading: isMixed ? { text: '', place: Number.POSITIVE_INFINITY } : undefined,
    },
  ];
}

/** More signs than fit on any page. */
const mostSigns = 5000;

/** `places`: of the atoms of the line in logical order. Marks of direction have none. */
function readInOrder(visual: readonly Atom[], places: ReadonlyMap<Atom, number>, endsInSpace: boolean): Reading {
  const logical = visual.filter((atom) => places.has(atom)).sort((a, b) => places.get(a)! - places.get(b)!);
  const isEnd = logical.length > 0 && places.get(logical.at(-1)!) === places.size - 1;
  return {
    text: readingOf(logical) + (isEnd && endsInSpace ? ' ' : ''),
    place: logical.length > 0 ? places.get(logical[0]!)! : 0,
  };
}

function readingOf(logical: readonly Atom[]): string {
  // A hyphen at the end of a line has a text of its own.
  return logical.map(({ text, word }, i) => (i === logical.length - 1 ? (word.actualText ?? text) : text)).join('');
}
