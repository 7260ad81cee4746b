// Counts in messages.

/** `1,000`. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** `1 document`, `1,000 documents`. */
export const documentsText = (count: number): string => counted(count, 'document');

/** `1 entry`, `1,000 entries`. `many`: the plural, if it is not formed with `s`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`;
