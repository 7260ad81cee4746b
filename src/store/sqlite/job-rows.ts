// Jobs as rows of a table. A completed job expires by the clock, so every query for a state also needs the time.
import type { RenderWarning } from '../../contract/generate.ts';
import type { JobState } from '../../contract/job-states.ts';
import type { EmbeddedReference, ItemJob, JobRecord } from '../state-store.ts';
import type { SqlValue } from './database.ts';

export interface EmbeddedColumns {
  readonly embedded_uuid: string | null;
  readonly embedded_base: string | null;
  readonly embedded_external: string | null;
  readonly embedded_revision: number | null;
}

export interface JobRow extends EmbeddedColumns {
  readonly id: number;
  readonly team_id: string;
  readonly uuid: string;
  readonly template_uuid: string;
  readonly template_version: number;
  readonly options: string;
  readonly batch_uuid: string | null;
  readonly item_index: number | null;
  readonly reference: string | null;
  readonly state: JobState;
  readonly attempts: number;
  readonly thread_deaths: number;
  readonly process_losses: number;
  readonly owner: string | null;
  readonly created_ms: number;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly expires_ms: number | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly warnings: string;
  readonly result_blob: string | null;
  readonly result_filename: string | null;
  readonly result_bytes: number | null;
  readonly result_pages: number | null;
  readonly result_sha256: string | null;
}

/** A job of a batch without its warnings, which may be large, but with their number of bytes. */
export type ItemRow = Omit<JobRow, 'warnings' | 'options' | 'team_id'> & {
  readonly item_index: number;
  readonly warning_bytes: number;
};

/** The columns of an ItemRow, for SQL. */
export const itemColumns = `id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external, embedded_revision,
  batch_uuid, item_index, reference, state, attempts, thread_deaths, process_losses, owner, created_ms, started_ms, finished_ms, expires_ms,
  error_code, error_detail, result_blob, result_filename, result_bytes, result_pages, result_sha256,
  octet_length(warnings) AS warning_bytes`;

/** SQL: the latest job of each item of a batch. Values: team, batch. */
export const ofBatch = 'team_id = ? AND batch_uuid = ? AND batch_uuid IS NOT NULL AND stands = 1';

/** States as an SQL list. */
export function listStates(states: readonly JobState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/**
 * Conditions that together find the jobs in a state at this time. Each uses a single index. INDEXED BY: few jobs have expired and are not
 * swept. The index of expiry times finds them quickly; the index of states would go through all completed jobs.
 */
export function whereState(
  state: JobState,
  nowMs: number,
): readonly { readonly index: string; readonly where: string; readonly values: readonly SqlValue[] }[] {
  if (state === 'completed') return [{ index: '', where: "state = 'completed' AND expires_ms > ?", values: [nowMs] }];
  if (state !== 'expired') return [{ index: '', where: 'state = ?', values: [state] }];
  return [
    { index: '', where: "state = 'expired'", values: [] },
    { index: 'INDEXED BY jobs_expiring', where: "state = 'completed' AND expires_ms <= ?", values: [nowMs] },
  ];
}

export function toJobRecord(row: JobRow, nowMs: number): JobRecord {
  return { ...toItemJob(row, nowMs), warnings: JSON.parse(row.warnings) as RenderWarning[] };
}

export function toItemJob(row: Omit<JobRow, 'warnings' | 'options' | 'team_id'>, nowMs: number): ItemJob {
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

/** The values of the columns embedded_uuid, embedded_base, embedded_external, embedded_revision. */
export function embeddedValues(embedded: EmbeddedReference | null): readonly SqlValue[] {
  if (embedded === null) return [null, null, null, null];
  return [embedded.embeddedTemplateUuid, embedded.baseTemplateUuid, embedded.externalUuid, embedded.revision];
}
