// Where on the sheets an open text lies: over what shows its part. A new part is shown only after the pages are laid out again, and what is typed until then is its
// text, too: it lies where the part is about to be.
import type { Part, PartTree } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { type GoalLine, type OwnedPart, ownParts } from '../screen/drop-goal.ts';

/** The first of the painted sheets that has a place for the text of a part. Undefined: none has. */
export function sheetOfText(model: EditorModel, part: Part, isNew: boolean): number | undefined {
  const tree = model.tree.value;
  const sheets = [...model.pages.partsOf.value].filter(
    ([, parts]) => placeOfText(tree, part, ownParts(parts, tree, model.followShown.value), isNew) !== undefined,
  );
  return sheets.length === 0 ? undefined : Math.min(...sheets.map(([sheet]) => sheet));
}

/** Where the text of a part lies on a sheet, in pt. Undefined: it has no place there. */
export function placeOfText(tree: PartTree, part: Part, owned: readonly OwnedPart[], isNew: boolean): GoalLine | undefined {
  const shownFor = (wanted: Part | undefined) => owned.find((one) => one.part.pointer === wanted?.pointer)?.shown;
  const shown = shownFor(part);
  if (shown || !isNew) return shown;
  const { slot } = tree.places.get(part.pointer)!;
  const siblings = slot?.slot.parts ?? [];
  const before = shownFor(siblings[siblings.indexOf(part) - 1]);
  const around = before ?? shownFor(slot?.owner);
  return around && { ...around, top: around.top + (before?.height ?? 0), height: 0 };
}
