// The .pdfgen folder of a workspace: the program keeps versions, jobs, results and locks there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { containedPath } from './contained-path.ts';

/** Path of the folder. Raises TEMPLATE_INVALID for a link out of the workspace: a cloned repository must not lead writes elsewhere. */
export function recordsFolder(workspace: string): string {
  const folder = join(workspace, '.pdfgen');
  return containedPath(folder, workspace) ?? folder;
}

/** Path of the lock that a process holds while it changes templates of the workspace. */
export function lockOf(workspace: string): string {
  return join(recordsFolder(workspace), 'lock');
}

/** Makes the folder if it is missing, with a .gitignore that keeps it out of git. */
export function prepareRecordsFolder(workspace: string): string {
  const folder = recordsFolder(workspace);
  if (existsSync(folder)) return folder;
  makeFolder(folder);
  writeFileDurably(join(folder, '.gitignore'), '*\n');
  return folder;
}
