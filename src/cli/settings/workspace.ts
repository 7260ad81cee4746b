// Finds the workspace of a command.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The nearest folder upwards with `pdfgen.json` or `templates/`; undefined: none. */
export function findWorkspace(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'pdfgen.json')) || isFolder(join(folder, 'templates'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
