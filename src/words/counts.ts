// Counts in messages.

/** `1,000`. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** `1 document`, `1,000 documents`. */
export const documentsText = (count: number): string => `${grouped(count)} ${count === 1 ? 'document' : 'documents'}`;
