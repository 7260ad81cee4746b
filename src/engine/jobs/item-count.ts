// Refuses a stream of items as soon as it has too many, so that nobody sends or parses a million items in vain.

import { quotaExceeded } from '../../contract/errors.ts';
import type { CountItems } from '../../contract/item-stream.ts';
import { tooManyItems } from '../../contract/render-batches.ts';
import { counted } from '../../words/counts.ts';
import type { Deps } from '../deps.ts';

/**
 * The check of the number of items that have come so far, by the jobs that the team may still make now. Another check follows when the batch is stored.
 * A call with a known Idempotency-Key may be the repeat of a batch that has taken the team's room: only the size of its batch is checked.
 */
export async function openItemCount({ openState, limits }: Deps, idempotencyKey: string | undefined): Promise<CountItems> {
  const state = await openState();
  const unfinished = await state.jobs.unfinished();
  const most = limits.maxUnfinishedJobs;
  const isKnown = idempotencyKey !== undefined && (await state.hasKey(idempotencyKey));
  const remaining = isKnown ? Number.POSITIVE_INFINITY : Math.max(0, most - unfinished);
  return (items) => {
    if (items > limits.maxStreamItems) throw tooManyItems(`more than ${limits.maxStreamItems}`, limits.maxStreamItems);
    if (items <= remaining) return;
    throw quotaExceeded(
      `The team has ${counted(unfinished, 'unfinished job')} and may have ${most}, so a batch may have at most ${counted(remaining, 'item')} now. Wait until some jobs have ended, or send fewer items.`,
      { limit: most, remaining },
      10,
    );
  };
}
