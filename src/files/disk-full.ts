// The error for a full disk, which is not the fault of the call.
import { PdfgenError } from '../contract/errors.ts';
import { isDiskFull } from '../words/is-disk-full.ts';

/** The error for a system fault that means a full disk. Undefined: the fault has another cause. */
export function findDiskFull(fault: unknown): PdfgenError | undefined {
  return isDiskFull(fault) ? diskFull(fault) : undefined;
}

export function diskFull(cause: unknown): PdfgenError {
  return new PdfgenError('OVERLOADED', 'The disk is full: nothing more can be stored. Make room, then try again.', {
    cause,
    retryAfter: 60,
    exitCode: 9,
  });
}
