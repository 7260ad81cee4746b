// Tabs: how wide each is on its line, so that the text after it stands at a stop.
import { endOfNumber } from '../end-of-number.ts';
import type { ParagraphOptions } from '../shaped-text.ts';
import type { TabStop } from '../text-properties.ts';
import { type Atom, pieceWidth } from './atom.ts';

/** Width of a tab without a stop, in spaces. */
const spacesWithoutStop = 4;

export type TabSettings = Pick<ParagraphOptions, 'tabs' | 'decimalPoint'>;

/** A tab before its line is filled. `space`: a space in its place. */
export function openTab(space: Atom, level: number): Atom {
  return { ...space, level, width: space.width * spacesWithoutStop, canEnd: false, tab: { leader: undefined, isOff: true } };
}

/** A tab on its line, and whether the line should end before it: what is aligned at its stop has no room here, but has on a line of its own. */
export interface PlacedTab {
  readonly tab: Atom;
  readonly endsLine: boolean;
}

/** Finds the width of the tab `atoms[at]`. `used`: the width of what stands before it. `limit`: that of the line. */
export function placeTab(
  atoms: readonly Atom[],
  at: number,
  used: number,
  limit: number,
  rtl: boolean,
  settings: TabSettings,
): PlacedTab {
  const tab = atoms[at]!;
  const least = used > 0 ? tab.width / spacesWithoutStop : 0;
  let stop: TabStop | undefined;
  for (const one of settings.tabs) if (one.at > used + least && one.at <= limit && (!stop || one.at < stop.at)) stop = one;
  if (!stop) return { tab, endsLine: false };
  const content = contentAfter(atoms, at);
  const whole = content.reduce((sum, { width }) => sum + width, 0);
  const align = logicalAlign(stop, rtl);
  const gap = stop.at - used - widthBefore(align, content, whole, rtl, settings.decimalPoint);
  const width = Math.max(gap, least);
  const isAligned = align !== 'start';
  const fits = used + width + whole <= limit;
  return {
    tab: { ...tab, width, tab: { leader: stop.leader, isOff: gap < least } },
    endsLine: isAligned && used > 0 && whole <= limit && (!fits || gap < least) && Number.isFinite(limit),
  };
}

/** The atoms between a tab and the next tab, without trailing spaces. */
function contentAfter(atoms: readonly Atom[], at: number): readonly Atom[] {
  let end = at + 1;
  while (end < atoms.length && !atoms[end]!.tab) end++;
  while (end > at + 1 && atoms[end - 1]!.hangs) end--;
  return atoms.slice(at + 1, end);
}

/** The edge of a text in the direction of its line. */
function logicalAlign({ align = 'start' }: TabStop, rtl: boolean): Exclude<TabStop['align'], 'left' | 'right' | undefined> {
  if (align !== 'left' && align !== 'right') return align;
  return (align === 'right') === rtl ? 'start' : 'end';
}

/** How much of the text stands before its stop. */
function widthBefore(
  align: ReturnType<typeof logicalAlign>,
  content: readonly Atom[],
  whole: number,
  rtl: boolean,
  point: RegExp | undefined,
): number {
  if (align === 'start') return 0;
  if (align !== 'decimal') return align === 'end' ? whole : whole / 2;
  const text = content.map((atom) => atom.text).join('');
  const end = point?.exec(text)?.index ?? endOfNumber(text) ?? text.length;
  let from = 0;
  let before = 0;
  for (const atom of content) {
    const part = Math.min(atom.text.length, end - from);
    if (part <= 0) break;
    before += part === atom.text.length ? atom.width : pieceWidth(atom, 0, part, false);
    from += atom.text.length;
  }
  return rtl ? whole - before : before;
}
