// The states of a render job and the moves between them: the one list that types, queries, checks and documents use.

/** Closed: a client may list them all. */
export const jobStates = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;
export type JobState = (typeof jobStates)[number];

/** Every allowed move. What is not here does not happen. */
export const jobMoves = {
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

/** States from which a job moves no further, but for the expiry of its result. */
export const finalStates = ['completed', 'failed', 'canceled', 'expired'] as const satisfies readonly JobState[];

export function isFinal(state: JobState): boolean {
  return (finalStates as readonly JobState[]).includes(state);
}

/** States that may move to `to`. */
export function statesBefore(to: JobState): readonly JobState[] {
  return jobStates.filter((from) => (jobMoves[from] as readonly JobState[]).includes(to));
}

/** Closed. Fixed when the last job ends; the expiry of results does not change it. */
export const batchStates = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed', 'canceled'] as const;
export type BatchState = (typeof batchStates)[number];
