// The parts that print what is in them several times: for each element of a list, or for each group of rows.
import { type Binder, bindersAt } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';

/** A part that repeats what is in a slot, with the names that it gives to each repetition. */
export type Repetition = Binder;

/** The parts around a slot that repeat what is in the slot, the nearest first. A page layout is left out: it repeats whole pages. */
export function repetitionsAt(tree: PartTree, place: PlaceOfSlot | undefined): readonly Repetition[] {
  const givers = bindersAt(tree, place).filter(({ part }) => part.kind !== 'page');
  const repeated = givers.filter(({ names }) => names.includes('loop') || names.includes('group'));
  const separated = place && separatedBy(tree, place);
  return separated ? [...repeated, { part: separated, names: [] }] : repeated;
}

/** The parts that would repeat a part in a slot, and that do not repeat it where it is. `part`: undefined if it is new. */
export function addedRepetitions(tree: PartTree, place: PlaceOfSlot, part: Part | undefined): readonly Repetition[] {
  const before = part ? repetitionsAt(tree, tree.places.get(part.pointer)?.slot) : [];
  return repetitionsAt(tree, place).filter((added) => !before.some((one) => one.part.pointer === added.part.pointer));
}

/** The repetition whose separator a slot is, or is in. */
function separatedBy(tree: PartTree, { slot, owner }: PlaceOfSlot): Part | undefined {
  if (owner.type === 'repeat' && slot.member === 'separator') return owner;
  const around = tree.places.get(owner.pointer)?.slot;
  return around && separatedBy(tree, around);
}
