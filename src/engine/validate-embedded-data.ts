import type { CallOptions, Input, Output, Validation } from '../contract/engine.ts';
import { maxBreaches } from '../contract/errors.ts';
import type { TemplateSource } from '../renderer/types.ts';
import type { Deps } from './deps.ts';
import { findEmbedded } from './find-embedded.ts';

/** Checks data against the contract of a clone, as generation does. */
export async function validateEmbeddedData(
  deps: Deps,
  { params, body }: Input<'validateEmbeddedData'>,
  options: CallOptions = {},
): Promise<Output<'validateEmbeddedData'>> {
  const { source } = await findEmbedded(deps, params, body.templateVersion);
  return checkEmbeddedData(deps, source, body.data, options);
}

export async function checkEmbeddedData(
  { openRenderer, limits }: Deps,
  source: TemplateSource,
  data: unknown,
  { signal }: CallOptions,
): Promise<Validation> {
  const renderer = await openRenderer();
  const errors = await renderer.validate(source, data, limits.now, signal && { signal });
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, maxBreaches),
    ...(errors.length > maxBreaches && { errorsTruncated: true }),
  };
}
