// Previews of the editor.
import type { CallOptions, EditorInput, EditorOutput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { Deps } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';
import type { EditorSessionContext } from './find-edited.ts';
import { partsOf, type StoredEmbedded } from './find-embedded.ts';
import { renderEmbedded } from './generate-embedded.ts';
import { stageEmbedded } from './stage-embedded.ts';

/** Renders unsaved pages. Each session has one preview at a time, so that an editor that asks at each key cannot take all threads. */
export async function previewEditorTemplate(
  deps: Deps,
  {
    sessionUuid,
    previewing,
    record,
  }: Pick<EditorSessionContext, 'sessionUuid' | 'previewing'> & { readonly record: StoredEmbedded },
  { body }: EditorInput<'previewEditorTemplate'>,
  options: CallOptions = {},
): Promise<EditorOutput<'previewEditorTemplate'>> {
  if (previewing.has(sessionUuid)) {
    throw new PdfgenError('RATE_LIMITED', 'Another preview of this session is being rendered. Try again when it has ended.', {
      retryAfter: 1,
    });
  }
  previewing.add(sessionUuid);
  try {
    const { embedded } = await deps.openState();
    const { source } = await stageEmbedded(deps, record, body.pages, await embedded.uploads(record.uuid));
    const request = {
      template: source,
      data: body.data ?? partsOf(record).exampleData,
      dataWarnings: digitWarnings(options.lostDigits),
      options: body.options ?? {},
    };
    const standing = { version: record.baseTemplateVersion, revision: record.revision };
    return await renderEmbedded(deps, request, standing, options);
  } finally {
    previewing.delete(sessionUuid);
  }
}
