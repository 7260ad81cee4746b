// The teams with waiting jobs. Triggers let a team wait when a job of it enters the queue. Who takes the last job leaves the team as it is, because
// others may add a job at the same moment. Later such teams are let go here, under a lock that new jobs respect.
import { queueRanks } from '../queue-ranks.ts';
import type { PostgresDatabase } from './database.ts';

/** SQL: jobs that may be claimed. `alias`: of the queue. */
export const waits = (alias: string) => `${alias}.owner IS NULL AND ${alias}.queue_rank < ${queueRanks.held}`;

/** SQL: whether a job of the team waits. `team`: of queue_teams. */
export const hasWaiting = (team: string) =>
  `coalesce((SELECT true FROM queue AS w WHERE w.team_id = ${team}.team_id AND ${waits('w')} LIMIT 1), false)`;

/** Teams that are looked at by one statement. */
const chunk = 1_000;

/** The place of a team in the order of claims. */
export interface TeamPlace {
  readonly first_running: number | null;
  readonly first_served: number | null;
}

/** SQL: the first teams in the order of claims that have no waiting job, up to the place $1, $2. Null: among all. */
export const idleTeamsSql = `
  SELECT t.team_id FROM (
    SELECT team_id FROM queue_teams WHERE waits AND ($1::integer IS NULL OR (running, served) < ($1::integer, $2::bigint))
    ORDER BY running, served LIMIT ${chunk}) AS t
  WHERE NOT ${hasWaiting('t')}`;

/** Lets teams without a waiting job go, up to the place `before`. */
export async function letTeamsGo(database: PostgresDatabase, before?: TeamPlace): Promise<void> {
  const values = [before?.first_running ?? null, before?.first_served ?? null];
  const idle = await database.all<{ team_id: string }>(idleTeamsSql, values);
  if (idle.length === 0) return;
  await database.transaction(async (statements) => {
    // A new job holds a shared lock until it is stored. Its team is skipped.
    const locked = await statements.all<{ team_id: string }>(
      'SELECT team_id FROM queue_teams WHERE team_id = ANY ($1::uuid[]) AND waits FOR UPDATE SKIP LOCKED',
      [idle.map(({ team_id }) => team_id)],
    );
    // A statement of its own: it sees jobs that were stored before the locks.
    await statements.run(
      `UPDATE queue_teams SET waits = false WHERE team_id = ANY ($1::uuid[]) AND NOT ${hasWaiting('queue_teams')}`,
      [locked.map(({ team_id }) => team_id)],
    );
  });
}
