// Previews of the editor.
import type { CallOptions, EditorInput, EditorOutput } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';
import type { EditorSessionContext } from './find-edited.ts';
import { partsOf, type StoredEmbedded } from './find-embedded.ts';
import { renderEmbedded } from './generate-embedded.ts';
import { stageEmbedded } from './stage-embedded.ts';

/** Renders unsaved pages. The previews of a session take turns, so that an editor that asks at each key cannot take all threads. */
export async function previewEditorTemplate(
  deps: Deps,
  { sessionUuid, previews, record }: Pick<EditorSessionContext, 'sessionUuid' | 'previews'> & { readonly record: StoredEmbedded },
  { body }: EditorInput<'previewEditorTemplate'>,
  options: CallOptions = {},
): Promise<EditorOutput<'previewEditorTemplate'>> {
  return previews.take({ sessionUuid, tab: body.tab }, options.signal, async (signal) => {
    const { embedded } = await deps.openState();
    const { source } = await stageEmbedded(deps, record, body.pages, await embedded.uploads(record.uuid));
    const request = {
      template: source,
      data: body.data ?? partsOf(record).exampleData,
      dataWarnings: digitWarnings(options.lostDigits),
      options: body.options ?? {},
      wantsDigest: true,
    };
    const standing = { version: record.baseTemplateVersion, revision: record.revision };
    return renderEmbedded(deps, request, standing, { ...options, signal });
  });
}
