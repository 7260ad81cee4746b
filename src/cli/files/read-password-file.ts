// Reads a password from a file. A password is never an argument, which other users of the machine could see.
import { InputError } from '../../input/input-error.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext } from '../context.ts';
import { readFileWhole } from './read-file-whole.ts';

/** A file of this size holds something else. */
const mostBytes = 100_000;

/** The first line of a file. `flag`: for messages, which never show the password. Raises UsageError, InputError. */
export async function readPasswordFile(
  path: string,
  flag: string,
  context: CommandContext,
  { mayBeEmpty = false } = {},
): Promise<string> {
  const { bytes } = await readFileWhole(path, mostBytes, context).catch((error: unknown) => {
    if (error instanceof InputError && error.kind === 'data') return { bytes: new Uint8Array() };
    throw error;
  });
  const password = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, 1)[0]!;
  if (password.trim() === '' && !mayBeEmpty)
    throw new UsageError(`${flag}: the first line of ${path} is empty. Write the password there.`);
  // UTF-16 without its mark has a zero byte beside each Latin letter.
  if (/[\0\ufffd]/.test(password)) throw new UsageError(`${flag}: ${path} is not written in UTF-8. Save it in UTF-8.`);
  return password;
}
