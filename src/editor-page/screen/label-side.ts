// Where the label of the selected part covers nothing else.
import { childrenOf } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { OwnedPart } from './drop-goal.ts';

/** What a label takes, in pixels. A longer one may cover what is at its end. */
const label = { width: 120, height: 20 };

/** The side of a shown part on which a label has room. Undefined: it would cover another part on both. `scale`: pixels for each pt. */
export function labelSide(shown: ShownPart, owned: readonly OwnedPart[], scale: number): 'above' | 'below' | undefined {
  const height = label.height / scale;
  const right = shown.left + Math.max(shown.width, label.width / scale);
  const isFree = (top: number) =>
    !owned.some(
      ({ shown: other, part }) =>
        childrenOf(part).length === 0 &&
        other.pointer !== shown.pointer &&
        other.left < right &&
        other.left + other.width > shown.left &&
        other.top < top + height &&
        other.top + other.height > top,
    );
  if (isFree(shown.top - height)) return 'above';
  return isFree(shown.top + shown.height) ? 'below' : undefined;
}
