// Wakes the workers of other processes when jobs come, as many as there are jobs for: a thousand idle workers must not all claim one job. A notification
// is a transaction of its own: in the transaction that stores a job it would make all these transactions wait for each other.
import type { JobQueue } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';

const channel = 'pdfgen_jobs';
/** Jobs that come within this time after a notification share the next one. */
const pauseMs = 50;
/** Workers that are woken for each job. Some of them have no free thread. */
const wakesPerJob = 2;
/** Claims of workers that are woken together, in a second. */
const wakesPerSecond = 500;
/** Claims of idle workers that nobody has woken, in a second, over all processes. */
const idleClaimsPerSecond = 50;

/** `processes`: the number of processes that use the database. */
export function createAnnouncements(
  database: Pick<PostgresDatabase, 'run' | 'listen'>,
  processes: () => number,
): Pick<JobQueue, 'announce' | 'listen' | 'idlePauseMs'> {
  let announced = 0;
  let isUnderWay = false;
  const notify = async () => {
    isUnderWay = true;
    while (announced > 0) {
      const jobs = announced;
      announced = 0;
      // Workers also look by themselves.
      await database.run('SELECT pg_notify($1::text, $2::text)', [channel, String(jobs)]).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
    isUnderWay = false;
  };
  return {
    announce(jobs) {
      announced += jobs;
      if (!isUnderWay) void notify();
    },
    listen(wake, tell) {
      const wakes = new Set<NodeJS.Timeout>();
      // No worker knows which of the others are idle, so chance decides. If it wakes none, the next that looks by itself finds the job.
      const hear = (text: string | undefined) => {
        const woken = Math.min(processes(), wakesPerJob * jobsOf(text));
        if (Math.random() * processes() >= woken) return;
        const timer = setTimeout(
          () => {
            wakes.delete(timer);
            wake();
          },
          (Math.random() * woken * 1000) / wakesPerSecond,
        );
        wakes.add(timer);
      };
      const stop = database.listen(channel, hear, (fault) => {
        tell(`New jobs are not announced, so workers look for them by themselves. Check --database-direct: ${fault}`);
      });
      return () => {
        stop();
        for (const timer of wakes) clearTimeout(timer);
      };
    },
    idlePauseMs: () => (processes() * 1000) / idleClaimsPerSecond,
  };
}

/** Notifications may have been missed, and those of earlier programs name no number: then there may be any number of jobs. */
function jobsOf(text: string | undefined): number {
  return text === undefined || text === '' ? Number.POSITIVE_INFINITY : Number(text);
}
