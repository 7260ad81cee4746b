// The operation `generateSingle`.
import type { UseCase } from '../deps.ts';
import { noteTemplate } from '../templates/read-templates.ts';
import { digitWarnings } from './digit-warnings.ts';

/** Finds the template, checks the data against its contract and renders one document. */
export const generateSingle: UseCase<'generateSingle'> = async (
  { templates, openRenderer, limits },
  { params, body },
  { signal, lostDigits, notes, strictTemplate, wantsDigest } = {},
) => {
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
};
