// What goes when its time is over: results, data, records, files that nobody names.
import type { BlobStore } from '../store/blob-store.ts';
import type { StateStore } from '../store/state-store.ts';
import type { TemplateStore } from '../store/template-store.ts';

export interface SweepDeps {
  readonly state: StateStore;
  readonly results: BlobStore;
  readonly templates: TemplateStore;
  /** The teams whose uploaded files are looked at. */
  teamIds(): Promise<readonly string[]>;
  now(): number;
}

/** Rows at once, so that others get their turn in between. */
const chunk = 500;
/** A result that no row names may be about to be named. */
const orphanMs = 3_600_000;
/** Uploaded files wait so long for a template to name them. */
const unusedMs = 24 * 3_600_000;

/** Files are compared with rows so often: that asks for each. */
const orphansEveryMs = 3_600_000;

/**
 * Creates the sweep: each call is one round, which ends early with its signal. The row goes before its file, so that no row names what
 * is gone.
 */
export function createSweep({ state, results, templates, teamIds, now }: SweepDeps): (signal: AbortSignal) => Promise<void> {
  let lastOrphansMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    while (!signal.aborted) {
      const { blobs, more } = await state.queue.sweep(chunk);
      for (const { teamId, blob } of blobs) await results.team(teamId).delete(blob);
      if (!more) break;
    }
    if (now() - lastOrphansMs < orphansEveryMs) return;
    lastOrphansMs = now();
    for await (const { teamId, key, writtenMs } of results.list()) {
      if (signal.aborted) return;
      const isOld = now() - writtenMs > orphanMs;
      if (isOld && !(await state.queue.ownsBlob(teamId, key))) await results.team(teamId).delete(key);
    }
    for (const id of await teamIds()) {
      if (signal.aborted) return;
      const used = await state.team(id).embedded.assetsInUse();
      await templates.team(id).templates.removeUnusedAssets(used, unusedMs);
    }
  };
}
