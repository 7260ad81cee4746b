// UUIDs (RFC 9562): derived from a slug, and new ones that sort by time.
import { createHash, randomBytes } from 'node:crypto';

/** The namespace of UUIDs that are derived from slugs: a template without a `uuid` has version 5 of its slug in it. */
export const slugNamespace = '6d1f3a52-8c0e-4b7e-9a55-0f6f2c8d41b7';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return form.test(text);
}

/** The UUID of a template that has only a slug (RFC 9562, 5.5). */
export function deriveUuid(slug: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(slugNamespace.replaceAll('-', ''), 'hex'))
    .update(slug)
    .digest();
  return format(hash.subarray(0, 16), 5);
}

/** A new UUID of version 7 (RFC 9562, 5.7) for a time in milliseconds. */
export function createUuid(ms: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  return format(bytes, 7);
}

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
