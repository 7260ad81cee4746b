// Says why a file cannot be written, and what to do.
import { UsageError } from '../words/usage-error.ts';

const remedies: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; make it first',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full; free some space, or choose another place',
  EDQUOT: 'the quota of disk space is used up; choose another place',
  EFBIG: 'the file is larger than the system allows',
  EISDIR: 'it is a folder; name a file in it',
  EEXIST: 'something else already has this name',
  ENOTEMPTY: 'a folder already has this name',
  ELOOP: 'its links go round in circles',
  ENAMETOOLONG: 'its name is too long',
};

/** A message for an error of writing. */
export function writeError(shown: string, error: unknown): UsageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`Cannot write ${shown}: ${remedies[code] ?? message}.`, 'file');
}
