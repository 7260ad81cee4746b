// The pages of a file: their order, what they inherit, and their labels.
import { asDict, type Dict, Ref, type Value } from './objects.ts';
import { type PdfFile, walkTree } from './open-pdf.ts';

export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

export interface PdfPage {
  /** From 1. */
  readonly number: number;
  /** Equal for references to the same page. */
  readonly key: string | undefined;
  readonly dict: Dict;
  readonly resources: Dict | undefined;
  /** The visible part of the sheet, by two corners. */
  readonly box: PageBox;
  /** The whole sheet. */
  readonly media: PageBox;
  /** In pt, turned as the page is shown. */
  readonly width: number;
  readonly height: number;
  readonly rotate: number;
  readonly label: string | undefined;
}

interface Inherited {
  readonly Resources?: Value;
  readonly MediaBox?: Value;
  readonly CropBox?: Value;
  readonly Rotate?: Value;
}

/** Raises UnreadablePdf for more pages than anybody prints. */
export function readPages({ catalog, room }: PdfFile): readonly PdfPage[] {
  const labels = readLabels(catalog);
  const pages: PdfPage[] = [];
  const seen = new Set<Dict>();
  const open: { readonly value: Value; readonly above: Inherited }[] = [{ value: catalog.raw('Pages')!, above: {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, above } = next;
    const dict = asDict(catalog.resolve(value));
    if (!dict || seen.has(dict)) continue;
    seen.add(dict);
    const inherited: Record<string, Value> = { ...above };
    for (const name of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) if (dict.has(name)) inherited[name] = dict.get(name);
    if (dict.has('Kids')) {
      for (const kid of dict.rawItems('Kids').toReversed()) open.push({ value: kid, above: inherited });
      continue;
    }
    room.checkPages(pages.length + 1);
    pages.push(toPage(dict, inherited, value instanceof Ref ? value.key : undefined, pages.length, labels));
  }
  return pages;
}

function toPage(
  dict: Dict,
  inherited: Inherited,
  key: string | undefined,
  index: number,
  labels: readonly LabelRange[],
): PdfPage {
  const media = readBox(dict, inherited.MediaBox) ?? ([0, 0, 0, 0] as const);
  const box = readBox(dict, inherited.CropBox) ?? media;
  const [x0, y0, x1, y1] = box;
  const rotate = typeof inherited.Rotate === 'number' ? ((inherited.Rotate % 360) + 360) % 360 : 0;
  const size = [x1 - x0, y1 - y0] as const;
  const [width, height] = rotate % 180 === 90 ? [size[1], size[0]] : size;
  return {
    number: index + 1,
    key,
    dict,
    resources: asDict(inherited.Resources),
    box,
    media,
    width,
    height,
    rotate,
    label: labelOf(index, labels),
  };
}

/** A rectangle, of which a file may name any two opposite corners (ISO 32000-2, 7.9.5). */
export function readBox(dict: Dict, value: Value | undefined): PageBox | undefined {
  const box = Array.isArray(value) ? value.map(dict.resolve.bind(dict)) : [];
  if (box.length !== 4 || !box.every((one) => typeof one === 'number')) return undefined;
  const [x0, y0, x1, y1] = box as unknown as PageBox;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

interface LabelRange {
  readonly from: number;
  readonly style: string | undefined;
  readonly prefix: string;
  readonly start: number;
}

function readLabels(catalog: Dict): readonly LabelRange[] {
  const ranges: LabelRange[] = [];
  for (const [from, value] of walkTree(catalog.dict('PageLabels'), 'Nums')) {
    const range = asDict(catalog.resolve(value));
    if (typeof from !== 'number' || !range) continue;
    ranges.push({ from, style: range.name('S'), prefix: range.text('P') ?? '', start: range.number('St') ?? 1 });
  }
  return ranges.sort((a, b) => a.from - b.from);
}

/** ISO 32000-2, 12.4.2. */
function labelOf(index: number, ranges: readonly LabelRange[]): string | undefined {
  const range = ranges.findLast(({ from }) => from <= index);
  if (!range) return undefined;
  return `${range.prefix}${writeNumber(range.start + index - range.from, range.style)}`;
}

function writeNumber(value: number, style: string | undefined): string {
  switch (style) {
    case 'D':
      return String(value);
    case 'R':
      return toRoman(value);
    case 'r':
      return toRoman(value).toLowerCase();
    case 'A':
      return toLetters(value);
    case 'a':
      return toLetters(value).toLowerCase();
    default:
      return '';
  }
}

const romans = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function toRoman(value: number): string {
  if (value < 1 || value > 100_000) return String(value);
  let left = value;
  let written = '';
  for (const [worth, letters] of romans) for (; left >= worth; left -= worth) written += letters;
  return written;
}

/** A to Z, then AA to ZZ. */
function toLetters(value: number): string {
  if (value < 1 || value > 26_000) return String(value);
  return String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
