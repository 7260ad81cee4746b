// Picture files that come from outside of the page: pasted, or dropped beside the pages.
import { useEffect } from 'preact/hooks';
import type { EditorModel } from '../editor-model.ts';
import { isDialogOpen, isTyping } from '../screen/focus.ts';
import { pastePicture } from './picture-actions.ts';

/** Whether files are dragged. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

export function usePictureFiles(model: EditorModel): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return;
      event.preventDefault();
      void pastePicture(model, files);
    };
    // Otherwise the browser leaves the editor, and shows the file.
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'none';
    };
    addEventListener('paste', onPaste);
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('paste', onPaste);
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, [model]);
}
