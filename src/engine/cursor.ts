// Cursors of lists: the key of the last element shown, and a hash of the filters, so that a cursor fits its own list only.
import { createHash } from 'node:crypto';
import { PdfgenError } from '../contract/errors.ts';
import type { StateKey, StatePage } from '../store/state-store.ts';
import { isUuid } from '../words/is-uuid.ts';

/** Makes the cursor that follows the element with this key. */
export function writeCursor(key: readonly string[], filters: unknown): string {
  return Buffer.from(JSON.stringify([hashFilters(filters), ...key])).toString('base64url');
}

/** The key of a cursor that was made for these filters. Raises INVALID_REQUEST for any other text. */
export function readCursor(cursor: string, filters: unknown, length: number): readonly string[] {
  const parts = parseCursor(cursor);
  if (!parts || parts.length !== length + 1 || !parts.every((part) => typeof part === 'string')) {
    throw noCursor();
  }
  const [made, ...key] = parts;
  if (made !== hashFilters(filters)) throw new PdfgenError('INVALID_REQUEST', 'The cursor belongs to a list with other filters.');
  return key;
}

/** The number of a version or an item in a key. Raises INVALID_REQUEST if the key is not from a list. */
export function readNumber(text: string | undefined): number {
  return readDigits(text, 9);
}

/** The UUID in a key. Raises INVALID_REQUEST if the key is not from a list. */
export function readUuid(text: string | undefined): string {
  if (text === undefined || !isUuid(text)) throw noCursor();
  return text;
}

/** The time in a key, as answers write it. Raises INVALID_REQUEST if the key is not from a list. */
export function readTime(text: string | undefined): string {
  if (text === undefined || Number.isNaN(Date.parse(text))) throw noCursor();
  return text;
}

/** The key after which a list that is sorted newest first continues. Undefined: the list begins. Raises INVALID_REQUEST for a cursor of another list. */
export function readStateCursor(cursor: string | undefined, filters: unknown): StateKey | undefined {
  if (cursor === undefined) return undefined;
  const [createdMs, uuid] = readCursor(cursor, filters, 2);
  return { createdMs: readDigits(createdMs, 15), uuid: readUuid(uuid) };
}

/** The cursor of the next page. Null: this page is the last. */
export function writeStateCursor({ items, hasMore }: StatePage<StateKey>, filters: unknown): string | null {
  const last = items.at(-1);
  return hasMore && last ? writeCursor([String(last.createdMs), last.uuid], filters) : null;
}

function readDigits(text: string | undefined, most: number): number {
  if (text === undefined || text.length > most || !/^\d+$/.test(text)) throw noCursor();
  return Number(text);
}

function noCursor(): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', 'The cursor is invalid: it must be the nextCursor of a list.');
}

function parseCursor(cursor: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // not a cursor: the caller says so
  }
}

function hashFilters(filters: unknown): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 12);
}
