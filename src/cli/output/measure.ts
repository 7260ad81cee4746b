// Chunks counted and digested while they pass.
import { createHash } from 'node:crypto';

export interface Measured {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Of what has passed. */
  bytes(): number;
  /** Of all chunks, in hex; only when they have passed. */
  sha256(): string;
}

/** The same chunks, measured. */
export function measure(source: AsyncIterable<Uint8Array>): Measured {
  const hash = createHash('sha256');
  let bytes = 0;
  let digest: string | undefined;
  return {
    chunks: (async function* () {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
    bytes: () => bytes,
    sha256: () => (digest ??= hash.digest('hex')),
  };
}
