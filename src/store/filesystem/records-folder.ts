// The folder of a workspace for what the tool makes: versions, jobs, results, locks.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '../../files/durable-file.ts';
import { containedPath } from './contained-path.ts';

/** Where it is. Raises TEMPLATE_INVALID for a link out of the workspace: a repository must not choose where is written. */
export function recordsFolder(workspace: string): string {
  const folder = join(workspace, '.pdfgen');
  return containedPath(folder, workspace) ?? folder;
}

/** The lock that whoever changes the templates of a workspace holds. */
export function lockOf(workspace: string): string {
  return join(recordsFolder(workspace), 'lock');
}

/** Makes it if it is not there; it keeps itself out of git. */
export function prepareRecordsFolder(workspace: string): string {
  const folder = recordsFolder(workspace);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileDurably(join(folder, '.gitignore'), '*\n');
  return folder;
}
