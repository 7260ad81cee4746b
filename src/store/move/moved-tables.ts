// The tables that a move copies from a data folder into a database, and those that it makes anew. A test holds these lists against the tables of both
// databases, so that no table and no column is forgotten.
import type { PostgresDatabase } from '../postgres/database.ts';
import { sharedTables } from '../sql/tables.ts';

export interface MovedColumn {
  readonly name: string;
  /** Its type in PostgreSQL. */
  readonly type: string;
  /** SQL of the value in SQLite, where `s` is the table. */
  readonly source: string;
  /** SQL of the value in PostgreSQL, where `t` is the table. */
  readonly target: string;
  /** Whether the value may be large, so that only its digest is compared. */
  readonly isLarge?: boolean;
}

export interface MovedTable {
  readonly name: string;
  /** Columns that tell its rows apart, with the same names in both databases. */
  readonly key: readonly string[];
  /** SQL after FROM, with the table as `s`. */
  readonly source: string;
  /** SQL after FROM, with the table as `t`. */
  readonly target: string;
  readonly columns: readonly MovedColumn[];
  /** SQL that stores rows. Its value is a list of rows in JSON. */
  readonly insert: string;
}

/** Columns of tables in PostgreSQL that do not come from a column of the same name in SQLite. */
export const ownColumns = {
  batches: ['id', 'total', 'accepted', 'released', 'writing_until_ms'],
  jobs: ['id', 'batch_id'],
  /** The other columns are columns of `jobs` in SQLite. */
  queue: ['job_id', 'batch_id', 'owner', 'lease_ms', 'started_ms'],
  job_data: ['job_id'],
} as const;

/** Columns of tables in SQLite that have no column of the same name in PostgreSQL. */
export const replacedColumns = {
  /** The sums of `batch_sums`. */
  batches: ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired', 'accepted', 'writing_until_ms'],
  /** PostgreSQL names a batch by its number. A job whose worker was lost waits again before the move. */
  jobs: ['id', 'batch_uuid', 'owner', 'lease_ms'],
  job_data: ['job_id'],
} as const;

/** Tables in SQLite that are not copied: PostgreSQL has other sums, the index of templates is made from their files, and rounds begin anew. */
export const leftTables = ['team_sums', 'turns', 'job_counts', 'templates', 'template_stamps', 'rounds'];

/** Tables in PostgreSQL with another source than a table: files of templates, the file of keys, sums over jobs. */
export const madeTables = {
  fromFiles: ['templates', 'template_versions', 'assets', 'version_assets', 'capability_keys'],
  /** With all of their columns. */
  sums: {
    team_sums: ['team_id', 'slot', 'unfinished', 'result_bytes', 'alone', 'completed', 'failed', 'canceled', 'expired'],
    batch_sums: ['batch_id', 'slot', 'completed', 'failed', 'canceled', 'expired'],
    /** `waits` is true until a claim finds nothing. No job runs before the end of the move. */
    queue_teams: ['team_id', 'served', 'waits', 'running'],
    running_changes: ['team_id', 'change', 'served'],
  },
  /** Nothing of the data is in them. */
  ofProcesses: ['store_form', 'processes', 'moves', 'call_counts', 'figures', 'rounds'],
} as const;

export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of a table in PostgreSQL. */
export function readColumns(database: PostgresDatabase, table: string): Promise<readonly TypedColumn[]> {
  return database.all<TypedColumn>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
}

/** The tables in the order in which they are copied. */
export async function describeTables(database: PostgresDatabase): Promise<readonly MovedTable[]> {
  const plain = await Promise.all(
    Object.entries(sharedTables).map(async ([name, key]) => plainTable(name, key, await readColumns(database, name))),
  );
  return [...plain, await batchesTable(database), await jobsTable(database)];
}

const toColumn = ({ name, type }: TypedColumn): MovedColumn => ({ name, type, source: `s.${name}`, target: `t.${name}` });

