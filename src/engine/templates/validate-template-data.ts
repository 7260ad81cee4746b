// The operation `validateTemplateData`.
import type { CallOptions, Input, Validation } from '../../contract/engine.ts';
import { findBreaches } from '../../contract/find-breaches.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import type { Deps, UseCase } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';

/** Checks data against the template's contract. */
export const validateTemplateData: UseCase<'validateTemplateData'> = async (deps, { params, body }, options = {}) => {
  return validateData(deps, await deps.templates.get(params.uuid, body.templateVersion), body, options);
};

/** What `generateSingle` would refuse in the data of a template, or of an embedded template, as a list of breaches. Makes no document. */
export async function validateData(
  { openRenderer, limits }: Deps,
  template: TemplateSource,
  { data, options: { date, standard } = {} }: Pick<Input<'validateTemplateData'>['body'], 'data' | 'options'>,
  { signal, lostDigits }: CallOptions,
): Promise<Validation> {
  const renderer = await openRenderer();
  const warnings = digitWarnings(lostDigits);
  const checked = { template, data, options: { date, standard }, limits: limits.now };
  const { breaches, truncated } = await findBreaches(renderer.validate(checked, signal && { signal }));
  return {
    valid: breaches.length === 0,
    errors: [...breaches],
    ...(truncated && { errorsTruncated: true }),
    ...(warnings.length > 0 && { warnings }),
  };
}
