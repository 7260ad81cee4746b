// The page of `pdfgen templates preview`.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { previewWords } from '../editor-words/index.ts';
import { CheckedDocument } from '../live-pages/checked-document.tsx';
import { FaultList } from '../live-pages/fault-list.tsx';
import { PagesModel } from '../live-pages/pages-model.ts';
import { partButtons } from '../live-pages/part-buttons.tsx';
import { SelectedPart } from '../live-pages/selected-part.tsx';
import { Sheets } from '../live-pages/sheets.tsx';
import { startWorker } from '../live-pages/start-worker.ts';
import { Toolbar } from '../live-pages/toolbar.tsx';
import { readSecret, workspaceSource } from '../live-pages/workspace-source.ts';

const model = new PagesModel(workspaceSource(await readSecret()), startWorker);
effect(() => {
  document.title = model.name.value || previewWords.title;
});

const Parts = partButtons(model);

function Page() {
  return (
    <>
      <header>
        <h1>{model.name.value || previewWords.title}</h1>
        <Toolbar model={model} />
      </header>
      <FaultList model={model} />
      <main>
        <Sheets model={model} Over={Parts} />
      </main>
      <SelectedPart model={model} />
      <CheckedDocument model={model} />
    </>
  );
}

render(<Page />, document.body);
void model.follow('');
