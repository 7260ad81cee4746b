// Counts the bytes of a stream and computes their digest while they pass through.
import { createHash } from 'node:crypto';

export interface Measured {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Number of bytes so far. */
  bytes(): number;
  /** SHA-256 of all chunks, in hex. Call it at the end of the stream. */
  sha256(): string;
}

/** Passes the chunks of a stream on, and measures them. */
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
