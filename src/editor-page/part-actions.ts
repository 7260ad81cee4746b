// What a person does with a part. Each is one step of the history; what cannot be done is said.
import {
  copiedPart,
  copyPart,
  currentPart,
  type Direction,
  duplicatePart,
  EditError,
  type Goal,
  getValue,
  goalsOfNew,
  insertPart,
  isMainSlot,
  movePart,
  type NamedGoal,
  nextGoal,
  type Part,
  type PartTree,
  type PastedPart,
  parentOf,
  pastePart,
  placeFreely,
  ptPerUnit,
  removePart,
  setProperty,
  unsetProperty,
} from '../editing/index.ts';
import { palette, steps } from '../editor-words/index.ts';
import type { EditorModel } from './editor-model.ts';
import { nameOfProperty } from './properties/property-names.ts';
import { pageInView } from './screen/view.ts';

/** Adds a component behind the selected part, or into it if that is empty or has no place beside it. `name`: what people call it; default: what its type is called. Returns whether it was added. */
export function addPart(model: EditorModel, component: unknown, name?: string): boolean {
  const goal = goalOfNew(model, component);
  if (!goal) model.words.value = palette.nowhere;
  const isAdded = goal !== undefined && addPartAt(model, goal, component);
  if (isAdded) tellAdded(model, goal, name);
  return isAdded;
}

/** Adds a component at a goal. Returns whether it was. */
export const addPartAt = (model: EditorModel, goal: Goal, component: unknown): boolean =>
  model.do((tree) => insertPart(tree, goal, component), { title: steps.add });

/** Where a new component goes: behind the selected part, or into it if that is empty or has no place beside it. Undefined: it has no place. */
export function goalOfNew(model: EditorModel, component: unknown): NamedGoal | undefined {
  const goals = goalsOfNew(model.tree.value, component);
  return nearestGoal(model, goals) ?? endOfBody(model, goals);
}

/** The end of the body of the page in view, else of the last body that takes the component, else the last goal. */
function endOfBody(model: EditorModel, goals: readonly NamedGoal[]): NamedGoal | undefined {
  const bodyOf = (page: Part) => page.slots.find(({ member }) => member === 'body')?.pointer;
  const seen = pageInView(model);
  const { pages } = model.tree.value;
  const ofPages = (wanted: readonly Part[]) => goals.findLast(({ slot }) => wanted.some((page) => bodyOf(page) === slot));
  return ofPages(pages.filter(({ pointer }) => pointer === seen)) ?? ofPages(pages) ?? goals.at(-1);
}

/** Says where the selected part was added. */
export function tellAdded(model: EditorModel, goal: NamedGoal, name = model.part.value!.name): void {
  model.words.value = palette.added(name, goal.name);
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

/** The text of a part for the clipboard. Undefined: it cannot be copied, and the words say why. */
export function copy(model: EditorModel, part: Part): string | undefined {
  try {
    return copyPart(model.tree.value, part);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    model.words.value = error.message;
    return undefined;
  }
}

/** As `copy`, and takes the part away. */
export function cut(model: EditorModel, part: Part): string | undefined {
  const text = copy(model, part);
  const isCut = text !== undefined && model.do((tree) => removePart(tree, part), { title: steps.cut });
  return isCut ? text : undefined;
}

/** Pastes a part behind the selected one. False: the text is no part. */
export function paste(model: EditorModel, text: string): boolean {
  const component = copiedPart(text);
  const template = model.template.value;
  if (component === undefined || !template) return false;
  const goal = goalOfNew(model, component);
  if (!goal) {
    model.words.value = palette.nowhere;
    return true;
  }
  const known = { files: Object.keys(template.files.assets), fonts: template.fonts };
  let missing: PastedPart['missing'] = [];
  const make = (tree: PartTree) => {
    const pasted = pastePart(tree, goal, text, known);
    missing = pasted.missing;
    return pasted.edit;
  };
  if (model.do(make, { title: steps.paste }) && missing.length > 0)
    model.words.value = palette.missing(missing.map(({ name }) => name).join(', '));
  return true;
}

export const remove = (model: EditorModel, part: Part): boolean =>
  model.do((tree) => removePart(tree, part), { title: steps.remove });

export const duplicate = (model: EditorModel, part: Part): boolean =>
  model.do((tree) => duplicatePart(tree, part), { title: steps.duplicate });

/** Moves a part to a goal. `around`: the part around it that goes there with it. */
export function moveTo(model: EditorModel, part: Part, goal: Goal, around?: Part): boolean {
  const make = (tree: PartTree) => {
    const moved = movePart(tree, currentPart(tree, around ?? part), goal);
    return around ? { ...moved, selection: undefined } : moved;
  };
  return model.do(make, { title: steps.move });
}

/** Moves a part by one place. */
export function moveTowards(model: EditorModel, part: Part, direction: Direction): void {
  const goal = nextGoal(model.tree.value, part, direction);
  if (goal) moveTo(model, part, goal);
}

/** Puts a part into a frame of its own, where it stands and as large as it is shown. */
export async function freely(model: EditorModel, part: Part): Promise<void> {
  const found = await model.pages.findPart(part.pointer);
  const unit = ptPerUnit(model.tree.value);
  const shown = found?.places[0];
  const size = shown && { w: shown.width / unit, h: shown.height / unit };
  const make = (tree: PartTree) => placeFreely(tree, currentPart(tree, part), { x: 0, y: 0, ...size });
  model.do(make, { title: steps.placeFreely });
}

/** Sets a property of a part; undefined takes it away. Calls with the same gesture are one step. */
export function setMember(model: EditorModel, part: Part, member: string, value: unknown, gesture: string): void {
  const make = (tree: PartTree) => {
    const now = currentPart(tree, part);
    const made = value === undefined ? unsetProperty(tree, now, member) : setProperty(tree, now, member, value);
    // When the focus leaves a field, its value may arrive after another part was selected.
    return part.pointer === model.part.value?.pointer ? made : { ...made, selection: undefined };
  };
  model.do(make, { title: steps.property(nameOfProperty(part, [member])), gesture }, true);
}

export const selectParent = (model: EditorModel, part: Part): void =>
  model.select(parentOf(model.tree.value, part)?.pointer ?? null);

/** What the template says of a part. */
export const valueOfPart = ({ history }: EditorModel, { pointer }: Part): unknown =>
  getValue({ pages: history.value.pages }, pointer);
