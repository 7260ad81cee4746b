// Creates batches. Every item is checked before the first job is made.

import type { CallOptions, Input, RenderBatch } from '../../contract/engine.ts';
import { priorities } from '../../contract/generate.ts';
import { toJsonText } from '../../contract/json-text.ts';
import type { NewBatchItem } from '../../store/state-store.ts';
import { createUuid } from '../../store/uuid.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { checkCapacity } from '../check-capacity.ts';
import type { Deps, UseCase } from '../deps.ts';
import { checkCallback } from '../webhooks/manage-webhooks.ts';
import { type GivenItems, readItems } from './batch-items.ts';
import { checkBatchItems, malformedItems } from './check-batch-items.ts';
import { openItemCount } from './item-count.ts';
import { findEmbeddedSource, findTemplateSource, type JobSource } from './job-source.ts';
import { readBatch } from './render-batches.ts';
import { requestKey } from './request-key.ts';

/** Creates a batch of jobs that render the current version of a template, or the version that the call names. */
export const createRenderBatch: UseCase<'createRenderBatch'> = (deps, input, options = {}) => {
  const { params, body } = input;
  return createBatch(deps, input, options, () => findTemplateSource(deps, params.uuid, body.templateVersion));
};

/** Creates a batch from an embedded template. */
export const createEmbeddedRenderBatch: UseCase<'createEmbeddedRenderBatch'> = (deps, input, options = {}) => {
  const { params, body } = input;
  return createBatch(deps, input, options, () => findEmbeddedSource(deps, params, body.templateVersion));
};

type BatchInput = Input<'createRenderBatch'> | Input<'createEmbeddedRenderBatch'>;

async function createBatch(
  deps: Deps,
  input: BatchInput,
  options: CallOptions,
  findSource: () => Promise<JobSource>,
): Promise<RenderBatch> {
  const { headers, body } = input;
  const { limits, now, onWork } = deps;
  const state = await deps.openState();
  // Without a fingerprint of its own, a stream is known by its items, which are read during the check.
  const isStream = typeof body.items === 'function';
  const isNamedByItems = isStream && options.fingerprint === undefined;
  const early = isNamedByItems ? undefined : requestKey(headers, options, input);
  const earlier = early && (await state.findRepeat(early));
  if (earlier) return repeatBatch(deps, earlier.uuid, options);
  const callbackUrl = await checkCallback(deps, body.callbackUrl);
  const jobSource = await findSource();
  const digested = isNamedByItems && headers?.['idempotency-key'] !== undefined;
  const { priority = priorities.least, ...renderOptions } = body.options ?? {};
  const countItems = isStream ? await openItemCount(deps, headers?.['idempotency-key']) : undefined;
  const check = { template: jobSource.template, given: body.items, digested, checked: renderOptions, countItems };
  const { total, digest } = await checkBatchItems(deps, check, options);
  const key = early ?? requestKey(headers, options, [input, digest]);
  await checkCapacity(deps);
  const createdMs = now();
  const { uuid, repeated } = await state.batches.create(
    {
      uuid: createUuid(createdMs),
      templateUuid: jobSource.templateUuid,
      templateVersion: jobSource.templateVersion,
      embedded: jobSource.embedded,
      options: JSON.stringify(renderOptions),
      priority,
      traceparent: currentTrace(),
      callbackUrl,
      createdMs,
      total,
      items: newItems(body.items, createdMs, options),
    },
    { maxUnfinished: limits.maxUnfinishedJobs },
    key,
  );
  if (repeated) return repeatBatch(deps, uuid, options);
  onWork(total);
  return readBatch(deps, uuid);
}

async function* newItems(given: GivenItems, createdMs: number, options: CallOptions): AsyncGenerator<NewBatchItem> {
  for await (const { item, warnings, faults } of readItems(given, options)) {
    // A file may have changed since it was checked.
    if (faults) throw malformedItems(faults, false);
    const { data, reference = null } = item as { readonly data: unknown; readonly reference?: string | null };
    yield { jobUuid: createUuid(createdMs), reference, data: toJsonText(data), warnings };
  }
}

function repeatBatch(deps: Deps, uuid: string, { notes }: CallOptions): Promise<RenderBatch> {
  if (notes) notes.repeated = true;
  return readBatch(deps, uuid);
}
