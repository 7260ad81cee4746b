// Opens what a double-click, Enter and F2 open of a part: the dialog of a picture, else the text.
import type { Part } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { changePicture, isPicture } from '../pictures/picture-actions.ts';
import { openText } from '../text/open-text.ts';

/** `sheet`: where a person has pointed at the part. Undefined: it was chosen in the tree. */
export function openPart(model: EditorModel, part: Part | undefined, sheet?: number): void {
  if (part && isPicture(part)) {
    model.select(part.pointer);
    void changePicture(model, part);
  } else openText(model, part, sheet);
}
