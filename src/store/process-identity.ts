// Which process is which, and whether one is still there: process ids come again.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../files/is-alive.ts';

export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** Start of the process, where the system tells it. */
  readonly start: string | null;
}

export function identifyThisProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, start: startOf(process.pid) };
}

/** Of a process on this machine: another's cannot be looked up. */
export function isOnThisMachine({ host }: ProcessIdentity): boolean {
  return host === hostname();
}

/** Whether the process on this machine has ended. */
export function hasEnded({ pid, start }: ProcessIdentity): boolean {
  return !isAlive(pid) || startOf(pid) !== start;
}

/** In the kernel's ticks (proc(5), field 22 of stat); null where the system does not tell. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null; // it ended in between, or /proc is hidden
  }
}
