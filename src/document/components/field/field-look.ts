// What a field looks like with its value. Viewers set what people type in the same way: 2 pt from the edges, a single line in the middle of the height.
import type { Alignment } from '../../../pdf-file/acro-form/field-table.ts';
import type { LineItem, PageItem, PathItem, Stroke } from '../../layout/fragment.ts';
import type { ResolvedText, StyleBook } from '../../template/styles.ts';
import type { TextEngine } from '../../text/index.ts';
import type { Paragraph, TextLine } from '../../text/shaped-text.ts';
import { ellipseIn, PathBuilder } from '../../vector/path.ts';

/** Between text and the edges of its field, in pt. */
export const inset = 2;

/** Behind the chosen option of a list, as in Acrobat. */
const chosenColor = '#99c1da';

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Writes the text of a field, and collects what is missing for it. */
export class FieldWriter {
  readonly missing = new Set<number>();
  readonly lines: TextLine[] = [];
  readonly #engine: TextEngine;
  readonly #styles: StyleBook;
  readonly #look: ResolvedText;
  readonly #checkTime: () => void;

  /** `checkTime`: raises when time is up. */
  constructor(
    { engine, styles }: { readonly engine: TextEngine; readonly styles: StyleBook },
    look: ResolvedText,
    checkTime: () => void,
  ) {
    this.#engine = engine;
    this.#styles = styles;
    this.#look = look;
    this.#checkTime = checkTime;
  }

  /** A line that nothing is written on. */
  get emptyLine(): TextLine {
    return this.#prepare('x', 'left').wrap(Number.POSITIVE_INFINITY)[0]!;
  }

  /** From the top of an area to the baseline of a single line. */
  baselineIn(height: number): number {
    const { style } = this.#look;
    const { ascent, descent } = style.faces[0]!.metrics;
    return (height + ((ascent + descent) * style.size) / 1000) / 2;
  }

  /** Lines that are as long as they need to be. */
  line(text: string): TextLine | undefined {
    return this.#note(this.#prepare(text, 'left'), Number.POSITIVE_INFINITY)[0];
  }

  /** Lines of a width. */
  wrap(text: string, width: number, align: Alignment): readonly TextLine[] {
    return this.#note(this.#prepare(text, align), width);
  }

  #note(paragraph: Paragraph, width: number): readonly TextLine[] {
    for (const code of paragraph.missing) this.missing.add(code);
    const lines = paragraph.wrap(width, this.#checkTime);
    this.lines.push(...lines);
    return lines;
  }

  #prepare(text: string, align: Alignment): Paragraph {
    const { style, options } = this.#styles.vary(this.#look, { align });
    return this.#engine.prepare([{ text, style, link: undefined }], options.auto, this.#checkTime);
  }
}

function placeLine({ segments }: TextLine, x: number, y: number): PageItem[] {
  return segments.map((segment) => ({ kind: 'text', x, y, segment, tag: undefined }));
}

const shareLeft = { left: 0, center: 0.5, right: 1 } as const;

/** A single line in the middle of the height. */
export function drawLine(line: TextLine, { width, height }: Area, align: Alignment, writer: FieldWriter): readonly PageItem[] {
  const left = inset + (width - 2 * inset - line.width) * shareLeft[align];
  return placeLine(line, left, writer.baselineIn(height));
}

/** Lines from the top on. */
export function drawLines(lines: readonly TextLine[]): readonly PageItem[] {
  let top = inset;
  return lines.flatMap((line) => {
    const placed = placeLine(line, inset, top + line.baseline);
    top += line.height;
    return placed;
  });
}

/** Each character in the middle of its place. */
export function drawComb(text: string, places: number, { width, height }: Area, writer: FieldWriter): readonly PageItem[] {
  const cell = width / places;
  const characters = [...new Intl.Segmenter().segment(text)].slice(0, places).map(({ segment }) => segment);
  return characters.flatMap((character, i) => {
    const line = writer.line(character);
    return line ? placeLine(line, i * cell + (cell - line.width) / 2, writer.baselineIn(height)) : [];
  });
}

/** The lines between the places of characters. */
export function combLines(places: number, { width, height }: Area, stroke: Stroke): readonly Omit<LineItem, 'tag'>[] {
  return Array.from({ length: places - 1 }, (_, i) => {
    const x = ((i + 1) * width) / places;
    return { kind: 'line', x1: x, y1: 0, x2: x, y2: height, stroke };
  });
}

/** The options of a list that are seen, from one on. */
export function drawList(
  labels: readonly string[],
  { first, chosen }: { readonly first: number; readonly chosen: number },
  { width, height }: Area,
  writer: FieldWriter,
): readonly PageItem[] {
  const items: PageItem[] = [];
  let top = inset;
  for (let i = first; i < labels.length && top < height - inset; i++) {
    const line = writer.line(labels[i]!);
    const high = line?.height ?? writer.emptyLine.height;
    if (i === chosen)
      items.push({
        kind: 'rect',
        x: 1,
        y: top,
        width: width - 2,
        height: high,
        fill: chosenColor,
        stroke: undefined,
        radius: 0,
        tag: undefined,
      });
    if (line) items.push(...placeLine(line, inset, top + line.baseline));
    top += high;
  }
  return items;
}

const shape = { kind: 'path', x: 0, y: 0, rule: 'nonzero', tag: undefined } as const;

/** The tick of a box. */
export function drawTick({ width, height }: Area, color: string): PathItem {
  const side = Math.min(width, height);
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  const at = (x: number, y: number) => [left + x * side, top + y * side] as const;
  const path = new PathBuilder()
    .moveTo(...at(0.2, 0.53))
    .lineTo(...at(0.41, 0.74))
    .lineTo(...at(0.8, 0.27));
  return { ...shape, path, fill: undefined, stroke: { width: 0.13 * side, color, dash: [], cap: 'round', join: 'round' } };
}

/** The dot of a radio button. */
export function drawDot({ width, height }: Area, color: string): PathItem {
  const side = Math.min(width, height) / 2;
  const path = ellipseIn({ x: (width - side) / 2, y: (height - side) / 2, width: side, height: side });
  return { ...shape, path, fill: color, stroke: undefined };
}
