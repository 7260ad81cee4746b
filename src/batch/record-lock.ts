// Locks the record of a run: it belongs to one process at a time.
import { holdLock } from '../files/lock.ts';
import { writeError } from '../files/write-error.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';

export interface RecordLock {
  /** Holds the record until `release`, or until this process ends in any way. Raises UsageError, exit 9. */
  hold(): Promise<void>;
  release(): void;
}

export function createRecordLock(path: string, shown: string, nameOption: NameOption): RecordLock {
  let release: (() => void) | undefined;
  return {
    async hold() {
      if (release) return;
      try {
        release = holdLock(`${path}.lock`);
      } catch (error) {
        throw writeError(`${shown}.lock`, error);
      }
      if (!release)
        throw new UsageError(
          `Another run is at work on ${shown}. Wait until it has ended, or stop it; then continue the run with ${nameOption('resume')}.`,
          9,
        );
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}
