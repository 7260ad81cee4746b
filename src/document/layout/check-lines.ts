// Checks lines of text against the standards of the document.
import type { TextLine } from '../text/shaped-text.ts';
import type { BoundScope, LayoutSession } from './session.ts';

const usual = 'Use "noto-sans", which ships with pdfgen, or a font file of "fonts"';

/** Notes fonts that are not in the file. `name`: the component. `remedy`: what to do, as a sentence without a full stop. */
export function checkLines(
  lines: readonly TextLine[],
  name: string,
  { place }: BoundScope,
  session: LayoutSession,
  remedy = usual,
): void {
  if (!session.keeps('font-embedded')) return;
  for (const { segments } of lines) {
    for (const { face } of segments) {
      if (face.kind !== 'standard') continue;
      const message = `the font ${face.postscriptName} is not in the file. ${remedy}.`;
      session.breach('font-embedded', name, place, message);
    }
  }
}
