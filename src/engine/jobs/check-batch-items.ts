// Checks all items of a batch: their form, and what rendering would refuse of their data. Only a few items are in memory at a time.

import { createHash, type Hash } from 'node:crypto';
import { inOrder } from '../../async/in-order.ts';
import { BreachRoom, maxBreaches } from '../../contract/breach-room.ts';
import type { CallOptions } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import type { CountItems } from '../../contract/item-stream.ts';
import { JsonText, toJsonText } from '../../contract/json-text.ts';
import { tooManyItems } from '../../contract/render-batches.ts';
import { writeBreach } from '../../contract/warnings.ts';
import { isObject } from '../../json/is-object.ts';
import type { CheckRequest, TemplateSource } from '../../renderer/renderer.ts';
import { counted, grouped } from '../../words/counts.ts';
import type { Deps } from '../deps.ts';
import { type GivenItems, type ReadItem, readItems } from './batch-items.ts';

/** Items of a part that a thread checks, and characters of their data. A single item may have more. */
const mostItems = 1_000;
const mostData = 1_000_000;
/** How many parts are checked at the same time: while a thread checks one, the next is read. */
const partsAtOnce = 2;

export interface CheckedItems {
  readonly total: number;
  /** SHA-256 of the items, hex. Undefined: not wanted. */
  readonly digest: string | undefined;
}

interface BatchPart {
  readonly items: readonly ReadItem[];
  /** Index of its first item. */
  readonly first: number;
}

export interface BatchCheck {
  readonly template: TemplateSource;
  readonly given: GivenItems;
  /** Whether a digest is wanted. */
  readonly digested: boolean;
  readonly checked: CheckRequest['options'];
  /** Hears of each item of a stream. Undefined for a list. */
  readonly countItems: CountItems | undefined;
}

/**
 * Raises TOO_MANY_ITEMS, the errors of `countItems`, and STANDARD_BREACH for a template that no data can help. With the breaches of all items, each under `/items/N`, it raises INVALID_REQUEST if an item is malformed, otherwise
 * BATCH_INVALID.
 */
export async function checkBatchItems(
  { openRenderer, limits }: Deps,
  { template, given, digested, checked, countItems }: BatchCheck,
  options: CallOptions,
): Promise<CheckedItems> {
  const renderer = await openRenderer();
  // Nobody waits long for a list. A stream takes its time anyway, and its threads should not be taken from those who wait.
  const isStream = typeof given === 'function';
  // The number of a list is known before its first item is checked.
  if (!isStream && given.length > limits.maxBatchItems) throw tooManyItems(given.length, limits.maxBatchItems);
  const tally = new ItemTally(countItems, digested);
  const found: Breach[] = [];
  const room = new BreachRoom();
  let [isTruncated, isMalformed] = [false, false];
  const check = async ({ items, first }: BatchPart, _: number, signal: AbortSignal) => {
    const shapeless = new Map(
      items.flatMap(({ item, faults }, at) => (hasData(item) ? [] : [[at, faults ?? [notAnObject(item)]] as const])),
    );
    const data = items.map(({ item }) => (hasData(item) ? item.data : undefined));
    const request = { template, items: data, options: checked, limits: limits.later };
    const urgency = isStream ? 'later' : 'now';
    const { breaches, truncated } = await renderer.validateItems(request, { signal, urgency });
    const toPlace = (breach: Breach, at: number, path = breach.path): Breach => {
      const { line } = items[at]!;
      return { ...breach, path: `/items/${first + at}${path}`, ...(line !== undefined && { line }) };
    };
    // An item without data has its breach already. Breaches of its empty data are left out.
    const others = breaches.flatMap((breach) => {
      const at = Number(/^\/items\/(\d+)/.exec(breach.path)?.[1] ?? 0);
      return shapeless.has(at) ? [] : [toPlace(breach, at, breach.path.replace(/^\/items\/\d+/, ''))];
    });
    const own = [...shapeless].flatMap(([at, faults]) => faults.map((fault) => toPlace(fault, at)));
    return { breaches: [...own, ...others], truncated, malformed: items.some(({ faults }) => faults) };
  };
  for await (const part of inOrder(partsOf(given, options, tally), partsAtOnce, check, options.signal)) {
    const { breaches, truncated, malformed } = part;
    for (const breach of breaches) {
      if (room.isOver) break;
      room.take(breach);
      found.push(breach);
    }
    isMalformed ||= malformed;
    if (truncated || room.isOver) isTruncated = true;
    // The rest would be read for its number alone.
    if (isTruncated && isStream) break;
  }
  if (isMalformed) throw malformedItems(found, isTruncated);
  if (found.length > 0) throw invalidItems(found, { isTruncated, isCut: isTruncated && isStream, total: tally.total });
  return { total: tally.total, digest: tally.digest() };
}

