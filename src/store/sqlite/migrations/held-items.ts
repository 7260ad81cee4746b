// Holds the items of a batch back from the queue until all slices of the batch are written.
export const heldItems = `
ALTER TABLE batches ADD COLUMN accepted INTEGER NOT NULL DEFAULT 1; -- 0: items are still missing
-- The time from which another process may finish writing the batch. Null: nothing is left to write.
ALTER TABLE batches ADD COLUMN writing_until_ms INTEGER;
CREATE INDEX batches_being_written ON batches (writing_until_ms) WHERE writing_until_ms IS NOT NULL;

-- Number of jobs of queue_rank 2, which are not claimed yet. They count for the quota, but not as "queued".
ALTER TABLE team_loads ADD COLUMN held INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER jobs_created;
CREATE TRIGGER jobs_created AFTER INSERT ON jobs BEGIN
  INSERT INTO team_loads (team_id) SELECT NEW.team_id WHERE NOT EXISTS (SELECT 1 FROM team_loads WHERE team_id = NEW.team_id);
  UPDATE team_loads SET queued = queued + (NEW.queue_rank < 2), held = held + (NEW.queue_rank = 2) WHERE team_id = NEW.team_id;
END;
DROP TRIGGER jobs_moved;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state, queue_rank, result_bytes ON jobs BEGIN
  UPDATE team_loads SET
    queued = queued + (NEW.state = 'queued' AND NEW.queue_rank < 2) - (OLD.state = 'queued' AND OLD.queue_rank < 2),
    held = held + (NEW.state = 'queued' AND NEW.queue_rank = 2) - (OLD.state = 'queued' AND OLD.queue_rank = 2),
    processing = processing + (NEW.state = 'processing') - (OLD.state = 'processing'),
    result_bytes = result_bytes + coalesce(NEW.result_bytes, 0) - coalesce(OLD.result_bytes, 0)
  WHERE team_id = NEW.team_id;
END;
DROP TRIGGER jobs_removed;
CREATE TRIGGER jobs_removed AFTER DELETE ON jobs WHEN OLD.result_bytes IS NOT NULL OR OLD.queue_rank = 2 BEGIN
  UPDATE team_loads SET
    held = held - (OLD.state = 'queued' AND OLD.queue_rank = 2),
    result_bytes = result_bytes - coalesce(OLD.result_bytes, 0)
  WHERE team_id = OLD.team_id;
END;
`;
