// Render batches: many documents of one template, tracked as one.

import { PdfgenError } from './errors.ts';
import * as example from './examples.ts';
import { jobOptions, renderWarning } from './generate.ts';
import { firstLineForm, linesType } from './item-stream.ts';
import { batchStates, jobStates } from './job-states.ts';
import { followed, type OperationShape } from './operation-shape.ts';
import { jobError, jobResult, retryQuery } from './render-jobs.ts';
import { type JsonSchema, objectOf } from './schema.ts';
import {
  byUuid,
  callbackUrl,
  dateTime,
  idempotencyKey,
  listOf,
  nullableTime,
  orNull,
  page,
  pair,
  uuid,
  wait,
} from './shared-schemas.ts';

export const batchBody = objectOf(['items'], {
  items: {
    type: 'array',
    minItems: 1,
    items: {
      // An item without an object `data` is BATCH_INVALID, like one whose data breaks the contract.
      additionalProperties: false,
      properties: {
        data: { description: "An object: values for the template's dynamic fields." },
        reference: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          format: 'storable-text',
          description: "The client's name for the item, without U+0000 and without half of a surrogate pair.",
        },
      },
    },
  },
  options: jobOptions,
  templateVersion: { type: 'integer', minimum: 1, description: 'Default: the latest.' },
  callbackUrl,
});

/** The error of a batch with more items than allowed. */
export function tooManyItems(count: number | string, most: number): PdfgenError {
  return new PdfgenError('TOO_MANY_ITEMS', `The batch has ${count} items; a batch may have ${most}. Send several batches.`);
}

export const batchItem = {
  type: 'object',
  required: ['index', 'reference', 'jobUuid', 'state', 'error', 'warningCount', 'warnings', 'result'],
  properties: {
    index: { type: 'integer', minimum: 0 },
    reference: { type: ['string', 'null'] },
    jobUuid: uuid,
    state: { enum: jobStates },
    error: orNull(jobError),
    warningCount: { type: 'integer', minimum: 0 },
    warnings: {
      type: 'array',
      items: renderWarning,
      description: 'The first 10 warnings, with messages of at most 300 characters. The job lists all warnings.',
    },
    result: orNull(jobResult),
  },
} as const satisfies JsonSchema;

const count = { type: 'integer', minimum: 0 } as const;

const batchMembers = {
  batchUuid: uuid,
  templateUuid: uuid,
  templateVersion: { type: 'integer' },
  state: { enum: batchStates },
  counts: {
    type: 'object',
    required: ['total', ...jobStates],
    properties: {
      total: count,
      queued: count,
      processing: count,
      completed: count,
      failed: count,
      canceled: count,
      expired: count,
    },
  },
  createdAt: dateTime,
  finishedAt: nullableTime,
} as const satisfies Record<string, JsonSchema>;

export const batchSummary = {
  type: 'object',
  required: ['batchUuid', 'templateUuid', 'templateVersion', 'state', 'counts', 'createdAt', 'finishedAt'],
  properties: batchMembers,
} as const satisfies JsonSchema;

export const renderBatch = {
  type: 'object',
  required: [...batchSummary.required, 'items', 'nextCursor'],
  properties: {
    ...batchMembers,
    items: { type: 'array', items: batchItem },
    nextCursor: { type: ['string', 'null'], description: 'Cursor of the next items.' },
  },
} as const satisfies JsonSchema;

const byBatchUuid = objectOf(['batchUuid'], { batchUuid: uuid });
const created = { status: 202, body: renderBatch, location: '/render-batches/{batchUuid}' } as const;
const creationErrors = [
  'BATCH_INVALID',
  'TEMPLATE_INVALID',
  'ENCRYPTION_INVALID',
  'STANDARD_BREACH',
  'TOO_MANY_ITEMS',
  'VALIDATION_TIMEOUT',
  'IDEMPOTENCY_CONFLICT',
  'QUOTA_EXCEEDED',
  'OVERLOADED',
] as const;

