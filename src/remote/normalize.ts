// Brings answers of other servers into the form of the contract. The interface leaves bodies open, so a state may be at `state` or `status`, a UUID
// at `uuid`, `id` or the name that the contract has for it, and the code of an error at `error.code` or `error`. Unknown members stay. An answer
// without a required member is refused.
import { resultPath } from '../contract/api-prefix.ts';
import { PdfgenError } from '../contract/errors.ts';
import { batchStates, type JobState, jobStates } from '../contract/job-states.ts';
import type { OperationId } from '../contract/operations.ts';
import { toBreach } from './problem.ts';

type Json = Readonly<Record<string, unknown>>;

/** The body of an answer with the members that the contract promises. */
export function normalize(id: OperationId, body: unknown): unknown {
  return (normalizers[id] ?? ((same: unknown) => same))(body);
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The first member that exists. */
const pick = (from: Json, ...names: readonly string[]): unknown =>
  names.map((name) => from[name]).find((value) => value !== undefined && value !== null);

function refuse(what: string): never {
  throw new PdfgenError('REMOTE_UNSUPPORTED', `The server sent ${what}.`);
}

const uuidOf = (what: string, from: Json, ...names: readonly string[]): unknown =>
  pick(from, ...names, 'uuid', 'id') ?? refuse(`${what} without a UUID`);

/** A list in pages. Another server may send all of it as an array. */
const list =
  (one: (value: unknown) => unknown) =>
  (body: unknown): unknown => {
    const whole = asObject(body);
    const items = Array.isArray(body) ? body : whole.items;
    if (!Array.isArray(items)) refuse('a list without its items');
    return { ...whole, items: items.map(one), nextCursor: whole.nextCursor ?? null };
  };

/** The states of jobs and batches in the words that other servers use for them. */
const statesOfOtherServers: Readonly<Record<string, JobState>> = {
  pending: 'queued',
  scheduled: 'queued',
  waiting: 'queued',
  created: 'queued',
  running: 'processing',
  started: 'processing',
  retrying: 'processing',
  active: 'processing',
  rendering: 'processing',
  in_progress: 'processing',
  done: 'completed',
  finished: 'completed',
  succeeded: 'completed',
  success: 'completed',
  complete: 'completed',
  ready: 'completed',
  ok: 'completed',
  error: 'failed',
  errored: 'failed',
  failure: 'failed',
  rejected: 'failed',
  timeout: 'failed',
  timed_out: 'failed',
  cancelled: 'canceled',
  aborted: 'canceled',
};

/** Raises REMOTE_UNSUPPORTED for a missing or unknown state: a caller might wait for ever on such a job. */
function stateOf<S extends string>(what: string, from: Json, known: readonly S[]): S {
  const given = pick(from, 'state', 'status');
  const word = String(given).toLowerCase().replaceAll('-', '_');
  const state = (statesOfOtherServers[word] ?? word) as S;
  if (known.includes(state)) return state;
  const how = given === undefined ? 'without a state' : `in the state ${JSON.stringify(given)}`;
  return refuse(`a ${what} ${how}. Known states: ${known.join(', ')}`);
}

function toJob(body: unknown): Json {
  const job = asObject(body);
  const uuid = uuidOf('a job', job, 'jobUuid');
  const state = stateOf('job', job, jobStates);
  return {
    templateUuid: null,
    templateVersion: null,
    embedded: null,
    batchUuid: null,
    itemIndex: null,
    attempts: 0,
    createdAt: null,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    warnings: [],
    retriedAs: null,
    ...job,
    uuid,
    state,
    error: toJobError(job.error),
    result: toResult(job, uuid, state),
  };
}

function toJobError(given: unknown): unknown {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string') return { code: /^[A-Z0-9_]+$/.test(given) ? given : 'RENDER_FAILED', detail: given };
  const error = asObject(given);
  return { ...error, code: error.code ?? 'RENDER_FAILED', detail: pick(error, 'detail', 'message') ?? '' };
}

function toResult(job: Json, uuid: unknown, state: JobState): unknown {
  if (job.result === null || state !== 'completed') return null;
  const result = asObject(job.result);
  return { bytes: null, pages: null, sha256: null, url: resultPath(String(uuid)), ...result };
}

function toItem(value: unknown, index: number): Json {
  const item = asObject(value);
  const state = stateOf('job', item, jobStates);
  // Another server may make the job later, or none for an item that it refuses.
  const jobUuid =
    state === 'completed' ? uuidOf('a completed item', item, 'jobUuid') : (pick(item, 'jobUuid', 'uuid', 'id') ?? null);
  return {
    reference: null,
    warningCount: 0,
    warnings: [],
    ...item,
    index: typeof item.index === 'number' ? item.index : index,
    jobUuid,
    state,
    error: toJobError(item.error),
    result: toResult(item, jobUuid, state),
  };
}

function toBatch(body: unknown): Json {
  const batch = asObject(body);
  const items = (Array.isArray(batch.items) ? batch.items : []).map(toItem);
  return {
    templateUuid: null,
    templateVersion: null,
    createdAt: null,
    finishedAt: null,
    nextCursor: null,
    ...batch,
    counts: batch.counts ?? countStates(items),
    batchUuid: uuidOf('a batch', batch, 'batchUuid'),
    state: stateOf('batch', batch, batchStates),
    items,
  };
}

function countStates(items: readonly Json[]): Json {
  const count = (state: JobState) => items.filter((one) => one.state === state).length;
  return { total: items.length, ...Object.fromEntries(jobStates.map((state) => [state, count(state)])) };
}

function toSummary(value: unknown): Json {
  const { items: _items, nextCursor: _cursor, ...summary } = toBatch(value);
  return summary;
}

function toTemplateSummary(value: unknown): Json {
  const given = asObject(value);
  const uuid = uuidOf('a template', given);
  const slug = String(given.slug ?? uuid);
  return {
    slug,
    name: slug,
    description: '',
    tags: [],
    version: null,
    createdAt: null,
    updatedAt: null,
    pageCount: Array.isArray(given.pages) ? given.pages.length : 0,
    ...given,
    uuid,
  };
}

function toTemplate(body: unknown): Json {
  const { pageCount: _count, ...template } = toTemplateSummary(body);
  return { assets: {}, pages: [], dataSchema: true, exampleData: {}, ...template };
}

function toSession(body: unknown): Json {
  const session = asObject(body);
  return {
    embeddedTemplateUuid: null,
    baseTemplateVersion: null,
    revision: null,
    capabilityExpiresAt: null,
    expiresAt: null,
    createdAt: null,
    editorUrl: null,
    ...session,
    sessionUuid: uuidOf('a session', session, 'sessionUuid'),
  };
}

function toValidation(body: unknown): Json {
  const given = asObject(body);
  const errors = Array.isArray(given.errors) ? given.errors.map(toBreach) : [];
  if (typeof given.valid !== 'boolean') refuse('a validation that does not say whether the data is valid');
  return { ...given, errors };
}

const normalizers: Readonly<Partial<Record<OperationId, (body: unknown) => unknown>>> = {
  listTemplates: list(toTemplateSummary),
  getTemplate: toTemplate,
  getTemplateVersion: toTemplate,
  createTemplate: toTemplate,
  replaceTemplate: toTemplate,
  listTemplateVersions: list((one) => one),
  validateTemplateData: toValidation,
  validateEmbeddedData: toValidation,
  createRenderJob: toJob,
  createEmbeddedRenderJob: toJob,
  getRenderJob: toJob,
  cancelRenderJob: toJob,
  retryRenderJob: toJob,
  listRenderJobs: list(toJob),
  createRenderBatch: toBatch,
  createEmbeddedRenderBatch: toBatch,
  getRenderBatch: toBatch,
  cancelRenderBatch: toBatch,
  retryRenderBatch: toBatch,
  listRenderBatches: list(toSummary),
  openEditorSession: toSession,
  listEmbeddedTemplates: list((one) => one),
};
