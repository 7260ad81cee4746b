// How long the drivers of the state store keep things.

const hourMs = 3_600_000;

/** The data of a failed or canceled job, so that its batch can be retried. */
export const dataLifeMs = 24 * hourMs;
/** An Idempotency-Key. */
export const keyLifeMs = 24 * hourMs;
/** The record of a job or batch, after its end. */
export const recordLifeMs = 7 * 24 * hourMs;
/** A delivery of a webhook, after its event. */
export const deliveryLifeMs = 14 * 24 * hourMs;
/** A draft that nobody has written. */
export const draftLifeMs = 30 * 24 * hourMs;
/** An uploaded file that neither a revision nor a draft names. */
export const uploadLifeMs = 24 * hourMs;
/** An old revision. A call may have read the revision and may still make a job with it. */
export const revisionGraceMs = 24 * hourMs;
/** A batch's writer that has written nothing for so long counts as lost. */
export const writingMs = 10_000;
/** The longest pause between two rounds of a work. A time further ahead comes from a clock that was wrong. */
export const longestPauseMs = 24 * hourMs;
