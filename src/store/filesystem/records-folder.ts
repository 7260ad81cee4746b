// The folder of a workspace for what the tool makes: versions, jobs, results, locks.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { containedPath } from './contained-path.ts';
import { writeFileWhole } from './write-file-whole.ts';

/** Where it is. Raises TEMPLATE_INVALID for a link out of the workspace: a repository must not choose where is written. */
export function recordsFolder(workspace: string): string {
  const folder = join(workspace, '.pdfgen');
  return containedPath(folder, workspace) ?? folder;
}

/** Makes it if it is not there; it keeps itself out of git. */
export function prepareRecordsFolder(workspace: string): string {
  const folder = recordsFolder(workspace);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileWhole(join(folder, '.gitignore'), '*\n');
  return folder;
}
