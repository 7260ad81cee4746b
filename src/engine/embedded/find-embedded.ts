// Finds embedded templates, which are clones of base templates.
import type { EmbeddedTemplate } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import type { EmbeddedContent, EmbeddedRecord } from '../../store/state-store.ts';
import type { Templates } from '../../store/template-store.ts';
import type { Deps } from '../deps.ts';

/** An embedded template: a base template of the team, and the identifier that the host application chose. */
export interface Pair {
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
}

export type StoredEmbedded = EmbeddedRecord & EmbeddedContent;

/** A clone, ready to render. */
export interface EmbeddedSource extends TemplateSource {
  /** The cloned version of the base. */
  readonly version: number;
  readonly revision: number;
}

/**
 * The clone of a pair. Raises EMBEDDED_TEMPLATE_NOT_FOUND if the clone is missing, or if `templateVersion` is not the cloned version: a
 * clone has no other version.
 */
export async function findEmbedded(
  deps: Pick<Deps, 'openState' | 'templates'>,
  pair: Pair,
  templateVersion?: number,
): Promise<{ readonly record: StoredEmbedded; readonly source: EmbeddedSource }> {
  const record = await findRecord(deps, pair);
  if (templateVersion !== undefined && templateVersion !== record.baseTemplateVersion) {
    throw new PdfgenError(
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      `The embedded template is a clone of version ${record.baseTemplateVersion}, not ${templateVersion}. Leave templateVersion out.`,
    );
  }
  return { record, source: await toEmbeddedSource(deps.templates, record) };
}

/** The clone of a pair without its files. Raises EMBEDDED_TEMPLATE_NOT_FOUND. */
export async function findRecord({ openState }: Pick<Deps, 'openState'>, pair: Pair): Promise<StoredEmbedded> {
  const { embedded } = await openState();
  const record = await embedded.find(pair.baseTemplateUuid, pair.externalUuid);
  if (!record) throw embeddedNotFound(pair);
  return record;
}

/** Place of the data schema in messages. It belongs to the base template, because a clone can change only its pages. */
export const schemaPlace = 'in the base template';

/** The source to render for a revision of a clone. Files whose bytes are gone are left out, and the renderer reports them. */
export async function toEmbeddedSource(templates: Templates, record: StoredEmbedded): Promise<EmbeddedSource> {
  const { uuid, revision, baseTemplateVersion, slug, document } = record;
  const assets = await toAssetFiles(templates, record.assets);
  const key = `embedded:${uuid}:${revision}`;
  return { key, document, slug, schemaPlace, assets, version: baseTemplateVersion, revision };
}

export async function toAssetFiles(templates: Templates, entries: EmbeddedContent['assets']): Promise<TemplateSource['assets']> {
  const paths = await templates.fetchAssets(Object.values(entries).map(({ sha256 }) => sha256));
  const files = Object.entries(entries).flatMap(([name, { sha256 }]) => {
    const path = paths.get(sha256);
    return path === undefined ? [] : [[name, { path, sha256 }] as const];
  });
  return Object.fromEntries(files);
}

export function embeddedNotFound({ baseTemplateUuid, externalUuid }: Pair): PdfgenError {
  return new PdfgenError(
    'EMBEDDED_TEMPLATE_NOT_FOUND',
    `There is no embedded template for ${baseTemplateUuid} and ${externalUuid}. Opening an editor session creates it.`,
  );
}

/** The error for an editor whose clone was deleted, which ended its session. */
export function embeddedDeleted({ baseTemplateUuid, externalUuid }: Pair): PdfgenError {
  return new PdfgenError(
    'EMBEDDED_TEMPLATE_NOT_FOUND',
    `The embedded template for ${baseTemplateUuid} and ${externalUuid} was deleted, and its draft with it. A new editor session begins it anew.`,
  );
}

/** The parts of a clone's document that an answer of the API contains. */
export function partsOf({ document }: EmbeddedContent): Pick<EmbeddedTemplate, 'pages' | 'dataSchema' | 'exampleData'> {
  const { pages, dataSchema = true, exampleData = {} } = document;
  // The types hold, because the document was compiled before it was cloned or saved.
  return { pages, dataSchema, exampleData } as Pick<EmbeddedTemplate, 'pages' | 'dataSchema' | 'exampleData'>;
}
