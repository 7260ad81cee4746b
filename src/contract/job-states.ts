// The states of a render job and the moves between them. Types, queries, checks and documents use this list.

/** All states of a job. The set is closed: no state will be added. */
export const jobStates = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;
/** The state of a render job. */
export type JobState = (typeof jobStates)[number];

/** Every allowed move from state to state. */
const jobMoves = {
  /** A worker takes the job, or the team cancels it. */
  queued: ['processing', 'canceled'],
  /** A job goes back to `queued` if its worker died or handed it back. */
  processing: ['completed', 'failed', 'canceled', 'queued'],
  /** The life of the result is over, or the result is deleted. */
  completed: ['expired'],
  failed: [],
  canceled: [],
  expired: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** States that a job does not leave, except when its result expires. */
export const finalStates = ['completed', 'failed', 'canceled', 'expired'] as const satisfies readonly JobState[];

/** States of a job whose document is missing. A retry makes another job for it. */
export const retriedStates = ['failed', 'canceled'] as const satisfies readonly JobState[];

/** States that may move to `to`. */
export function statesBefore(to: JobState): readonly JobState[] {
  return jobStates.filter((from) => (jobMoves[from] as readonly JobState[]).includes(to));
}

/** All states of a batch. The set is closed. The last job that ends fixes the state, and later expiry of results does not change it. */
export const batchStates = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed', 'canceled'] as const;
/** The state of a render batch. */
export type BatchState = (typeof batchStates)[number];

/** Whether a job or batch has ended. */
export function isFinal(state: JobState | BatchState): boolean {
  return state !== 'queued' && state !== 'processing';
}
