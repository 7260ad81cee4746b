// Finds a part again that was held while the pages may have changed: by a dialog, a drag, or a field that is left later.

import { refusals } from '../editor-words/index.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { EditError } from './plan.ts';

/** The part as the tree has it. Raises EditError if something else stands at its pointer. */
export function currentPart(tree: PartTree, part: Part): Part {
  const found = tree.places.get(part.pointer)?.part;
  const isSame = found?.kind === part.kind && JSON.stringify(found.value) === JSON.stringify(part.value);
  if (!isSame) throw new EditError(refusals.pagesChanged);
  return found;
}
