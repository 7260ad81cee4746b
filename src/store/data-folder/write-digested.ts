// Writes the files of backups and computes their digests.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';

export interface Digest {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Writes a new file to the disk, for its owner alone, and gives its digest. Makes missing folders. */
export async function writeDigested(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  makeFolder(dirname(path), 0o700);
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
