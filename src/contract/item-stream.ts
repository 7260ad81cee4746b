// The items of a batch that are read one after the other, because all of them together may not fit into memory.

import type { Breach } from './errors.ts';
import type { LostDigits } from './lost-digits.ts';

/** An item of a batch. */
export interface StreamedItem {
  /** An object: values for the template's dynamic fields. */
  readonly data: unknown;
  /** The client's name for the item. */
  readonly reference?: string | undefined;
}

/** Reads the items from the first to the last. Each call begins anew and gives the same items. */
export type ItemStream = () => AsyncIterable<StreamedItem>;

/** Hears how many items have come so far. Raises TOO_MANY_ITEMS or QUOTA_EXCEEDED as soon as there are too many. */
export type CountItems = (items: number) => void;

/** An item as a server reads it from a line of the body of `createRenderBatch`. */
export class ReceivedItem implements StreamedItem {
  /** Line of the body, from 1. */
  readonly line: number;
  /** The value of the line. If it is an object with an object `data`, these data are a `JsonText`. */
  readonly value: unknown;
  /** Numbers of the line that lost digits. `pointer` begins at the value of the line. */
  readonly lostDigits: readonly LostDigits[];
  /** Why the line has no value. `path` begins at the value of the line. */
  readonly fault: Breach | undefined;

  constructor(line: number, { value, lostDigits = [], fault }: Partial<Pick<ReceivedItem, 'value' | 'lostDigits' | 'fault'>>) {
    this.line = line;
    this.value = value;
    this.lostDigits = lostDigits;
    this.fault = fault;
  }

  get data(): unknown {
    return (this.value as Partial<StreamedItem> | null | undefined)?.data;
  }

  get reference(): string | undefined {
    return (this.value as Partial<StreamedItem> | null | undefined)?.reference;
  }
}

/** Stands in a stream for an item that breaks the schema of the operation. */
export class MalformedItem implements StreamedItem {
  readonly data = undefined;
  /** Line of the body. Undefined: the items did not come as JSON Lines. */
  readonly line: number | undefined;
  /** Breaches of the operation's schema, at least one. `path` begins at the item. */
  readonly faults: readonly Breach[];

  constructor(line: number | undefined, faults: readonly Breach[]) {
    this.line = line;
    this.faults = faults;
  }
}

/** The media type of JSON Lines. */
export const linesType = 'application/jsonl';

/** How JSON Lines begin, in words. */
export const firstLineForm =
  'The first line is an object with "options", "templateVersion" and "callbackUrl", or {}; each further line is an item.';
