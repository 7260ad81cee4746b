// Checks lines of text against the standards of the document.
import type { TextLine } from '../text/shaped-text.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Notes fonts that are not in the file. `name`: the component. */
export function checkLines(lines: readonly TextLine[], name: string, { place }: BoundScope, session: LayoutSession): void {
  if (!session.keeps('font-embedded')) return;
  for (const { segments } of lines) {
    for (const { face } of segments) {
      if (face.kind !== 'standard') continue;
      const message = `the font ${face.postscriptName} is not in the file. Use "noto-sans", which ships with pdfgen, or a font file of "fonts".`;
      session.breach('font-embedded', name, place, message);
    }
  }
}
