import { statSync } from 'node:fs';

/** Whether another user owns a file or folder or may write to it: the program would run what that user wrote. */
export function isForeign(path) {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && process.getuid !== undefined && (found.uid !== process.getuid() || (found.mode & 0o022) !== 0);
  } catch {
    return true;
  }
}
