// The operation `generateSingle`.
import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { noteTemplate } from '../templates/read-templates.ts';
import { digitWarnings } from './digit-warnings.ts';

/** Finds the template, checks the data against its contract and renders one document. */
export async function generateSingle(
  { templates, openRenderer, limits }: Deps,
  { params, body }: Input<'generateSingle'>,
  { signal, lostDigits, notes, strictTemplate, wantsDigest }: CallOptions = {},
): Promise<Output<'generateSingle'>> {
  const template = await templates.get(params.uuid, body.templateVersion);
  noteTemplate(template, notes);
  const renderer = await openRenderer();
  signal?.throwIfAborted();
  const dataWarnings = digitWarnings(lostDigits);
  const options = body.options ?? {};
  const request = { template, data: body.data, dataWarnings, strictTemplate, options, limits: limits.now, wantsDigest };
  const result = await renderer.render(request, signal && { signal });
  signal?.throwIfAborted();
  return {
    contentType: 'application/pdf',
    ...result,
    templateVersion: template.version,
    templateRevision: null,
    warningCount: result.warnings.length,
  };
}
