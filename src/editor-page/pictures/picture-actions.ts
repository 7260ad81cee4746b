// Puts chosen, dropped and pasted pictures into the pages.
import { currentPart, type Goal, type Part, type PartTree, setProperty } from '../../editing/index.ts';
import { pictureWords as words } from '../../editor-words/index.ts';
import { isObject } from '../../json/is-object.ts';
import type { EditorModel } from '../editor-model.ts';
import { addPart, addPartAt, valueOfPart } from '../part-actions.ts';
import { type DropGoal, findDropGoal, type OwnedPart, type Point, partUnder } from '../screen/drop-goal.ts';
import { askPicture } from './choose-picture.ts';
import type { ChosenPicture } from './picture-question.ts';

/** Where a dropped picture goes: into a picture part, or to a goal. */
export type PictureTarget =
  | { readonly replaced: OwnedPart; readonly goal?: undefined }
  | { readonly goal: DropGoal; readonly replaced?: undefined };

/** Undefined: no picture can be dropped there. */
export function findPictureTarget(owned: readonly OwnedPart[], point: Point, tree: PartTree): PictureTarget | undefined {
  const under = partUnder(owned, point);
  if (under && isPicture(under.part)) return { replaced: under };
  const goal = findDropGoal(owned, point, tree, { component: { image: '' } });
  return goal && { goal };
}

/** Whether a part is a picture that can be changed. */
export const isPicture = ({ type, isReadOnly }: Part): boolean => type === 'image' && !isReadOnly;

/** Asks for a picture, and adds it as other components are added. `file`: offered in the dialog. */
export async function addPicture(model: EditorModel, file?: File): Promise<void> {
  const chosen = await askPicture(model, { file });
  if (chosen) addPart(model, componentOf(chosen));
}

/** Asks for a picture, and puts it at a goal. */
export async function addPictureAt(model: EditorModel, goal: Goal, file?: File): Promise<void> {
  const chosen = await askPicture(model, { file });
  if (chosen) addPartAt(model, goal, componentOf(chosen));
}

/** Asks for another picture in a part. */
export async function changePicture(model: EditorModel, part: Part, file?: File): Promise<void> {
  const value = valueOfPart(model, part);
  const { image, alt } = isObject(value) ? value : {};
  const chosen = await askPicture(model, { src: textOf(image), alt: textOf(alt), file });
  if (!chosen || (chosen.src === image && chosen.alt === alt)) return;
  const options = { title: words.step, gesture: words.step };
  // The pages may have changed while the dialog was open.
  if (!model.do((tree) => setProperty(tree, currentPart(tree, part), 'image', chosen.src), options)) return;
  model.do((tree) => setProperty(tree, part, 'alt', chosen.alt), options);
  model.endGesture();
}

/** Takes the file that was dropped at a target. */
export async function dropPicture(model: EditorModel, files: readonly File[], target: PictureTarget | undefined): Promise<void> {
  const file = onlyOne(model, files);
  if (!file) return;
  if (!target) model.words.value = words.dropOnPage;
  else if (target.replaced) await changePicture(model, target.replaced.part, file);
  else await addPictureAt(model, target.goal.goal, file);
}

/** Takes the file that was pasted: into the selected picture, or behind the selected part. */
export async function pastePicture(model: EditorModel, files: readonly File[]): Promise<void> {
  const file = onlyOne(model, files);
  const part = model.part.value;
  if (!file) return;
  if (part && isPicture(part)) await changePicture(model, part, file);
  else await addPicture(model, file);
}

/** Undefined: it was said that there are several. */
function onlyOne(model: EditorModel, files: readonly File[]): File | undefined {
  if (files.length === 1) return files[0];
  model.words.value = words.onlyOne;
  return undefined;
}

const componentOf = ({ src, alt }: ChosenPicture) => ({ image: src, alt });

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
