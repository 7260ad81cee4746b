// Clones base templates for embedding.
import { PdfgenError } from '../../contract/errors.ts';
import type { EmbeddedContent } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { saveTemplateVersion } from '../templates/write-template.ts';

export interface ClonedContent extends EmbeddedContent {
  readonly baseTemplateVersion: number;
}

/**
 * The whole content of a base template's latest version. Unrecorded files are recorded first, so that the cloned version stays available.
 * Raises TEMPLATE_NOT_FOUND, TEMPLATE_INVALID.
 */
export async function cloneTemplate(deps: Deps, uuid: string): Promise<ClonedContent> {
  const { version } = await saveTemplateVersion(deps, uuid);
  const { slug, document, entries } = await deps.templates.describe(uuid, version);
  return { slug, document, assets: entries, baseTemplateVersion: version };
}

/** The version that a new session would clone. */
export interface LatestVersion {
  /** The newest recorded version. */
  readonly recorded: number | null;
  /** The version of the current files. Null: they are not recorded. */
  readonly current: number | null;
}

/** Null: the base is gone, or cannot be read. */
export async function findLatestVersion({ templates }: Pick<Deps, 'templates'>, uuid: string): Promise<LatestVersion | null> {
  try {
    const { version } = await templates.get(uuid);
    if (version !== null) return { recorded: version, current: version };
    const { items } = await templates.listVersions(uuid, 1, undefined);
    return { recorded: items[0]?.version ?? null, current: null };
  } catch (error) {
    // A clone stays usable, even if its base is gone or cannot be read.
    if (error instanceof PdfgenError && ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID'].includes(error.code)) return null;
    throw error;
  }
}
