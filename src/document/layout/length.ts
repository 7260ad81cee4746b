// Lengths in pt or as a share of another length.

/** A length in pt, or a percentage of the whole. */
export type Length = number | { readonly percent: number };

/** The length in pt. */
export function resolveLength(length: Length, whole: number): number {
  return typeof length === 'number' ? length : (length.percent / 100) * whole;
}
