// Renders documents from embedded templates.
import type { CallOptions } from '../../contract/engine.ts';
import type { Pdf } from '../../contract/generate.ts';
import type { RenderRequest } from '../../renderer/renderer.ts';
import type { Deps, UseCase } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';
import { findEmbedded } from './find-embedded.ts';

/** Renders one document from a clone. */
export const generateEmbedded: UseCase<'generateEmbedded'> = async (deps, { params, body }, options = {}) => {
  const { source } = await findEmbedded(deps, params, body.templateVersion);
  const document = { data: body.data, dataWarnings: digitWarnings(options.lostDigits), options: body.options ?? {} };
  return renderEmbedded(deps, { template: source, ...document }, source, options);
};

/** Renders a revision of a clone, or a preview of its unsaved pages. */
export async function renderEmbedded(
  { openRenderer, limits }: Deps,
  request: Omit<RenderRequest, 'limits'>,
  { version, revision }: { readonly version: number; readonly revision: number },
  { signal }: CallOptions,
): Promise<Pdf> {
  const renderer = await openRenderer();
  signal?.throwIfAborted();
  const result = await renderer.render({ ...request, limits: limits.now }, signal && { signal });
  signal?.throwIfAborted();
  return {
    contentType: 'application/pdf',
    ...result,
    templateVersion: version,
    templateRevision: revision,
    warningCount: result.warnings.length,
  };
}
