// Shapes the texts of a QR bill, in the sizes that the guidelines give.
import { checkLines } from '../../layout/check-lines.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { ResolvedText, StyleBook } from '../../template/styles.ts';
import type { TextEngine } from '../../text/index.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import { initialText, overrideText } from '../../text/text-properties.ts';
import { warnOfMissing } from '../shared/missing-glyphs.ts';

/** The size of a text in pt, and whether it is bold. */
export interface Lettering {
  readonly size: number;
  readonly bold?: boolean;
}

export class BillWriter {
  readonly #parts: BillWriterParts;

  constructor(parts: BillWriterParts) {
    this.#parts = parts;
  }

  /** The lines of a text in a width. */
  wrap(text: string, { size, bold = false }: Lettering, width: number): readonly TextLine[] {
    const { engine, styles, around, font, name, scope, session } = this.#parts;
    const look = styles.vary(around, overrideText(initialText, { font, size, bold, color: '#000000', wrap: 'anywhere' }));
    const paragraph = engine.prepare([{ text, style: look.style, link: undefined }], look.options.ltr, session.checkTime);
    warnOfMissing(paragraph.missing, name, scope, session);
    const lines = paragraph.wrap(width, session.checkTime);
    checkLines(lines, name, scope, session, 'Leave "font" out for Liberation Sans, which ships with pdfgen');
    return lines;
  }

  /** A text on one line, with an ellipsis at its end if it is wider than `width`. */
  cut(text: string, lettering: Lettering, width: number): TextLine {
    const whole = this.wrap(text, lettering, Number.POSITIVE_INFINITY)[0]!;
    if (whole.width <= width) return whole;
    let [kept, beyond] = [0, text.length];
    while (beyond - kept > 1) {
      const middle = (kept + beyond) >> 1;
      if (this.wrap(`${text.slice(0, middle)}…`, lettering, Number.POSITIVE_INFINITY)[0]!.width <= width) kept = middle;
      else beyond = middle;
    }
    return this.wrap(`${text.slice(0, kept)}…`, lettering, Number.POSITIVE_INFINITY)[0]!;
  }
}

export interface BillWriterParts {
  readonly engine: TextEngine;
  readonly styles: StyleBook;
  readonly around: ResolvedText;
  /** The family. */
  readonly font: string;
  readonly name: string;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
}
