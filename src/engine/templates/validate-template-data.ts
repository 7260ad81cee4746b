// The operation `validateTemplateData`.
import { cutBreaches } from '../../contract/breach-room.ts';
import type { CallOptions, Input, Output, Validation } from '../../contract/engine.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import type { Deps } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';

/** Checks data against the template's contract. */
export async function validateTemplateData(
  deps: Deps,
  { params, body }: Input<'validateTemplateData'>,
  options: CallOptions = {},
): Promise<Output<'validateTemplateData'>> {
  return validateData(deps, await deps.templates.get(params.uuid, body.templateVersion), body.data, options);
}

/** What `generateSingle` would refuse in the data of a template, or of an embedded template, as a list of breaches. Makes no document. */
export async function validateData(
  { openRenderer, limits }: Deps,
  template: TemplateSource,
  data: unknown,
  { signal, lostDigits }: CallOptions,
): Promise<Validation> {
  const renderer = await openRenderer();
  const warnings = digitWarnings(lostDigits);
  const errors = await renderer.validate(template, data, limits.now, signal && { signal });
  const listed = cutBreaches(errors);
  return {
    valid: errors.length === 0,
    errors: listed,
    ...(listed.length < errors.length && { errorsTruncated: true }),
    ...(warnings.length > 0 && { warnings }),
  };
}
