// Locks the record of a run: it belongs to one process at a time.
import { findHolder, holdLock } from '../../files/lock.ts';
import { isOnThisMachine } from '../../files/process-identity.ts';
import { writeError } from '../../files/write-error.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';

export interface RecordLock {
  /** Holds the record until `release`, or until this process ends in any way. Raises UsageError of kind `file`. */
  hold(): Promise<void>;
  /** Raises UsageError of kind `file` if another process has the record. */
  refuseOther(): void;
  release(): void;
}

export function createRecordLock(path: string, shown: string, nameOption: NameOption): RecordLock {
  const lock = `${path}.lock`;
  let release: (() => void) | undefined;
  const refuse = (): never => {
    const holder = findHolder(lock);
    const process = holder ? ` (process ${holder.pid}${isOnThisMachine(holder) ? '' : ` on ${holder.host}`})` : '';
    throw new UsageError(
      `Another run${process} is writing ${shown}. Wait until it has ended, or stop it; then continue the run with ${nameOption('resume')}.`,
      'file',
    );
  };
  return {
    async hold() {
      if (release) return;
      try {
        release = holdLock(lock);
      } catch (error) {
        throw writeError(`${shown}.lock`, error);
      }
      if (!release) refuse();
    },
    refuseOther() {
      if (!release && findHolder(lock)) refuse();
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}
