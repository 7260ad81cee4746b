// Counts the running jobs of each team, so that claims find the teams with the fewest by an index: see docs/decisions/0043.

// A step of its own. Together with the triggers, it would lock queue_teams and queue in the order in which claims do not lock them.
export const runningCounts = `
-- The running jobs of the team, without the changes that are still in running_changes.
ALTER TABLE queue_teams ADD COLUMN running integer NOT NULL DEFAULT 0;
CREATE INDEX queue_teams_by_running ON queue_teams (running, served) WHERE waits;

-- Changes of counts whose rows were locked by another transaction.
CREATE TABLE running_changes (
  team_id uuid NOT NULL,
  change integer NOT NULL,
  served bigint -- the turn of a claim; null: no claim
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX running_changes_of_team ON running_changes (team_id);
`;

export const runningTriggers = `
-- Nobody waits for the row of a team: if another transaction holds it, the change is stored beside it. Whoever holds the row next adds such changes up.
-- A plan that was made for an empty table must not scan a full one.
CREATE FUNCTION count_running() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  team uuid := OLD.team_id;
  added integer := TG_ARGV[0]::integer;
  turn bigint := CASE WHEN added > 0 THEN nextval('turns') END;
  has_changes boolean;
BEGIN
  SELECT EXISTS (SELECT FROM running_changes WHERE team_id = team) INTO has_changes
    FROM queue_teams WHERE team_id = team FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO running_changes VALUES (team, added, turn);
    RETURN NULL;
  END IF;
  IF has_changes THEN
    WITH gone AS (DELETE FROM running_changes WHERE team_id = team RETURNING change, served)
      SELECT added + coalesce(sum(change), 0), greatest(turn, max(served)) INTO added, turn FROM gone;
  END IF;
  UPDATE queue_teams SET running = running + added, served = greatest(served, turn) WHERE team_id = team;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_begun AFTER UPDATE OF owner ON queue FOR EACH ROW
  WHEN (OLD.owner IS NULL AND NEW.owner IS NOT NULL) EXECUTE FUNCTION count_running('1');
CREATE TRIGGER queue_set_back AFTER UPDATE OF owner ON queue FOR EACH ROW
  WHEN (OLD.owner IS NOT NULL AND NEW.owner IS NULL) EXECUTE FUNCTION count_running('-1');
CREATE TRIGGER queue_left AFTER DELETE ON queue FOR EACH ROW WHEN (OLD.owner IS NOT NULL) EXECUTE FUNCTION count_running('-1');

-- The changes by team. An index gives them, because the table may be much larger than its rows.
CREATE FUNCTION list_running_changes() RETURNS TABLE (team_id uuid, change integer, served bigint) LANGUAGE plpgsql STABLE ROWS 10
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$ BEGIN
  RETURN QUERY SELECT c.team_id, sum(c.change)::integer, max(c.served) FROM running_changes AS c GROUP BY c.team_id;
END $$;

-- Creating the triggers has locked the queue, so no job begins or ends until these counts are stored.
UPDATE queue_teams SET running = r.n FROM (SELECT team_id, count(*) AS n FROM queue WHERE owner IS NOT NULL GROUP BY team_id) AS r
  WHERE r.team_id = queue_teams.team_id;
`;

/** The index of earlier claims. */
export const withoutServedIndex = 'DROP INDEX queue_teams_waiting';
