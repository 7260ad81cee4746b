// Compares a written file with its record.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';

/** Up to this size a file is read at once: reading it in pieces takes ten times as long. */
const smallBytes = 1_000_000;

/** Whether a file exists with the size and digest of its record. */
export async function isWhole(
  path: string,
  { bytes, sha256 }: { readonly bytes: number | null; readonly sha256: string | null },
): Promise<boolean> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size !== bytes) return false;
  const hash = createHash('sha256');
  if (found.size <= smallBytes) hash.update(readFileSync(path));
  else {
    const stream = createReadStream(path);
    stream.on('data', (chunk) => void hash.update(chunk));
    await once(stream, 'end');
  }
  return hash.digest('hex') === sha256;
}
