// The files of the project, without what npm and the build make. Without git: a machine with Node.js alone has none.
import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

const made = new Set(['.git', '.build', 'coverage', 'dist', 'node_modules', 'out']);

/** Paths from the folder of the project on. */
export function* projectFiles(project, folder = '') {
  for (const entry of readdirSync(posix.join(project, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory() && !made.has(entry.name)) yield* projectFiles(project, path);
    else if (entry.isFile()) yield path;
  }
}
