// Finds the clone that an editor works on.
import type { Deps } from '../deps.ts';
import { embeddedDeleted, findRecord, type Pair, type StoredEmbedded } from './find-embedded.ts';
import type { PreviewTurns } from './preview-turns.ts';

/** The session that an editor works in. */
export interface EditorSessionContext {
  readonly sessionUuid: string;
  readonly embeddedTemplateUuid: string;
  readonly pair: Pair;
  readonly previews: PreviewTurns;
  /** Raises CAPABILITY_EXPIRED if the session has ended. */
  checkAlive(): Promise<unknown>;
}

/** The clone of a session. Raises CAPABILITY_EXPIRED, EMBEDDED_TEMPLATE_NOT_FOUND. */
export async function findEdited(
  deps: Deps,
  session: Pick<EditorSessionContext, 'checkAlive' | 'pair' | 'embeddedTemplateUuid'>,
): Promise<StoredEmbedded> {
  await session.checkAlive();
  const record = await findRecord(deps, session.pair);
  // The pair may have been deleted and made anew. The session belongs to the earlier clone.
  if (record.uuid !== session.embeddedTemplateUuid) throw embeddedDeleted(session.pair);
  return record;
}
