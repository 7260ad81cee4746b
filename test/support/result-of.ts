// What a blob store is given for these bytes.
import { createHash } from 'node:crypto';
import type { WrittenResult } from '../../src/store/blob-store.ts';

export function resultOf(
  ...chunks: readonly (Uint8Array | string)[]
): WrittenResult & { readonly chunks: readonly Uint8Array[] } {
  const all = chunks.map((chunk) => Buffer.from(chunk));
  const whole = Buffer.concat(all);
  return { bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex'), chunks: all };
}
