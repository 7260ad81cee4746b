// The kinds of faults outside of a template and its rendering. Only the command line turns them into exit codes.

/** `usage`: an option, a setting or a call is wrong. `data`: an input holds no valid data. `file`: a file cannot be read or written. */
export type FaultKind = 'usage' | 'data' | 'file';

/** The exit code of the command line for each kind. */
export const exitCodes = { usage: 2, data: 3, file: 9 } as const satisfies Record<FaultKind, number>;
