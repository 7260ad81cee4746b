// Adds priorities, rests and the links of retries.
export const queueRules = `
ALTER TABLE jobs
  ADD COLUMN priority smallint NOT NULL DEFAULT 0, -- the priority that the caller gave
  ADD COLUMN retried_as uuid; -- the job that a retry made in place of this job

-- A job that rests has queue_rank 3 until this time. Null: the job does not rest.
ALTER TABLE queue ADD COLUMN rests_until_ms bigint;
CREATE INDEX queue_resting ON queue (rests_until_ms) WHERE rests_until_ms IS NOT NULL;
`;
