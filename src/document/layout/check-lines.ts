// Checks lines of text against the standards of the document.
import type { Face, TextLine } from '../text/shaped-text.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Notes fonts that are not in the file. `name`: the component. */
export function checkLines(lines: readonly TextLine[], name: string, scope: BoundScope, session: LayoutSession): void {
  if (!session.keeps('font-embedded')) return;
  for (const { segments } of lines) for (const { face } of segments) checkFace(face, name, scope, session);
}

/** Notes a font that is not in the file. */
export function checkFace({ kind, postscriptName }: Face, name: string, { place }: BoundScope, session: LayoutSession): void {
  if (kind !== 'standard') return;
  const message = `the font ${postscriptName} is not in the file. Use "noto-sans", which ships with pdfgen, or a font file of "fonts".`;
  session.breach('font-embedded', name, place, message);
}
