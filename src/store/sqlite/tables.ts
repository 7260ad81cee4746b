// The tables of an SQLite database.
import { type JobState, jobStates } from '../../contract/job-states.ts';
import { batchColumns, type ColumnTypes, createSharedTables, jobColumns, jobIndexes } from '../sql/tables.ts';

const types: ColumnTypes = {
  uuid: 'text',
  bigint: 'integer',
  identity: 'integer PRIMARY KEY AUTOINCREMENT',
  end: () => ' STRICT',
};

/** SQL for each state of a job, in a list. */
const eachState = (write: (state: JobState) => string) => jobStates.map(write).join(', ');

export const tables = `${createSharedTables(types)}
CREATE TABLE batches (${batchColumns(types)},
  -- Number of items by the state of their latest jobs. The triggers below keep it, so that no query has to count.
  ${eachState((state) => `${state} integer NOT NULL DEFAULT 0`)},
  accepted integer NOT NULL DEFAULT 0, -- 0: items are still missing
  PRIMARY KEY (team_id, uuid)
) STRICT;
CREATE INDEX batches_by_time ON batches (team_id, created_ms, uuid);
CREATE INDEX batches_by_state ON batches (team_id, state, created_ms, uuid);
CREATE INDEX batches_being_written ON batches (writing_until_ms) WHERE writing_until_ms IS NOT NULL;

CREATE TABLE jobs (
  id integer PRIMARY KEY,
  -- The columns of claims come first: SQLite reads a row up to the last column that it needs.
  state text NOT NULL,
  batch_uuid text,
  stands integer NOT NULL DEFAULT 1, -- 0: a retry made another job for the item
  priority integer NOT NULL DEFAULT 0, -- the priority that the caller gave
  queue_rank integer NOT NULL, -- 0: a single job, 1: an item, or a job that crashed a thread or process, 2: held, 3: resting
  queue_position integer NOT NULL,
  thread_deaths integer NOT NULL DEFAULT 0,
  process_losses integer NOT NULL DEFAULT 0,
  rests_until_ms integer, -- null: the job does not rest
  owner text,
  lease_ms integer,
  since_ms integer NOT NULL, -- the time from which the job waits; a job that is set back waits anew${jobColumns(types)},
  UNIQUE (team_id, uuid),
  FOREIGN KEY (team_id, batch_uuid) REFERENCES batches (team_id, uuid)
) STRICT;
CREATE INDEX jobs_waiting ON jobs (team_id, queue_rank, queue_position) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs (owner, lease_ms) WHERE state = 'processing';
CREATE INDEX jobs_resting ON jobs (rests_until_ms) WHERE rests_until_ms IS NOT NULL;
CREATE INDEX jobs_of_batch ON jobs (team_id, batch_uuid, created_ms, uuid) WHERE batch_uuid IS NOT NULL;
CREATE UNIQUE INDEX jobs_of_items ON jobs (team_id, batch_uuid, item_index) WHERE batch_uuid IS NOT NULL AND stands = 1;
CREATE INDEX jobs_of_batch_by_state ON jobs (team_id, batch_uuid, state, item_index, expires_ms)
  WHERE batch_uuid IS NOT NULL AND stands = 1;
-- Completed jobs that have expired by the clock. They are few, because a sweep marks them each minute.
CREATE INDEX jobs_of_batch_expiring ON jobs (team_id, batch_uuid, expires_ms)
  WHERE batch_uuid IS NOT NULL AND stands = 1 AND state = 'completed';
CREATE INDEX jobs_alone_by_age ON jobs (since_ms) WHERE state = 'queued' AND batch_uuid IS NULL;
CREATE INDEX jobs_items_by_age ON jobs (since_ms) WHERE state = 'queued' AND batch_uuid IS NOT NULL;

-- A table of its own, so that reading jobs does not read their data.
CREATE TABLE job_data (
  job_id INTEGER PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  data TEXT NOT NULL,
  until_ms INTEGER -- null: the job has not ended
) STRICT;
${jobIndexes}

CREATE TRIGGER items_created AFTER INSERT ON jobs WHEN NEW.batch_uuid IS NOT NULL AND NEW.stands = 1 BEGIN
  UPDATE batches SET
    ${eachState((state) => `${state} = ${state} + (NEW.state = '${state}')`)}
  WHERE team_id = NEW.team_id AND uuid = NEW.batch_uuid;
END;
CREATE TRIGGER items_moved AFTER UPDATE OF state, stands ON jobs WHEN NEW.batch_uuid IS NOT NULL BEGIN
  UPDATE batches SET
    ${eachState((state) => `${state} = ${state} + (NEW.stands AND NEW.state = '${state}') - (OLD.stands AND OLD.state = '${state}')`)}
  WHERE team_id = NEW.team_id AND uuid = NEW.batch_uuid;
END;
CREATE TRIGGER items_removed AFTER DELETE ON jobs WHEN OLD.batch_uuid IS NOT NULL AND OLD.stands = 1 BEGIN
  UPDATE batches SET
    ${eachState((state) => `${state} = ${state} - (OLD.state = '${state}')`)}
  WHERE team_id = OLD.team_id AND uuid = OLD.batch_uuid;
END;

-- Sums over a team's jobs, for claims, quota and metrics. The triggers below keep them.
CREATE TABLE team_sums (
  team_id TEXT PRIMARY KEY,
  queued INTEGER NOT NULL DEFAULT 0,
  held INTEGER NOT NULL DEFAULT 0, -- jobs that nobody may claim now, of queue_rank 2 and 3; they count for the quota
  processing INTEGER NOT NULL DEFAULT 0,
  result_bytes INTEGER NOT NULL DEFAULT 0,
  served INTEGER NOT NULL DEFAULT 0 -- the turn at which a job was last claimed
) STRICT;
CREATE INDEX team_sums_waiting ON team_sums (processing, served) WHERE queued > 0;

CREATE TABLE turns (last INTEGER NOT NULL) STRICT;
INSERT INTO turns VALUES (0);

CREATE TRIGGER jobs_created AFTER INSERT ON jobs BEGIN
  INSERT INTO team_sums (team_id) SELECT NEW.team_id WHERE NOT EXISTS (SELECT 1 FROM team_sums WHERE team_id = NEW.team_id);
  UPDATE team_sums SET queued = queued + (NEW.queue_rank < 2), held = held + (NEW.queue_rank >= 2) WHERE team_id = NEW.team_id;
END;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state, queue_rank, result_bytes ON jobs BEGIN
  UPDATE team_sums SET
    queued = queued + (NEW.state = 'queued' AND NEW.queue_rank < 2) - (OLD.state = 'queued' AND OLD.queue_rank < 2),
    held = held + (NEW.state = 'queued' AND NEW.queue_rank >= 2) - (OLD.state = 'queued' AND OLD.queue_rank >= 2),
    processing = processing + (NEW.state = 'processing') - (OLD.state = 'processing'),
    result_bytes = result_bytes + coalesce(NEW.result_bytes, 0) - coalesce(OLD.result_bytes, 0)
  WHERE team_id = NEW.team_id;
END;
CREATE TRIGGER jobs_removed AFTER DELETE ON jobs WHEN OLD.result_bytes IS NOT NULL OR OLD.queue_rank >= 2 BEGIN
  UPDATE team_sums SET
    held = held - (OLD.state = 'queued' AND OLD.queue_rank >= 2),
    result_bytes = result_bytes - coalesce(OLD.result_bytes, 0)
  WHERE team_id = OLD.team_id;
END;

-- Number of jobs by state, for figures. The triggers below keep it.
CREATE TABLE job_counts (is_item INTEGER NOT NULL, state TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (is_item, state)) STRICT;
CREATE TRIGGER figures_created AFTER INSERT ON jobs BEGIN
  INSERT INTO job_counts VALUES (NEW.batch_uuid IS NOT NULL, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER figures_moved AFTER UPDATE OF state ON jobs WHEN NEW.state <> OLD.state BEGIN
  UPDATE job_counts SET n = n - 1 WHERE is_item = (OLD.batch_uuid IS NOT NULL) AND state = OLD.state;
  INSERT INTO job_counts VALUES (NEW.batch_uuid IS NOT NULL, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER figures_removed AFTER DELETE ON jobs BEGIN
  UPDATE job_counts SET n = n - 1 WHERE is_item = (OLD.batch_uuid IS NOT NULL) AND state = OLD.state;
END;

-- The index of templates. The index of a team is filled from the files at the team's first call.
CREATE TABLE templates (
  team_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  uuid TEXT, -- null: the template cannot be read
  created_at TEXT, -- RFC 3339
  version INTEGER, -- null: the content is not recorded
  summary TEXT,
  searched TEXT, -- name, slug and description in lower case, separated by U+001F
  tags TEXT, -- each between two U+001F
  fault TEXT,
  PRIMARY KEY (team_id, slug)
) STRICT;
CREATE UNIQUE INDEX templates_by_uuid ON templates (team_id, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_by_time ON templates (team_id, created_at, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_unrecorded ON templates (team_id) WHERE uuid IS NOT NULL AND version IS NULL;
CREATE INDEX templates_faulty ON templates (team_id) WHERE fault IS NOT NULL;

-- The state of a team's files that the rows above show.
CREATE TABLE template_stamps (team_id TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
`;
