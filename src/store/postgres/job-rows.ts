// The columns and conditions of jobs. A job in the queue runs if its row there has an owner, and a completed job expires by the clock.
import type { JobState } from '../../contract/job-states.ts';
import { mostWarnings } from '../count-within.ts';
import type { ItemColumns, JobColumns } from '../job-rows.ts';

export interface JobRow extends JobColumns {
  readonly team_id: string;
  readonly options: string;
  /** The time of the statement. */
  readonly now: number;
}

export interface ItemRow extends ItemColumns {
  /** Null: the page would hold too many warnings. */
  readonly warnings: string | null;
  readonly now: number;
}

const plainColumns = [
  ...['team_id', 'uuid', 'template_uuid', 'template_version', 'embedded_uuid', 'embedded_base', 'embedded_external'],
  ...['embedded_revision', 'item_index', 'reference', 'created_ms', 'finished_ms', 'expires_ms', 'error_code', 'error_detail'],
  ...['result_blob', 'result_filename', 'result_bytes', 'result_pages', 'result_sha256', 'retried_as'],
];

/** SQL: the columns of a JobRow without its large ones. `j`: the job, `q`: its row in the queue, `b`: its batch. */
const itemColumns = `${plainColumns.map((name) => `j.${name}`).join(', ')}, b.uuid AS batch_uuid,
  CASE WHEN q.owner IS NULL THEN j.state ELSE 'processing' END AS state, coalesce(q.attempts, j.attempts) AS attempts,
  coalesce(q.started_ms, j.started_ms) AS started_ms, now_ms() AS now`;

const itemNames = [...plainColumns, 'batch_uuid', 'state', 'attempts', 'started_ms', 'now'];

/** SQL: the columns of a JobRow. */
export const jobColumns = `${itemColumns}, j.options, j.warnings`;

/** SQL: leaves out the items of a batch that is being written. */
const isAccepted = 'coalesce(b.accepted, true)';

const jobsFirst = 'jobs AS j LEFT JOIN queue AS q ON q.job_id = j.id LEFT JOIN batches AS b ON b.id = j.batch_id';
const queueFirst = 'queue AS q JOIN jobs AS j ON j.id = q.job_id LEFT JOIN batches AS b ON b.id = j.batch_id';

/** Values: team, job. */
export const findJobSql = `SELECT ${jobColumns} FROM ${jobsFirst} WHERE j.team_id = $1 AND j.uuid = $2 AND ${isAccepted}`;

/** SQL: the id of a batch that is not being written. Values: team, batch. */
export const batchIdSql = '(SELECT id FROM batches WHERE team_id = $1 AND uuid = $2 AND accepted)';

/** Which jobs a page lists. `alias`: `j` for the job, `q` for its row in the queue. */
export interface ListedJobs {
  readonly where: (alias: 'j' | 'q') => string;
  readonly state: JobState | undefined;
  /** SQL of the order, the same for every job of the list. Column names are the same inside and outside of the page. */
  readonly order: string;
  /** SQL: the jobs after the cursor. */
  readonly behind: string;
  /** The number of rows, as SQL. */
  readonly limit: string;
}

/** SQL: a page of jobs with their warnings, as far as all warnings of the page are not too long. */
export function pageSql({ where, state, order, behind, limit }: ListedJobs): string {
  const branches = branchesOf(state).map(
    ({ from, alias, condition }) =>
      `(SELECT ${itemColumns}, j.warnings FROM ${from} WHERE ${where(alias)} AND ${condition} AND ${isAccepted} ${behind}
        ORDER BY ${order} LIMIT ${limit})`,
  );
  return `SELECT ${itemNames.join(', ')},
      CASE WHEN sum(octet_length(warnings)) OVER page <= ${mostWarnings} OR row_number() OVER page = 1 THEN warnings END AS warnings
    FROM (${branches.join(' UNION ALL ')}) AS listed WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
    ORDER BY ${order} LIMIT ${limit}`;
}

/** Parts of a list that together hold the jobs in a state. An index gives each part in the order of the list, or the part is small. */
function branchesOf(
  state: JobState | undefined,
): readonly { readonly from: string; readonly alias: 'j' | 'q'; readonly condition: string }[] {
  const ofJobs = (condition: string) => ({ from: jobsFirst, alias: 'j', condition }) as const;
  switch (state) {
    case undefined:
      return [ofJobs('TRUE')];
    case 'queued':
      return [ofJobs("j.state = 'queued' AND q.owner IS NULL")];
    case 'processing':
      return [{ from: queueFirst, alias: 'q', condition: 'q.owner IS NOT NULL' }];
    case 'completed':
      return [ofJobs("j.state = 'completed' AND j.expires_ms > now_ms()")];
    case 'expired':
      return [ofJobs("j.state = 'expired'"), ofJobs("j.state = 'completed' AND j.expires_ms <= now_ms()")];
    default:
      return [ofJobs(`j.state = '${state}'`)];
  }
}

/** The rows of a page whose warnings were read. */
export function withWarnings<Row extends { readonly warnings: string | null }>(
  rows: readonly Row[],
): readonly (Row & { readonly warnings: string })[] {
  const end = rows.findIndex(({ warnings }) => warnings === null);
  return (end === -1 ? rows : rows.slice(0, end)) as readonly (Row & { readonly warnings: string })[];
}
