// The operation `listTemplateVersions`.

import type { Input, Output } from '../../contract/engine.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { readCursor, readNumber, writeCursor } from '../cursor.ts';
import type { Deps } from '../deps.ts';

/** The recorded versions of a template, newest first. */
export async function listTemplateVersions(
  { templates }: Deps,
  { params, query = {} }: Input<'listTemplateVersions'>,
): Promise<Output<'listTemplateVersions'>> {
  const { limit = pageLimit.default, cursor } = query;
  const filters = ['versions', params.uuid];
  const before = cursor === undefined ? undefined : readNumber(readCursor(cursor, filters, 1)[0]);
  const { items, hasMore } = await templates.listVersions(params.uuid, limit, before);
  const last = items.at(-1);
  return { items, nextCursor: hasMore && last ? writeCursor([String(last.version)], filters) : null };
}
