// Lists the files in an assets folder by the names that templates use.
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { patternFolder } from '../../words/pattern-name.ts';
import { findNameFault } from '../asset-name.ts';
import { containedPath } from './contained-path.ts';

export interface AssetScan {
  /** Paths by name. */
  readonly files: ReadonlyMap<string, string>;
  /** The folders read. A folder changes when a file in it is added or removed. */
  readonly folders: readonly string[];
}

/** Many more files than a template needs, and few enough for the memory. */
const mostFiles = 10_000;

/** Lists the files below `folder`, without names that begin with a dot; their names begin with `prefix`. Raises TEMPLATE_INVALID for links that leave `root`. */
export function scanAssets(folder: string, root: string, prefix = ''): AssetScan {
  const files = new Map<string, string>();
  const folders: string[] = [];
  const walk = (path: string, prefix: string): void => {
    folders.push(path);
    for (const entry of entriesOf(path)) {
      const name = prefix + entry.name;
      if (findNameFault(name) !== undefined) continue;
      const target = containedPath(join(path, entry.name), root);
      if (target === undefined) continue;
      if (entry.isDirectory()) walk(target, `${name}/`);
      else if (statSync(target).isFile()) files.set(name, target);
      else throw notAFile(join(path, entry.name), entry.isSymbolicLink() && statSync(target).isDirectory());
      if (files.size > mostFiles) throw new PdfgenError('TEMPLATE_INVALID', `${folder} has more than ${mostFiles} files.`);
    }
  };
  const start = containedPath(folder, root);
  if (start === undefined) return { files, folders: [folder] };
  walk(start, prefix);
  return { files, folders };
}

/** The files of several folders together; patterns keep the name of their folder. If two files have the same name, the file of the earlier folder counts. */
export function scanSharedAssets(folders: readonly string[]): AssetScan {
  const scans = folders.map((folder) =>
    scanAssets(folder, folder, basename(folder) === patternFolder ? `${patternFolder}/` : ''),
  );
  return {
    files: new Map(scans.toReversed().flatMap((scan) => [...scan.files])),
    folders: scans.flatMap((scan) => scan.folders),
  };
}

function notAFile(path: string, isLinkToFolder: boolean): PdfgenError {
  const fault = isLinkToFolder ? 'a link to a folder; put the folder itself there' : 'not a regular file; remove it';
  return new PdfgenError('TEMPLATE_INVALID', `${path} is ${fault}.`);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new PdfgenError('TEMPLATE_INVALID', `${folder} cannot be read (${code}).`, { cause: error });
  }
}
