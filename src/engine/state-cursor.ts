// Cursors of lists that are sorted newest first by (createdMs, uuid).
import { PdfgenError } from '../contract/errors.ts';
import type { StateKey, StatePage } from '../store/state-store.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** Raises INVALID_REQUEST for a cursor of another list. */
export function readStateCursor(cursor: string | undefined, filters: unknown): StateKey | undefined {
  if (cursor === undefined) return undefined;
  const [createdMs, uuid = ''] = readCursor(cursor, filters, 2);
  if (!Number.isSafeInteger(Number(createdMs)))
    throw new PdfgenError('INVALID_REQUEST', 'The cursor is not one that a list gave.');
  return { createdMs: Number(createdMs), uuid };
}

/** The cursor behind a page; null: it was the last. */
export function writeStateCursor({ items, hasMore }: StatePage<StateKey>, filters: unknown): string | null {
  const last = items.at(-1);
  return hasMore && last ? writeCursor([String(last.createdMs), last.uuid], filters) : null;
}
