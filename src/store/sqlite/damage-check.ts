// Checks the database file for damage. The check reads the whole file, so it runs in a thread, and only after the file has changed.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { databaseDamaged } from './database.ts';

export interface DamageCheck {
  /** Raises INTERNAL if the file is damaged. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** Longest wait for the check. A large file takes longer: until its check ends, the outcome of the previous check counts. */
const longestWaitMs = 2_000;
/** After a check longer than this, the next check waits nine times as long as the check took. */
const shortMs = 1_000;

/** The code of the thread. Its own connection reads the file, not the cache of another connection. */
const code = `
const { parentPort, workerData } = require('node:worker_threads');
const Libsql = require(workerData.libsql);
let found;
try {
  const database = new Libsql(workerData.path, { readonly: true, timeout: 5000 });
  try {
    found = database.prepare('PRAGMA quick_check(1)').all([]).map((row) => Object.values(row)[0]).join();
  } finally {
    database.close();
  }
} catch (error) {
  found = String(error.code ?? error);
}
parentPort.postMessage(found);
`;

export function createDamageCheck(path: string): DamageCheck {
  const libsql = createRequire(import.meta.url).resolve('libsql');
  let seen: string | undefined;
  let fault: string | undefined;
  let notBeforeMs = 0;
  let walk: { readonly worker: Worker; readonly ended: Promise<void> } | undefined;

  const begin = (stamp: string) => {
    const startedMs = performance.now();
    const worker = new Worker(code, { eval: true, workerData: { libsql, path } });
    // The process may end before the check ends.
    worker.unref();
    const outcome = new Promise<string | undefined>((resolve) => {
      worker.once('message', resolve).once('error', (error) => resolve(String(error)));
      worker.once('exit', () => resolve(undefined));
    });
    const ended = outcome.then((found) => {
      walk = undefined;
      const endedMs = performance.now();
      const lastedMs = endedMs - startedMs;
      notBeforeMs = lastedMs < shortMs ? endedMs : endedMs + 9 * lastedMs;
      // The outcome is unknown: the check was ended, or another process has locked the file.
      if (found === undefined || /^SQLITE_(?:BUSY|LOCKED)/.test(found)) return;
      seen = stamp;
      fault = found === 'ok' ? undefined : found;
    });
    walk = { worker, ended };
  };

  return {
    async run() {
      if (!hasHeader(path)) throw databaseDamaged(new Error('the file does not begin like a database'));
      const stamp = stampOf(path);
      if (!walk && stamp !== seen && performance.now() >= notBeforeMs) begin(stamp);
      const timer = new AbortController();
      await Promise.race([
        walk?.ended,
        sleep(longestWaitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
      ]);
      timer.abort();
      if (fault === undefined) return;
      throw databaseDamaged(new Error(fault));
    },
    async close() {
      await walk?.worker.terminate();
    },
  };
}

/** Reads the first page of the database file itself. The thread may read newer pages from the log beside the file. */
function hasHeader(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16);
    return readSync(file, head) === 16 && head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(file);
  }
}

/** A stamp that changes when the file is written to. */
function stampOf(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}
