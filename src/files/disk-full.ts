// Recognises a full disk, which is not the fault of the call.
import { PdfgenError } from '../contract/errors.ts';

/** The disk is full, the quota is used up, or the file is larger than the process may write. */
const codes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** The error for a system fault that means a full disk. Undefined: the fault has another cause. */
export function findDiskFull(fault: unknown): PdfgenError | undefined {
  const { code } = (fault ?? {}) as { readonly code?: unknown };
  return codes.includes(String(code)) ? diskFull(fault) : undefined;
}

export function diskFull(cause: unknown): PdfgenError {
  return new PdfgenError('OVERLOADED', 'The disk is full: nothing more can be stored. Make room, then try again.', {
    cause,
    retryAfter: 60,
    exitCode: 9,
  });
}
