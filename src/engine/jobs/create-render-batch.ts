// Creates batches. Every item is checked before the first job is made.

import type { CallOptions, Input, Output, RenderBatch } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { priorities } from '../../contract/generate.ts';
import { toJsonText } from '../../contract/json-text.ts';
import { tooManyItems } from '../../contract/render-batches.ts';
import { createUuid } from '../../store/uuid.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { checkCapacity } from '../check-capacity.ts';
import type { Deps } from '../deps.ts';
import { itemWarnings } from '../generation/digit-warnings.ts';
import { checkCallback } from '../webhooks/manage-webhooks.ts';
import { findEmbeddedSource, findTemplateSource, type JobSource } from './job-source.ts';
import { readBatch } from './render-batches.ts';
import { requestKey } from './request-key.ts';

/** Creates a batch of jobs that render the current version of a template, or the version that the call names. */
export function createRenderBatch(
  deps: Deps,
  input: Input<'createRenderBatch'>,
  options: CallOptions = {},
): Promise<Output<'createRenderBatch'>> {
  const { params, body } = input;
  return create(deps, input, options, () => findTemplateSource(deps, params.templateUuid, body.templateVersion));
}

/** Creates a batch from an embedded template. */
export function createEmbeddedRenderBatch(
  deps: Deps,
  input: Input<'createEmbeddedRenderBatch'>,
  options: CallOptions = {},
): Promise<Output<'createEmbeddedRenderBatch'>> {
  const { params, body } = input;
  return create(deps, input, options, () => findEmbeddedSource(deps, params, body.templateVersion));
}

type BatchInput = Input<'createRenderBatch'> | Input<'createEmbeddedRenderBatch'>;

async function create(deps: Deps, input: BatchInput, options: CallOptions, find: () => Promise<JobSource>): Promise<RenderBatch> {
  const { headers, body } = input;
  const { limits, now, onWork } = deps;
  if (body.items.length > limits.maxBatchItems) throw tooManyItems(body.items.length, limits.maxBatchItems);
  const state = await deps.openState();
  const key = requestKey(headers, options, input);
  const earlier = key && (await state.findRepeat(key));
  if (earlier) return repeat(deps, earlier.uuid, options);
  const callbackUrl = await checkCallback(deps, body.callbackUrl);
  const source = await find();
  await checkItems(deps, source, body.items, options);
  await checkCapacity(deps);
  const { priority = priorities.least, ...renderOptions } = body.options ?? {};
  const createdMs = now();
  const warnings = itemWarnings(options.lostDigits);
  const { uuid, repeated } = await state.batches.create(
    {
      uuid: createUuid(createdMs),
      templateUuid: source.templateUuid,
      templateVersion: source.templateVersion,
      embedded: source.embedded,
      options: JSON.stringify(renderOptions),
      priority,
      traceparent: currentTrace(),
      callbackUrl,
      createdMs,
      total: body.items.length,
      items: body.items.map(({ data, reference = null }, index) => ({
        jobUuid: createUuid(createdMs),
        reference,
        data: toJsonText(data),
        warnings: warnings.get(index),
      })),
    },
    { maxUnfinished: limits.maxUnfinishedJobs },
    key,
  );
  if (repeated) return repeat(deps, uuid, options);
  onWork();
  return readBatch(deps, uuid);
}

/** Raises BATCH_INVALID with the breaches of all items, each under `/items/N`. */
async function checkItems(
  { openRenderer, limits }: Deps,
  source: JobSource,
  items: BatchInput['body']['items'],
  { signal }: CallOptions,
): Promise<void> {
  const shapeless = items.flatMap((item, index) => (isObject(item) && isObject(item.data) ? [] : [notAnObject(item, index)]));
  const renderer = await openRenderer();
  // An item that is not an object has its breach already. Breaches of its empty data are left out.
  const wrong = new Set(shapeless.map((one) => one.path));
  const data = items.map((item) => (isObject(item) ? item.data : undefined));
  const { breaches, truncated } = await renderer.validateItems(source.template, data, limits.later, signal && { signal });
  const all = [...shapeless, ...breaches.filter(({ path }) => !wrong.has(path) && !wrong.has(path.replace(/\/data$/, '')))];
  if (all.length === 0 && !truncated) return;
  all.sort((a, b) => indexOf(a) - indexOf(b));
  const count = new Set(all.map(indexOf)).size;
  throw new PdfgenError(
    'BATCH_INVALID',
    `${truncated ? 'At least ' : ''}${count} of ${items.length} items ${count === 1 ? 'is' : 'are'} invalid. No job was created.`,
    { errors: all, errorsTruncated: truncated || undefined },
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function notAnObject(item: unknown, index: number): Breach {
  const isItem = isObject(item);
  const isMissing = isItem && item.data === undefined;
  return {
    path: isItem && !isMissing ? `/items/${index}/data` : `/items/${index}`,
    message: isMissing ? 'must have required property "data"' : 'must be object',
    keyword: isMissing ? 'required' : 'type',
    params: isMissing ? { missingProperty: 'data' } : { type: 'object' },
    schemaPath: isMissing ? '#/required' : '#/type',
  };
}

const indexOf = ({ path }: Breach): number => Number(/^\/items\/(\d+)/.exec(path)?.[1] ?? 0);

function repeat(deps: Deps, uuid: string, { notes }: CallOptions): Promise<RenderBatch> {
  if (notes) notes.repeated = true;
  return readBatch(deps, uuid);
}
