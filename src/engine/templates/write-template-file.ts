// Writes the file of a template that people edit.
import { access, constants, readFile, stat } from 'node:fs/promises';
import { writeError } from '../../files/write-error.ts';
import { writeFileWhole } from '../../files/write-file.ts';
import { UsageError } from '../../words/usage-error.ts';

/**
 * Keeps the permissions of the file. A file that nobody may write stays, also for an administrator, who may write everything. `given`: what the file
 * must still hold. Raises UsageError of kind `file`.
 */
export async function writeTemplateFile(file: string, text: string, given?: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o222) === 0) throw writeError(file, { code: 'EACCES' });
  await access(file, constants.W_OK).catch((error: unknown) => {
    throw writeError(file, error);
  });
  const check = async () => {
    if (given !== undefined && (await readFile(file, 'utf8')) !== given)
      throw new UsageError(`${file} has changed meanwhile, so nothing was written. Run the command again.`, 'file');
  };
  await writeFileWhole(file, [Buffer.from(text)], { check });
}
