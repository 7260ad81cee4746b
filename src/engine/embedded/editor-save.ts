// Saves the work of an editor.
import type { EditorInput, EditorOutput } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import type { EditorDrafts } from '../../store/editor-drafts.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps } from '../deps.ts';
import { readPrecondition } from '../templates/precondition.ts';
import { getEditorTemplate } from './editor-template.ts';
import type { EditorSessionContext } from './find-edited.ts';
import { embeddedNotFound, partsOf, type StoredEmbedded } from './find-embedded.ts';
import { isSameJson } from './same-json.ts';
import { refuseUncompiled, stageEmbedded } from './stage-embedded.ts';

/** Saves the pages of a clone, and nothing else. Equal pages make no new revision. */
export async function saveEditorTemplate(
  deps: Deps,
  { sessionUuid, record }: Pick<EditorSessionContext, 'sessionUuid'> & { readonly record: StoredEmbedded },
  { headers, body }: EditorInput<'saveEditorTemplate'>,
): Promise<EditorOutput<'saveEditorTemplate'>> {
  refuseOtherContract(record, body);
  const precondition = readPrecondition(headers?.['if-match']);
  if (precondition === undefined) {
    throw new PdfgenError(
      'PRECONDITION_REQUIRED',
      `A save needs the header If-Match with the revision that it replaces, such as "${record.revision}".`,
    );
  }
  if (precondition !== 'any' && !precondition.includes(record.revision)) throw conflict(record.revision);
  const { embedded, drafts } = await deps.openState();
  if (isSameJson(record.document.pages, body.pages)) {
    if (body.draft !== undefined) await endDraft(drafts, record.uuid, body.draft);
    return getEditorTemplate(deps, record);
  }
  const { content, source } = await stageEmbedded(deps, record, body.pages, await embedded.uploads(record.uuid));
  await refuseUncompiled(deps, source);
  await checkFreeSpace(deps);
  const { baseTemplateVersion } = record;
  const next = { ...content, baseTemplateVersion, sessionUuid, ends: body.draft };
  const isSaved = await embedded.save(record.uuid, record.revision, next, deps.limits);
  if (!isSaved) throw conflict(record.revision);
  const saved = await embedded.findRevision(record.uuid, record.revision + 1);
  if (!saved) throw embeddedNotFound(record);
  return getEditorTemplate(deps, saved);
}

/** Ends the draft that the saved pages come from. Another one stays: somebody has written it meanwhile. */
async function endDraft(drafts: EditorDrafts, uuid: string, number: number): Promise<void> {
  try {
    await drafts.delete(uuid, [number]);
  } catch (error) {
    if (!(error instanceof PdfgenError) || !['DRAFT_NOT_FOUND', 'REVISION_CONFLICT'].includes(error.code)) throw error;
  }
}

/** Refuses a changed data contract. It belongs to the base template, and programs that render rely on it. */
function refuseOtherContract(record: StoredEmbedded, body: EditorInput<'saveEditorTemplate'>['body']): void {
  const parts = partsOf(record);
  const changed = (['dataSchema', 'exampleData'] as const).filter(
    (name) => body[name] !== undefined && !isSameJson(parts[name], body[name]),
  );
  if (changed.length === 0) return;
  const errors = changed.map(
    (name): Breach => ({
      path: `/${name}`,
      message: 'must not change: an embedded save may change only the pages',
      keyword: 'readOnly',
      params: {},
      schemaPath: '',
    }),
  );
  throw new PdfgenError(
    'EMBEDDED_DATA_CONTRACT_READ_ONLY',
    `An embedded save may change only the pages, not ${changed.join(' and ')}. Nothing was saved.`,
    { errors },
  );
}

function conflict(revision: number): PdfgenError {
  return new PdfgenError(
    'REVISION_CONFLICT',
    `The embedded template has changed since the revision in If-Match: it is now at revision ${revision}. Read it again and repeat the change.`,
  );
}
