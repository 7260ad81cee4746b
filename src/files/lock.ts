// Locks between processes, for example so that a workspace has one writer at a time. A lock is a file with the identity of its holder. The
// lock of a dead process is removed.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../contract/errors.ts';
import { makeFolder } from './make-folder.ts';
import { hasEnded, identifyThisProcess, isOnThisMachine, type ProcessIdentity } from './process-identity.ts';

/** Writes take milliseconds. A caller that waits longer than this gets an error. */
const longestWaitMs = 30_000;
/** A lock of another machine this old is stale: its holder cannot be looked up, and no write takes this long. */
const foreignStaleMs = 120_000;
/** An empty lock this old is stale: its process died between two system calls. */
const emptyStaleMs = 5_000;

interface LockHolder extends ProcessIdentity {
  readonly token: string;
  /** What the process does with the lock, if somebody may ask. */
  readonly work?: string | undefined;
}

/** Runs `work` while holding the lock file. Raises INTERNAL if another process keeps it for too long. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(path));
  const holder: LockHolder = { ...identifyThisProcess(), token: randomUUID() };
  const deadline = Date.now() + longestWaitMs;
  while (!take(path, holder)) {
    if (!breakStale(path, holder)) await sleep(2 + Math.random() * 10);
    if (Date.now() > deadline) {
      throw new PdfgenError(
        'INTERNAL',
        `Another process has been writing to this workspace for ${longestWaitMs / 1000} s. If no such process is running, remove ${path}.`,
      );
    }
  }
  try {
    return await work();
  } finally {
    release(path, holder);
  }
}

/** The lock is renewed this often, so that other machines see that its holder is alive. */
const renewMs = foreignStaleMs / 4;

/** Takes a lock and gives the function that releases it. `work`: told to whoever asks for the holder. Undefined: a running process holds the lock. */
export function holdLock(path: string, work?: string): (() => void) | undefined {
  makeFolder(dirname(path));
  const holder: LockHolder = { ...identifyThisProcess(), token: randomUUID(), work };
  while (!take(path, holder)) if (!breakStale(path, holder)) return undefined;
  const renewal = setInterval(() => renewLock(path, holder), renewMs);
  renewal.unref();
  return () => {
    clearInterval(renewal);
    release(path, holder);
  };
}

/** The living process that holds a lock; undefined: nobody does, or its holder is not written yet. */
export function findHolder(path: string): Pick<LockHolder, keyof ProcessIdentity | 'work'> | undefined {
  try {
    return isStale(path) ? undefined : parseHolder(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // no lock, or none that this process may read: whoever takes it is told why
  }
}

function renewLock(path: string, holder: LockHolder): void {
  try {
    if (isHeldBy(path, holder)) utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody removed the file or its folder. If that matters, the work itself fails with a reason.
  }
}

/** Removes the lock if this process still holds it. Somebody may have removed the file, and another process may have taken the lock. */
function release(path: string, holder: LockHolder): void {
  if (isHeldBy(path, holder)) rmSync(path, { force: true });
}

function isHeldBy(path: string, { token }: LockHolder): boolean {
  try {
    return parseHolder(readFileSync(path, 'utf8'))?.token === token;
  } catch {
    return false;
  }
}

function take(path: string, holder: LockHolder): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o666);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, JSON.stringify(holder));
    return true;
  } catch (error) {
    // On a full disk the file is created but stays empty. A lock without a holder would stall the next writers.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Removes the lock of a dead process. True: try again at once. Only the holder of a second file may remove the lock. Otherwise two processes
 * could find the same lock stale, and the slower would remove the new lock of the faster.
 */
function breakStale(path: string, self: LockHolder): boolean {
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
  const holder = parseHolder(text);
  if (!holder) return ageMs > emptyStaleMs;
  if (!isOnThisMachine(holder)) return ageMs > foreignStaleMs;
  return hasEnded(holder);
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return undefined; // half-written: the caller decides by its age
  }
}
