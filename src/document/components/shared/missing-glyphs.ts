// Warns of characters that no font has.
import { formatCode, listCodes } from '../../../words/list-codes.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';

export function warnOfMissing(missing: readonly number[], name: string, { place }: BoundScope, session: LayoutSession): void {
  if (missing.length === 0) return;
  const shown = listCodes(missing, (code) => `${formatCode(code)} "${String.fromCodePoint(code)}"`);
  const message = `No font has ${shown}; add one to the family's "fallback".`;
  session.warn('missing-glyph', name, place, message);
  session.breach('glyph-missing', name, place, message);
}
