// Preconditions of changes to a template.
import { PdfgenError } from '../../contract/errors.ts';
import type { Precondition } from '../../store/template-store.ts';

/** Reads `If-Match` (RFC 9110, 13.1.1): versions as entity tags, or `*`. A digest of the answer may follow a version. A weak tag never matches. Raises INVALID_REQUEST. */
export function readPrecondition(ifMatch: string | undefined): Precondition {
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag))) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `If-Match must be the entity tag of a version with quotes, such as "3". It is ${ifMatch.slice(0, 100)}.`,
    );
  }
  return tags.flatMap((tag) => /^"([1-9]\d{0,15})(?:-[0-9a-f]+)?"$/.exec(tag)?.[1] ?? []).map(Number);
}
