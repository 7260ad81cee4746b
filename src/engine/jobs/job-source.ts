// Finds the template that a job renders: a recorded version of a template, or a revision of a clone.
import { refuseLaterEncryption } from '../../contract/encryption.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import type { EmbeddedReference, JobRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { findEmbedded, type Pair } from '../embedded/find-embedded.ts';
import { saveTemplateVersion } from '../templates/write-template.ts';

export interface JobSource {
  readonly template: TemplateSource;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
}

/** A template to render later. Unrecorded files are first recorded as a version. Raises TEMPLATE_NOT_FOUND, TEMPLATE_INVALID, ENCRYPTION_INVALID. */
export async function findTemplateSource(deps: Deps, uuid: string, version: number | undefined): Promise<JobSource> {
  const standing = await deps.templates.get(uuid, version);
  refuseLaterEncryption(standing.document);
  const template =
    standing.version === null ? await deps.templates.get(uuid, (await saveTemplateVersion(deps, uuid)).version) : standing;
  return { template, templateUuid: template.uuid, templateVersion: template.version!, embedded: null };
}

/** A clone to render later. Raises EMBEDDED_TEMPLATE_NOT_FOUND, ENCRYPTION_INVALID. */
export async function findEmbeddedSource(deps: Deps, pair: Pair, version: number | undefined): Promise<JobSource> {
  const { record, source } = await findEmbedded(deps, pair, version);
  refuseLaterEncryption(source.document);
  const { uuid, baseTemplateUuid, externalUuid, baseTemplateVersion, revision } = record;
  return {
    template: source,
    templateUuid: baseTemplateUuid,
    templateVersion: baseTemplateVersion,
    embedded: { embeddedTemplateUuid: uuid, baseTemplateUuid, externalUuid, revision },
  };
}

/** The template of an earlier job or batch, as it is now. */
export function findCurrentSource(
  deps: Deps,
  { templateUuid, embedded }: Pick<JobRecord, 'templateUuid' | 'embedded'>,
): Promise<JobSource> {
  return embedded ? findEmbeddedSource(deps, embedded, undefined) : findTemplateSource(deps, templateUuid, undefined);
}
