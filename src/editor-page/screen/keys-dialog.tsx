// The keys of the editor, as a list.
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keyWords } from '../../editor-words/index.ts';

export function KeysDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{keyWords.title}</h2>
      <dl class="keys">
        {keyWords.list.map(({ keys, act }) => (
          <div key={act}>
            <dt>
              {keys.map((one, i) => (
                <Fragment key={one}>
                  {i > 0 && ', '}
                  <kbd>{nameOfKey(one)}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <p class="actions">
        <button type="button" onClick={() => dialog.current!.close()}>
          {keyWords.close}
        </button>
      </p>
    </dialog>
  );
}

/** `Ctrl+Shift+Z` for `Mod+Shift+z`. */
const nameOfKey = (keys: string): string =>
  keys
    .split('+')
    .map((key) => keyWords.names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join('+');