/** SQL: the rows of the value $1 as a table `r`. */
function rowsOf(columns: readonly TypedColumn[]): string {
  return `json_to_recordset($1::json) AS r (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
}

const namesOf = (columns: readonly TypedColumn[]) => columns.map(({ name }) => name).join(', ');

function plainTable(name: string, key: readonly string[], columns: readonly TypedColumn[]): MovedTable {
  const names = namesOf(columns);
  return {
    name,
    key,
    source: `${name} AS s`,
    target: `${name} AS t`,
    columns: columns.map(toColumn),
    insert: `INSERT INTO ${name} (${names}) SELECT ${names} FROM ${rowsOf(columns)}`,
  };
}

async function without(database: PostgresDatabase, table: keyof typeof ownColumns): Promise<readonly TypedColumn[]> {
  const columnsOfPostgres: readonly string[] = ownColumns[table];
  return (await readColumns(database, table)).filter(({ name }) => !columnsOfPostgres.includes(name));
}

async function batchesTable(database: PostgresDatabase): Promise<MovedTable> {
  const same = await without(database, 'batches');
  const total = {
    name: 'total',
    type: 'integer',
    source: 's.queued + s.processing + s.completed + s.failed + s.canceled + s.expired',
    target: 't.total',
  };
  const columns = [...same.map(toColumn), total];
  const names = namesOf(columns);
  return {
    name: 'batches',
    key: ['team_id', 'uuid'],
    source: 'batches AS s',
    target: 'batches AS t',
    columns,
    insert: `INSERT INTO batches (${names}, accepted, released) SELECT ${names}, true, total FROM ${rowsOf(columns)}`,
  };
}

/** A job with its data, its batch and its place in the queue. */
async function jobsTable(database: PostgresDatabase): Promise<MovedTable> {
  const ofJob = await without(database, 'jobs');
  const ofQueue = await without(database, 'queue');
  const inBoth = ofQueue.filter(({ name }) => !ofJob.some((one) => one.name === name));
  const more: readonly MovedColumn[] = [
    { name: 'batch_uuid', type: 'uuid', source: 's.batch_uuid', target: 'b.uuid' },
    { name: 'data', type: 'text', source: 'd.data', target: 'd.data', isLarge: true },
    { name: 'until_ms', type: 'bigint', source: 'd.until_ms', target: 'd.until_ms' },
    // A job that has ended has no place in the queue.
    ...inBoth.map(({ name, type }) => ({
      name,
      type,
      source: `CASE WHEN s.state = 'queued' THEN s.${name} END`,
      target: `q.${name}`,
    })),
  ];
  const columns = [...ofJob.map(toColumn), ...more];
  return {
    name: 'jobs',
    key: ['team_id', 'uuid'],
    source: 'jobs AS s LEFT JOIN job_data AS d ON d.job_id = s.id',
    target: `jobs AS t LEFT JOIN job_data AS d ON d.job_id = t.id LEFT JOIN queue AS q ON q.job_id = t.id
      LEFT JOIN batches AS b ON b.id = t.batch_id`,
    columns,
    insert: `
      WITH given AS MATERIALIZED (SELECT nextval('job_ids') AS id, r.* FROM ${rowsOf(columns)}),
      rows AS MATERIALIZED (
        SELECT given.*, b.id AS batch_id FROM given LEFT JOIN batches AS b ON b.team_id = given.team_id AND b.uuid = given.batch_uuid),
      made AS (INSERT INTO jobs (id, batch_id, ${namesOf(ofJob)}) SELECT id, batch_id, ${namesOf(ofJob)} FROM rows),
      data AS (INSERT INTO job_data (job_id, data, until_ms) SELECT id, data, until_ms FROM rows WHERE data IS NOT NULL)
      INSERT INTO queue (job_id, batch_id, ${namesOf(ofQueue)}) SELECT id, batch_id, ${namesOf(ofQueue)} FROM rows WHERE state = 'queued'`,
  };
}

/** SQL that makes the sums from the jobs, and what else follows from the rows. */
export const sumsSql: readonly string[] = [
  'DELETE FROM team_sums',
  `INSERT INTO team_sums (team_id, slot, unfinished, result_bytes, alone, completed, failed, canceled, expired)
   SELECT team_id, 0, count(*) FILTER (WHERE finished_ms IS NULL), coalesce(sum(result_bytes), 0),
     count(*) FILTER (WHERE finished_ms IS NULL AND batch_id IS NULL), count(*) FILTER (WHERE state = 'completed'),
     count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'canceled'), count(*) FILTER (WHERE state = 'expired')
   FROM jobs GROUP BY team_id`,
  'DELETE FROM batch_sums',
  `INSERT INTO batch_sums (batch_id, slot, completed, failed, canceled, expired)
   SELECT batch_id, 0, count(*) FILTER (WHERE state = 'completed'), count(*) FILTER (WHERE state = 'failed'),
     count(*) FILTER (WHERE state = 'canceled'), count(*) FILTER (WHERE state = 'expired')
   FROM jobs WHERE batch_id IS NOT NULL AND stands GROUP BY batch_id`,
  // These tables keep the numbers of their rows.
  ...['webhooks', 'webhook_deliveries'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${table}), false)`,
  ),
];