const aboutLines =
  `Large batches come as JSON Lines (\`${linesType}\`, UTF-8, not compressed), which the server takes as a stream. ${firstLineForm} ` +
  'Empty lines are skipped. `Content-Length` may be missing. A fault has the number of its `line`.';

export const renderBatchOperations = {
  createRenderBatch: {
    method: 'POST',
    path: '/generate/batch/:templateUuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Check the data of every item, then create a job for each. If an item is invalid, no job is created.',
    description: aboutLines,
    params: byUuid,
    wireNames: { uuid: 'templateUuid' },
    headers: idempotencyKey,
    body: batchBody,
    takesLines: true,
    bodyLimits: { bytes: 'maxBatchBytes' },
    lookUp: 'template',
    response: created,
    examples: { body: example.items, answer: example.queuedBatch },
    errors: ['TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  createEmbeddedRenderBatch: {
    method: 'POST',
    path: '/generate/batch/:baseTemplateUuid/:externalUuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Like createRenderBatch, from an embedded template.',
    description: aboutLines,
    params: pair,
    headers: idempotencyKey,
    body: batchBody,
    takesLines: true,
    bodyLimits: { bytes: 'maxBatchBytes' },
    lookUp: 'pair',
    response: created,
    examples: { body: example.items, answer: example.queuedBatch },
    errors: ['EMBEDDED_TEMPLATE_NOT_FOUND', ...creationErrors],
  },
  listRenderBatches: {
    method: 'GET',
    path: '/render-batches',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'List render batches, newest first.',
    query: objectOf([], { state: { enum: batchStates }, ...page }),
    response: { status: 200, body: listOf(batchSummary) },
    examples: { answer: { items: [example.doneSummary], nextCursor: null } },
    errors: [],
  },
  getRenderBatch: {
    method: 'GET',
    path: '/render-batches/:batchUuid',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Get a batch and the states of its items, or wait for its end. Some items may have failed: look at each.',
    description: followed('batch without its items', 'and `progress` at most once a second while its counts change'),
    params: byBatchUuid,
    query: objectOf([], {
      state: { enum: jobStates, description: 'Only the items in this state.' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 },
      cursor: page.cursor,
      wait,
    }),
    response: { status: 200, body: renderBatch, events: batchSummary },
    examples: { answer: example.doneBatch },
    errors: ['BATCH_NOT_FOUND'],
  },
  cancelRenderBatch: {
    method: 'POST',
    path: '/render-batches/:batchUuid/cancel',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Cancel the jobs of a batch that have not ended.',
    params: byBatchUuid,
    response: { status: 200, body: renderBatch },
    examples: { answer: example.canceledBatch },
    errors: ['BATCH_NOT_FOUND', 'ALREADY_FINAL'],
  },
  retryRenderBatch: {
    method: 'POST',
    path: '/render-batches/:batchUuid/retry',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Create a new job for each failed or canceled item.',
    description: 'The completed items and the `templateVersion` of the batch stay.',
    params: byBatchUuid,
    query: retryQuery,
    response: { status: 200, body: renderBatch },
    examples: { answer: example.queuedBatch },
    errors: [
      'BATCH_NOT_FOUND',
      'BATCH_NOT_FINISHED',
      'DATA_EXPIRED',
      'QUOTA_EXCEEDED',
      'TEMPLATE_NOT_FOUND',
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      'TEMPLATE_INVALID',
      'ENCRYPTION_INVALID',
    ],
  },
  getRenderBatchResult: {
    method: 'GET',
    path: '/render-batches/:batchUuid/result',
    tag: 'Jobs and batches',
    scope: 'render',
    summary: 'Download the completed items: a zip with a manifest.json, or one merged PDF with an outline entry for each item.',
    params: byBatchUuid,
    query: objectOf([], { format: { enum: ['zip', 'pdf'], default: 'zip' } }),
    response: { status: 200, body: 'stream' },
    errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_FINISHED', 'RESULT_EXPIRED', 'RENDER_LIMIT', 'RESULT_LOST'],
  },
} as const satisfies Record<string, OperationShape>;
