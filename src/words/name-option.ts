/** Gives the name of an option as the caller wrote it: `--group-by` on a command line, `groupBy` in a program. */
export type NameOption = (option: string) => string;

/** The name of an option in a program. */
export const asMember: NameOption = (option) => option;
