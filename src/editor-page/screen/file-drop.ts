// Takes picture files that a person drags onto a sheet from outside of the browser.
import type { Signal } from '@preact/signals';
import type { EditorModel } from '../editor-model.ts';
import { dropPicture, type PictureTarget } from '../pictures/picture-actions.ts';
import { hasFiles } from '../pictures/picture-files.ts';

/** The handlers of a sheet. `find`: what is at the place of an event. `target`: what is under the files. */
export function fileDrop(
  model: EditorModel,
  find: (event: DragEvent) => PictureTarget | undefined,
  target: Signal<PictureTarget | undefined>,
) {
  const takes = (event: DragEvent) => !model.isLooking.peek() && hasFiles(event);
  const leave = () => {
    target.value = undefined;
  };
  return {
    onDragOver(event: DragEvent) {
      if (!takes(event)) return;
      event.preventDefault();
      target.value = find(event);
    },
    onDragLeave: leave,
    onDrop(event: DragEvent) {
      if (!takes(event)) return;
      event.preventDefault();
      leave();
      void dropPicture(model, [...event.dataTransfer!.files], find(event));
    },
  };
}
