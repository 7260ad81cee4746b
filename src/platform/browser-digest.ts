// SHA-256 for browsers. Their own digest would have to be waited for.
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toUtf8 } from './bytes.ts';
import type { Sha256 } from './index.ts';

/** As in index.ts. */
export const sha256 = (given: Uint8Array | string): string => bytesToHex(digest(given));

/** As in index.ts. */
export function createSha256(): Sha256 {
  const hash = digest.create();
  return { update: (text) => void hash.update(toUtf8(text)), digest: () => bytesToHex(hash.digest()) };
}
