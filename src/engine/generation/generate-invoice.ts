// The operation `generateInvoice`.
import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';

/** Finds the template, checks the data against its contract and writes the XML of the electronic invoice. */
export async function generateInvoice(
  { templates, openRenderer, limits }: Deps,
  { params, body }: Input<'generateInvoice'>,
  { signal }: CallOptions = {},
): Promise<Output<'generateInvoice'>> {
  const template = await templates.get(params.uuid, body.templateVersion);
  const renderer = await openRenderer();
  signal?.throwIfAborted();
  const request = { template, data: body.data, options: body.options ?? {}, limits: limits.now };
  const result = await renderer.writeInvoice(request, signal && { signal });
  signal?.throwIfAborted();
  return { ...result, templateVersion: template.version };
}
