// Makes records of the rows that SQL drivers read. Their columns have the same names in every driver.
import type { RenderWarning } from '../contract/generate.ts';
import { type BatchState, type JobState, jobStates } from '../contract/job-states.ts';
import { listWarnings } from '../contract/warnings.ts';
import type {
  BatchItemRecord,
  BatchRecord,
  ClaimedJob,
  EmbeddedReference,
  ItemJob,
  JobRecord,
  NewJob,
  TeamBlob,
} from './state-store.ts';

export interface EmbeddedColumns {
  readonly embedded_uuid: string | null;
  readonly embedded_base: string | null;
  readonly embedded_external: string | null;
  readonly embedded_revision: number | null;
}

/** A job without its warnings, which may be large. */
export interface ItemJobColumns extends EmbeddedColumns {
  readonly uuid: string;
  readonly template_uuid: string;
  readonly template_version: number;
  readonly batch_uuid: string | null;
  readonly item_index: number | null;
  readonly state: JobState;
  readonly attempts: number;
  readonly created_ms: number;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly expires_ms: number | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly result_blob: string | null;
  readonly result_filename: string | null;
  readonly result_bytes: number | null;
  readonly result_pages: number | null;
  readonly result_sha256: string | null;
  readonly retried_as: string | null;
}

export interface JobColumns extends ItemJobColumns {
  readonly warnings: string;
}

/** A job of a claim. */
export interface ClaimedColumns extends JobColumns {
  readonly team_id: string;
  readonly options: string;
}

export interface ItemColumns extends ItemJobColumns {
  readonly item_index: number;
  readonly reference: string | null;
}

/** A batch, with the number of items in each stored state. */
export interface BatchColumns extends EmbeddedColumns, Readonly<Record<JobState, number>> {
  readonly uuid: string;
  readonly template_uuid: string;
  readonly template_version: number;
  readonly state: BatchState;
  readonly created_ms: number;
  readonly finished_ms: number | null;
}

/** Position of a job in a list. */
interface ListedColumns {
  readonly created_ms: number;
  readonly uuid: string;
}

/** Newest first. */
export function byTime(a: ListedColumns, b: ListedColumns): number {
  return b.created_ms - a.created_ms || (a.uuid < b.uuid ? 1 : -1);
}

