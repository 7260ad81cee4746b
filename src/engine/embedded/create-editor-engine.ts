// Builds the engine of an editor: a clone and the calls on it.
import type { EditorEngine } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { validateData } from '../templates/validate-template-data.ts';
import { guardEditor } from '../wiring/guard.ts';
import { addEditorAsset, getEditorAsset } from './editor-assets.ts';
import { previewEditorTemplate } from './editor-preview.ts';
import { saveEditorTemplate } from './editor-save.ts';
import { getEditorTemplate } from './editor-template.ts';
import { type EditorSessionContext, findEdited } from './find-edited.ts';
import { toEmbeddedSource } from './find-embedded.ts';

/** The editor's calls on one clone. Each input is checked against the contract. */
export function createEditorEngine(deps: Deps, session: EditorSessionContext): EditorEngine {
  const find = () => findEdited(deps, session);
  return guardEditor({
    getEditorTemplate: async () => getEditorTemplate(deps, await find()),
    saveEditorTemplate: async (input) => saveEditorTemplate(deps, await find(), input),
    previewEditorTemplate: async (input, options) => previewEditorTemplate(deps, session, await find(), input, options),
    validateEditorData: async ({ body }, options = {}) =>
      validateData(deps, await toEmbeddedSource(deps.templates, await find()), body, options),
    addEditorAsset: async (input) => addEditorAsset(deps, await find(), input),
    getEditorAsset: async (input) => getEditorAsset(deps, await find(), input),
  });
}
