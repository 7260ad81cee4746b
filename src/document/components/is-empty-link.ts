// Decides whether a component is a link for some data.
import type { Box } from '../layout/box.ts';
import { paintedOutlines } from '../layout/extent.ts';
import type { ComponentLink, LayoutSession } from '../layout/session.ts';

/**
 * Whether the text of a link is empty, or nothing stands there at all. A drawn area, and an area that is kept free without any text, stay links.
 * `inner`: the content of the link. `height`: with its padding.
 */
export function isEmptyLink({ texts, hasBlankText }: ComponentLink, inner: Box, height: number, session: LayoutSession): boolean {
  if (texts.length > 0 || (!hasBlankText && height > 0)) return false;
  // Its texts have nothing but spaces.
  return paintedOutlines(inner, session, 'ink').every(({ item }) => item.kind === 'text');
}
