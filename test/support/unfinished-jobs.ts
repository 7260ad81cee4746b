import type { StateStore } from '../../src/store/state-store.ts';

/** Number of waiting and of running jobs, over all teams. */
export async function countUnfinished(store: StateStore): Promise<{ readonly queued: number; readonly processing: number }> {
  const { queued, processing } = (await store.figures(0)).jobs;
  return { queued, processing };
}
