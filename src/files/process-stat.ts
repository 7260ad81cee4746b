// Asks the kernel about a process.
import { readFileSync } from 'node:fs';

export interface ProcessStat {
  /** `Z`: the process has ended, and its parent has not collected its exit status. */
  readonly state: string;
  /** Start time, in the kernel's ticks. */
  readonly start: string;
}

/** Facts about a process from Linux (proc(5), stat). Undefined: no such process, or another system. */
export function processStat(pid: number): ProcessStat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0], fields[19]];
    return state === undefined || start === undefined ? undefined : { state, start };
  } catch {
    return undefined; // the process ended in between, or /proc is hidden
  }
}

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
