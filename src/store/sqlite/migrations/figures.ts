// What the metrics show: jobs by state and since when jobs wait.
export const figures = `
-- Number of jobs by state. The triggers below keep it.
CREATE TABLE job_counts (is_item INTEGER NOT NULL, state TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (is_item, state)) STRICT;
INSERT INTO job_counts SELECT batch_uuid IS NOT NULL, state, count(*) FROM jobs GROUP BY 1, 2;
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

-- The time from which the job waits. A job that is set back waits anew.
ALTER TABLE jobs ADD COLUMN since_ms INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET since_ms = created_ms WHERE state = 'queued';
CREATE INDEX jobs_alone_by_age ON jobs (since_ms) WHERE state = 'queued' AND batch_uuid IS NULL;
CREATE INDEX jobs_items_by_age ON jobs (since_ms) WHERE state = 'queued' AND batch_uuid IS NOT NULL;
`;
