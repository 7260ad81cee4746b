// Asks for a picture, in the dialog that `picture-dialog.tsx` shows.
import type { EditorModel } from '../editor-model.ts';

export interface ChosenPicture {
  /** Its name in the pages. */
  readonly src: string;
  /** What it shows. Empty: it is decoration. */
  readonly alt: string;
}

/** What the dialog begins with. */
export interface PictureStart {
  /** The name of a picture. */
  readonly src?: string | undefined;
  /** Undefined: it was not said yet. */
  readonly alt?: string | undefined;
  /** A file that was dropped or pasted. */
  readonly file?: File | undefined;
}

/** A question that the dialog asks. */
export interface PictureQuestion {
  readonly start: PictureStart;
  readonly asksAlt: boolean;
  readonly answer: (chosen: ChosenPicture | undefined) => void;
}

/** Lets a person choose a picture, and say what it shows. Undefined: none was chosen. */
export const askPicture = (model: EditorModel, start: PictureStart): Promise<ChosenPicture | undefined> =>
  ask(model, start, true);

/** Lets a person choose a picture. Returns its name in the pages. Undefined: none was chosen. */
export const choosePicture = async (model: EditorModel): Promise<string | undefined> => (await ask(model, {}, false))?.src;

async function ask(model: EditorModel, start: PictureStart, asksAlt: boolean): Promise<ChosenPicture | undefined> {
  const { template, isOver, isLooking, pictureQuestion } = model;
  if (!template.value || isOver.value || isLooking.value || pictureQuestion.value) return undefined;
  const chosen = await new Promise<ChosenPicture | undefined>((answer) => {
    pictureQuestion.value = { start, asksAlt, answer };
  });
  pictureQuestion.value = undefined;
  return chosen;
}
