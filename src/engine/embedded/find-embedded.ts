import type { EmbeddedTemplate } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { TemplateSource } from '../../renderer/types.ts';
import type { EmbeddedContent, EmbeddedRecord } from '../../store/state-store.ts';
import type { Templates } from '../../store/template-store.ts';
import type { Deps } from '../deps.ts';

/** An embedded template: a base template of the team, and the identifier that the host application chose. */
export interface Pair {
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
}

export type StoredEmbedded = EmbeddedRecord & EmbeddedContent;

/** A clone as something to render. */
export interface EmbeddedSource extends TemplateSource {
  /** The version of the base that was cloned. */
  readonly version: number;
  readonly revision: number;
}

/**
 * The clone of a pair, in one look-up. Raises EMBEDDED_TEMPLATE_NOT_FOUND, also when `templateVersion` is another than the one that was
 * cloned: a clone has no other.
 */
export async function findEmbedded(
  deps: Pick<Deps, 'openState' | 'templates'>,
  { baseTemplateUuid, externalUuid }: Pair,
  templateVersion?: number,
): Promise<{ readonly record: StoredEmbedded; readonly source: EmbeddedSource }> {
  const { embedded } = await deps.openState();
  const record = await embedded.find(baseTemplateUuid, externalUuid);
  if (!record) throw embeddedNotFound({ baseTemplateUuid, externalUuid });
  if (templateVersion !== undefined && templateVersion !== record.baseTemplateVersion) {
    throw new PdfgenError(
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      `The embedded template is a clone of version ${record.baseTemplateVersion}, not ${templateVersion}. Leave templateVersion out.`,
    );
  }
  return { record, source: toEmbeddedSource(deps.templates, record) };
}

/** Who changes the pages of a clone cannot change its data schema. */
export const schemaPlace = 'that of the base template';

/** What is rendered for a revision of a clone. A file of which the bytes are gone is left out, and the renderer names it. */
export function toEmbeddedSource(templates: Templates, record: StoredEmbedded): EmbeddedSource {
  const { uuid, revision, baseTemplateVersion, slug, document } = record;
  const assets = toAssetFiles(templates, record.assets);
  const key = `embedded:${uuid}:${revision}`;
  return { key, document, slug, schemaPlace, assets, version: baseTemplateVersion, revision };
}

export function toAssetFiles(templates: Templates, entries: EmbeddedContent['assets']): TemplateSource['assets'] {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, { sha256 }]) => {
      const path = templates.assetPath(sha256);
      return path === undefined ? [] : [[name, { path, sha256 }]];
    }),
  );
}

export function embeddedNotFound({ baseTemplateUuid, externalUuid }: Pair): PdfgenError {
  return new PdfgenError(
    'EMBEDDED_TEMPLATE_NOT_FOUND',
    `There is no embedded template for ${baseTemplateUuid} and ${externalUuid}. Opening an editor session creates it.`,
  );
}

/** The parts of a clone's document that the wire shows. */
export function partsOf({ document }: EmbeddedContent): Pick<EmbeddedTemplate, 'pages' | 'dataSchema' | 'exampleData'> {
  const { pages, dataSchema = true, exampleData = {} } = document;
  // The document compiled before it was cloned or saved.
  return { pages, dataSchema, exampleData } as Pick<EmbeddedTemplate, 'pages' | 'dataSchema' | 'exampleData'>;
}
