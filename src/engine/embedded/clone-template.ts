import { PdfgenError } from '../../contract/errors.ts';
import type { EmbeddedContent } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { saveTemplateVersion } from '../templates/write-template.ts';

export interface ClonedContent extends EmbeddedContent {
  readonly baseTemplateVersion: number;
}

/**
 * The latest version of a base template, whole. Working files are recorded first, so that the version that is cloned stays. Raises
 * TEMPLATE_NOT_FOUND, TEMPLATE_INVALID.
 */
export async function cloneTemplate(deps: Deps, uuid: string): Promise<ClonedContent> {
  const { version } = await saveTemplateVersion(deps, uuid);
  const { slug, document, entries } = await deps.templates.describe(uuid, version);
  return { slug, document, assets: entries, baseTemplateVersion: version };
}

/** The version that a session would clone now; null: the base is gone, or its working files cannot be read. */
export interface LatestVersion {
  /** The newest that is recorded. */
  readonly recorded: number | null;
  /** Null: working files of which no version is recorded. */
  readonly current: number | null;
}

export async function findLatestVersion({ templates }: Pick<Deps, 'templates'>, uuid: string): Promise<LatestVersion | null> {
  try {
    const { version } = await templates.get(uuid);
    if (version !== null) return { recorded: version, current: version };
    const { items } = await templates.listVersions(uuid, 1, undefined);
    return { recorded: items[0]?.version ?? null, current: null };
  } catch (error) {
    // A clone is closed: what became of its base must not keep anybody from seeing it.
    if (error instanceof PdfgenError && ['TEMPLATE_NOT_FOUND', 'TEMPLATE_INVALID'].includes(error.code)) return null;
    throw error;
  }
}
