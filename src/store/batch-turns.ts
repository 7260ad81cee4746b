// Lets teams take turns at writing batches. A batch of a million items takes minutes, and nobody waits for another team's batch: the slices of
// the batches are written in turns.
import { createTurns } from '../async/turns.ts';

/** The turns of one team. */
export interface BatchTurns {
  /** Writes a whole batch, when the team writes no other batch. */
  batch<T>(work: () => Promise<T>): Promise<T>;
  /** Writes a slice. */
  slice<T>(work: () => Promise<T>): Promise<T>;
}

/** Most teams whose batches are written at the same time. The slices of each must come often enough for its writer not to count as lost. */
const mostTeams = 64;

/** `slicesAtOnce`: slices that are written at the same time. */
export function createBatchTurns(slicesAtOnce: number): (teamId: string) => BatchTurns {
  const batches = createTurns(mostTeams);
  const slices = createTurns(slicesAtOnce);
  return (teamId) => ({
    batch: (work) => batches.take(teamId, work),
    slice: (work) => slices.take(teamId, work),
  });
}

/** For work that delays no other call. */
export const withoutTurns: BatchTurns = { batch: (work) => work(), slice: (work) => work() };
