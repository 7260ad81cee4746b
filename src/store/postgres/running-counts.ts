// Mends counts of running jobs. Triggers keep them right, whichever program writes. They become wrong only where triggers do not fire, as under
// session_replication_role = replica. See docs/decisions/0043.
import type { PostgresDatabase } from './database.ts';

/** SQL: teams whose count differs from their running jobs, or has changes that nobody has added yet. */
export const wrongCountsSql = `
  SELECT q.team_id FROM queue_teams AS q LEFT JOIN (
    SELECT team_id, count(*) AS n FROM queue WHERE owner IS NOT NULL GROUP BY team_id) AS r USING (team_id)
  WHERE q.running <> coalesce(r.n, 0) OR EXISTS (SELECT FROM running_changes AS c WHERE c.team_id = q.team_id)`;

/** SQL: counts the running jobs of teams whose rows are locked. */
export const recountSql = `
  WITH gone AS (DELETE FROM running_changes WHERE team_id = ANY ($1::uuid[]) RETURNING team_id, served)
  UPDATE queue_teams AS q SET running = (SELECT count(*) FROM queue AS r WHERE r.team_id = q.team_id AND r.owner IS NOT NULL),
    served = greatest(q.served, (SELECT max(served) FROM gone WHERE gone.team_id = q.team_id))
  WHERE q.team_id = ANY ($1::uuid[])`;

/** Counts the running jobs of teams anew whose counts are wrong. */
export async function mendRunningCounts(database: PostgresDatabase): Promise<void> {
  const wrong = await database.all<{ team_id: string }>(wrongCountsSql);
  if (wrong.length === 0) return;
  await database.transaction(async (statements) => {
    // Jobs that begin or end from now on leave their change in running_changes.
    const locked = await statements.all<{ team_id: string }>(
      'SELECT team_id FROM queue_teams WHERE team_id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
      [wrong.map(({ team_id }) => team_id)],
    );
    // A statement of its own: its snapshot has each job together with its change, or neither.
    await statements.run(recountSql, [locked.map(({ team_id }) => team_id)]);
  });
}
