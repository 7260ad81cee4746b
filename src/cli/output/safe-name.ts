// Makes the name of a result safe as a file name.
import { toFilename } from '../../contract/filename.ts';

/** A name without folders, whoever chose it. */
export function toSafeName(given: string, ending?: '.pdf' | '.xml'): string {
  return toFilename(given.replace(/^.*[\\/]/s, ''), ending);
}
