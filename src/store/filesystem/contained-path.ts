// Follows links inside a template's folder, and refuses links that leave it.
import { lstatSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';

/**
 * The path itself, or the target of a link. Undefined: nothing is there. `root` is a real path. Raises TEMPLATE_INVALID for a link out of
 * `root`: a cloned repository must not reach the files around it.
 */
export function containedPath(path: string, root: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isSymbolicLink()) return path;
  let target: string;
  try {
    target = realpathSync(path);
  } catch (error) {
    throw new PdfgenError('TEMPLATE_INVALID', `${path} is a link that leads nowhere.`, { cause: error });
  }
  if (target === root || target.startsWith(root + sep)) return target;
  throw new PdfgenError('TEMPLATE_INVALID', `${path} is a link out of ${root}. Put the file itself there.`);
}
