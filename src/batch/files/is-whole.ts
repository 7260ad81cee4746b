// Compares a written file with its record.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** The content of a file, as recorded. */
export interface FileContent {
  readonly bytes: number;
  readonly sha256: string;
}

/** Up to this size a file is read at once: reading it in pieces takes ten times as long. */
const smallBytes = 1_000_000;

/** Whether a file exists with the size and digest of its record. */
export async function isWhole(path: string, { bytes, sha256 }: FileContent): Promise<boolean> {
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

/** Whether a file is the remains of a PDF after a failure of the machine: empty, zeros, or only its beginning. */
export function isRemains(path: string, contents: readonly FileContent[]): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || contents.every(({ bytes }) => found.size > bytes)) return false;
  const file = openSync(path, 'r');
  try {
    const [head, tail] = [Buffer.alloc(5), Buffer.alloc(1024)];
    readSync(file, head, 0, head.length, 0);
    readSync(file, tail, 0, tail.length, Math.max(0, found.size - tail.length));
    const isBeginning = '%PDF-'.startsWith(head.subarray(0, found.size).toString('latin1'));
    return head.every((byte) => byte === 0) || (isBeginning && !tail.includes('%%EOF'));
  } finally {
    closeSync(file);
  }
}
