// Entity tags of answers.
import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, 8.8.3) of these bytes. */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`;
}

/** Whether an `If-None-Match` header names the tag; it compares weakly (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
