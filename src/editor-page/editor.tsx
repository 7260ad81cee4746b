// The editor as a person sees it: what can be added and the parts at the start, the pages in the middle, the properties at the end.

import { screen } from '../editor-words/index.ts';
import { CheckedDocument } from '../live-pages/checked-document.tsx';
import { Sheets } from '../live-pages/sheets.tsx';
import type { EditorModel } from './editor-model.ts';
import { PictureDialogLater } from './pictures/picture-dialog-later.tsx';
import { usePictureFiles } from './pictures/picture-files.ts';
import { useClipboard } from './screen/clipboard.ts';
import { ConflictPanel } from './screen/conflict-panel.tsx';
import { DragGhost } from './screen/drag.tsx';
import { EndPanel } from './screen/end-panel.tsx';
import { useRegions } from './screen/regions.ts';
import { useShortcuts } from './screen/shortcuts.ts';
import { StartPanel } from './screen/start-panel.tsx';
import { StatusBar } from './screen/status-bar.tsx';
import { TopBar } from './screen/top-bar.tsx';
import { VersionsPanel } from './screen/versions-panel.tsx';
import { useSelectedInView } from './screen/view.ts';

export function Editor({ model, Over }: { readonly model: EditorModel; readonly Over: Parameters<typeof Sheets>[0]['Over'] }) {
  useShortcuts(model);
  useRegions();
  usePictureFiles(model);
  useClipboard(model);
  useSelectedInView(model);
  return (
    <>
      <TopBar model={model} />
      <main id="editor" data-code={model.code.value !== undefined && !model.isLooking.value}>
        <StartPanel model={model} />
        <section aria-labelledby="pages-title" class="middle">
          <h2 id="pages-title" class="aside">
            {screen.pages}
          </h2>
          <Sheets model={model.pages} Over={Over} label={screen.sheets} />
        </section>
        <End model={model} />
      </main>
      <StatusBar model={model} />
      <CheckedDocument model={model.pages} />
      <DragGhost model={model} />
      <PictureDialogLater model={model} />
    </>
  );
}

function End({ model }: { readonly model: EditorModel }) {
  const { conflict, list } = model.versions;
  if (conflict.value) return <ConflictPanel model={model} conflict={conflict.value} />;
  if (list.value) return <VersionsPanel model={model} />;
  return model.code.value === undefined ? <EndPanel model={model} /> : null;
}
