import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Whether a file is there as it was recorded. */
export async function isWhole(
  path: string,
  { bytes, sha256 }: { readonly bytes: number | null; readonly sha256: string | null },
): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== bytes) return false;
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  stream.on('data', (chunk) => void hash.update(chunk));
  await once(stream, 'end');
  return hash.digest('hex') === sha256;
}
