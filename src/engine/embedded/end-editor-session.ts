// The operation `endEditorSession`.
import type { Input } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { findEmbedded } from './find-embedded.ts';

/** Ends the editor session of a pair. Does nothing without an open session. */
export async function endEditorSession(deps: Deps, { params }: Input<'endEditorSession'>): Promise<undefined> {
  const { record } = await findEmbedded(deps, params);
  const { sessions } = await deps.openState();
  await sessions.end(record.uuid);
}
