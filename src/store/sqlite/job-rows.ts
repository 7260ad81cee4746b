// The columns and conditions of jobs. A completed job expires by the clock, so every query for a state also needs the time.
import type { JobState } from '../../contract/job-states.ts';
import type { ItemColumns, JobColumns } from '../job-rows.ts';
import type { SqlValue } from './database.ts';

export interface JobRow extends JobColumns {
  readonly id: number;
  readonly team_id: string;
  readonly options: string;
  readonly priority: number;
  readonly reference: string | null;
  readonly thread_deaths: number;
  readonly process_losses: number;
  readonly owner: string | null;
  /** Where the caller wants to hear of the end. */
  readonly callback_url: string | null;
}

/** A job of a batch without its warnings, but with their number of bytes. */
export interface ItemRow extends ItemColumns {
  readonly id: number;
  readonly warning_bytes: number;
}

/** The columns of an ItemRow, for SQL. */
export const itemColumns = `id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external, embedded_revision,
  batch_uuid, item_index, reference, state, attempts, thread_deaths, process_losses, owner, created_ms, started_ms, finished_ms, expires_ms,
  error_code, error_detail, result_blob, result_filename, result_bytes, result_pages, result_sha256, retried_as,
  octet_length(warnings) AS warning_bytes`;

/** SQL: the latest job of each item of a batch. Values: team, batch. */
export const ofBatch = 'team_id = ? AND batch_uuid = ? AND batch_uuid IS NOT NULL AND stands = 1';
/** As `ofBatch`, with numbered values. */
export const latestItems = 'team_id = $1 AND batch_uuid = $2 AND batch_uuid IS NOT NULL AND stands = 1';

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
