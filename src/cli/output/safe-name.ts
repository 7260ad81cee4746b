// The name of a result as a file here.
import { toFilename } from '../../contract/filename.ts';

/** A name never leads to another folder, whoever gave it. */
export function toSafeName(given: string): string {
  return toFilename(given.replace(/^.*[\\/]/s, ''));
}
