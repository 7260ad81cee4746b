import type { EditorEngine } from '../contract/engine.ts';
import type { Deps } from './deps.ts';
import { addEditorAsset, getEditorAsset } from './editor-assets.ts';
import { previewEditorTemplate } from './editor-preview.ts';
import { saveEditorTemplate } from './editor-save.ts';
import { getEditorTemplate } from './editor-template.ts';
import { embeddedNotFound, findEmbedded, type Pair, type StoredEmbedded, toEmbeddedSource } from './find-embedded.ts';
import { guardEditor } from './guard.ts';
import { validateData } from './validate-template-data.ts';

/** The session that an editor works in. */
export interface EditorSessionContext {
  readonly sessionUuid: string;
  readonly embeddedTemplateUuid: string;
  readonly pair: Pair;
  /** The sessions that a preview is being rendered for. */
  readonly previewing: Set<string>;
  /** Raises CAPABILITY_EXPIRED when the session is over. */
  checkAlive(): Promise<unknown>;
}

/** The editor's calls on one clone, their input checked against the contract. */
export function createEditorEngine(deps: Deps, session: EditorSessionContext): EditorEngine {
  const find = async (): Promise<StoredEmbedded> => {
    await session.checkAlive();
    const { record } = await findEmbedded(deps, session.pair);
    // The pair may have been deleted and made anew: that is another clone than the one that the session is for.
    if (record.uuid !== session.embeddedTemplateUuid) throw embeddedNotFound(session.pair);
    return record;
  };
  return guardEditor({
    getEditorTemplate: async () => getEditorTemplate(deps, await find()),
    saveEditorTemplate: async (input) => saveEditorTemplate(deps, await find(), input),
    previewEditorTemplate: async (input, options) => previewEditorTemplate(deps, session, await find(), input, options),
    validateEditorData: async ({ body }, options = {}) =>
      validateData(deps, toEmbeddedSource(deps.templates, await find()), body.data, options),
    addEditorAsset: async (input) => addEditorAsset(deps, await find(), input),
    getEditorAsset: async (input) => getEditorAsset(deps, await find(), input),
  });
}
