// Whether the team may have more made, and the disk has room for it.
import { PdfgenError, quotaExceeded } from '../contract/errors.ts';
import type { Deps } from './deps.ts';

/** Raises OVERLOADED, QUOTA_EXCEEDED. The number of unfinished jobs is looked at where they are made. */
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

/** Raises OVERLOADED when the disk has no room for anything new. */
export async function checkFreeSpace({ limits, freeBytes }: Pick<Deps, 'limits' | 'freeBytes'>): Promise<void> {
  if (limits.minFreeBytes > 0 && (await freeBytes()) < limits.minFreeBytes)
    throw new PdfgenError('OVERLOADED', 'The disk is nearly full, so the server accepts nothing new. Try again later.', {
      retryAfter: 60,
    });
}
