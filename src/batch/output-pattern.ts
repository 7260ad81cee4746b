// What -o says: a folder, or the names of files.
import { dirname } from 'node:path';

/** A folder is named by its end, or by being one. */
export function toPattern(output: string): string {
  return output === '' || /\.pdf$|\{\{|[\\/]$/i.test(output) ? output : `${output}/`;
}

/** The folder of a pattern, as far as it is the same for all documents. */
export function folderOf(output: string): string {
  const fixed = toPattern(output).split('{{')[0]!;
  return fixed.endsWith('/') ? fixed : dirname(`${fixed}x`);
}
