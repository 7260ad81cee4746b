// One writer at a time in a workspace, over all processes. A lock is a file with the identity of its holder; the lock of a
// process that died is broken.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';

/** Writes take milliseconds; who waits longer is told. */
const longestWaitMs = 30_000;
/** A holder on another machine cannot be looked up; no write takes this long. */
const foreignStaleMs = 120_000;
/** A file whose content was never written belongs to a process that died between two system calls. */
const emptyStaleMs = 5_000;

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start of the process, where the system tells it: process ids come again. */
  readonly start: string | null;
  readonly token: string;
}

/** Runs `work` while holding the lock file. Raises INTERNAL if another process keeps it for too long. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  const holder: Holder = { host: hostname(), pid: process.pid, start: startOf(process.pid), token: randomUUID() };
  const deadline = Date.now() + longestWaitMs;
  while (!take(path, holder)) {
    if (!breakStale(path, holder)) await sleep(2 + Math.random() * 10);
    if (Date.now() > deadline) {
      throw new PdfgenError(
        'INTERNAL',
        `Another process has been writing to this workspace for ${longestWaitMs / 1000} s. If none is, remove ${path}.`,
      );
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that is no more; true if it is worth trying at once. Only who holds a second file may remove it:
 * otherwise two could find the same lock stale, and the slower would remove the new lock of the faster.
 */
function breakStale(path: string, self: Holder): boolean {
  if (!isStale(path)) return false;
  const breaker = `${path}.break`;
  if (!take(breaker, self)) {
    if (isStale(breaker)) rmSync(breaker, { force: true });
    return false;
  }
  try {
    if (isStale(path)) rmSync(path, { force: true });
  } finally {
    rmSync(breaker, { force: true });
  }
  return true;
}

function isStale(path: string): boolean {
  let text: string;
  let ageMs: number;
  try {
    ageMs = Date.now() - statSync(path).mtimeMs;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const holder = parse(text);
  if (!holder) return ageMs > emptyStaleMs;
  if (holder.host !== hostname()) return ageMs > foreignStaleMs;
  return !isAlive(holder.pid) || startOf(holder.pid) !== holder.start;
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined; // half-written: the caller goes by its age
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in the kernel's ticks (proc(5), field 22 of stat); null where the system does not tell. */
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
