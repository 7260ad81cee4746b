// The revisions of an embedded template that are kept.
import type { EditorInput, EditorOutput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { RevisionRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { partsOf, type StoredEmbedded } from './find-embedded.ts';

export async function listEditorRevisions(deps: Deps, { uuid }: StoredEmbedded): Promise<EditorOutput<'listEditorRevisions'>> {
  const { embedded } = await deps.openState();
  return { items: (await embedded.listRevisions(uuid)).map(toRevision) };
}

/** The pages of a revision. Raises REVISION_NOT_FOUND also for one that is only kept for a job. */
export async function getEditorRevision(
  deps: Deps,
  { uuid }: StoredEmbedded,
  { params }: EditorInput<'getEditorRevision'>,
): Promise<EditorOutput<'getEditorRevision'>> {
  const { embedded } = await deps.openState();
  const listed = (await embedded.listRevisions(uuid)).find(({ revision }) => revision === params.revision);
  const found = listed && (await embedded.findRevision(uuid, listed.revision));
  if (found) return { ...toRevision(listed), pages: partsOf(found).pages };
  throw new PdfgenError(
    'REVISION_NOT_FOUND',
    `The embedded template has no revision ${params.revision}, or no longer keeps it. List the kept ones with GET /editor/v1/revisions.`,
  );
}

function toRevision({ savedMs, ...rest }: RevisionRecord): EditorOutput<'listEditorRevisions'>['items'][number] {
  return { ...rest, savedAt: new Date(savedMs).toISOString() };
}
