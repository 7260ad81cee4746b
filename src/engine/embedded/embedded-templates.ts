// Operations on existing embedded templates: show, list, delete.
import type { EmbeddedTemplate, Output } from '../../contract/engine.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import type { EmbeddedRecord } from '../../store/state-store.ts';
import { readStateCursor, writeStateCursor } from '../cursor.ts';
import type { Deps, UseCase } from '../deps.ts';
import { findLatestVersion, type LatestVersion } from './clone-template.ts';
import { embeddedNotFound, findEmbedded, partsOf, type StoredEmbedded } from './find-embedded.ts';

export type EmbeddedSummary = Output<'listEmbeddedTemplates'>['items'][number];

/** The current content of a clone. */
export const getEmbeddedTemplate: UseCase<'getEmbeddedTemplate'> = async (deps, { params }) => {
  const { record } = await findEmbedded(deps, params);
  return toEmbeddedTemplate(record, await findLatestVersion(deps, record.baseTemplateUuid));
};

export function toEmbeddedTemplate(record: StoredEmbedded, latest: LatestVersion | null): EmbeddedTemplate {
  return { ...summarizeEmbedded(record, latest), ...partsOf(record) };
}

export function summarizeEmbedded(record: EmbeddedRecord, latest: LatestVersion | null): EmbeddedSummary {
  return {
    embeddedTemplateUuid: record.uuid,
    baseTemplateUuid: record.baseTemplateUuid,
    externalUuid: record.externalUuid,
    baseTemplateVersion: record.baseTemplateVersion,
    latestBaseTemplateVersion: latest?.recorded ?? null,
    revision: record.revision,
    createdAt: new Date(record.createdMs).toISOString(),
    updatedAt: new Date(record.updatedMs).toISOString(),
  };
}

/** Clones to read at once if a filter may leave out most of them. */
const chunk = 200;

/** Clones, newest first. */
export const listEmbeddedTemplates: UseCase<'listEmbeddedTemplates'> = async (deps, { query = {} }) => {
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
};

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

/** Deletes a clone and ends its session. */
export const deleteEmbeddedTemplate: UseCase<'deleteEmbeddedTemplate'> = async (deps, { params }) => {
  const { embedded } = await deps.openState();
  if (!(await embedded.delete(params.baseTemplateUuid, params.externalUuid))) throw embeddedNotFound(params);
};