/** States as an SQL list. */
export function listStates(states: readonly JobState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

export function toJobRecord(row: JobColumns, nowMs: number): JobRecord {
  return { ...toItemJob(row, nowMs), warnings: JSON.parse(row.warnings) as RenderWarning[] };
}

/** `data`: what the job renders. `waitedMs`: how long it has waited. `traceparent`: that of the job, else that of its batch. */
export function toClaimedJob(
  row: ClaimedColumns,
  nowMs: number,
  more: Pick<ClaimedJob, 'data' | 'waitedMs' | 'traceparent'>,
): ClaimedJob {
  return {
    teamId: row.team_id,
    uuid: row.uuid,
    attempt: row.attempts,
    job: toJobRecord(row, nowMs),
    options: row.options,
    ...more,
  };
}

export function toItemJob(row: ItemJobColumns, nowMs: number): ItemJob {
  const isOver = row.state === 'completed' && row.expires_ms !== null && row.expires_ms <= nowMs;
  return {
    uuid: row.uuid,
    templateUuid: row.template_uuid,
    templateVersion: row.template_version,
    embedded: toEmbedded(row),
    batchUuid: row.batch_uuid,
    itemIndex: row.item_index,
    state: isOver ? 'expired' : row.state,
    attempts: row.attempts,
    createdMs: row.created_ms,
    startedMs: row.started_ms,
    finishedMs: row.finished_ms,
    expiresMs: row.expires_ms,
    error: row.error_code === null ? null : { code: row.error_code, detail: row.error_detail ?? '' },
    result:
      row.state !== 'completed' || isOver || row.result_blob === null
        ? null
        : {
            blob: row.result_blob,
            filename: row.result_filename!,
            bytes: row.result_bytes!,
            pages: row.result_pages!,
            sha256: row.result_sha256!,
          },
    retriedAs: row.retried_as,
  };
}

export function toItemRecord(row: ItemColumns, warnings: readonly RenderWarning[], nowMs: number): BatchItemRecord {
  return {
    index: row.item_index,
    reference: row.reference,
    job: toItemJob(row, nowMs),
    warningCount: warnings.length,
    warnings: listWarnings(warnings),
  };
}

/** `over`: number of completed items whose result has expired but is not marked by a sweep yet. */
export function toBatchRecord(row: BatchColumns, over: number): BatchRecord {
  const stored = Object.fromEntries(jobStates.map((state) => [state, row[state]])) as Record<JobState, number>;
  const counts = { ...stored, completed: stored.completed - over, expired: stored.expired + over };
  return {
    uuid: row.uuid,
    templateUuid: row.template_uuid,
    templateVersion: row.template_version,
    embedded: toEmbedded(row),
    state: row.state,
    counts: { ...counts, total: jobStates.reduce((sum, state) => sum + counts[state], 0) },
    createdMs: row.created_ms,
    finishedMs: row.finished_ms,
  };
}

export function toEmbedded(row: EmbeddedColumns): EmbeddedReference | null {
  if (row.embedded_uuid === null) return null;
  return {
    embeddedTemplateUuid: row.embedded_uuid,
    baseTemplateUuid: row.embedded_base!,
    externalUuid: row.embedded_external!,
    revision: row.embedded_revision!,
  };
}

const notEmbedded = [null, null, null, null];

/** The values of the columns embedded_uuid, embedded_base, embedded_external, embedded_revision. */
export function embeddedValues(embedded: EmbeddedReference | null): readonly (string | number | null)[] {
  if (embedded === null) return notEmbedded;
  return [embedded.embeddedTemplateUuid, embedded.baseTemplateUuid, embedded.externalUuid, embedded.revision];
}

/** The columns of a job and of a batch that say what was asked for, and their values, as SQL numbers them. */
export const requestNames =
  'team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external, embedded_revision, created_ms, traceparent, callback_url';
export const requestNumbers = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';

export function requestValues(
  teamId: string,
  request: Pick<NewJob, 'uuid' | 'templateUuid' | 'templateVersion' | 'embedded' | 'createdMs' | 'traceparent' | 'callbackUrl'>,
): readonly (string | number | null)[] {
  const { uuid, templateUuid, templateVersion, createdMs, traceparent = null, callbackUrl = null } = request;
  return [teamId, uuid, templateUuid, templateVersion, ...embeddedValues(request.embedded), createdMs, traceparent, callbackUrl];
}

export interface BatchOutcome extends Readonly<Record<Exclude<JobState, 'queued' | 'processing'>, number>> {
  readonly canceled_ms: number | null;
}

/**
 * The state of a batch after its last job. It is `completed` if all jobs completed, and `completed_with_errors` if some did. If no job
 * completed, it is `canceled` if the batch or each of its jobs was canceled, otherwise `failed`. A job with an expired or deleted result
 * counts as completed.
 */
export function outcomeOf({ completed, expired, failed, canceled, canceled_ms }: BatchOutcome): BatchState {
  if (completed + expired > 0) return failed + canceled > 0 ? 'completed_with_errors' : 'completed';
  return failed === 0 || canceled_ms !== null ? 'canceled' : 'failed';
}

/** SQL for SET: removes the result from a row of `jobs`. */
export const noResult =
  'result_blob = NULL, result_filename = NULL, result_bytes = NULL, result_pages = NULL, result_sha256 = NULL';

/** The blobs of jobs that had a result. */
export function blobsOf(rows: readonly { readonly team_id: string; readonly result_blob: string | null }[]): readonly TeamBlob[] {
  return rows.flatMap(({ team_id, result_blob }) => (result_blob === null ? [] : [{ teamId: team_id, blob: result_blob }]));
}
