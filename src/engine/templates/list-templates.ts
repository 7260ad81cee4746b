// The operation `listTemplates`.

import type { Input, Output } from '../../contract/engine.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { readCursor, readTime, readUuid, writeCursor } from '../cursor.ts';
import type { Deps } from '../deps.ts';

/** Templates, newest first. */
export async function listTemplates(
  { templates }: Deps,
  { query = {} }: Input<'listTemplates'>,
): Promise<Output<'listTemplates'>> {
  const { limit = pageLimit.default, cursor, q, slug, tag } = query;
  const filters = ['templates', q ?? null, slug ?? null, tag ?? null];
  const key = cursor === undefined ? undefined : readCursor(cursor, filters, 2);
  const after = key && { createdAt: readTime(key[0]), uuid: readUuid(key[1]) };
  const { items, hasMore } = await templates.list({ q, slug, tag }, limit, after);
  const last = items.at(-1);
  return { items, nextCursor: hasMore && last ? writeCursor([last.createdAt, last.uuid], filters) : null };
}
