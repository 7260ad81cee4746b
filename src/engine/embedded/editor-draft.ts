// The draft of an embedded template: the editor's work that is not saved yet.
import type { EditorInput, EditorOutput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { scanJson } from '../../json/scan-json.ts';
import { type DraftMatch, type DraftRecord, noDraft } from '../../store/editor-drafts.ts';
import { counted } from '../../words/counts.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps } from '../deps.ts';
import { readPrecondition } from '../templates/precondition.ts';
import type { StoredEmbedded } from './find-embedded.ts';

export async function getEditorDraft(deps: Deps, { uuid }: StoredEmbedded): Promise<EditorOutput<'getEditorDraft'>> {
  const { drafts } = await deps.openState();
  const draft = await drafts.find(uuid);
  if (!draft) throw noDraft();
  return { ...summarize(draft), pages: draft.pages };
}

/** Keeps the draft. It is not compiled. */
export async function saveEditorDraft(
  deps: Deps,
  { uuid }: StoredEmbedded,
  { headers, body }: EditorInput<'saveEditorDraft'>,
): Promise<EditorOutput<'saveEditorDraft'>> {
  const over = readOver(headers?.['if-match'], headers?.['if-none-match']);
  checkValues(body.pages, deps.limits.maxTemplateValues);
  await checkFreeSpace(deps);
  const { drafts } = await deps.openState();
  return summarize(await drafts.write(uuid, body, over));
}

export async function deleteEditorDraft(
  deps: Deps,
  { uuid }: StoredEmbedded,
  { headers }: EditorInput<'deleteEditorDraft'>,
): Promise<undefined> {
  const match = readPrecondition(headers?.['if-match']);
  if (match === undefined) throw preconditionRequired('To drop a draft, send the header If-Match with its number, such as "7".');
  const { drafts } = await deps.openState();
  await drafts.delete(uuid, match);
}

function readOver(ifMatch: string | undefined, ifNoneMatch: '*' | undefined): DraftMatch | 'none' {
  const over = readPrecondition(ifMatch);
  if (ifNoneMatch === undefined && over !== undefined) return over;
  if (ifNoneMatch !== undefined && over === undefined) return 'none';
  if (over === undefined) {
    throw preconditionRequired(
      'A draft needs the header If-None-Match: * if it is the first one, or If-Match with the number of the draft that it overwrites, such as "7".',
    );
  }
  throw new PdfgenError(
    'INVALID_REQUEST',
    'If-None-Match says that there must be no draft yet, and If-Match that there must be one. Send one of both.',
  );
}

const preconditionRequired = (detail: string): PdfgenError => new PdfgenError('PRECONDITION_REQUIRED', detail);

/**
 * Raises PAYLOAD_TOO_LARGE for a text with more values than a template may have: whoever reads the draft would have to hold them. The text
 * may be no JSON; then this counts what looks like values.
 */
function checkValues(pages: string, most: number): void {
  // Each bracket is a value, so a text that is nested too deep has too many values.
  const { tooDeepAt, tooManyAt } = scanJson(pages, { maxDepth: most, maxValues: most });
  if (tooDeepAt === undefined && tooManyAt === undefined) return;
  throw new PdfgenError(
    'PAYLOAD_TOO_LARGE',
    `The pages of the draft hold more than ${counted(most, 'value')} (limit maxTemplateValues). Make the template smaller.`,
  );
}

function summarize({ number, revision, savedMs }: Omit<DraftRecord, 'pages'>): EditorOutput<'saveEditorDraft'> {
  return { draft: number, revision, savedAt: new Date(savedMs).toISOString() };
}
