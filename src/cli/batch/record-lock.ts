// The record of a run belongs to one process at a time.
import { writeError } from '../output/write-error.ts';
import { UsageError } from '../usage-error.ts';

export interface RecordLock {
  /** Takes the record until it is released, or this process has ended, however. Raises UsageError, exit 9. */
  hold(): Promise<void>;
  release(): void;
}

export function createRecordLock(path: string, shown: string): RecordLock {
  let release: (() => void) | undefined;
  return {
    async hold() {
      if (release) return;
      const { holdLock } = await import('../../engine/hold-lock.ts');
      try {
        release = holdLock(`${path}.lock`);
      } catch (error) {
        throw writeError(`${shown}.lock`, error);
      }
      if (!release)
        throw new UsageError(
          `Another run is at work on ${shown}. Wait until it has ended, or stop it; what is left then is done with --resume.`,
          9,
        );
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}
