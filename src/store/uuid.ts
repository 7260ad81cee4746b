// UUIDs (RFC 9562): derived from a slug, and new ones that sort by time.
import { createHash, randomBytes } from 'node:crypto';

/** The namespace of UUIDs that are derived from slugs. A template without a `uuid` gets version 5 of its slug. */
const slugNamespace = '6d1f3a52-8c0e-4b7e-9a55-0f6f2c8d41b7';

/** The UUID of a template that states none (RFC 9562, 5.5). */
export function deriveUuid(slug: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(slugNamespace.replaceAll('-', ''), 'hex'))
    .update(slug)
    .digest();
  return format(hash.subarray(0, 16), 5);
}

/** The last UUID of version 7 that this process made: its time and its 74 random bits. */
let last = { ms: -1, random: 0n };

/**
 * A new UUID of version 7 (RFC 9562, 5.7) for a time in milliseconds. UUIDs that one process makes within one millisecond sort in the order
 * in which they were made (6.2, method 2). So lists by time and UUID are in order within a millisecond, too.
 */
export function createUuid(ms: number): string {
  const bytes = randomBytes(16);
  // 73 bits: the highest bit stays free, so that steps of 32 bits do not overflow. A step leaves the low digits random.
  const random =
    ms === last.ms
      ? last.random + 1n + BigInt(bytes.readUInt32BE(12))
      : (BigInt(bytes.readUInt16BE(6)) << 57n) ^ bytes.readBigUInt64BE(8);
  last = { ms, random };
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(Number(random >> 62n), 6);
  bytes.writeBigUInt64BE(BigInt.asUintN(62, random), 8);
  return format(bytes, 7);
}

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
