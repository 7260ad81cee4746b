// Follows the files of a previewed template, for all pages that are open.
import type { ShownPages } from '../../contract/shown-pages.ts';
import type { CommandContext } from '../context.ts';
import { findWatched, listWatched, settleMs } from '../watch/make-again.ts';
import { watchFiles } from '../watch/watch-files.ts';
import { type PagesRead, type PreviewOrder, readPages } from './read-pages.ts';

export interface FollowedPages {
  /** What is to be shown with a choice of data. `after`: waits until a file has changed since that revision. */
  read(choice: string, after: number | undefined, signal: AbortSignal): Promise<ShownPages>;
  /** Names what is watched. */
  readonly watched: string | undefined;
  close(): Promise<void>;
}

/** Reads the files of a template each time that a page asks. */
export async function followPages(order: PreviewOrder, isWatched: boolean, context: CommandContext): Promise<FollowedPages> {
  let revision = 1;
  let wake: (() => void)[] = [];
  const changes = isWatched ? await startWatch(order, context) : undefined;
  /** Waits for changes of files until the signal. */
  const follow = async (): Promise<void> => {
    while (changes && !context.signal.aborted) {
      if ((await changes.watch.next(context.signal)).length === 0) continue;
      // An empty or cut file is being written, most likely: it is read again before anybody sees an error.
      const isBroken = hasBrokenFile(await readPages(order, '', context));
      if (isBroken) await changes.watch.within(settleMs, context.signal);
      revision++;
      for (const one of wake.splice(0)) one();
    }
  };
  const following = follow();
  return {
    watched: changes?.names,
    async read(choice, after, signal) {
      while (after !== undefined && after >= revision && !signal.aborted) {
        await new Promise<void>((done) => {
          wake.push(done);
          signal.addEventListener('abort', () => done(), { once: true });
        });
      }
      wake = wake.filter(() => !signal.aborted);
      const now = revision;
      return { ...(await readPages(order, choice, context)), revision: now, isWatched };
    },
    async close() {
      await following.catch(() => undefined); // it ends by the signal
      await changes?.watch.close();
    },
  };
}

/** Whether a file cannot be read at all. */
const hasBrokenFile = ({ template }: PagesRead): boolean => template === undefined;

async function startWatch({ reference, data }: PreviewOrder, context: CommandContext) {
  const { own, shared } = await findWatched(reference, data, context);
  const watch = await watchFiles([...own, ...shared], () => new Set());
  return { watch, names: listWatched(own, context.io.cwd) };
}
