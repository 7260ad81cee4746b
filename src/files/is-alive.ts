// Tells whether a process has ended, even if its parent has not collected its exit status.
import { processStat } from './process-stat.ts';

/** Whether a process of this machine exists and has not ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A killed process accepts signals until its parent collects its exit status. Some parents, such as those in containers, never do.
  return processStat(pid)?.state !== 'Z';
}
