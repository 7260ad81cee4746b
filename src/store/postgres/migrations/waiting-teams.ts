// Lets claims find the teams with waiting jobs by an index.
export const waitingTeams = `
-- Whether a job of the team waits. True for a while longer: who claims or cancels the last job leaves it as it is.
ALTER TABLE queue_teams ADD COLUMN waits boolean NOT NULL DEFAULT true;
CREATE INDEX queue_teams_waiting ON queue_teams (served, team_id) WHERE waits;

-- The shared lock keeps others from changing "waits" to false before the job is stored.
CREATE FUNCTION let_team_wait(team uuid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM queue_teams WHERE team_id = team AND waits FOR KEY SHARE;
  IF NOT FOUND THEN
    INSERT INTO queue_teams (team_id) VALUES (team) ON CONFLICT (team_id) DO UPDATE SET waits = true;
  END IF;
END $$;

CREATE FUNCTION let_teams_of_new_jobs_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM let_team_wait(team_id) FROM (SELECT DISTINCT team_id FROM new_jobs ORDER BY team_id) AS teams;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_entered AFTER INSERT ON queue REFERENCING NEW TABLE AS new_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION let_teams_of_new_jobs_wait();

-- A job that is set back, or whose rest is over.
CREATE FUNCTION let_team_of_returned_job_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM let_team_wait(NEW.team_id);
  RETURN NULL;
END $$;
CREATE TRIGGER queue_returned AFTER UPDATE ON queue FOR EACH ROW
  WHEN (NEW.owner IS NULL AND NEW.queue_rank < 2 AND (OLD.owner IS NOT NULL OR OLD.queue_rank >= 2))
  EXECUTE FUNCTION let_team_of_returned_job_wait();
`;
