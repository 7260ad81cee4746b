// The tables of the first database format. Times are milliseconds. Every key begins with the team.
export const first = `
CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  origins TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL REFERENCES teams (id),
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  revoked_ms INTEGER
) STRICT;
CREATE INDEX tokens_of_team ON tokens (team_id);

CREATE TABLE batches (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  template_uuid TEXT NOT NULL,
  template_version INTEGER NOT NULL,
  embedded_uuid TEXT,
  embedded_base TEXT,
  embedded_external TEXT,
  embedded_revision INTEGER,
  state TEXT NOT NULL,
  canceled_ms INTEGER,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  PRIMARY KEY (team_id, uuid)
) STRICT;
CREATE INDEX batches_by_time ON batches (team_id, created_ms, uuid);
CREATE INDEX batches_by_state ON batches (team_id, state, created_ms, uuid);

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  template_uuid TEXT NOT NULL,
  template_version INTEGER NOT NULL,
  embedded_uuid TEXT,
  embedded_base TEXT,
  embedded_external TEXT,
  embedded_revision INTEGER,
  options TEXT NOT NULL,
  batch_uuid TEXT,
  item_index INTEGER,
  reference TEXT,
  stands INTEGER NOT NULL DEFAULT 1, -- 0: a retry made another job for the item
  state TEXT NOT NULL,
  queue_rank INTEGER NOT NULL, -- 0: a single job, 1: an item, or a job that crashed a thread or process
  queue_position INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  thread_deaths INTEGER NOT NULL DEFAULT 0,
  process_losses INTEGER NOT NULL DEFAULT 0,
  owner TEXT,
  lease_ms INTEGER,
  created_ms INTEGER NOT NULL,
  started_ms INTEGER,
  finished_ms INTEGER,
  expires_ms INTEGER,
  error_code TEXT,
  error_detail TEXT,
  warnings TEXT NOT NULL DEFAULT '[]',
  result_blob TEXT,
  result_filename TEXT,
  result_bytes INTEGER,
  result_pages INTEGER,
  result_sha256 TEXT,
  UNIQUE (team_id, uuid),
  FOREIGN KEY (team_id, batch_uuid) REFERENCES batches (team_id, uuid)
) STRICT;
CREATE INDEX jobs_by_time ON jobs (team_id, created_ms, uuid);
CREATE INDEX jobs_by_state ON jobs (team_id, state, created_ms, uuid);
CREATE INDEX jobs_waiting ON jobs (team_id, queue_rank, queue_position) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs (owner, lease_ms) WHERE state = 'processing';
CREATE INDEX jobs_expiring ON jobs (expires_ms) WHERE state = 'completed';
CREATE INDEX jobs_ended ON jobs (coalesce(expires_ms, finished_ms)) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_of_batch ON jobs (team_id, batch_uuid, created_ms, uuid) WHERE batch_uuid IS NOT NULL;
CREATE UNIQUE INDEX jobs_of_items ON jobs (team_id, batch_uuid, item_index) WHERE batch_uuid IS NOT NULL AND stands = 1;
CREATE INDEX jobs_of_batch_by_state ON jobs (team_id, batch_uuid, state, item_index, expires_ms)
  WHERE batch_uuid IS NOT NULL AND stands = 1;
CREATE INDEX jobs_of_revisions ON jobs (team_id, embedded_uuid, embedded_revision) WHERE embedded_uuid IS NOT NULL;
CREATE INDEX jobs_of_blobs ON jobs (team_id, result_blob) WHERE result_blob IS NOT NULL;

-- A table of its own, so that reading jobs does not read their data.
CREATE TABLE job_data (
  job_id INTEGER PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  data TEXT NOT NULL,
  until_ms INTEGER -- null: the job has not ended
) STRICT;
CREATE INDEX job_data_over ON job_data (until_ms) WHERE until_ms IS NOT NULL;

-- Sums over a team's jobs, for claims, quota and metrics. The triggers below keep them.
CREATE TABLE team_loads (
  team_id TEXT PRIMARY KEY,
  queued INTEGER NOT NULL DEFAULT 0,
  processing INTEGER NOT NULL DEFAULT 0,
  result_bytes INTEGER NOT NULL DEFAULT 0,
  served INTEGER NOT NULL DEFAULT 0 -- the turn at which a job was last claimed
) STRICT;
CREATE INDEX team_loads_waiting ON team_loads (processing, served) WHERE queued > 0;

CREATE TABLE turns (last INTEGER NOT NULL) STRICT;
INSERT INTO turns VALUES (0);

CREATE TRIGGER jobs_created AFTER INSERT ON jobs BEGIN
  INSERT INTO team_loads (team_id) SELECT NEW.team_id WHERE NOT EXISTS (SELECT 1 FROM team_loads WHERE team_id = NEW.team_id);
  UPDATE team_loads SET queued = queued + 1 WHERE team_id = NEW.team_id;
END;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state, result_bytes ON jobs BEGIN
  UPDATE team_loads SET
    queued = queued + (NEW.state = 'queued') - (OLD.state = 'queued'),
    processing = processing + (NEW.state = 'processing') - (OLD.state = 'processing'),
    result_bytes = result_bytes + coalesce(NEW.result_bytes, 0) - coalesce(OLD.result_bytes, 0)
  WHERE team_id = NEW.team_id;
END;

CREATE TRIGGER jobs_removed AFTER DELETE ON jobs WHEN OLD.result_bytes IS NOT NULL BEGIN
  UPDATE team_loads SET result_bytes = result_bytes - OLD.result_bytes WHERE team_id = OLD.team_id;
END;

CREATE TABLE idempotency_keys (
  team_id TEXT NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (team_id, key)
) STRICT;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_ms);

CREATE TABLE embedded_templates (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  base_uuid TEXT NOT NULL,
  external_uuid TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  deleted_ms INTEGER,
  PRIMARY KEY (team_id, uuid)
) STRICT;
CREATE UNIQUE INDEX embedded_templates_by_pair ON embedded_templates (team_id, base_uuid, external_uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_time ON embedded_templates (team_id, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_by_base ON embedded_templates (team_id, base_uuid, created_ms, uuid) WHERE deleted_ms IS NULL;
CREATE INDEX embedded_templates_deleted ON embedded_templates (deleted_ms) WHERE deleted_ms IS NOT NULL;

CREATE TABLE embedded_revisions (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  revision INTEGER NOT NULL,
  base_version INTEGER NOT NULL,
  slug TEXT NOT NULL,
  assets TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  superseded_ms INTEGER, -- null: the revision is current
  document TEXT NOT NULL,
  PRIMARY KEY (team_id, uuid, revision),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid)
) STRICT;
CREATE INDEX embedded_revisions_over ON embedded_revisions (superseded_ms) WHERE superseded_ms IS NOT NULL;

CREATE TABLE embedded_uploads (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (team_id, uuid, name),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
) STRICT;

CREATE TABLE editor_sessions (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  embedded_uuid TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, embedded_uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
) STRICT;
CREATE INDEX editor_sessions_alive ON editor_sessions (team_id, embedded_uuid, expires_ms) WHERE ended_ms IS NULL;
CREATE INDEX editor_sessions_by_clone ON editor_sessions (team_id, embedded_uuid);
CREATE INDEX editor_sessions_over ON editor_sessions (expires_ms);
`;
