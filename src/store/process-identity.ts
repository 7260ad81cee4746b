// Which process is which, and whether one is still there: process ids come again.
import { hostname } from 'node:os';
import { isAlive } from '../files/is-alive.ts';
import { processStat } from '../files/process-stat.ts';

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

const startOf = (pid: number): string | null => processStat(pid)?.start ?? null;
