// Cursors of lists that are sorted newest first by (createdMs, uuid).
import type { StateKey, StatePage } from '../store/state-store.ts';
import { readCursor, readMs, readUuid, writeCursor } from './cursor.ts';

/** The key after which a list continues. Undefined: the list begins. Raises INVALID_REQUEST for a cursor of another list. */
export function readStateCursor(cursor: string | undefined, filters: unknown): StateKey | undefined {
  if (cursor === undefined) return undefined;
  const [createdMs, uuid] = readCursor(cursor, filters, 2);
  return { createdMs: readMs(createdMs), uuid: readUuid(uuid) };
}

/** The cursor of the next page. Null: this page is the last. */
export function writeStateCursor({ items, hasMore }: StatePage<StateKey>, filters: unknown): string | null {
  const last = items.at(-1);
  return hasMore && last ? writeCursor([String(last.createdMs), last.uuid], filters) : null;
}
