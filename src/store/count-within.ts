// Bounds the warnings that are read for one page of a list.

/** Most bytes of warnings on a page. One job may have 200,000 bytes, and a page may have a thousand jobs. */
export const mostWarnings = 1_000_000;

/** Number of rows, from the first on, whose warnings may be read for one page. At least one. */
export function countWithin(rows: readonly { readonly warning_bytes: number }[]): number {
  let bytes = 0;
  for (const [i, { warning_bytes }] of rows.entries()) {
    bytes += warning_bytes;
    if (bytes > mostWarnings && i > 0) return i;
  }
  return rows.length;
}
