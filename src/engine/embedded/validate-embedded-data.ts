// The operation `validateEmbeddedData`.
import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { validateData } from '../templates/validate-template-data.ts';
import { findEmbedded } from './find-embedded.ts';

/** Checks data against the contract of a clone, as generation does. */
export async function validateEmbeddedData(
  deps: Deps,
  { params, body }: Input<'validateEmbeddedData'>,
  options: CallOptions = {},
): Promise<Output<'validateEmbeddedData'>> {
  const { source } = await findEmbedded(deps, params, body.templateVersion);
  return validateData(deps, source, body, options);
}
