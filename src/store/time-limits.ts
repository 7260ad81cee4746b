// Times after which somebody else goes on with the work of a process.

/** A batch's writer that has written nothing for so long counts as lost. */
export const writingMs = 10_000;
/** The longest pause between two rounds of a work. A time further ahead comes from a clock that was wrong. */
export const longestPauseMs = 24 * 3_600_000;
