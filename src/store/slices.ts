// Cuts the items of a batch into slices, each of which is written in a short transaction.
import type { NewBatchItem } from './state-store.ts';

export interface SliceLimits {
  readonly mostItems: number;
  /** Most characters of data. A single item may have more. */
  readonly mostData: number;
}

/** In the order of the items. */
export function* slicesOf(
  items: readonly NewBatchItem[],
  { mostItems, mostData }: SliceLimits,
): Generator<readonly NewBatchItem[]> {
  let slice: NewBatchItem[] = [];
  let data = 0;
  for (const item of items) {
    if (slice.length === mostItems || (slice.length > 0 && data + item.data.length > mostData)) {
      yield slice;
      slice = [];
      data = 0;
    }
    slice.push(item);
    data += item.data.length;
  }
  if (slice.length > 0) yield slice;
}
