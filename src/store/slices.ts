// Cuts the items of a batch into slices, each of which is written in a short transaction.

import { PdfgenError } from '../contract/errors.ts';
import { counted } from '../words/counts.ts';
import type { NewBatch, NewBatchItem } from './state-store.ts';

export interface SliceLimits {
  readonly mostItems: number;
  /** Most characters of data. A single item may have more. */
  readonly mostData: number;
}

/** In the order of the items. Raises INTERNAL if there are more or fewer items than the batch says, and the errors of the items. */
export async function* slicesOf(
  { items, total }: Pick<NewBatch, 'items' | 'total'>,
  { mostItems, mostData }: SliceLimits,
): AsyncGenerator<readonly NewBatchItem[]> {
  let slice: NewBatchItem[] = [];
  let data = 0;
  let count = 0;
  for await (const item of items) {
    if (slice.length === mostItems || (slice.length > 0 && data + item.data.length > mostData)) {
      yield slice;
      slice = [];
      data = 0;
    }
    slice.push(item);
    data += item.data.length;
    count++;
  }
  if (count !== total)
    throw new PdfgenError('INTERNAL', `The batch was announced with ${counted(total, 'item')} and has ${count}.`);
  if (slice.length > 0) yield slice;
}
