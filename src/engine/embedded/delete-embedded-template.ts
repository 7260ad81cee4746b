// The operation `deleteEmbeddedTemplate`.
import type { Input } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { embeddedNotFound } from './find-embedded.ts';

/** Deletes a clone and ends its session. */
export async function deleteEmbeddedTemplate(deps: Deps, { params }: Input<'deleteEmbeddedTemplate'>): Promise<undefined> {
  const { embedded } = await deps.openState();
  if (!(await embedded.delete(params.baseTemplateUuid, params.externalUuid))) throw embeddedNotFound(params);
}
