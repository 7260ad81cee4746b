// What the kernel shows of a process.
import { readFileSync } from 'node:fs';

export interface ProcessStat {
  /** `Z`: it has ended, and its parent has not asked how. */
  readonly state: string;
  /** In the kernel's ticks. */
  readonly start: string;
}

/** What Linux tells of a process (proc(5), stat); undefined: it tells nothing, another system does not, or there is no such process. */
export function processStat(pid: number): ProcessStat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0], fields[19]];
    return state === undefined || start === undefined ? undefined : { state, start };
  } catch {
    return undefined; // it ended in between, or /proc is hidden
  }
}
