// Reads a password from a file. A password is never an argument, which other users of the machine could see.
import { UsageError } from '../words/usage-error.ts';
import { readBytes } from './read-bytes.ts';

/** The first line of a file. `flag`: for messages, which never show the password. Raises UsageError. */
export function readPasswordFile(path: string, flag: string, cwd: string): string {
  const password = readBytes(path, cwd)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, 1)[0]!;
  if (password === '') throw new UsageError(`${flag}: the first line of ${path} is empty. Write the password there.`);
  if (password.includes('\ufffd')) throw new UsageError(`${flag}: ${path} is not written in UTF-8. Save it in UTF-8.`);
  return password;
}
