// Brings answers of other servers into the form of the contract. The interface leaves bodies open, so required members are read from likely
// names. Unknown members stay.
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

/** The next cursor. Null: there are no more items. */
const cursorOf = (page: Json): unknown => pick(page, 'nextCursor', 'next_cursor', 'cursor') ?? null;

const list =
  (names: readonly string[], one: (value: unknown) => unknown) =>
  (body: unknown): unknown => {
    const whole = asObject(body);
    const items = Array.isArray(body) ? body : pick(whole, 'items', ...names, 'data', 'results');
    return {
      ...whole,
      items: (Array.isArray(items) ? items : []).map(one),
      nextCursor: cursorOf(whole),
    };
  };

/** An answer may wrap its object: `{ "job": { … } }`, `{ "data": { … } }`. */
const unwrap = (body: unknown, ...names: readonly string[]): Json => {
  const whole = asObject(body);
  const inner = asObject(pick(whole, ...names, 'data'));
  return Object.keys(inner).length > 0 && pick(whole, 'uuid', 'id', 'state', 'status') === undefined ? inner : whole;
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
function toState<S extends string>(what: string, given: unknown, known: readonly S[]): S {
  const word = String(given).toLowerCase().replaceAll('-', '_');
  const state = (statesOfOtherServers[word] ?? word) as S;
  if (known.includes(state)) return state;
  throw new PdfgenError(
    'REMOTE_UNSUPPORTED',
    `The server sent a ${what} ${given === undefined ? 'without a state' : `in the state ${JSON.stringify(given)}`}. Known states: ${known.join(', ')}.`,
  );
}

function toJob(body: unknown): Json {
  const job = unwrap(body, 'job', 'renderJob');
  const uuid = pick(job, 'uuid', 'jobUuid', 'id', 'jobId');
  const state = toState('job', pick(job, 'state', 'status'), jobStates);
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
  return { ...error, code: pick(error, 'code') ?? 'RENDER_FAILED', detail: pick(error, 'detail', 'message') ?? '' };
}

function toResult(job: Json, uuid: unknown, state: JobState): unknown {
  if (job.result === null || state !== 'completed') return null;
  const result = asObject(job.result);
  const url = pick(result, 'url') ?? pick(job, 'resultUrl') ?? resultPath(String(uuid));
  return { bytes: null, pages: null, sha256: null, ...result, url };
}

function toItem(value: unknown, index: number): Json {
  const item = asObject(value);
  const job = asObject(item.job);
  const jobUuid = pick(item, 'jobUuid', 'uuid', 'id', 'jobId') ?? pick(job, 'uuid', 'id');
  const state = toState('job', pick(item, 'state', 'status') ?? pick(job, 'state', 'status'), jobStates);
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
  const batch = unwrap(body, 'batch', 'renderBatch');
  const given = pick(batch, 'items', 'jobs', 'results');
  const items = (Array.isArray(given) ? given : []).map(toItem);
  const state = pick(batch, 'state', 'status');
  const nextCursor = cursorOf(batch);
  const isWhole = items.length > 0 && nextCursor === null;
  const counts = batch.counts === undefined ? countStates(items) : asObject(batch.counts);
  return {
    templateUuid: null,
    templateVersion: null,
    createdAt: null,
    finishedAt: null,
    ...batch,
    nextCursor,
    batchUuid: pick(batch, 'batchUuid', 'uuid', 'id', 'batchId'),
    state: state === undefined && isWhole ? deriveState(items) : toState('batch', state, batchStates),
    counts,
    items,
  };
}

function countStates(items: readonly Json[]): Json {
  const count = (state: JobState) => items.filter((one) => one.state === state).length;
  return { total: items.length, ...Object.fromEntries(jobStates.map((state) => [state, count(state)])) };
}

function deriveState(items: readonly Json[]): string {
  const states = items.map((one) => one.state);
  if (states.every((one) => one === 'queued')) return 'queued';
  if (states.some((one) => one === 'queued' || one === 'processing')) return 'processing';
  const good = states.filter((one) => one === 'completed' || one === 'expired').length;
  return good === states.length ? 'completed' : good > 0 ? 'completed_with_errors' : 'failed';
}

function toSummary(value: unknown): Json {
  const { items: _items, nextCursor: _cursor, ...summary } = toBatch(value);
  return summary;
}

function toTemplateSummary(value: unknown): Json {
  const given = asObject(value);
  const uuid = pick(given, 'uuid', 'id', 'templateUuid');
  const name = pick(given, 'name', 'title', 'slug') ?? String(uuid);
  return {
    slug: String(pick(given, 'slug', 'name', 'title') ?? uuid),
    description: '',
    tags: [],
    version: null,
    createdAt: null,
    updatedAt: null,
    pageCount: Array.isArray(given.pages) ? given.pages.length : 0,
    ...given,
    uuid,
    name,
  };
}

function toTemplate(body: unknown): Json {
  const { pageCount: _count, ...template } = toTemplateSummary(unwrap(body, 'template'));
  return { assets: {}, pages: [], dataSchema: true, exampleData: {}, ...template };
}

function toSession(body: unknown): Json {
  const session = unwrap(body, 'session');
  return {
    embeddedTemplateUuid: null,
    baseTemplateVersion: null,
    revision: null,
    capabilityExpiresAt: null,
    expiresAt: null,
    createdAt: null,
    ...session,
    sessionUuid: pick(session, 'sessionUuid', 'uuid', 'id', 'sessionId'),
    capability: pick(session, 'capability', 'token', 'editorToken'),
    editorUrl: pick(session, 'editorUrl', 'url') ?? null,
  };
}

function toValidation(body: unknown): Json {
  const given = unwrap(body, 'validation', 'result');
  const errors = pick(given, 'errors', 'issues');
  const listed = Array.isArray(errors) ? errors.map(toBreach) : [];
  const valid = pick(given, 'valid', 'ok', 'isValid');
  return { ...given, valid: typeof valid === 'boolean' ? valid : listed.length === 0, errors: listed };
}

const normalizers: Readonly<Partial<Record<OperationId, (body: unknown) => unknown>>> = {
  listTemplates: list(['templates'], toTemplateSummary),
  getTemplate: toTemplate,
  getTemplateVersion: toTemplate,
  createTemplate: toTemplate,
  replaceTemplate: toTemplate,
  listTemplateVersions: list(['versions'], (one) => one),
  validateTemplateData: toValidation,
  validateEmbeddedData: toValidation,
  createRenderJob: toJob,
  createEmbeddedRenderJob: toJob,
  getRenderJob: toJob,
  cancelRenderJob: toJob,
  retryRenderJob: toJob,
  listRenderJobs: list(['jobs', 'renderJobs'], toJob),
  createRenderBatch: toBatch,
  createEmbeddedRenderBatch: toBatch,
  getRenderBatch: toBatch,
  cancelRenderBatch: toBatch,
  retryRenderBatch: toBatch,
  listRenderBatches: list(['batches', 'renderBatches'], toSummary),
  openEditorSession: toSession,
  listEmbeddedTemplates: list(['embeddedTemplates', 'templates'], (one) => one),
};
