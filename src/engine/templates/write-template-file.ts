// Writes the file of a template that people edit.
import { access, constants, stat } from 'node:fs/promises';
import { writeError } from '../../files/write-error.ts';
import { writeFileWhole } from '../../files/write-file.ts';

/** Keeps the permissions of the file. A file that nobody may write stays, also for an administrator, who may write everything. */
export async function writeTemplateFile(file: string, text: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o222) === 0) throw writeError(file, { code: 'EACCES' });
  await access(file, constants.W_OK).catch((error: unknown) => {
    throw writeError(file, error);
  });
  await writeFileWhole(file, [Buffer.from(text)]);
}
