// Sets the text of fields: chooses fonts and sizes, breaks lines, and paints them.
import { Canvas } from '../document/paint/canvas.ts';
import type { Fonts } from '../document/paint/fonts.ts';
import { paintText } from '../document/paint/paint-text.ts';
import type { TextEngine } from '../document/text/index.ts';
import type { Face, ParagraphOptions, TextLine, TextStyle } from '../document/text/shaped-text.ts';
import { initialText, textPropertiesFor } from '../document/text/text-properties.ts';
import { type Alignment, alignments } from '../pdf-file/acro-form/field-table.ts';

export interface FieldText {
  readonly text: string;
  readonly faces: readonly Face[];
  /** In pt; 0: as large as fits. */
  readonly size: number;
  /** `#rrggbb` or an operator such as `0 g`. */
  readonly color: string;
  readonly align: Alignment;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Sizes that are tried for several lines of text without a size, and the least for one line. */
const largestSize = 12;
const smallestSize = 4;
const lineHeight = 1.15;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export class TextSetter {
  readonly #engine: TextEngine;
  readonly #fonts: Pick<Fonts, 'use'>;
  readonly #options = new Map<string, ParagraphOptions>();

  constructor(engine: TextEngine, fonts: Pick<Fonts, 'use'>) {
    this.#engine = engine;
    this.#fonts = fonts;
  }

  /** Paints one line in the middle of an area. Gives false for text that is cut. */
  paintLine(text: FieldText, area: Area, canvas: Canvas): boolean {
    const size = text.size || this.#fitLine(text, area);
    const [line, ...others] = this.#lines({ ...text, size }, Number.POSITIVE_INFINITY, 'normal');
    if (!line) return true;
    const baseline = area.y + baselineIn(text.faces[0]!, size, area.height);
    this.#paint(line, area.x + spare(area.width - line.width, text.align), baseline, canvas);
    return others.length === 0 && line.width <= area.width + 0.5;
  }

  /** Paints lines from the top of an area on. Gives false for text that is cut. */
  paintLines(text: FieldText, area: Area, canvas: Canvas): boolean {
    let size = text.size || largestSize;
    let lines = this.#lines({ ...text, size }, area.width, 'anywhere');
    const fits = () => lines.length * size * lineHeight <= area.height + 0.5;
    while (text.size === 0 && size > smallestSize && !fits()) {
      size -= 0.5;
      lines = this.#lines({ ...text, size }, area.width, 'anywhere');
    }
    // One line that is higher than its place stands in the middle of it.
    const shift = lines.length === 1 ? Math.min(0, (area.height - size * lineHeight) / 2) : 0;
    for (const [i, line] of lines.entries()) {
      const top = shift + i * size * lineHeight;
      if (top > area.height) break;
      this.#paint(line, area.x, area.y + top + line.baseline, canvas);
    }
    return fits();
  }

  /** Paints each character in the middle of a cell (ISO 32000-2, table 231, Comb). */
  paintComb(text: FieldText, cells: number, area: Area, canvas: Canvas): void {
    const clusters = Array.from(segmenter.segment(text.text), ({ segment }) => segment);
    const cell = { ...area, width: area.width / cells };
    const size = text.size || Math.min(...clusters.map((one) => this.#fitLine({ ...text, text: one }, cell)));
    const first = Math.floor(spare(cells - clusters.length, text.align));
    for (const [i, one] of clusters.entries()) {
      const [line] = this.#lines({ ...text, text: one, size }, Number.POSITIVE_INFINITY, 'normal');
      if (!line) continue;
      const x = area.x + cell.width * (first + i) + (cell.width - line.width) / 2;
      this.#paint(line, x, area.y + baselineIn(text.faces[0]!, size, area.height), canvas);
    }
  }

  #fitLine(text: FieldText, { width, height }: Area): number {
    const { ascent, descent } = text.faces[0]!.metrics;
    const [line] = this.#lines({ ...text, size: 100 }, Number.POSITIVE_INFINITY, 'normal');
    const byWidth = line && line.width > 0 ? (width * 100) / line.width : Number.POSITIVE_INFINITY;
    const byHeight = (height * 1000) / ((ascent - descent) * lineHeight);
    return Math.max(smallestSize, Math.floor(Math.min(byHeight, byWidth) * 10) / 10);
  }

  #lines({ text, faces, size, color, align }: FieldText, width: number, wrap: 'normal' | 'anywhere'): readonly TextLine[] {
    const style: TextStyle = { ...textPropertiesFor('glyphs', { ...initialText, size, color }), faces, lang: undefined };
    const options = this.#optionsFor(align, wrap);
    return this.#engine.prepare([{ text, style, link: undefined }], options).wrap(width);
  }

  /** The engine keeps paragraphs by the identity of their options. */
  #optionsFor(align: Alignment, wrap: 'normal' | 'anywhere'): ParagraphOptions {
    const key = `${align} ${wrap}`;
    const known = this.#options.get(key);
    if (known) return known;
    const made: ParagraphOptions = {
      ...textPropertiesFor('paragraph', { ...initialText, wrap, lineHeight }),
      align,
      dir: 'auto',
    };
    this.#options.set(key, made);
    return made;
  }

  #paint({ segments }: TextLine, x: number, baseline: number, canvas: Canvas): void {
    for (const segment of segments)
      paintText({ kind: 'text', x, y: baseline, segment, tag: undefined }, canvas, this.#fonts, undefined);
  }
}

/** The room before text of this alignment. */
const spare = (room: number, align: Alignment): number => Math.max(0, room) * (alignments.indexOf(align) / 2);

/** Capitals stand in the middle, unless letters with descenders would then reach below the area. */
export function baselineIn({ metrics }: Face, size: number, height: number): number {
  const [cap, descent] = [(metrics.capHeight * size) / 1000, (-metrics.descent * size) / 1000];
  const middle = (height + cap) / 2;
  return middle - Math.max(0, Math.min(middle + descent - height, middle - cap));
}

/** The content of an appearance: the frame, and the value as marked content, by which viewers find it (ISO 32000-2, 12.7.4.3). */
export function paintValue(frame: Canvas, height: number, clip: Area, paint: (canvas: Canvas) => void): string {
  const canvas = Canvas.ofForm(height);
  canvas.clipped({ ...clip }, () => paint(canvas));
  return `${frame.finish()}/Tx BMC\n${canvas.finish()}EMC\n`;
}
