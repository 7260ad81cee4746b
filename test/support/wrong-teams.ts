import { query } from './postgres.ts';

/** Teams of a database whose count, with the changes beside it, is not the number of their running jobs. */
export const wrongTeams = (url: string): Promise<readonly unknown[]> =>
  query(
    url,
    `SELECT q.team_id, q.running, c.change, r.n FROM queue_teams AS q,
       LATERAL (SELECT coalesce(sum(change), 0) AS change FROM running_changes WHERE team_id = q.team_id) AS c,
       LATERAL (SELECT count(*) AS n FROM queue WHERE team_id = q.team_id AND owner IS NOT NULL) AS r
     WHERE q.running + c.change <> r.n`,
  );
