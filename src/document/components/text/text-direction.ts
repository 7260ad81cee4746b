// The direction of a text, and whether the order in its lines depends on its bindings.
import type { CompiledText } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import { mayBeRightToLeft } from '../../text/character-kind.ts';

/** What a text says of its direction. */
export type TextDirection = 'auto' | 'ltr' | 'rtl';

/** The direction of a text in a scope. `auto-rtl`: a paragraph without a letter is written from right to left. */
export const directionIn = (dir: TextDirection, scope: Pick<BoundScope, 'dir'>): TextDirection | 'auto-rtl' =>
  dir === 'auto' && scope.dir === 'rtl' ? 'auto-rtl' : dir;

/** Whether a paragraph without a letter is written from right to left. */
export const isFromRight = (dir: TextDirection, scope: Pick<BoundScope, 'dir'>): boolean =>
  directionIn(dir, scope).endsWith('rtl');

/**
 * Whether the order of a text depends on where its bindings begin and end. Values alone are in their own order, unless the text has another direction.
 */
export const turns = (text: string, { parts, isLiteral }: CompiledText, dir: TextDirection, scope: BoundScope): boolean =>
  !isLiteral && (isFromRight(dir, scope) || (parts.length > 1 && mayBeRightToLeft(text)));
