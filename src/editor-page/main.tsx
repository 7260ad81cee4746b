// The editor: shows an embedded template with its live pages, and saves what a person makes of it.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { screen } from '../editor-words/index.ts';
import { startWorker } from '../live-pages/start-worker.ts';
import { Editor } from './editor.tsx';
import { EditorModel } from './editor-model.ts';
import { isDialogOpen } from './screen/focus.ts';
import { sheetOverlay } from './screen/sheet-overlay.tsx';

const meta = document.querySelector<HTMLMetaElement>('meta[name=capability]')!;
const capability = meta.content;
// Scripts of others, such as extensions of the browser, shall not find it.
meta.remove();
const model = new EditorModel(capability, startWorker);
// The browser asks before the page is left.
addEventListener('beforeunload', (event) => {
  if (model.isChanged.value) event.preventDefault();
});
addEventListener('pagehide', () => model.leave());
effect(() => {
  document.title = model.template.value?.name ?? screen.editor;
});
render(<Editor model={model} Over={sheetOverlay(model)} />, document.body);
void model.open();

/** No dialog is open, and no pointer is pressed. */
const isIdle = () => !isDialogOpen() && document.querySelector(':active') === null;
/** Time between two looks at the server, in ms. */
const lookMs = 30_000;
const look = () => {
  if (document.visibilityState === 'visible') void model.look(isIdle);
};
setInterval(look, lookMs);
addEventListener('focus', look);
document.addEventListener('visibilitychange', look);
