// The template that an editor opens.
import type { EditorOutput } from '../../contract/engine.ts';
import { shippedPath } from '../../files/browser-files.ts';
import type { Deps } from '../deps.ts';
import { showTemplate } from '../templates/show-template.ts';
import { partsOf, type StoredEmbedded, toAssetFiles } from './find-embedded.ts';
import { stageEmbedded } from './stage-embedded.ts';

/** The clone for the editor, with all names that its pages may use, and what a browser needs to lay out documents of it. */
export async function getEditorTemplate(deps: Deps, record: StoredEmbedded): Promise<EditorOutput<'getEditorTemplate'>> {
  const { embedded, drafts } = await deps.openState();
  const draft = await drafts.find(record.uuid);
  const uploads = await embedded.uploads(record.uuid);
  const { source } = await stageEmbedded(deps, record, record.document.pages, uploads);
  const renderer = await deps.openRenderer();
  const { name } = record.document;
  const assets = { ...record.assets, ...uploads };
  const files = await toAssetFiles(deps.templates, assets);
  const { inferred, ...shown } = await showTemplate(deps, { document: record.document, assets: files }, pathOf);
  return {
    embeddedTemplateUuid: record.uuid,
    name: typeof name === 'string' ? name : record.slug,
    ...partsOf(record),
    revision: record.revision,
    ...(draft && { draft: draft.number }),
    fonts: [...(await renderer.fontFamilies({ template: source }))],
    assets,
    ...shown,
    ...(inferred && { inferred }),
  };
}

/** Where a browser loads a file, from the address of the template. */
function pathOf(kind: 'assets' | 'fonts' | 'patterns', name: string, key: string): string {
  return shippedPath(kind, name, key) ?? (kind === 'assets' ? `assets/${key}` : `files/${kind}/${key}`);
}
