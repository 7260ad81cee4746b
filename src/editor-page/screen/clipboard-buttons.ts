// Copies, cuts and pastes by buttons. A browser may keep the clipboard from them: the keys always have it, and the words say so.
import { currentPart, labelOf, type Part, removePart } from '../../editing/index.ts';
import { refusals, steps, clipboardWords as words } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { copy, paste } from '../part-actions.ts';

export async function copyByButton(model: EditorModel, part: Part): Promise<void> {
  if (await write(model, part, words.keyOfCopy)) model.words.value = words.copied(labelOf(part));
}

/** Takes the part away once the clipboard has it. */
export async function cutByButton(model: EditorModel, part: Part): Promise<void> {
  if (await write(model, part, words.keyOfCut))
    model.do((tree) => removePart(tree, currentPart(tree, part)), { title: steps.cut });
}

/** Pastes behind the selected part. */
export async function pasteByButton(model: EditorModel): Promise<void> {
  const text = await attempt(() => navigator.clipboard.readText());
  if (text === undefined) model.words.value = words.useKey(words.keyOfPaste);
  else if (!paste(model, text)) model.words.value = refusals.noPart;
}

/** Writes the text of a part to the clipboard. Says why if it cannot. Returns whether it did. */
async function write(model: EditorModel, part: Part, key: string): Promise<boolean> {
  const text = copy(model, part);
  if (text === undefined) return false;
  const isWritten = (await attempt(() => navigator.clipboard.writeText(text).then(() => true))) === true;
  if (!isWritten) model.words.value = words.useKey(key);
  return isWritten;
}

/** Undefined: the browser does not allow it, here or at all. */
async function attempt<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  // A page without encryption has no such clipboard.
  if (!isSecureContext) return undefined;
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
