import type { Input, Output } from '../contract/engine.ts';
import type { CallOptions, Deps } from './deps.ts';

/** Renders one document: finds the template, checks the data against its contract, renders. */
export async function generateSingle(
  { templates, openRenderer, limits }: Deps,
  { params, body }: Input<'generateSingle'>,
  { signal }: CallOptions = {},
): Promise<Output<'generateSingle'>> {
  const template = await templates.get(params.id, body.templateVersion);
  const renderer = await openRenderer();
  signal?.throwIfAborted();
  const result = await renderer.render({ template, data: body.data, options: body.options ?? {}, limits });
  signal?.throwIfAborted();
  return { contentType: 'application/pdf', ...result, templateVersion: template.version };
}
