// Finds where an open text lies: over its part. The sheets show a new part only after the next layout; until then its text lies below the part before it.
import type { Part, PartTree } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { EditorModel } from '../editor-model.ts';
import { type OwnedPart, ownParts } from '../screen/drop-goal.ts';

/** A rectangle on a sheet, in pt. */
export type TextPlace = Pick<ShownPart, 'left' | 'top' | 'width' | 'height'>;

/** The painted sheet on which the text of a part is written. Undefined: it is written beside the pages. */
export function sheetOfText(model: EditorModel, part: Part, isNew: boolean): number | undefined {
  const tree = model.tree.value;
  const sheets = [...model.pages.partsOf.value]
    .sort(([a], [b]) => a - b)
    .map(([sheet, parts]) => ({ sheet, owned: ownParts(parts, tree, model.followShown.value) }));
  const first = sheets.find(({ owned }) => placeOfText(tree, part, owned, false));
  if (first || !isNew) return first?.sheet;
  const withPlace = sheets.filter(({ owned }) => placeOfText(tree, part, owned, true));
  // The part before may go on over several sheets.
  return (isFirst(tree, part) ? withPlace[0] : withPlace.at(-1))?.sheet;
}

/** Where the text of a part lies on a sheet. Undefined: it has no place there. */
export function placeOfText(tree: PartTree, part: Part, owned: readonly OwnedPart[], isNew: boolean): TextPlace | undefined {
  const shownFor = (wanted: Part | undefined) =>
    owned.filter((one) => one.part.pointer === wanted?.pointer).map(({ shown }) => shown);
  const [shown] = shownFor(part);
  if (shown || !isNew) return shown;
  const { slot } = tree.places.get(part.pointer)!;
  if (isFirst(tree, part)) {
    const [around] = shownFor(slot?.owner);
    return around && { ...around, height: 0 };
  }
  const siblings = slot!.slot.parts;
  const before = shownFor(siblings[siblings.indexOf(part) - 1]);
  return before[0] && { ...before[0], top: Math.max(...before.map(({ top, height }) => top + height)), height: 0 };
}

/** Whether no part stands before this one in its list. */
const isFirst = (tree: PartTree, part: Part): boolean =>
  (tree.places.get(part.pointer)!.slot?.slot.parts.indexOf(part) ?? 0) === 0;
