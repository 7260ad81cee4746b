// Counts the items of a batch by state. Triggers keep the counts current, so that no query has to count.
export const batchCounts = `
-- Number of items by the state of their latest jobs. The triggers below keep it.
ALTER TABLE batches ADD COLUMN queued INTEGER NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN processing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN completed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN canceled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN expired INTEGER NOT NULL DEFAULT 0;

UPDATE batches SET (queued, processing, completed, failed, canceled, expired) = (
  SELECT
    coalesce(sum(state = 'queued'), 0), coalesce(sum(state = 'processing'), 0), coalesce(sum(state = 'completed'), 0),
    coalesce(sum(state = 'failed'), 0), coalesce(sum(state = 'canceled'), 0), coalesce(sum(state = 'expired'), 0)
  FROM jobs WHERE jobs.team_id = batches.team_id AND jobs.batch_uuid = batches.uuid AND jobs.batch_uuid IS NOT NULL AND stands = 1);

-- Completed jobs that have expired by the clock. They are few, because a sweep marks them each minute.
CREATE INDEX jobs_of_batch_expiring ON jobs (team_id, batch_uuid, expires_ms)
  WHERE batch_uuid IS NOT NULL AND stands = 1 AND state = 'completed';

CREATE TRIGGER items_created AFTER INSERT ON jobs WHEN NEW.batch_uuid IS NOT NULL AND NEW.stands = 1 BEGIN
  UPDATE batches SET
    queued = queued + (NEW.state = 'queued'),
    processing = processing + (NEW.state = 'processing'),
    completed = completed + (NEW.state = 'completed'),
    failed = failed + (NEW.state = 'failed'),
    canceled = canceled + (NEW.state = 'canceled'),
    expired = expired + (NEW.state = 'expired')
  WHERE team_id = NEW.team_id AND uuid = NEW.batch_uuid;
END;
CREATE TRIGGER items_moved AFTER UPDATE OF state, stands ON jobs WHEN NEW.batch_uuid IS NOT NULL BEGIN
  UPDATE batches SET
    queued = queued + (NEW.stands AND NEW.state = 'queued') - (OLD.stands AND OLD.state = 'queued'),
    processing = processing + (NEW.stands AND NEW.state = 'processing') - (OLD.stands AND OLD.state = 'processing'),
    completed = completed + (NEW.stands AND NEW.state = 'completed') - (OLD.stands AND OLD.state = 'completed'),
    failed = failed + (NEW.stands AND NEW.state = 'failed') - (OLD.stands AND OLD.state = 'failed'),
    canceled = canceled + (NEW.stands AND NEW.state = 'canceled') - (OLD.stands AND OLD.state = 'canceled'),
    expired = expired + (NEW.stands AND NEW.state = 'expired') - (OLD.stands AND OLD.state = 'expired')
  WHERE team_id = NEW.team_id AND uuid = NEW.batch_uuid;
END;
CREATE TRIGGER items_removed AFTER DELETE ON jobs WHEN OLD.batch_uuid IS NOT NULL AND OLD.stands = 1 BEGIN
  UPDATE batches SET
    queued = queued - (OLD.state = 'queued'),
    processing = processing - (OLD.state = 'processing'),
    completed = completed - (OLD.state = 'completed'),
    failed = failed - (OLD.state = 'failed'),
    canceled = canceled - (OLD.state = 'canceled'),
    expired = expired - (OLD.state = 'expired')
  WHERE team_id = OLD.team_id AND uuid = OLD.batch_uuid;
END;
`;
