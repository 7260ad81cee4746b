// The tables that are the same in every database: their names, columns and indexes. A move copies them one by one. Times are milliseconds, and every key
// begins with the team. Jobs and batches have some columns of their own in each database.

/** How a database writes the types of columns, and what it says about a table. */
export interface ColumnTypes {
  readonly uuid: string;
  /** Milliseconds, bytes, numbers of rows. */
  readonly bigint: string;
  /** The number of a row that the database counts up. A number is never used again: other rows may still name it. */
  readonly identity: string;
  /** After the columns of a table. */
  readonly end: (table: string) => string;
}

/** The columns that tell the rows of each table apart. Before a table come the tables that it refers to. */
export const sharedTables = {
  teams: ['id'],
  tokens: ['id'],
  metrics_tokens: ['id'],
  embedded_templates: ['team_id', 'uuid'],
  embedded_revisions: ['team_id', 'uuid', 'revision'],
  embedded_uploads: ['team_id', 'uuid', 'name'],
  embedded_drafts: ['team_id', 'uuid'],
  editor_sessions: ['team_id', 'uuid'],
  idempotency_keys: ['team_id', 'key'],
  webhooks: ['team_id', 'uuid'],
  webhook_deliveries: ['team_id', 'uuid'],
} as const;

type ValueTypes = Pick<ColumnTypes, 'uuid' | 'bigint'>;

/** Columns of a job and of a batch: whose it is, what it renders, and who wants to know of it. */
const requestColumns = ({ uuid, bigint }: ValueTypes) => `
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  template_uuid ${uuid} NOT NULL,
  template_version integer NOT NULL,
  embedded_uuid ${uuid},
  embedded_base ${uuid},
  embedded_external ${uuid},
  embedded_revision integer,
  created_ms ${bigint} NOT NULL,
  finished_ms ${bigint},
  traceparent text, -- the W3C header of the call that made the job or batch; an item has that of its batch
  callback_url text, -- where the caller wants to hear of the end`;

/** The columns of batches that every database has. */
export const batchColumns = (types: ValueTypes) => `${requestColumns(types)}
  state text NOT NULL,
  writing_until_ms ${types.bigint}, -- the time from which another process may finish writing the batch; null: nothing is left to write
  canceled_ms ${types.bigint}`;

/** The columns of jobs that every database has. `warnings` and `options` may be large. */
export const jobColumns = (types: ValueTypes) => `${requestColumns(types)}
  item_index integer,
  reference text,
  attempts integer NOT NULL DEFAULT 0,
  started_ms ${types.bigint},
  expires_ms ${types.bigint},
  error_code text,
  error_detail text,
  result_blob text,
  result_filename text,
  result_bytes ${types.bigint},
  result_pages integer,
  result_sha256 text,
  retried_as ${types.uuid}, -- the job that a retry made in place of this job
  options text NOT NULL,
  warnings text NOT NULL`;

/** The indexes of jobs and of their data that every database has. */
export const jobIndexes = `
CREATE INDEX jobs_by_time ON jobs (team_id, created_ms, uuid);
CREATE INDEX jobs_by_state ON jobs (team_id, state, created_ms, uuid);
CREATE INDEX jobs_expiring ON jobs (expires_ms) WHERE state = 'completed';
CREATE INDEX jobs_ended ON jobs ((coalesce(expires_ms, finished_ms))) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_of_revisions ON jobs (team_id, embedded_uuid, embedded_revision) WHERE embedded_uuid IS NOT NULL;
CREATE INDEX jobs_of_blobs ON jobs (team_id, result_blob) WHERE result_blob IS NOT NULL;
CREATE INDEX job_data_over ON job_data (until_ms) WHERE until_ms IS NOT NULL;`;

