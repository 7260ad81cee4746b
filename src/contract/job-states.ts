// The states of a render job and the moves between them: the one list that types, queries, checks and documents use.

/** A closed set: a client may list all the states. */
export const jobStates = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;
export type JobState = (typeof jobStates)[number];

/** Every allowed move. No other move happens. */
const jobMoves = {
  /** A worker takes the job, or the team cancels it. */
  queued: ['processing', 'canceled'],
  /** Back to `queued`: its worker died, or handed it back. */
  processing: ['completed', 'failed', 'canceled', 'queued'],
  /** 24 hours after the end, or when the result is deleted. */
  completed: ['expired'],
  failed: [],
  canceled: [],
  expired: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** States that a job does not leave, except when its result expires. */
export const finalStates = ['completed', 'failed', 'canceled', 'expired'] as const satisfies readonly JobState[];

export function isFinal(state: JobState): boolean {
  return (finalStates as readonly JobState[]).includes(state);
}

/** States that may move to `to`. */
export function statesBefore(to: JobState): readonly JobState[] {
  return jobStates.filter((from) => (jobMoves[from] as readonly JobState[]).includes(to));
}

/** A closed set. The state is fixed when the last job ends; the expiry of results does not change it. */
export const batchStates = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed', 'canceled'] as const;
export type BatchState = (typeof batchStates)[number];
