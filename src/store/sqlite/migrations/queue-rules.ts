// Adds priorities, rests and the links of retries.
export const queueRules = `
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0; -- the priority that the caller gave
ALTER TABLE jobs ADD COLUMN retried_as TEXT; -- the job that a retry made in place of this job
-- A job that rests has queue_rank 3 until this time. Null: the job does not rest.
ALTER TABLE jobs ADD COLUMN rests_until_ms INTEGER;
CREATE INDEX jobs_resting ON jobs (rests_until_ms) WHERE rests_until_ms IS NOT NULL;

-- "held" counts all jobs that nobody may claim now: those of queue_rank 2 and 3.
DROP TRIGGER jobs_created;
CREATE TRIGGER jobs_created AFTER INSERT ON jobs BEGIN
  INSERT INTO team_loads (team_id) SELECT NEW.team_id WHERE NOT EXISTS (SELECT 1 FROM team_loads WHERE team_id = NEW.team_id);
  UPDATE team_loads SET queued = queued + (NEW.queue_rank < 2), held = held + (NEW.queue_rank >= 2) WHERE team_id = NEW.team_id;
END;
DROP TRIGGER jobs_moved;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state, queue_rank, result_bytes ON jobs BEGIN
  UPDATE team_loads SET
    queued = queued + (NEW.state = 'queued' AND NEW.queue_rank < 2) - (OLD.state = 'queued' AND OLD.queue_rank < 2),
    held = held + (NEW.state = 'queued' AND NEW.queue_rank >= 2) - (OLD.state = 'queued' AND OLD.queue_rank >= 2),
    processing = processing + (NEW.state = 'processing') - (OLD.state = 'processing'),
    result_bytes = result_bytes + coalesce(NEW.result_bytes, 0) - coalesce(OLD.result_bytes, 0)
  WHERE team_id = NEW.team_id;
END;
DROP TRIGGER jobs_removed;
CREATE TRIGGER jobs_removed AFTER DELETE ON jobs WHEN OLD.result_bytes IS NOT NULL OR OLD.queue_rank >= 2 BEGIN
  UPDATE team_loads SET
    held = held - (OLD.state = 'queued' AND OLD.queue_rank >= 2),
    result_bytes = result_bytes - coalesce(OLD.result_bytes, 0)
  WHERE team_id = OLD.team_id;
END;
`;
