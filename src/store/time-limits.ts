// Times after which somebody else goes on with the work of a process.

/** A writer of a batch that has written nothing for this long counts as lost. */
export const writingMs = 10_000;
/** The longest pause between two rounds of a work. A time further ahead comes from a clock that was wrong. */
export const longestPauseMs = 24 * 3_600_000;