class ItemTally {
  total = 0;
  readonly #count: CountItems | undefined;
  readonly #hash: Hash | undefined;

  constructor(count: CountItems | undefined, digested: boolean) {
    this.#count = count;
    this.#hash = digested ? createHash('sha256') : undefined;
  }

  /** Raises the errors of the count. */
  add({ item, faults }: ReadItem): void {
    this.total += 1;
    this.#count?.(this.total);
    if (!this.#hash || faults) return;
    const { data, ...others } = item as { readonly data?: unknown };
    this.#hash.update(`${JSON.stringify(others)} ${toJsonText(data)}\n`);
  }

  digest(): string | undefined {
    return this.#hash?.digest('hex');
  }
}

async function* partsOf(given: GivenItems, options: CallOptions, tally: ItemTally): AsyncGenerator<BatchPart> {
  let items: ReadItem[] = [];
  let first = 0;
  let size = 0;
  for await (const one of readItems(given, options)) {
    tally.add(one);
    items.push(one);
    const data: unknown = hasData(one.item) ? one.item.data : undefined;
    size += data instanceof JsonText ? data.text.length : 0;
    if (items.length < mostItems && size < mostData) continue;
    yield { items, first };
    first += items.length;
    items = [];
    size = 0;
  }
  if (items.length > 0) yield { items, first };
}

const hasData = (item: unknown): item is Readonly<Record<'data', Readonly<Record<string, unknown>>>> =>
  isObject(item) && isObject(item.data);

/** `path`: from the item. */
function notAnObject(item: unknown): Breach {
  const isItem = isObject(item);
  const isMissing = isItem && item.data === undefined;
  return {
    path: isItem && !isMissing ? '/data' : '',
    message: isMissing ? 'must have required property "data"' : 'must be object',
    keyword: isMissing ? 'required' : 'type',
    params: isMissing ? { missingProperty: 'data' } : { type: 'object' },
    schemaPath: isMissing ? '#/required' : '#/type',
  };
}

const indexOf = ({ path }: Breach): number => Number(/^\/items\/(\d+)/.exec(path)?.[1] ?? 0);

const byIndex = (found: readonly Breach[]): readonly Breach[] => found.toSorted((a, b) => indexOf(a) - indexOf(b));

/** The error for malformed items, with the breaches of the others. `isTruncated`: there may be more of them. */
export function malformedItems(found: readonly Breach[], isTruncated: boolean): PdfgenError {
  const errors = byIndex(found);
  const first = errors[0]!;
  const place = first.line === undefined ? '' : `Line ${first.line}: `;
  const others = Math.min(errors.length - 1, maxBreaches);
  const more = others === 0 ? '' : ` (and ${isTruncated ? 'at least ' : ''}${others} more)`;
  return new PdfgenError('INVALID_REQUEST', `${place}${writeBreach(first)}${more}`, {
    errors,
    errorsTruncated: isTruncated || undefined,
  });
}

/** `isCut`: not all items were read. */
function invalidItems(
  found: readonly Breach[],
  { isTruncated, isCut, total }: { readonly isTruncated: boolean; readonly isCut: boolean; readonly total: number },
): PdfgenError {
  const errors = byIndex(found);
  const count = new Set(errors.map(indexOf)).size;
  const [first] = errors;
  const place = first?.line === undefined ? '' : ` The first fault is in line ${first.line}: ${writeBreach(first)}.`;
  return new PdfgenError(
    'BATCH_INVALID',
    `${isTruncated ? 'At least ' : ''}${grouped(count)} of ${isCut ? 'the first ' : ''}${counted(total, 'item')} ${count === 1 ? 'is' : 'are'} invalid. No job was created.${place}`,
    { errors, errorsTruncated: isTruncated || undefined },
  );
}
