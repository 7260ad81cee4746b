// Identifies processes and tells whether they have ended. A process id alone is not enough, because ids are reused.
import { hostname } from 'node:os';
import { isAlive, processStat } from './process-stat.ts';

export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** Start time of the process, if the system gives it. */
  readonly start: string | null;
}

export function identifyThisProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, start: startOf(process.pid) };
}

/** Whether the process runs on this machine. Processes of other machines cannot be looked up. */
export function isOnThisMachine({ host }: ProcessIdentity): boolean {
  return host === hostname();
}

/** Whether the process on this machine has ended. */
export function hasEnded({ pid, start }: ProcessIdentity): boolean {
  return !isAlive(pid) || startOf(pid) !== start;
}

const startOf = (pid: number): string | null => processStat(pid)?.start ?? null;
