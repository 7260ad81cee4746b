// The operation `validateEmbeddedData`.
import type { UseCase } from '../deps.ts';
import { validateData } from '../templates/validate-template-data.ts';
import { findEmbedded } from './find-embedded.ts';

/** Checks data against the contract of a clone, as generation does. */
export const validateEmbeddedData: UseCase<'validateEmbeddedData'> = async (deps, { params, body }, options = {}) => {
  const { source } = await findEmbedded(deps, params, body.templateVersion);
  return validateData(deps, source, body, options);
};
