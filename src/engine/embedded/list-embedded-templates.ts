// The operation `listEmbeddedTemplates`.

import type { Input, Output } from '../../contract/engine.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import type { EmbeddedRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { readStateCursor, writeStateCursor } from '../state-cursor.ts';
import { findLatestVersion, type LatestVersion } from './clone-template.ts';
import { type EmbeddedSummary, summarizeEmbedded } from './get-embedded-template.ts';

/** Clones to read at once if a filter may leave out most of them. */
const chunk = 200;

/** Clones, newest first. */
export async function listEmbeddedTemplates(
  deps: Deps,
  { query = {} }: Input<'listEmbeddedTemplates'>,
): Promise<Output<'listEmbeddedTemplates'>> {
  const { limit = pageLimit.default, cursor, outdated = false } = query;
  const baseTemplateUuid = query.baseTemplateUuid?.toLowerCase();
  const filters = ['embedded', baseTemplateUuid ?? null, outdated];
  const latestOf = createLatestFinder(deps);
  const { embedded } = await deps.openState();
  const items: EmbeddedSummary[] = [];
  let after = readStateCursor(cursor, filters);
  for (;;) {
    const page = await embedded.list({ baseTemplateUuid }, outdated ? chunk : limit, after);
    for (const [i, record] of page.items.entries()) {
      after = { createdMs: record.createdMs, uuid: record.uuid };
      const latest = await latestOf(record.baseTemplateUuid);
      if (outdated && !isOutdated(record, latest)) continue;
      items.push(summarizeEmbedded(record, latest));
      const hasMore = page.hasMore || i < page.items.length - 1;
      if (items.length === limit) return { items, nextCursor: writeStateCursor({ items: [after], hasMore }, filters) };
    }
    if (!page.hasMore) return { items, nextCursor: null };
  }
}

/** Whether the base has a newer version or unrecorded changes. A deleted base has neither. */
function isOutdated({ baseTemplateVersion }: EmbeddedRecord, latest: LatestVersion | null): boolean {
  return latest !== null && latest.current !== baseTemplateVersion;
}

/** Finds the latest version of a base. Looks up each base only once. */
function createLatestFinder(deps: Deps): (uuid: string) => Promise<LatestVersion | null> {
  const found = new Map<string, Promise<LatestVersion | null>>();
  return (uuid) => {
    const latest = found.get(uuid) ?? findLatestVersion(deps, uuid);
    found.set(uuid, latest);
    return latest;
  };
}
