// Creates jobs. The data is checked before a job is made.

import type { CallOptions, Input, RenderJob } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { priorities } from '../../contract/generate.ts';
import { toJsonText } from '../../contract/json-text.ts';
import { createUuid } from '../../store/uuid.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { checkCapacity } from '../check-capacity.ts';
import type { Deps, UseCase } from '../deps.ts';
import { digitWarnings } from '../generation/digit-warnings.ts';
import { checkCallback } from '../webhooks/manage-webhooks.ts';
import { findEmbeddedSource, findTemplateSource, type JobSource } from './job-source.ts';
import { jobToWire } from './job-to-wire.ts';
import { requestKey } from './request-key.ts';

/** Creates a job that renders the current version of a template, or the version that the call names. */
export const createRenderJob: UseCase<'createRenderJob'> = (deps, input, options = {}) => {
  const { params, body } = input;
  return createJob(deps, input, options, () => findTemplateSource(deps, params.uuid, body.templateVersion));
};

/** Creates a job from an embedded template. */
export const createEmbeddedRenderJob: UseCase<'createEmbeddedRenderJob'> = (deps, input, options = {}) => {
  const { params, body } = input;
  return createJob(deps, input, options, () => findEmbeddedSource(deps, params, body.templateVersion));
};

type JobInput = Input<'createRenderJob'> | Input<'createEmbeddedRenderJob'>;

async function createJob(deps: Deps, input: JobInput, options: CallOptions, find: () => Promise<JobSource>): Promise<RenderJob> {
  const { headers, body } = input;
  const { limits, now, onWork } = deps;
  const state = await deps.openState();
  const key = requestKey(headers, options, input);
  const earlier = key && (await state.findRepeat(key));
  if (earlier) return repeatJob(deps, earlier.uuid, options);
  const callbackUrl = await checkCallback(deps, body.callbackUrl);
  const source = await find();
  const { priority = priorities.least, ...renderOptions } = body.options ?? {};
  const renderer = await deps.openRenderer();
  const checked = { template: source.template, data: body.data, options: renderOptions, limits: limits.later };
  await renderer.validate(checked, options.signal && { signal: options.signal });
  await checkCapacity(deps);
  const createdMs = now();
  const { uuid, repeated } = await state.jobs.create(
    {
      uuid: createUuid(createdMs),
      templateUuid: source.templateUuid,
      templateVersion: source.templateVersion,
      embedded: source.embedded,
      data: toJsonText(body.data),
      options: JSON.stringify(renderOptions),
      priority,
      traceparent: currentTrace(),
      warnings: digitWarnings(options.lostDigits),
      callbackUrl,
      createdMs,
    },
    { maxUnfinished: limits.maxUnfinishedJobs },
    key,
  );
  if (repeated) return repeatJob(deps, uuid, options);
  onWork(1);
  return readJob(deps, uuid);
}

function repeatJob(deps: Deps, uuid: string, { notes }: CallOptions): Promise<RenderJob> {
  if (notes) notes.repeated = true;
  return readJob(deps, uuid);
}

/** Raises JOB_NOT_FOUND. */
export async function readJob({ openState }: Deps, uuid: string): Promise<RenderJob> {
  const job = await (await openState()).jobs.find(uuid);
  if (!job) throw jobNotFound(uuid);
  return jobToWire(job);
}

export function jobNotFound(uuid: string): PdfgenError {
  return new PdfgenError('JOB_NOT_FOUND', `There is no render job ${uuid}.`);
}
