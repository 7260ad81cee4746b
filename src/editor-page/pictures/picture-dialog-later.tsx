// Loads the dialog of pictures after the first sheet, so that the editor is there sooner.
import { useEffect, useState } from 'preact/hooks';
import { screen, pictureWords as words } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import type { PictureDialog } from './picture-dialog.tsx';

export function PictureDialogLater({ model }: { readonly model: EditorModel }) {
  const [Dialog, setDialog] = useState<typeof PictureDialog>();
  const question = model.pictureQuestion.value;
  const isWanted = Dialog === undefined && (question !== undefined || model.pages.edition.value > 0);
  useEffect(() => {
    if (!isWanted) return;
    import('./picture-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.PictureDialog),
      () => {
        // The next question tries again.
        const asked = model.pictureQuestion.peek();
        if (!asked) return;
        asked.answer(undefined);
        model.words.value = screen.notDone(words.notLoaded);
      },
    );
  }, [isWanted, question]);
  return Dialog ? <Dialog model={model} /> : null;
}
