// What a person does with the selected part. Each is one step of the history; what cannot be done is said.
import {
  type Direction,
  duplicatePart,
  type Goal,
  getValue,
  goalsOfNew,
  insertPart,
  labelOf,
  movePart,
  type NamedGoal,
  nextGoal,
  type Part,
  parentOf,
  placeFreely,
  removePart,
} from '../editing/index.ts';
import type { EditorModel } from './editor-model.ts';
import { palette, steps } from './words/en.ts';

/** Adds a component behind the selected part, or into it if that is empty or has no place beside it. */
export function addPart(model: EditorModel, component: unknown): void {
  const goal = goalOfNew(model, component);
  if (!goal) return;
  if (model.do((tree) => insertPart(tree, goal, component), { title: steps.add })) tellAdded(model, goal);
}

/** Where a new component goes: behind the selected part, or into it if that is empty or has no place beside it. Undefined: it has no place. */
export function goalOfNew(model: EditorModel, component: unknown): NamedGoal | undefined {
  const goals = goalsOfNew(model.tree.value, component);
  return nearestGoal(model, goals) ?? goals.at(-1);
}

/** Says where the selected part was added. */
export function tellAdded(model: EditorModel, goal: NamedGoal): void {
  model.words.value = palette.added(labelOf(model.part.value!), goal.name);
}

/** Into the selected part, or behind the innermost part around it that has a place there. */
function nearestGoal<Found extends Goal>({ tree, part }: EditorModel, goals: readonly Found[]): Found | undefined {
  const { places } = tree.value;
  const selected = part.value;
  if (!selected) return undefined;
  const isOfPage = selected.kind === 'page' || selected.kind === 'band';
  const inner = selected.slots.filter(({ member, parts }) => isMainSlot(member, selected) && (isOfPage || parts.length === 0));
  const inside = goals.findLast(({ slot }) => inner.some(({ pointer }) => pointer === slot));
  if (inside) return inside;
  for (let around: Part | undefined = selected; around; around = parentOf(tree.value, around)) {
    const slot = places.get(around.pointer)?.slot?.slot;
    const index = slot?.parts.findIndex(({ pointer }) => pointer === around!.pointer);
    const behind = goals.find((goal) => goal.slot === slot?.pointer && goal.index === index! + 1);
    if (behind) return behind;
  }
  return undefined;
}

const isMainSlot = (member: string, { type = 'body' }: Part): boolean => member === type || member === 'body';

export function remove(model: EditorModel): void {
  withPart(model, (part) => model.do((tree) => removePart(tree, part), { title: steps.remove }));
}

export function duplicate(model: EditorModel): void {
  withPart(model, (part) => model.do((tree) => duplicatePart(tree, part), { title: steps.duplicate }));
}

export function moveTo(model: EditorModel, goal: Goal): void {
  withPart(model, (part) => model.do((tree) => movePart(tree, part, goal), { title: steps.move }));
}

/** Moves the selected part by one place. */
export function moveTowards(model: EditorModel, direction: Direction): void {
  withPart(model, (part) => {
    const goal = nextGoal(model.tree.value, part, direction);
    if (goal) moveTo(model, goal);
  });
}

/** Puts the selected part into a frame of its own. */
export function freely(model: EditorModel): void {
  withPart(model, (part) => model.do((tree) => placeFreely(tree, part, { x: 0, y: 0 }), { title: steps.placeFreely }));
}

export function selectParent(model: EditorModel): void {
  withPart(model, (part) => model.select(parentOf(model.tree.value, part)?.pointer ?? null));
}

/** What the template says of the selected part. */
export const valueOfPart = ({ history }: EditorModel, { pointer }: Part): unknown =>
  getValue({ pages: history.value.pages }, pointer);

function withPart(model: EditorModel, act: (part: Part) => void): void {
  const part = model.part.value;
  if (part) act(part);
}
