// One writer at a time in a workspace, over all processes. A lock is a file with the identity of its holder; the lock of a
// process that died is broken.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { hasEnded, identifyThisProcess, isOnThisMachine, type ProcessIdentity } from '../process-identity.ts';

/** Writes take milliseconds; who waits longer is told. */
const longestWaitMs = 30_000;
/** A holder on another machine cannot be looked up; no write takes this long. */
const foreignStaleMs = 120_000;
/** A file whose content was never written belongs to a process that died between two system calls. */
const emptyStaleMs = 5_000;

interface Holder extends ProcessIdentity {
  readonly token: string;
}

/** Runs `work` while holding the lock file. Raises INTERNAL if another process keeps it for too long. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  const holder: Holder = { ...identifyThisProcess(), token: randomUUID() };
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
    release(path, holder);
  }
}

/** Renewed so often that another machine does not take the holder for dead. */
const renewMs = foreignStaleMs / 4;

/** Takes a lock for as long as this process wants it; gives what releases it. Undefined: another process that lives holds it. */
export function holdLock(path: string): (() => void) | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const holder: Holder = { ...identifyThisProcess(), token: randomUUID() };
  while (!take(path, holder)) if (!breakStale(path, holder)) return undefined;
  const renewal = setInterval(() => renew(path, holder), renewMs);
  renewal.unref();
  return () => {
    clearInterval(renewal);
    release(path, holder);
  };
}

function renew(path: string, holder: Holder): void {
  try {
    if (isHeldBy(path, holder)) utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody removed it, or the folder: the work says what is wrong with that, if anything is.
  }
}

/** Somebody may have removed the file, and another process have taken the lock since. */
function release(path: string, holder: Holder): void {
  if (isHeldBy(path, holder)) rmSync(path, { force: true });
}

function isHeldBy(path: string, { token }: Holder): boolean {
  try {
    return parse(readFileSync(path, 'utf8'))?.token === token;
  } catch {
    return false;
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
  if (!isOnThisMachine(holder)) return ageMs > foreignStaleMs;
  return hasEnded(holder);
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined; // half-written: the caller goes by its age
  }
}
