// The operation `getEmbeddedTemplate`.
import type { EmbeddedTemplate, Input, Output } from '../../contract/engine.ts';
import type { EmbeddedRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { findLatestVersion, type LatestVersion } from './clone-template.ts';
import { findEmbedded, partsOf, type StoredEmbedded } from './find-embedded.ts';

export type EmbeddedSummary = Output<'listEmbeddedTemplates'>['items'][number];

/** The current content of a clone. */
export async function getEmbeddedTemplate(
  deps: Deps,
  { params }: Input<'getEmbeddedTemplate'>,
): Promise<Output<'getEmbeddedTemplate'>> {
  const { record } = await findEmbedded(deps, params);
  return toEmbeddedTemplate(record, await findLatestVersion(deps, record.baseTemplateUuid));
}

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
