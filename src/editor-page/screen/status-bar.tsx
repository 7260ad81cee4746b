// The bar below the pages: what was said last, faults and warnings, and where the work is kept. It is below, so that its words move nothing under the pointer.
import { FaultList } from '../../live-pages/fault-list.tsx';
import type { EditorModel } from '../editor-model.ts';
import { screen } from '../words/en.ts';

export function StatusBar({ model }: { readonly model: EditorModel }) {
  return (
    <footer class="status">
      <p id="words" role="status">
        {model.words.value}
      </p>
      <FaultList model={model.pages} />
      <p class="detail">{model.isChanged.value && model.keeping.value}</p>
      <p id="revision" class="detail">
        {model.template.value && screen.revision(model.revision.value)}
      </p>
    </footer>
  );
}
