// Reads a small file of a person whole: a PDF to sign, a key, a password.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../words/usage-error.ts';

/** Raises UsageError with exit code 9. */
export function readBytes(path: string, cwd: string): Buffer {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new UsageError(`${path} cannot be read: ${why}.`, 9);
  }
}
