// Whether a process has ended, also when nobody has taken note of it.
import { processStat } from './process-stat.ts';

/** Whether a process of this machine is there, and has not ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // One that was killed can be sent signals until its parent asks how it ended, and some parents, as in containers, never do.
  return processStat(pid)?.state !== 'Z';
}
