// Checks lines of text against the standards of the document.
import type { Face, TextLine } from '../text/shaped-text.ts';
import type { BoundScope, LayoutSession } from './session.ts';

const usual = 'Use "noto-sans", which ships with pdfgen, or a font file of "fonts"';

/** Notes fonts that are not in the file. `name`: the component. `remedy`: what to do, as a sentence without a full stop. */
export function checkLines(
  lines: readonly TextLine[],
  name: string,
  scope: BoundScope,
  session: LayoutSession,
  remedy = usual,
): void {
  if (!session.keeps('font-embedded')) return;
  for (const { segments } of lines) for (const { face } of segments) checkFace(face, name, scope, session, remedy);
}

/** Notes a font that is not in the file. */
export function checkFace(
  { kind, postscriptName }: Face,
  name: string,
  { place }: BoundScope,
  session: LayoutSession,
  remedy = usual,
): void {
  if (kind !== 'standard') return;
  session.breach('font-embedded', name, place, `the font ${postscriptName} is not in the file. ${remedy}.`);
}
