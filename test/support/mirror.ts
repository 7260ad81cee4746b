// Compares a document from left to right with the same one from right to left: each box lies as far from the right edge as its twin from the left.
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { extentOfPath } from '../../src/document/vector/path.ts';
import { type LaidOut, pageItems, wordsOf } from './render.ts';
import { elementLines } from './structure.ts';

/** An item of a page. `shows`: all but its place across the page. */
interface Shown {
  readonly shows: string;
  readonly left: number;
  readonly right: number;
}

const round = (value: number) => Math.round(value * 10) / 10 || 0;

/** Marks of direction, which only texts from right to left have. */
const marks = /[\u200e\u200f]/g;

function shownOf(items: readonly PageItem[], dx = 0, dy = 0, scale = 1): readonly Shown[] {
  return items.flatMap((item): readonly Shown[] => {
    const show = (left: number, width: number, y: number, more: string | number = '') => [
      { shows: `${item.kind} ${round(y * scale + dy)} ${more}`, left: left * scale + dx, right: (left + width) * scale + dx },
    ];
    switch (item.kind) {
      case 'text': {
        const said = wordsOf(item).replace(marks, '').trim();
        return said === '' ? [] : show(item.x + item.segment.x, item.segment.width, item.y, said);
      }
      case 'line':
        return show(Math.min(item.x1, item.x2), Math.abs(item.x2 - item.x1), item.y1, round(item.y2 + dy));
      case 'path': {
        const { left, right, top } = extentOfPath(item.path)!;
        return show(item.x + left, right - left, item.y + top);
      }
      case 'modules': {
        const ends = item.rects.flatMap((left, i) => (i % 4 === 0 ? [left, left + item.rects[i + 2]!] : []));
        const [left, right] = [Math.min(...ends) * item.scaleX, Math.max(...ends) * item.scaleX];
        return show(item.x + left, right - left, item.y);
      }
      case 'group':
        if (item.rotate !== 0) throw new Error('A turned group is not compared.');
        return shownOf(item.items, dx + item.x * scale, dy + item.y * scale, scale * (item.scale ?? 1));
      case 'anchor':
        return [];
      default:
        return show(item.x, item.width, item.y, round(item.height));
    }
  });
}

/** The texts of a line as one, whatever their order is. */
function joinTexts(all: readonly Shown[]): readonly Shown[] {
  const isText = ({ shows }: Shown) => shows.startsWith('text');
  const texts = all.filter(isText).map((one) => ({ ...one, shows: one.shows.split(' ').slice(0, 2).join(' ') }));
  const joined: Shown[] = [];
  for (const one of texts.toSorted((a, b) => a.shows.localeCompare(b.shows) || a.left - b.left)) {
    const last = joined.at(-1);
    const goesOn = last?.shows === one.shows && one.left - last.right < 4;
    if (goesOn) joined[joined.length - 1] = { ...last, right: Math.max(last.right, one.right) };
    else joined.push(one);
  }
  return [...joined, ...all.filter((one) => !isText(one))];
}

/** The items of one document that the mirror of the other one lacks, and the other way round. `byLine`: their texts have another order in their lines. */
export function findUnmirrored(ltr: LaidOut, rtl: LaidOut, byLine = false): string[] {
  const pages = pageItems(rtl);
  const seen = (items: readonly PageItem[]) => (byLine ? joinTexts(shownOf(items)) : shownOf(items));
  return pageItems(ltr).flatMap((items, page) => {
    const { width } = ltr.pages[page]!;
    const rest = seen(pages[page] ?? []).map(({ shows, left, right }) => ({
      shows,
      left: width - right,
      right: width - left,
    }));
    const lost = seen(items).filter(({ shows, left, right }) => {
      const at = rest.findIndex((one) => one.shows === shows && Math.abs(one.left - left) + Math.abs(one.right - right) < 0.1);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    const tell = (side: string) => (one: Shown) => `${side} ${one.shows}: ${round(one.left)} to ${round(one.right)}`;
    return [...lost.map(tell('ltr')), ...rest.map(tell('rtl'))];
  });
}

/** All items in the order of painting, without their place across the page. */
export const paintedIn = (laidOut: LaidOut): readonly string[] =>
  pageItems(laidOut).flatMap((items) => shownOf(items).map(({ shows }) => shows));

/** The structure, and the texts in the order of reading, without what only texts from right to left need. */
export function readingOf(laidOut: LaidOut): readonly string[] {
  const lines = elementLines(laidOut).map((line) => line.replace(marks, ''));
  return [...elementsOf(lines), ...lines.flatMap((line) => line.match(/"[^"]*"/g) ?? [])];
}

/** The structure alone. */
export const structureOf = (laidOut: LaidOut): readonly string[] => elementsOf(elementLines(laidOut));

const elementsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => (/^ *Span actualText=/.test(line) ? [] : line.replace(/ (?:"|-> ).*/s, '')));