/** SQL that makes the shared tables, and the table of rounds, which a move leaves out: rounds begin anew. */
export function createSharedTables({ uuid, bigint, identity, end }: ColumnTypes): string {
  return `
CREATE TABLE teams (
  id ${uuid} PRIMARY KEY,
  name text NOT NULL UNIQUE,
  origins text NOT NULL, -- JSON
  created_ms ${bigint} NOT NULL
)${end('teams')};

CREATE TABLE tokens (
  id text PRIMARY KEY,
  team_id ${uuid} NOT NULL REFERENCES teams (id),
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  scopes text NOT NULL, -- JSON
  created_ms ${bigint} NOT NULL,
  expires_ms ${bigint},
  revoked_ms ${bigint}
)${end('tokens')};
CREATE INDEX tokens_of_team ON tokens (team_id, created_ms, id);

-- Tokens that open only /metrics. They belong to no team.
CREATE TABLE metrics_tokens (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  created_ms ${bigint} NOT NULL,
  expires_ms ${bigint},
  revoked_ms ${bigint}
)${end('metrics_tokens')};

CREATE TABLE embedded_templates (
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  base_uuid ${uuid} NOT NULL,
  external_uuid ${uuid} NOT NULL,
  revision integer NOT NULL,
  last_draft integer NOT NULL DEFAULT 0, -- number of the draft that was written last
  reset_revision integer NOT NULL DEFAULT 0, -- the revision that the latest reset made; 0: there was no reset
  created_ms ${bigint} NOT NULL,
  deleted_ms ${bigint},
  PRIMARY KEY (team_id, uuid)
)${end('embedded_templates')};
CREATE UNIQUE INDEX embedded_templates_by_pair ON embedded_templates (team_id, base_uuid, external_uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_time ON embedded_templates (team_id, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_base ON embedded_templates (team_id, base_uuid, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_deleted ON embedded_templates (deleted_ms) WHERE deleted_ms IS NOT NULL;

CREATE TABLE embedded_revisions (
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  revision integer NOT NULL,
  base_version integer NOT NULL,
  slug text NOT NULL,
  assets text NOT NULL, -- JSON: entries by name
  session_uuid ${uuid}, -- the editor session that saved the revision; null: no session saved it
  created_ms ${bigint} NOT NULL,
  superseded_ms ${bigint}, -- null: the revision is current
  document text NOT NULL,
  PRIMARY KEY (team_id, uuid, revision),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid)
)${end('embedded_revisions')};
CREATE INDEX embedded_revisions_over ON embedded_revisions (superseded_ms) WHERE superseded_ms IS NOT NULL;

CREATE TABLE embedded_uploads (
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  name text NOT NULL,
  entry text NOT NULL, -- JSON
  kept_ms ${bigint} NOT NULL, -- time of the upload, or of the last check that found the file named by a revision
  PRIMARY KEY (team_id, uuid, name),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
)${end('embedded_uploads')};
CREATE INDEX uploads_by_time ON embedded_uploads (kept_ms);

CREATE TABLE embedded_drafts (
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  number integer NOT NULL,
  revision integer NOT NULL, -- on which the draft is based
  saved_ms ${bigint} NOT NULL,
  uploads text NOT NULL, -- JSON: a list of their names
  pages text NOT NULL, -- any text
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
)${end('embedded_drafts')};
CREATE INDEX embedded_drafts_by_time ON embedded_drafts (saved_ms);

CREATE TABLE editor_sessions (
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  embedded_uuid ${uuid} NOT NULL,
  created_ms ${bigint} NOT NULL,
  expires_ms ${bigint} NOT NULL,
  ended_ms ${bigint},
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, embedded_uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
)${end('editor_sessions')};
CREATE INDEX editor_sessions_by_clone ON editor_sessions (team_id, embedded_uuid);
CREATE INDEX editor_sessions_alive ON editor_sessions (team_id, embedded_uuid, expires_ms) WHERE ended_ms IS NULL;
CREATE INDEX editor_sessions_over ON editor_sessions (expires_ms);

CREATE TABLE idempotency_keys (
  team_id ${uuid} NOT NULL,
  key text NOT NULL,
  hash text NOT NULL,
  kind text NOT NULL,
  uuid ${uuid} NOT NULL,
  created_ms ${bigint} NOT NULL,
  PRIMARY KEY (team_id, key)
)${end('idempotency_keys')};
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_ms);

CREATE TABLE webhooks (
  id ${identity},
  team_id ${uuid} NOT NULL,
  uuid ${uuid} NOT NULL,
  url text, -- null: signs the events for callback addresses
  events text NOT NULL, -- each between blanks
  secret text NOT NULL,
  old_secret text,
  old_until_ms ${bigint},
  created_ms ${bigint} NOT NULL,
  off_ms ${bigint}, -- null: the webhook is turned on
  off_reason text,
  failing_since_ms ${bigint},
  failures integer NOT NULL DEFAULT 0, -- claims in a row whose attempts all failed
  held_until_ms ${bigint} NOT NULL DEFAULT 0,
  lease_ms ${bigint} NOT NULL DEFAULT 0,
  served_ms ${bigint} NOT NULL DEFAULT 0, -- time of the latest claim
  deleted_ms ${bigint},
  UNIQUE (team_id, uuid)
)${end('webhooks')};
CREATE UNIQUE INDEX webhooks_for_callbacks ON webhooks (team_id) WHERE url IS NULL AND deleted_ms IS NULL;
CREATE INDEX webhooks_deleted ON webhooks (deleted_ms) WHERE deleted_ms IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id ${identity},
  team_id ${uuid} NOT NULL,
  webhook_id ${bigint} NOT NULL,
  uuid ${uuid} NOT NULL,
  event text NOT NULL,
  subject_uuid ${uuid} NOT NULL,
  url text, -- null: that of the webhook
  payload text, -- null: nothing was sent yet
  state text NOT NULL,
  attempts integer NOT NULL,
  due_ms ${bigint} NOT NULL,
  created_ms ${bigint} NOT NULL,
  last_ms ${bigint},
  status integer,
  error text,
  UNIQUE (team_id, uuid)
)${end('webhook_deliveries')};
CREATE INDEX deliveries_pending ON webhook_deliveries (webhook_id, due_ms, id) WHERE state = 'pending';
CREATE INDEX deliveries_ended ON webhook_deliveries (webhook_id, id) WHERE state <> 'pending';
CREATE INDEX deliveries_by_time ON webhook_deliveries (team_id, created_ms, uuid);
CREATE INDEX deliveries_of_webhook ON webhook_deliveries (webhook_id, created_ms, uuid);
CREATE INDEX deliveries_old ON webhook_deliveries (created_ms);

CREATE TABLE rounds (
  name text PRIMARY KEY,
  term ${bigint} NOT NULL, -- counts the rounds that were begun or taken over; a process with an older term has lost the round
  until_ms ${bigint} NOT NULL, -- end of the lease of the process at work
  due_ms ${bigint} NOT NULL, -- the next round begins from this time on
  place text -- where a round that is not finished goes on
)${end('rounds')};
`;
}
