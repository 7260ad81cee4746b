// Reads the stored PDF of a job and checks it on the way.
import { createHash } from 'node:crypto';
import type { StoredPdf } from '../../contract/engine.ts';
import type { Blobs } from '../../store/blob-store.ts';
import { resultLost } from '../../store/refusals.ts';
import type { JobRecord, StoredResult } from '../../store/state-store.ts';

/** The PDF with its name and digest. Raises RESULT_LOST if the stored file is missing or has another size. */
export async function openStoredPdf(results: Blobs, job: JobRecord, result: StoredResult): Promise<StoredPdf> {
  const { filename, bytes, pages, sha256 } = result;
  return {
    contentType: 'application/pdf',
    filename,
    bytes,
    sha256,
    pages,
    templateVersion: job.templateVersion,
    templateRevision: job.embedded?.revision ?? null,
    warningCount: job.warnings.length,
    warnings: job.warnings,
    read: await openStoredFile(results, result),
  };
}

/** Opens a stored file, to read the whole or a part. Raises RESULT_LOST if it is missing or has another size. */
export async function openStoredFile(results: Blobs, result: StoredResult): Promise<StoredPdf['read']> {
  const { blob, bytes } = result;
  if ((await results.size(blob)) !== bytes) throw resultLost();
  return (start = 0, end = bytes) =>
    start === 0 && end === bytes ? readChecked(results, result) : results.read(blob, start, end);
}

/** The bytes of a stored file. Raises RESULT_LOST, before the last bytes, if the file is missing or was changed. */
export async function* readChecked(results: Blobs, { blob, bytes, sha256 }: StoredResult): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const chunk of results.read(blob, 0, bytes)) {
    hash.update(chunk);
    // The last piece is given only after the digest of the whole file is checked.
    if (held) yield held;
    held = chunk;
  }
  if (hash.digest('hex') !== sha256) throw resultLost();
  if (held) yield held;
}
