// The dialog in which a picture is chosen or uploaded, and described.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pictureMediaTypes } from '../../contract/asset-types.ts';
import { actions, screen, pictureWords as words } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { PictureList } from './picture-list.tsx';
import type { ChosenPicture, PictureQuestion } from './picture-question.ts';
import { takePicture } from './take-picture.ts';

export function PictureDialog({ model }: { readonly model: EditorModel }) {
  const question = model.pictureQuestion.value;
  return question ? <Question model={model} question={question} /> : null;
}

function Question({ model, question }: { readonly model: EditorModel; readonly question: PictureQuestion }) {
  const { start, asksAlt, answer } = question;
  const dialog = useRef<HTMLDialogElement>(null);
  const result = useRef<ChosenPicture | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useSignal(start.src);
  const alt = useSignal(start.alt ?? '');
  const isDecoration = useSignal(start.alt === '');
  const said = useSignal('');
  const isTaking = useSignal(false);
  const use = useRef<HTMLButtonElement>(null);
  const description = useRef<HTMLInputElement>(null);
  const isAltMissing = () => asksAlt && !isDecoration.value && alt.value.trim() === '';
  const take = async (file: File) => {
    if (isTaking.value) return;
    isTaking.value = true;
    said.value = screen.wait;
    const taken = await takePicture(model, file);
    said.value = taken.words;
    chosen.value = taken.src ?? chosen.value;
    isTaking.value = false;
    // Now Enter takes the picture, or shows that its description is missing.
    if (taken.src !== undefined) (isAltMissing() ? description : use).current!.focus();
  };
  useEffect(() => {
    dialog.current!.showModal();
    if (start.file) void take(start.file);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="picture-title" onClose={() => answer(result.current)}>
      <form
        method="dialog"
        onSubmit={(event) => {
          if (isTaking.value) event.preventDefault();
          else if (chosen.value === undefined) {
            event.preventDefault();
            said.value = words.chooseFirst;
          } else result.current = { src: chosen.value, alt: isDecoration.value ? '' : alt.value.trim() };
        }}
      >
        <h2 id="picture-title">{words.title}</h2>
        <PictureList model={model} chosen={chosen} used={start.src} />
        <p>
          <button type="button" class="plain" aria-disabled={isTaking.value} onClick={() => input.current!.click()}>
            {words.upload}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            accept={pictureMediaTypes.join(',')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file can be chosen once more.
              if (file) void take(file).finally(() => (input.current!.value = ''));
            }}
          />
        </p>
        <p role="status">{said.value}</p>
        {asksAlt && (
          <>
            <label>
              {words.alt}
              <input
                ref={description}
                type="text"
                aria-describedby="picture-alt-hint"
                pattern=".*\S.*"
                required={!isDecoration.value}
                disabled={isDecoration.value}
                value={alt.value}
                onInput={({ currentTarget }) => {
                  alt.value = currentTarget.value;
                }}
              />
            </label>
            <p id="picture-alt-hint" class="detail">
              {words.altHint}
            </p>
            <label>
              <input
                type="checkbox"
                checked={isDecoration.value}
                onChange={({ currentTarget }) => {
                  isDecoration.value = currentTarget.checked;
                }}
              />{' '}
              {words.decoration}
            </label>
          </>
        )}
        <p class="actions">
          <button ref={use} type="submit" aria-disabled={isTaking.value}>
            {words.use}
          </button>
          <button type="button" class="plain" onClick={() => dialog.current!.close()}>
            {actions.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}
