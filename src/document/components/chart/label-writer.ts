// Shapes the texts of a chart, and fits them into their room.
import { checkLines } from '../../layout/check-lines.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { ResolvedText, StyleBook } from '../../template/styles.ts';
import type { TextEngine } from '../../text/index.ts';
import type { ParagraphOptions } from '../../text/shaped-text.ts';
import type { TextProperties } from '../../text/text-properties.ts';
import { warnOfMissing } from '../shared/missing-glyphs.ts';
import type { Label } from './pen.ts';

/** In UTF-16 code units: no more fits into a chart. */
const longest = 500;
/** The width of a narrow letter, in sizes of the text. */
const narrowest = 0.15;

/** Lines of labels have their own place, so that a label is as wide as its text. Text is cached by the identity of its options. */
const labelOptions = new WeakMap<ParagraphOptions, ParagraphOptions>();

function optionsOf(given: ParagraphOptions): ParagraphOptions {
  let made = labelOptions.get(given);
  if (!made) {
    made = { ...given, align: 'left', tabs: [], hyphenate: false, hyphenator: undefined, lines: 'full' };
    labelOptions.set(given, made);
  }
  return made;
}

export class LabelWriter {
  readonly #engine: TextEngine;
  readonly #styles: StyleBook;
  readonly #look: ResolvedText;
  readonly #name: string;
  readonly #scope: BoundScope;
  readonly #session: LayoutSession;

  constructor(parts: {
    readonly engine: TextEngine;
    readonly styles: StyleBook;
    readonly look: ResolvedText;
    readonly name: string;
    readonly scope: BoundScope;
    readonly session: LayoutSession;
  }) {
    this.#engine = parts.engine;
    this.#styles = parts.styles;
    this.#look = parts.look;
    this.#name = parts.name;
    this.#scope = parts.scope;
    this.#session = parts.session;
  }

  get style(): ResolvedText['style'] {
    return this.#look.style;
  }

  /** In pt: the size of the text. */
  get size(): number {
    return this.#look.style.size;
  }

  /** A label of its own lines, as wide as it needs. */
  write(text: string, color?: string): Label {
    return this.#shape(text, Number.POSITIVE_INFINITY, color === undefined ? undefined : { color });
  }

  /** A label in another size. */
  small(text: string, size: number): Label {
    return this.#shape(text.slice(0, longest), Number.POSITIVE_INFINITY, { size });
  }

  /** A label of at most `most` lines, with an ellipsis at its end if it needs more than `room`. */
  fit(given: string, room: number, most = 1, color?: string): Label {
    const text = given.slice(0, longest).replace(/\s+/g, ' ').trim();
    const lineWidth = most === 1 ? Number.POSITIVE_INFINITY : room;
    const fitted = (part: string) => this.#inLines(part, lineWidth, most, room, color);
    const whole = fitted(text);
    if (whole) return whole;
    const letters = [...text].slice(0, Math.ceil((most * room) / (narrowest * this.size)));
    let [kept, beyond] = [0, letters.length];
    let best = fitted('…');
    while (beyond - kept > 1) {
      const middle = (kept + beyond) >> 1;
      const tried = fitted(`${letters.slice(0, middle).join('').trimEnd()}…`);
      if (tried) [kept, best] = [middle, tried];
      else beyond = middle;
    }
    return best ? { ...best, isCut: true } : nothing;
  }

  /** A label of at most `most` lines. Undefined: it does not fit. */
  wrap(given: string, room: number, most: number): Label | undefined {
    return this.#inLines(given.slice(0, longest).trim(), room, most, room);
  }

  #inLines(text: string, lineWidth: number, most: number, room: number, color?: string): Label | undefined {
    const label = this.#shape(text, lineWidth, color === undefined ? undefined : { color });
    return label.lines.length <= most && label.width <= room + 0.01 ? label : undefined;
  }

  #shape(text: string, room: number, change?: Partial<TextProperties>): Label {
    const look = change === undefined ? this.#look : this.#styles.vary(this.#look, change);
    const paragraph = this.#engine.prepare(
      [{ text, style: look.style, link: undefined }],
      optionsOf(look.options.auto),
      this.#session.checkTime,
    );
    warnOfMissing(paragraph.missing, this.#name, this.#scope, this.#session);
    const lines = paragraph.wrap(room, this.#session.checkTime);
    checkLines(lines, this.#name, this.#scope, this.#session);
    return {
      lines,
      width: lines.reduce((most, { width }) => Math.max(most, width), 0),
      height: lines.reduce((sum, { height }) => sum + height, 0),
    };
  }
}

/** A label without any text. */
export const nothing: Label = { lines: [], width: 0, height: 0 };
