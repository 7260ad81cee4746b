// Render jobs: documents made in the background, one at a time.

import * as example from './examples.ts';
import { dataErrors } from './find-breaches.ts';
import { jobBody, renderWarning } from './generate.ts';
import { jobStates } from './job-states.ts';
import { lifeOf } from './life-times.ts';
import { followed, type OperationShape } from './operation-shape.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import {
  byUuid,
  dateTime,
  idempotencyKey,
  listOf,
  nullableTime,
  nullableUuid,
  orNull,
  page,
  pair,
  sha256,
  uuid,
  wait,
} from './shared-schemas.ts';

export const jobError = {
  type: 'object',
  required: ['code', 'detail'],
  properties: { code: { type: 'string' }, detail: { type: 'string' } },
} as const satisfies JsonSchema;

export const jobResult = {
  type: 'object',
  required: ['url', 'bytes', 'pages', 'sha256'],
  properties: {
    url: { type: 'string', description: 'Path to append to the base address.' },
    bytes: { type: 'integer' },
    pages: { type: 'integer' },
    sha256,
  },
} as const satisfies JsonSchema;

export const renderJob = {
  type: 'object',
  required: [
    'uuid',
    'templateUuid',
    'templateVersion',
    'embedded',
    'batchUuid',
    'itemIndex',
    'state',
    'attempts',
    'createdAt',
    'startedAt',
    'finishedAt',
    'expiresAt',
    'error',
    'warnings',
    'result',
    'retriedAs',
  ],
  properties: {
    uuid,
    templateUuid: uuid,
    templateVersion: { type: 'integer', description: 'Version of the template, fixed when the job was created.' },
    embedded: orNull({
      type: 'object',
      required: ['baseTemplateUuid', 'externalUuid', 'revision'],
      properties: { baseTemplateUuid: uuid, externalUuid: uuid, revision: { type: 'integer' } },
    }),
    batchUuid: nullableUuid,
    itemIndex: { type: ['integer', 'null'] },
    state: { enum: jobStates },
    attempts: { type: 'integer' },
    createdAt: dateTime,
    startedAt: nullableTime,
    finishedAt: nullableTime,
    expiresAt: { ...nullableTime, description: `${lifeOf('result')} after the result was produced.` },
    error: orNull(jobError),
    warnings: { type: 'array', items: renderWarning },
    result: orNull(jobResult),
    retriedAs: { ...nullableUuid, description: 'The job that a retry made in place of this job.' },
  },
} as const satisfies JsonSchema;

const created = { status: 202, body: renderJob, location: '/render-jobs/{uuid}' } as const;
const creationErrors = [
  ...dataErrors,
  'TEMPLATE_INVALID',
  'ENCRYPTION_INVALID',
  'VALIDATION_TIMEOUT',
  'IDEMPOTENCY_CONFLICT',
  'QUOTA_EXCEEDED',
  'OVERLOADED',
] as const;

/** The query of a retry. */
export const retryQuery = objectOf([], {
  templateVersion: {
    enum: ['current'],
    description:
      'The retry renders the current version of the template, or of the embedded template. Default: the version that failed.',
  },
});

export const renderJobOperations = {
  createRenderJob: {
    method: 'POST',
    path: '/generate/async/:templateUuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Check the data, then create a job that renders it in the background.',
    params: byUuid,
    wireNames: { uuid: 'templateUuid' },
    headers: idempotencyKey,
    body: jobBody,
    lookUp: 'template',
    response: created,
    examples: { body: example.generation, answer: example.queued },
    errors: ['TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  createEmbeddedRenderJob: {
    method: 'POST',
    path: '/generate/async/:baseTemplateUuid/:externalUuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Like createRenderJob, from an embedded template.',
    params: pair,
    headers: idempotencyKey,
    body: jobBody,
    lookUp: 'pair',
    response: created,
    examples: { body: example.generation, answer: { ...example.queued, ...example.ofPair } },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  listRenderJobs: {
    method: 'GET',
    path: '/render-jobs',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'List render jobs, newest first.',
    query: objectOf([], { state: { enum: jobStates }, batchUuid: uuid, ...page }),
    response: { status: 200, body: listOf(renderJob) },
    examples: { answer: { items: [example.completed], nextCursor: null } },
    errors: [],
  },
  getRenderJob: {
    method: 'GET',
    path: '/render-jobs/:uuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Get the current state of a render job, or wait for its end.',
    description: followed('job'),
    params: byUuid,
    query: objectOf([], { wait }),
    response: { status: 200, body: renderJob, events: renderJob },
    examples: { answer: example.completed },
    errors: ['JOB_NOT_FOUND'],
  },
  getRenderJobResult: {
    method: 'GET',
    path: '/render-jobs/:uuid/result',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: `Download the PDF of a completed job, for ${lifeOf('result')} after it was produced.`,
    params: byUuid,
    response: { status: 200, body: 'file' },
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'JOB_FAILED', 'JOB_CANCELED', 'RESULT_EXPIRED', 'RESULT_LOST'],
  },
  cancelRenderJob: {
    method: 'POST',
    path: '/render-jobs/:uuid/cancel',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Cancel a job that has not ended.',
    params: byUuid,
    response: { status: 200, body: renderJob },
    examples: { answer: example.canceled },
    errors: ['JOB_NOT_FOUND', 'ALREADY_FINAL'],
  },
  retryRenderJob: {
    method: 'POST',
    path: '/render-jobs/:uuid/retry',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: `Create a new job in place of a failed or canceled job, within ${lifeOf('data')} of its end. A job is retried once: a repeated call answers the job that the first call made.`,
    params: byUuid,
    query: retryQuery,
    response: created,
    examples: { answer: { ...example.queued, uuid: example.uuid } },
    errors: [
      'JOB_NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'ALREADY_FINAL',
      'BATCH_NOT_FINISHED',
      'DATA_EXPIRED',
      'QUOTA_EXCEEDED',
      'TEMPLATE_NOT_FOUND',
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      'TEMPLATE_INVALID',
      'ENCRYPTION_INVALID',
    ],
  },
  deleteRenderJob: {
    method: 'DELETE',
    path: '/render-jobs/:uuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Delete the result and the data of a job that has ended. A completed job becomes expired.',
    params: byUuid,
    response: { status: 204 },
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED'],
  },
} as const satisfies Record<string, OperationShape>;
