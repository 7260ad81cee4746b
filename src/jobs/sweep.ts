// Deletes expired results, data and records, and unused files.
import type { BlobStore } from '../store/blob-store.ts';
import type { StateStore } from '../store/state-store.ts';
import type { TemplateStore } from '../store/template-store.ts';

export interface SweepDeps {
  readonly state: StateStore;
  readonly results: BlobStore;
  readonly templates: TemplateStore;
  /** The teams whose uploaded files are checked. */
  teamIds(): Promise<readonly string[]>;
  now(): number;
}

/** Rows in each step, so that other calls have their turns in between. */
const chunk = 500;
/** A result without a row is kept this long, because its row may still be written. */
const orphanMs = 3_600_000;
/** Uploaded files that no template names are kept this long. */
const unusedMs = 24 * 3_600_000;

/** Files are compared with rows only this often, because each file needs a query. */
const orphansEveryMs = 3_600_000;

/**
 * Creates the sweep. Each call is one round, which ends early with its signal. A row is deleted before its file, so that no row names a
 * missing file.
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
