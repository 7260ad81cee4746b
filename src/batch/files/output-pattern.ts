// Reads the value of `output`: a folder, or a pattern of file names.
import { dirname } from 'node:path';

/** A value is a folder if it ends with a separator, or if the folder exists. */
export function toPattern(output: string): string {
  return output === '' || /\.pdf$|\{\{|[\\/]$/i.test(output) ? output : `${output}/`;
}

/** The folder that all documents of a pattern share. */
export function folderOf(output: string): string {
  const fixed = toPattern(output).split('{{')[0]!;
  return fixed.endsWith('/') ? fixed : dirname(`${fixed}x`);
}
