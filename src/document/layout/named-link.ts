// Links to places in the document.
import type { LinkSource } from './fragment.ts';

/** Whether a link leads to a place in the document. */
export function isNamed(target: string): boolean {
  return target.startsWith('#');
}

/** The number in `#page=3`, the fragment that RFC 8118 gives PDFs. */
export function numberOfPage(target: string): number | undefined {
  const digits = /^#page=(\d{1,9})$/.exec(target)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether one component made both, for the same element of a list and the same `use`. */
export function isSameSource(one: LinkSource, other: LinkSource): boolean {
  return one.component === other.component && one.dataPath === other.dataPath && one.uses === other.uses;
}
