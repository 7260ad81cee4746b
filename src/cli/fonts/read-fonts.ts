// Reads the font files that a command names: files, folders and packages.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isFontFile } from '../../words/font-lines.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';

export interface ReadFont {
  readonly bytes: Uint8Array;
  /** It was found in a folder. */
  readonly isFound: boolean;
}

const mostFiles = 2000;
const mostBytes = 128 * 1024 ** 2;

/** By the names of the files. Raises UsageError for a file that cannot be read, and for two files of one name. */
export function readFonts(given: readonly string[], cwd: string): ReadonlyMap<string, ReadFont> {
  const found = new Map<string, ReadFont>();
  const add = (path: string, isFound: boolean): void => {
    const name = basename(path);
    const bytes = read(path);
    const other = found.get(name);
    if (other && !Buffer.from(other.bytes).equals(bytes))
      throw new UsageError(`Two of the files are called ${toLine(name)}. Name one of them.`);
    found.set(name, { bytes, isFound: isFound && (other?.isFound ?? true) });
    if (found.size > mostFiles) throw new UsageError(`There are more than ${mostFiles} font files. Name the files.`);
  };
  for (const one of given) {
    const path = resolve(cwd, one);
    if (!isFolder(path)) add(path, false);
    else for (const file of filesIn(path)) add(file, true);
  }
  return found;
}

function isFolder(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) throw new UsageError(`There is no file ${toLine(path)}.`, 'file');
  return there.isDirectory();
}

/** The fonts in a folder and in the folders inside of it. Packages that are installed inside are left out. */
function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.flatMap((name) => (isFontFile(name) && !name.includes('node_modules') ? [join(folder, name)] : []));
}

function read(path: string): Buffer {
  try {
    if (statSync(path).size > mostBytes) throw new UsageError(`${toLine(path)} is larger than ${mostBytes / 1024 ** 2} MiB.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${toLine(path)} cannot be read: ${(error as Error).message}`, 'file');
  }
}
