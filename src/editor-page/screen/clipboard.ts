// Copies, cuts and pastes the selected part through the clipboard of the browser, also into another template.
import { useEffect } from 'preact/hooks';
import type { EditorModel } from '../editor-model.ts';
import { copy, cut, paste } from '../part-actions.ts';
import { isDialogOpen, isTyping } from './focus.ts';

export function useClipboard(model: EditorModel): void {
  useEffect(() => {
    const isElsewhere = ({ target }: ClipboardEvent) => isTyping(target) || isDialogOpen();
    const onCopy = (event: ClipboardEvent) => {
      if (isElsewhere(event) || !getSelection()?.isCollapsed) return;
      const part = model.part.value;
      const text = part && (event.type === 'cut' ? cut(model, part) : copy(model, part));
      if (text === undefined) return;
      event.clipboardData!.setData('text/plain', text);
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isElsewhere(event) && paste(model, event.clipboardData!.getData('text/plain'))) event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [model]);
}
