// Wakes the workers of other processes when jobs come. A notification is a transaction of its own: in the transaction that stores a job it would
// make all these transactions wait for each other. One notification tells of all jobs of a moment.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';

const channel = 'pdfgen_jobs';
/** Jobs that come within this time after a notification share the next one. */
const pauseMs = 50;

export function createAnnouncements(database: PostgresDatabase): Pick<JobQueue, 'announce' | 'listen'> {
  let isWanted = false;
  let isUnderWay = false;
  const notify = async () => {
    isUnderWay = true;
    while (isWanted) {
      isWanted = false;
      // Workers also look by themselves.
      await database.run('SELECT pg_notify($1::text, $2::text)', [channel, '']).catch(() => undefined);
      await sleep(pauseMs, undefined, { ref: false });
    }
    isUnderWay = false;
  };
  return {
    announce() {
      isWanted = true;
      if (!isUnderWay) void notify();
    },
    listen: (wake, tell) =>
      database.listen(channel, wake, (fault) => {
        tell(`New jobs are not announced, so workers look for them every half second. Check --database-direct: ${fault}`);
      }),
  };
}
