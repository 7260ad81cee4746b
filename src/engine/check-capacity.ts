// Checks the quota of a team and the free space of the disk before documents are made.
import { PdfgenError, quotaExceeded } from '../contract/errors.ts';
import type { Deps } from './deps.ts';

/** Raises OVERLOADED, QUOTA_EXCEEDED. Creating a job checks the number of unfinished jobs. */
export async function checkCapacity(deps: Deps): Promise<void> {
  const { limits, openState } = deps;
  await checkFreeSpace(deps);
  if (limits.maxResultBytes === Number.POSITIVE_INFINITY) return;
  const { jobs } = await openState();
  if ((await jobs.resultBytes()) > limits.maxResultBytes) {
    throw quotaExceeded(
      `The team's stored results hold more than ${limits.maxResultBytes} bytes. Delete some jobs, or wait until results expire.`,
      { limit: limits.maxResultBytes, remaining: 0 },
      600,
    );
  }
}

/** Raises OVERLOADED if the disk is nearly full. */
export async function checkFreeSpace({ limits, freeBytes }: Pick<Deps, 'limits' | 'freeBytes'>): Promise<void> {
  if (limits.minFreeBytes > 0 && (await freeBytes()) < limits.minFreeBytes)
    throw new PdfgenError('OVERLOADED', 'The disk is nearly full, so the server accepts nothing new. Try again later.', {
      retryAfter: 60,
    });
}
