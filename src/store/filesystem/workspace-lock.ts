// The lock of a workspace for the calls of one process. The calls form a queue, and only the first asks for the lock file. Otherwise every
// waiting call of a server would look at the file every few milliseconds.
import { withLock } from '../../files/lock.ts';
import { lockOf, prepareRecordsFolder } from './records-folder.ts';

export class WorkspaceLock {
  readonly #workspace: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Runs `work` after the earlier calls have ended. Raises the errors of `withLock`. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const held = this.#last.then(() => {
      prepareRecordsFolder(this.#workspace);
      return withLock(lockOf(this.#workspace), work);
    });
    this.#last = held.catch(() => undefined);
    return held;
  }
}
