// Asks for a picture, in the dialog that `picture-dialog.tsx` shows.
import type { EditorModel } from '../editor-model.ts';
import type { ChosenPicture, PictureStart } from './picture-question.ts';

/** Lets a person choose a picture, and say what it shows. Undefined: none was chosen. */
export const askPicture = (model: EditorModel, start: PictureStart): Promise<ChosenPicture | undefined> =>
  ask(model, start, true);

/** Lets a person choose a picture. `used`: the name of the one that is there. Returns its name in the pages. Undefined: none was chosen. */
export const choosePicture = async (model: EditorModel, used: string | undefined): Promise<string | undefined> =>
  (await ask(model, { src: used }, false))?.src;

async function ask(model: EditorModel, start: PictureStart, asksAlt: boolean): Promise<ChosenPicture | undefined> {
  const { template, isOver, isLooking, pictureQuestion } = model;
  if (!template.value || isOver.value || isLooking.value || pictureQuestion.value) return undefined;
  const chosen = await new Promise<ChosenPicture | undefined>((answer) => {
    pictureQuestion.value = { start, asksAlt, answer };
  });
  pictureQuestion.value = undefined;
  return chosen;
}
