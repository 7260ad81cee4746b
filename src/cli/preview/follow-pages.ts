// Follows the files of a previewed template, for all pages that are open.
import { EventEmitter, once } from 'node:events';
import { abortAfter } from '../../async/abort-after.ts';
import type { ShownPages } from '../../contract/shown-pages.ts';
import type { CommandContext } from '../context.ts';
import { findWatched, listWatched, settleMs } from '../watch/make-again.ts';
import { watchFiles } from '../watch/watch-files.ts';
import { type PreviewOrder, readPages } from './read-pages.ts';

export interface FollowedPages {
  /** Reads the pages to show with the chosen data. `after`: a revision; waits until a file has changed since then. */
  read(choice: string, after: number | undefined, signal: AbortSignal): Promise<ShownPages>;
  /** Names what is watched. */
  readonly watched: string | undefined;
  close(): Promise<void>;
}

/** Reads the files of a template each time that a page asks. */
export async function followPages(order: PreviewOrder, isWatched: boolean, context: CommandContext): Promise<FollowedPages> {
  let revision = 1;
  const told = new EventEmitter().setMaxListeners(0);
  const changes = isWatched ? await startWatch(order, context) : undefined;
  const follow = async (): Promise<void> => {
    while (changes && !context.signal.aborted) {
      if ((await changes.watch.next(context.signal)).length === 0) continue;
      revision++;
      told.emit('change');
    }
  };
  const following = follow();
  /** Waits for a change after a revision, or for the signal. */
  const waitForChange = async (after: number, signal: AbortSignal): Promise<void> => {
    while (after >= revision && !signal.aborted) await once(told, 'change', { signal }).catch(() => undefined);
  };
  return {
    watched: changes?.names,
    async read(choice, after, signal) {
      if (after !== undefined) await waitForChange(after, signal);
      let now = revision;
      let pages = await readPages(order, choice, context);
      if (after !== undefined && pages.data === undefined) {
        // An empty or cut file is being written, most likely: it is read again before anybody sees an error.
        await waitForChange(now, abortAfter(settleMs, signal));
        now = revision;
        pages = await readPages(order, choice, context);
      }
      return { ...pages, revision: now, isWatched };
    },
    async close() {
      await following; // it ends by the signal
      await changes?.watch.close();
    },
  };
}

async function startWatch({ reference, data }: PreviewOrder, context: CommandContext) {
  const { own, shared } = await findWatched(reference, data, context);
  const watch = await watchFiles([...own, ...shared], () => new Set());
  return { watch, names: listWatched(own, context.io.cwd) };
}
