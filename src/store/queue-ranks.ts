// The order of a team's jobs: lower ranks go first, then lower positions. Drivers store ranks, so their values never change.

/** Jobs without a priority. Items that are not in the queue yet are held. No worker takes held or resting jobs. */
export const queueRanks = { alone: 0, item: 1, held: 2, resting: 3 } as const;

/** The rank of a job with a priority from 0, as SQL. The ranks of all jobs that may be claimed are below `held`. */
export function rankSql(kind: 'alone' | 'item', priority: string): string {
  return `${queueRanks[kind]} - 2 * ${priority}`;
}

/** The rank of a job that may be an item of a batch, as SQL. */
export function rankOfJobSql(batch: string, priority: string): string {
  return `CASE WHEN ${batch} IS NULL THEN ${rankSql('alone', priority)} ELSE ${rankSql('item', priority)} END`;
}
