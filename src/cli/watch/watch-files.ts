// Watches files, and reports which of them have changed.
import { realpathSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watch } from 'chokidar';
import { abortAfter } from '../../async/abort-after.ts';
import { isTemporaryName } from '../../files/temporary-name.ts';

/** An editor or a checkout writes several files, and one file in several steps. */
const gatherMs = 20;

/** How often to look whether a watched path is there, and where a link leads. */
const lookMs = 200;

export interface FileWatch {
  /** Waits for a change; gives the paths that have changed since the last call. Empty: the signal was aborted. */
  next(signal: AbortSignal): Promise<readonly string[]>;
  /** The same, but waits at most this long. Empty: nothing has changed, or the signal was aborted. */
  within(ms: number, signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Watches files, and folders with all that is in them. A path may be missing so far. `ignored`: files whose changes do not count. */
export async function watchFiles(paths: readonly string[], ignored: () => ReadonlySet<string>): Promise<FileWatch> {
  const changed = new Set<string>();
  let wake = () => {};
  let isReady = false;
  const isHidden = (path: string): boolean => paths.some((root) => isHiddenBelow(root, path));
  const watcher = watch([...paths], {
    ignoreInitial: true,
    // Hidden files are of editors and of version control; folders of packages are large.
    ignored: isHidden,
  });
  const tell = (path: string): void => {
    if (isTemporaryName(basename(path)) || ignored().has(resolve(path))) return;
    changed.add(path);
    wake();
  };
  // chokidar forgets a path of its list when the path is removed, such as by a checkout of another branch, and stays at the first target of a link.
  const targets = new Map(paths.map((path) => [path, targetOf(path)]));
  const looking = setInterval(() => {
    for (const path of paths) {
      const target = targetOf(path);
      if (target === targets.get(path)) continue;
      targets.set(path, target);
      if (target === undefined) continue;
      watcher.unwatch(path);
      watcher.add(path);
      tell(path);
    }
  }, lookMs);
  watcher.on('all', (event, path) => {
    if (event.startsWith('unlink') && paths.includes(path)) targets.set(path, undefined);
    tell(path);
  });
  // The other events leave out a change that follows another one within 50 ms.
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath } = details as { readonly watchedPath?: unknown };
    if (typeof name !== 'string' || typeof watchedPath !== 'string') return;
    const path = basename(watchedPath) === name ? watchedPath : join(watchedPath, name);
    if (isReady && !isHidden(path)) tell(path);
  });
  await new Promise<void>((done) => void watcher.once('ready', done));
  isReady = true;
  const take = (): readonly string[] => {
    const taken = [...changed];
    changed.clear();
    return taken;
  };
  const next = async (signal: AbortSignal): Promise<readonly string[]> => {
    if (changed.size === 0 && !signal.aborted)
      await new Promise<void>((done) => {
        wake = () => {
          signal.removeEventListener('abort', wake);
          done();
        };
        signal.addEventListener('abort', wake, { once: true });
      });
    wake = () => {};
    if (!signal.aborted) await wait(gatherMs);
    return signal.aborted ? [] : take();
  };
  return {
    next,
    within: (ms, signal) => next(abortAfter(ms, signal)),
    close() {
      clearInterval(looking);
      return watcher.close();
    },
  };
}

/** The file or folder that a path names, after all links are followed. Undefined: it does not exist. */
function targetOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path stands in a folder, below a hidden name or a folder of packages. */
function isHiddenBelow(root: string, path: string): boolean {
  const inside = relative(root, path).split(/[\\/]/);
  return inside[0] !== '..' && inside.some((step) => step.startsWith('.') || step === 'node_modules');
}
