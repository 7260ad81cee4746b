// The port for following a job or batch to its end. It is not an operation: a server answers GET of the job or batch with events instead of JSON.
import type { Input, RenderBatchSummary, RenderJob } from './engine.ts';

export interface FollowOptions {
  readonly signal?: AbortSignal;
}

/** The members of FollowOptions. */
export const followOptionNames: readonly (keyof FollowOptions)[] = ['signal'];

/** Follows a job or batch to its end. */
export interface Follower {
  /** Gives the job, and gives it again after each change of its state. The last is the job after its end. Raises JOB_NOT_FOUND, or the reason of the signal. */
  followRenderJob(input: { readonly params: Input<'getRenderJob'>['params'] }, options?: FollowOptions): AsyncIterable<RenderJob>;
  /** Likewise for a batch, without its items. While its counts change, it is given about once a second. Raises BATCH_NOT_FOUND. */
  followRenderBatch(
    input: { readonly params: Input<'getRenderBatch'>['params'] },
    options?: FollowOptions,
  ): AsyncIterable<RenderBatchSummary>;
}

/** The operations whose results can be followed, and how. */
export const followers = {
  getRenderJob: 'followRenderJob',
  getRenderBatch: 'followRenderBatch',
} as const satisfies Record<string, keyof Follower>;

/** What a follower gives. */
export type Followed = RenderJob | RenderBatchSummary;

/** The id of the event that reports this state. The same state has the same id on every server, so that a client can go on with another one. */
export function eventIdOf(state: Followed): string {
  const facts = 'counts' in state ? Object.values(state.counts) : [state.attempts];
  return [state.state, ...facts].join('-');
}
