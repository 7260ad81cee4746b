// Finds the data files behind names, patterns, folders and `-`.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataExtensions } from './read-records.ts';

// Spreadsheet programs keep a file `~$orders.xlsx` beside an open workbook.
const ignore = ['**/node_modules/**', '**/~$*'];

export interface FoundFiles {
  /** In the order of the arguments, without duplicates; `-` for standard input. */
  readonly files: readonly string[];
  /** Patterns and folders without a data file. */
  readonly empty: readonly string[];
}

/**
 * Expands arguments. An existing name is a file, whatever its characters. A folder stands for its files with one of the extensions, recursively,
 * without dot files and node_modules. A plain name that does not exist stays in the list: reading it then gives the error. `isNoData` excludes files
 * from patterns and folders.
 */
export async function findDataFiles(
  args: readonly string[],
  cwd: string,
  extensions: readonly string[] = dataExtensions,
  isNoData: (path: string) => boolean = () => false,
): Promise<FoundFiles> {
  const files = new Set<string>();
  const empty: string[] = [];
  for (const arg of args) {
    const found = await expand(arg, cwd, extensions, isNoData);
    if (found.length === 0) empty.push(arg);
    for (const file of found) files.add(file);
  }
  return { files: [...files], empty };
}

/** Whether an argument may be a pattern. */
export const isPattern = (arg: string): boolean => /[*?[\]{}!()]/.test(arg);

async function expand(
  arg: string,
  cwd: string,
  extensions: readonly string[],
  isNoData: (path: string) => boolean,
): Promise<readonly string[]> {
  if (arg === '-') return [arg];
  const known = await stat(resolve(cwd, arg)).catch(() => undefined);
  const isData = (file: string): boolean => !isNoData(resolve(cwd, file));
  if (known?.isDirectory()) return (await listFolder(arg, cwd, extensions)).filter(isData);
  if (known || !isPattern(arg)) return [arg];
  const { glob } = await import('tinyglobby');
  const found = await glob(arg, { cwd, dot: false, onlyFiles: true, expandDirectories: false, ignore });
  return found.filter(isData).toSorted();
}

async function listFolder(folder: string, cwd: string, extensions: readonly string[]): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const endings = extensions.map((extension) => extension.slice(1)).join(',');
  const found = await glob(`**/*.{${endings}}`, {
    cwd: resolve(cwd, folder),
    dot: false,
    caseSensitiveMatch: false,
    ignore,
  });
  return found.toSorted().map((file) => join(folder, file));
}
