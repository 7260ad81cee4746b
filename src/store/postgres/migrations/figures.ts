// What the metrics show: jobs by state and since when jobs wait.
export const figures = `
-- Jobs that stand alone and have not ended, and ended jobs by state.
ALTER TABLE team_loads ADD COLUMN alone bigint NOT NULL DEFAULT 0, ADD COLUMN completed bigint NOT NULL DEFAULT 0,
  ADD COLUMN failed bigint NOT NULL DEFAULT 0, ADD COLUMN canceled bigint NOT NULL DEFAULT 0, ADD COLUMN expired bigint NOT NULL DEFAULT 0;
INSERT INTO team_loads AS l (team_id, slot, unfinished, result_bytes, alone, completed, failed, canceled, expired)
  SELECT team_id, 0, 0, 0, count(*) FILTER (WHERE finished_ms IS NULL AND batch_id IS NULL), count(*) FILTER (WHERE state = 'completed'),
    count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'canceled'), count(*) FILTER (WHERE state = 'expired')
  FROM jobs GROUP BY team_id
  ON CONFLICT (team_id, slot) DO UPDATE SET alone = excluded.alone, completed = excluded.completed, failed = excluded.failed,
    canceled = excluded.canceled, expired = excluded.expired;

-- The time from which the job waits. A job that is set back waits anew.
ALTER TABLE queue ADD COLUMN since_ms bigint NOT NULL DEFAULT now_ms();
CREATE INDEX queue_alone_by_age ON queue (since_ms) WHERE owner IS NULL AND batch_id IS NULL;
CREATE INDEX queue_items_by_age ON queue (since_ms) WHERE owner IS NULL AND batch_id IS NOT NULL;

-- The latest figures, for all processes. One row.
CREATE TABLE figures (taken_ms bigint NOT NULL, body text NOT NULL);
INSERT INTO figures VALUES (0, '');
`;
