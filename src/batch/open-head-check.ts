// Opens the check of a run's documents beyond the schema: what rendering would refuse before it draws.

import { canBreakHead } from '../contract/can-break-head.ts';
import { toRequestOptions } from '../contract/document-options.ts';
import type { Breach } from '../contract/errors.ts';
import { findBreaches } from '../contract/find-breaches.ts';
import type { BatchRun } from './batch-run.ts';
import { isEncrypted } from './encryption-of-run.ts';

/** Lists the faults for which rendering would refuse data that fits the schema. */
export type HeadCheck = (data: unknown) => Promise<readonly Breach[]>;

/**
 * Opens the check of the electronic invoice, of the metadata, and of what a standard asks beside the pages. Undefined: the documents have no standard
 * and no metadata of their own, so there is nothing to check. Raises STANDARD_BREACH for a template that breaks its standard with any data.
 */
export async function openHeadCheck(run: BatchRun): Promise<HeadCheck | undefined> {
  const { template, content, options, date } = run;
  if (!canBreakHead(content, options.standard)) return undefined;
  const { checkHead, compileHead, findOwnStandards, readAskedStandards, refuseTemplate } = await import(
    '../renderer/check-head.ts'
  );
  const { localLimits: limits } = await import('../engine/limits.ts');
  const standards = readAskedStandards(toRequestOptions(options, undefined).standard) ?? findOwnStandards(content);
  const head = await compileHead({ document: content, slug: template.slug });
  refuseTemplate(head, standards, { isEncrypted: isEncrypted(run) });
  const { strict } = options;
  return async (data) => (await findBreaches(checkHead(head, standards, { data, date, strict, limits }))).breaches;
}
