// The bar below the pages: what was said last, faults and warnings, and where the work is kept. It is below, so that its words move nothing under the pointer.

import { keyWords, screen } from '../../editor-words/index.ts';
import { FaultList } from '../../live-pages/fault-list.tsx';
import type { EditorModel } from '../editor-model.ts';
import { KeysDialog } from './keys-dialog.tsx';

export function StatusBar({ model }: { readonly model: EditorModel }) {
  const seen = model.versions.seen.value;
  const { isKeysOpen } = model;
  return (
    <footer class="status">
      <p id="words" role="status">
        {model.words.value}
      </p>
      <FaultList model={model.pages} />
      <p class="detail">{model.keeping.value}</p>
      <p id="revision" class="detail">
        {model.template.value && (seen ? screen.seenRevision(seen.revision) : screen.revision(model.revision.value))}
      </p>
      <button
        type="button"
        class="plain"
        onClick={() => {
          isKeysOpen.value = true;
        }}
      >
        {keyWords.open}
      </button>
      {isKeysOpen.value && (
        <KeysDialog
          close={() => {
            isKeysOpen.value = false;
          }}
        />
      )}
    </footer>
  );
}
