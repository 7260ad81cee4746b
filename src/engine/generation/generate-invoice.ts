// The operation `generateInvoice`.
import type { UseCase } from '../deps.ts';

/** Finds the template, checks the data against its contract and writes the XML of the electronic invoice. */
export const generateInvoice: UseCase<'generateInvoice'> = async (
  { templates, openRenderer, limits },
  { params, body },
  { signal } = {},
) => {
  const template = await templates.get(params.uuid, body.templateVersion);
  const renderer = await openRenderer();
  signal?.throwIfAborted();
  const request = { template, data: body.data, options: body.options ?? {}, limits: limits.now };
  const result = await renderer.writeInvoice(request, signal && { signal });
  signal?.throwIfAborted();
  return { ...result, templateVersion: template.version };
};
