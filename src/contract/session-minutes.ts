/** Lifetime of an editor session and of its capability, in minutes. */
export const sessionMinutes = { least: 5, most: 1440, default: 60 } as const;
