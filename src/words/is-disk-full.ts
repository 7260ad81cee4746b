// Recognises the system fault of a full disk.

/** The disk is full, the quota is used up, or the file is larger than the process may write. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export const isDiskFull = (fault: unknown): boolean =>
  codes.includes((fault as { readonly code?: unknown } | null | undefined)?.code);
