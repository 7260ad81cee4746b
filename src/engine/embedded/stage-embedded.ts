// Checks the new content of an embedded template before it is stored.
import { templateInvalid } from '../../contract/diagnostic.ts';
import type { AssetEntry } from '../../contract/engine.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import { digestContent } from '../../store/content-digest.ts';
import type { EmbeddedContent } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { schemaPlace, toAssetFiles } from './find-embedded.ts';

export interface StagedEmbedded {
  readonly content: EmbeddedContent;
  readonly source: TemplateSource;
}

/**
 * The content of a clone with new pages. It has the clone's own files and the uploads that the pages name. Any other file is missing, so
 * pages that name it do not compile.
 */
export async function stageEmbedded(
  { templates }: Deps,
  { slug, document, assets }: EmbeddedContent,
  pages: unknown,
  uploads: Readonly<Record<string, AssetEntry>>,
): Promise<StagedEmbedded> {
  const text = JSON.stringify(pages);
  const own = Object.entries(assets).filter(([name]) => !name.startsWith('asset:'));
  const named = Object.entries(uploads).filter(([name]) => text.includes(name));
  const content = { slug, document: { ...document, pages }, assets: Object.fromEntries([...own, ...named]) };
  const hashes = Object.fromEntries(Object.entries(content.assets).map(([name, { sha256 }]) => [name, sha256]));
  const key = `editor:${digestContent(content.document, hashes)}`;
  return {
    content,
    source: { key, slug, document: content.document, schemaPlace, assets: await toAssetFiles(templates, content.assets) },
  };
}

/** Raises TEMPLATE_INVALID with every error and its pointer, if the template does not compile. */
export async function refuseUncompiled({ openRenderer }: Deps, source: TemplateSource): Promise<void> {
  const renderer = await openRenderer();
  const diagnostics = await renderer.lint({ template: source });
  if (diagnostics.some((one) => one.severity === 'error')) throw templateInvalid(source.slug, diagnostics);
}
