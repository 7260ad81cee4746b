// The tables of the first database form. Times are milliseconds.
export const first = `
-- The only clock. Every lease, expiry and end of a session goes by it, so the clocks of processes decide nothing.
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

CREATE TABLE teams (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  origins text NOT NULL,
  created_ms bigint NOT NULL
);

CREATE TABLE tokens (
  id text PRIMARY KEY,
  team_id uuid NOT NULL REFERENCES teams (id),
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  scopes text NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  revoked_ms bigint
);
CREATE INDEX tokens_of_team ON tokens (team_id, created_ms, id);

CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  template_uuid uuid NOT NULL,
  template_version integer NOT NULL,
  embedded_uuid uuid,
  embedded_base uuid,
  embedded_external uuid,
  embedded_revision integer,
  state text NOT NULL,
  total integer NOT NULL, -- number of items
  accepted boolean NOT NULL DEFAULT false, -- false: items are still missing, and nobody sees the batch
  released integer NOT NULL DEFAULT 0, -- items from this index on are not in the queue yet
  writing_until_ms bigint, -- the time from which another process may finish writing the batch; null: nothing is left to write
  canceled_ms bigint,
  created_ms bigint NOT NULL,
  finished_ms bigint,
  UNIQUE (team_id, uuid)
);
CREATE INDEX batches_by_time ON batches (team_id, created_ms, uuid) WHERE accepted;
CREATE INDEX batches_by_state ON batches (team_id, state, created_ms, uuid) WHERE accepted;
CREATE INDEX batches_being_written ON batches (writing_until_ms) WHERE writing_until_ms IS NOT NULL;
CREATE INDEX batches_open ON batches (id) WHERE accepted AND finished_ms IS NULL;

CREATE SEQUENCE job_ids;
CREATE TABLE jobs (
  id bigint PRIMARY KEY,
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  template_uuid uuid NOT NULL,
  template_version integer NOT NULL,
  embedded_uuid uuid,
  embedded_base uuid,
  embedded_external uuid,
  embedded_revision integer,
  options text NOT NULL,
  batch_id bigint,
  item_index integer,
  reference text,
  stands boolean NOT NULL DEFAULT true, -- false: a retry made another job for the item
  state text NOT NULL DEFAULT 'queued', -- a running job is still 'queued' here: its row in the queue has an owner
  attempts integer NOT NULL DEFAULT 0, -- written at the end
  created_ms bigint NOT NULL,
  started_ms bigint,
  finished_ms bigint,
  expires_ms bigint,
  error_code text,
  error_detail text,
  warnings text NOT NULL,
  result_blob text,
  result_filename text,
  result_bytes bigint,
  result_pages integer,
  result_sha256 text,
  UNIQUE (team_id, uuid)
) WITH (fillfactor = 80);
CREATE INDEX jobs_by_time ON jobs (team_id, created_ms, uuid);
CREATE INDEX jobs_by_state ON jobs (team_id, state, created_ms, uuid);
CREATE INDEX jobs_of_team_expiring ON jobs (team_id, expires_ms) WHERE state = 'completed';
CREATE INDEX jobs_expiring ON jobs (expires_ms) WHERE state = 'completed';
CREATE INDEX jobs_ended ON jobs ((coalesce(expires_ms, finished_ms))) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_of_batch ON jobs (batch_id, created_ms, uuid) WHERE batch_id IS NOT NULL;
CREATE UNIQUE INDEX jobs_of_items ON jobs (batch_id, item_index) WHERE batch_id IS NOT NULL AND stands;
CREATE INDEX jobs_of_batch_by_state ON jobs (batch_id, state, item_index) WHERE batch_id IS NOT NULL AND stands;
CREATE INDEX jobs_of_batch_expiring ON jobs (batch_id, expires_ms) WHERE batch_id IS NOT NULL AND stands AND state = 'completed';
CREATE INDEX jobs_of_revisions ON jobs (team_id, embedded_uuid, embedded_revision) WHERE embedded_uuid IS NOT NULL;
CREATE INDEX jobs_of_blobs ON jobs (team_id, result_blob) WHERE result_blob IS NOT NULL;

-- A table of its own, so that changes of jobs do not copy their data.
CREATE TABLE job_data (
  job_id bigint PRIMARY KEY,
  data text NOT NULL,
  until_ms bigint -- null: the job has not ended
);
CREATE INDEX job_data_over ON job_data (until_ms) WHERE until_ms IS NOT NULL;

-- Jobs that wait or run. A slim table beside jobs: claims and ends change only short rows and few indexes.
CREATE SEQUENCE turns;
CREATE TABLE queue (
  job_id bigint PRIMARY KEY,
  team_id uuid NOT NULL,
  batch_id bigint,
  queue_rank smallint NOT NULL, -- 0: a single job, 1: an item, or a job that crashed a thread or process
  queue_position bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  thread_deaths smallint NOT NULL DEFAULT 0,
  process_losses smallint NOT NULL DEFAULT 0,
  owner uuid, -- the claim that took the job; null: the job waits
  lease_ms bigint,
  started_ms bigint
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX queue_waiting ON queue (team_id, queue_rank, queue_position) WHERE owner IS NULL;
CREATE INDEX queue_running ON queue (team_id, lease_ms) WHERE owner IS NOT NULL;
CREATE INDEX queue_running_of_batch ON queue (batch_id) WHERE owner IS NOT NULL AND batch_id IS NOT NULL;

-- Teams that ever had a job in the queue.
CREATE TABLE queue_teams (
  team_id uuid PRIMARY KEY,
  served bigint NOT NULL DEFAULT 0 -- the turn at which a job was last claimed
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Sums over a team's jobs and over a batch's items. Each connection adds to its own slot, so that ends of jobs do not wait for each other.
CREATE TABLE team_loads (
  team_id uuid NOT NULL,
  slot smallint NOT NULL,
  unfinished bigint NOT NULL,
  result_bytes bigint NOT NULL,
  PRIMARY KEY (team_id, slot)
) WITH (fillfactor = 40);
CREATE TABLE batch_loads (
  batch_id bigint NOT NULL,
  slot smallint NOT NULL,
  completed integer NOT NULL,
  failed integer NOT NULL,
  canceled integer NOT NULL,
  expired integer NOT NULL,
  PRIMARY KEY (batch_id, slot)
) WITH (fillfactor = 40);

CREATE TABLE idempotency_keys (
  team_id uuid NOT NULL,
  key text NOT NULL,
  hash text NOT NULL,
  kind text NOT NULL,
  uuid uuid NOT NULL,
  created_ms bigint NOT NULL,
  PRIMARY KEY (team_id, key)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_ms);

CREATE TABLE embedded_templates (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  base_uuid uuid NOT NULL,
  external_uuid uuid NOT NULL,
  revision integer NOT NULL,
  created_ms bigint NOT NULL,
  deleted_ms bigint,
  PRIMARY KEY (team_id, uuid)
);
CREATE UNIQUE INDEX embedded_templates_by_pair ON embedded_templates (team_id, base_uuid, external_uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_time ON embedded_templates (team_id, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_base ON embedded_templates (team_id, base_uuid, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_deleted ON embedded_templates (deleted_ms) WHERE deleted_ms IS NOT NULL;

CREATE TABLE embedded_revisions (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  revision integer NOT NULL,
  base_version integer NOT NULL,
  slug text NOT NULL,
  assets text NOT NULL,
  created_ms bigint NOT NULL,
  superseded_ms bigint, -- null: the revision is current
  document text NOT NULL,
  PRIMARY KEY (team_id, uuid, revision),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid)
);
CREATE INDEX embedded_revisions_over ON embedded_revisions (superseded_ms) WHERE superseded_ms IS NOT NULL;

CREATE TABLE embedded_uploads (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  name text NOT NULL,
  entry text NOT NULL,
  kept_ms bigint NOT NULL, -- time of the upload, or of the last check that found the file named by a revision
  PRIMARY KEY (team_id, uuid, name),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
);
CREATE INDEX uploads_by_time ON embedded_uploads (kept_ms);

CREATE TABLE editor_sessions (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  embedded_uuid uuid NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  ended_ms bigint,
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, embedded_uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
);
CREATE INDEX editor_sessions_by_clone ON editor_sessions (team_id, embedded_uuid);
CREATE INDEX editor_sessions_alive ON editor_sessions (team_id, embedded_uuid, expires_ms) WHERE ended_ms IS NULL;
CREATE INDEX editor_sessions_over ON editor_sessions (expires_ms);
`;
