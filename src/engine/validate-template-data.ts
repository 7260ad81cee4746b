import type { Input, Output } from '../contract/engine.ts';
import { maxBreaches } from '../contract/errors.ts';
import type { Deps } from './deps.ts';

/** Checks data against the template's contract, as generation does. */
export async function validateTemplateData(
  { templates, openRenderer, limits }: Deps,
  { params, body }: Input<'validateTemplateData'>,
): Promise<Output<'validateTemplateData'>> {
  const template = await templates.get(params.uuid, body.templateVersion);
  const renderer = await openRenderer();
  const errors = await renderer.validate(template, body.data, limits.now);
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, maxBreaches),
    ...(errors.length > maxBreaches && { errorsTruncated: true }),
  };
}
