// Reads the items of a batch one after the other: from a list, or from a stream.
import type { CallOptions, Input } from '../../contract/engine.ts';
import type { Breach } from '../../contract/errors.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import { MalformedItem, ReceivedItem } from '../../contract/item-stream.ts';
import { digitWarnings, itemWarnings } from '../generation/digit-warnings.ts';

export type GivenItems = Input<'createRenderBatch'>['body']['items'];

/** An item as it was given. */
export interface ReadItem {
  /** Perhaps not an object. */
  readonly item: unknown;
  /** Warnings about the data. */
  readonly warnings: readonly RenderWarning[] | undefined;
  /** Line of the body. Undefined: the item is not of a line. */
  readonly line: number | undefined;
  /** Why the item is malformed. `path` begins at the item. Undefined: it is well formed. */
  readonly faults?: readonly Breach[] | undefined;
}

/** Reads the items from the first to the last. Raises the reason of the signal. */
export async function* readItems(items: GivenItems, { lostDigits, signal }: CallOptions): AsyncGenerator<ReadItem> {
  if (typeof items !== 'function') {
    const warnings = itemWarnings(lostDigits);
    for (const [index, item] of items.entries()) yield { item, warnings: warnings.get(index), line: undefined };
    return;
  }
  for await (const one of items()) {
    signal?.throwIfAborted();
    if (one instanceof MalformedItem) yield { item: undefined, warnings: undefined, line: one.line, faults: one.faults };
    else if (!(one instanceof ReceivedItem)) yield { item: one, warnings: undefined, line: undefined };
    else
      yield { item: one.value, warnings: one.lostDigits.length > 0 ? digitWarnings(one.lostDigits) : undefined, line: one.line };
  }
}
