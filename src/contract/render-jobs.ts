// Render jobs: documents made in the background, one at a time.
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
} from './common.ts';
import { generateBody, renderWarning } from './generate.ts';
import { jobStates } from './job-states.ts';
import type { JsonSchema } from './schema.ts';

export const jobError = {
  type: 'object',
  required: ['code', 'detail'],
  properties: { code: { type: 'string' }, detail: { type: 'string' } },
} as const satisfies JsonSchema;

export const jobResult = {
  type: 'object',
  required: ['url', 'bytes', 'pages', 'sha256'],
  properties: {
    url: { type: 'string', description: 'Path reference, to be put after the base address.' },
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
  ],
  properties: {
    uuid,
    templateUuid: uuid,
    templateVersion: { type: 'integer', description: 'The version that stood when the job was created.' },
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
    expiresAt: { ...nullableTime, description: '24 hours after the result was produced.' },
    error: orNull(jobError),
    warnings: { type: 'array', items: renderWarning },
    result: orNull(jobResult),
  },
} as const satisfies JsonSchema;

const created = { status: 202, body: renderJob, location: '/render-jobs/{uuid}' } as const;
const creationErrors = [
  'TEMPLATE_INVALID',
  'DATA_INVALID',
  'VALIDATION_TIMEOUT',
  'IDEMPOTENCY_CONFLICT',
  'QUOTA_EXCEEDED',
  'OVERLOADED',
] as const;

export const renderJobOperations = {
  createRenderJob: {
    method: 'POST',
    path: '/generate/async/:templateUuid',
    scope: 'render',
    summary: 'Check the data, then create a job that renders it in the background.',
    params: {
      type: 'object',
      required: ['templateUuid'],
      additionalProperties: false,
      properties: { templateUuid: uuid },
    },
    headers: idempotencyKey,
    body: generateBody,
    response: created,
    errors: ['TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  createEmbeddedRenderJob: {
    method: 'POST',
    path: '/generate/async/:baseTemplateUuid/:externalUuid',
    scope: 'render',
    summary: 'As createRenderJob, from an embedded template.',
    params: pair,
    headers: idempotencyKey,
    body: generateBody,
    response: created,
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  listRenderJobs: {
    method: 'GET',
    path: '/render-jobs',
    scope: 'render',
    summary: 'List render jobs, newest first.',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: { state: { enum: jobStates }, batchUuid: uuid, ...page },
    },
    response: { status: 200, body: listOf(renderJob) },
    errors: [],
  },
  getRenderJob: {
    method: 'GET',
    path: '/render-jobs/:uuid',
    scope: 'render',
    summary: 'Get a render job as it stands, or wait for its end.',
    params: byUuid,
    query: { type: 'object', additionalProperties: false, properties: { wait } },
    response: { status: 200, body: renderJob },
    errors: ['JOB_NOT_FOUND'],
  },
  getRenderJobResult: {
    method: 'GET',
    path: '/render-jobs/:uuid/result',
    scope: 'render',
    summary: 'Download the PDF of a completed job, for 24 hours after it was produced.',
    params: byUuid,
    response: { status: 200, body: 'file' },
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'JOB_FAILED', 'JOB_CANCELED', 'RESULT_EXPIRED', 'RESULT_LOST'],
  },
  cancelRenderJob: {
    method: 'POST',
    path: '/render-jobs/:uuid/cancel',
    scope: 'render',
    summary: 'Cancel a job that has not ended.',
    params: byUuid,
    response: { status: 200, body: renderJob },
    errors: ['JOB_NOT_FOUND', 'ALREADY_FINAL'],
  },
  deleteRenderJob: {
    method: 'DELETE',
    path: '/render-jobs/:uuid',
    scope: 'render',
    summary: 'Delete the result and the data of a job that has ended; a completed one becomes expired.',
    params: byUuid,
    response: { status: 204 },
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED'],
  },
} as const;
